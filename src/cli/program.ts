/** All commands, their options and their help. Nothing else is imported before a command is known. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Session } from './session.ts';

/** What a command does; a number is the exit code, nothing is 0. */
type Work<Options> = (session: Session, options: Options) => Promise<number | void>;

const EXIT_CODES = `
Exit codes: 0 done; 1 a check or an operation failed; 2 a mistake in the call; 130 interrupted.
Settings come from the environment, as the server's do (DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL, …).`;

const PASSWORD_FILE = 'a file that holds the password, - for standard input; made and shown once without it';

/** The tree of commands. */
export function createProgram(): Command {
  const program = new Command('hansard')
    .description('A team chat server whose event log is the truth.')
    .helpCommand(false)
    .showSuggestionAfterError()
    .addHelpText('after', EXIT_CODES);
  program
    .command('serve')
    .description('start the server (as npm start does)')
    .option('--json', 'accepted everywhere; the log of the process is JSON on stderr')
    .action(async () => {
      (await import('../app/signals.ts')).heedSignals();
      await (await import('../app/serve.ts')).serve(process.env);
    });
  addOrganizations(program);
  addUsers(program);
  addReplay(program);
  addProjections(program);
  addWebhooks(program);
  addLog(program);
  addConfig(program);
  addHelp(program);
  return program;
}

function addOrganizations(program: Command): void {
  const group = program.command('organizations').description('make and list organizations');
  command(
    group,
    'create',
    'found an organization with its owner',
    async () => (await import('./organizations.ts')).createOrganization,
  )
    .requiredOption('--subdomain <name>', 'first part of its host name, like acme')
    .requiredOption('--name <text>', 'what it is called')
    .requiredOption('--owner-email <address>', "the owner's address")
    .option('--owner-name <text>', "the owner's name", 'Owner')
    .option('--owner-password-file <path>', PASSWORD_FILE);
  command(
    group,
    'list',
    'list all organizations',
    async () => (await import('./organizations.ts')).listOrganizations,
  );
}

function addUsers(program: Command): void {
  const group = program.command('users').description('make, mend and list accounts');
  const organization = '--organization <subdomain>';
  command(group, 'create', 'create an account', async () => (await import('./users.ts')).createUser)
    .option(organization, 'whose account it is', 'root')
    .requiredOption('--email <address>', 'address of the account')
    .requiredOption('--name <text>', "the person's name")
    .option('--password-file <path>', PASSWORD_FILE)
    .addOption(
      new Option('--role <role>', 'what the person may do')
        .choices(['owner', 'administrator', 'moderator', 'member', 'guest'])
        .default('member'),
    );
  command(group, 'list', 'list all accounts', async () => (await import('./users.ts')).listUsers).option(
    organization,
    'of which organization',
    'root',
  );
  addCredentials(group);
}

/** What somebody logs in with. */
function addCredentials(users: Command): void {
  const named = <Options>(name: string, description: string, load: () => Promise<Work<Options>>): Command =>
    command(users, name, description, load)
      .option('--organization <subdomain>', 'whose account it is', 'root')
      .requiredOption('--email <address>', 'address of the account');
  named(
    'set-password',
    'give somebody another password',
    async () => (await import('./users.ts')).changePassword,
  ).option('--password-file <path>', PASSWORD_FILE);
  named(
    'require-password-reset',
    'have somebody choose another password before logging in again',
    async () => (await import('./users.ts')).demandPasswordReset,
  );
  named(
    'revoke-key',
    "end somebody's API key; another one takes its place",
    async () => (await import('./users.ts')).revokeApiKey,
  );
}

function addReplay(program: Command): void {
  command(
    program,
    'replay',
    'print the event log as JSON lines, first event first',
    async () => (await import('./replay.ts')).replay,
  )
    .option('--stream <name>', 'only events of this stream, like organization-1')
    .option('--from <position>', 'the first position, inclusive', position)
    .option('--to <position>', 'the last position, inclusive', position)
    .option('--type <name>', 'only events of this type, like MessageSent');
}

function addProjections(program: Command): void {
  const group = program.command('projections').description('look after the views of the log');
  command(
    group,
    'list',
    'what is served, how far it is, what is quarantined',
    async () => (await import('./projections.ts')).listProjections,
  );
  command(
    group,
    'rebuild',
    'build views anew while the old ones serve, then switch',
    async () => (await import('./projections.ts')).rebuildProjections,
  ).argument('[name]', 'one projection; all of them without it');
  command(
    group,
    'cancel',
    'end a rebuild that goes on in the server; exit code 1 where none does',
    async () => (await import('./projections.ts')).cancelRebuild,
  ).argument('[name]', 'one projection; all of them without it');
  command(
    group,
    'verify',
    'compare the views with the log; exit code 1 where they differ',
    async () => (await import('./projectionsVerify.ts')).verifyProjections,
  ).argument('[name]', 'one projection; all of them without it');
  addRepairs(group);
}

function addRepairs(group: Command): void {
  const organization = '--organization <subdomain>';
  command(
    group,
    'retry',
    'take a quarantined organization back',
    async () => (await import('./projections.ts')).retryProjection,
  )
    .argument('<name>', 'the projection')
    .requiredOption(organization, 'whose quarantine it is: subdomain or ID');
  command(
    group,
    'skip',
    'take it back without the bad event, on record',
    async () => (await import('./projections.ts')).skipEvent,
  )
    .argument('<name>', 'the projection')
    .requiredOption(organization, 'whose quarantine it is: subdomain or ID')
    .requiredOption('--reason <text>', 'why the event may be left out');
}

function addWebhooks(program: Command): void {
  const group = program.command('webhooks').description('look after what outgoing webhooks are told');
  const organization = '--organization <subdomain>';
  command(
    group,
    'list',
    'what receivers have not taken: still tried, or parked',
    async () => (await import('./webhooks.ts')).listDeliveries,
  )
    .option(organization, 'of which organization', 'root')
    .option('--all', 'also what they have taken');
  command(
    group,
    'replay',
    'tell a receiver again, under the ID that it knows',
    async () => (await import('./webhooks.ts')).replayDeliveries,
  )
    .argument('[delivery]', 'one delivery, as listed')
    .option('--parked', 'all that are parked')
    .option(organization, 'of which organization', 'root');
}

function addLog(program: Command): void {
  const group = program.command('log').description('prove the event log');
  command(
    group,
    'verify',
    'check every event: hash chain, revisions, schema; exit code 1 on a break',
    async () => (await import('./logVerify.ts')).verifyLog,
  ).option('--anchor <text>', 'an earlier anchor: the log must still hold all that it held then');
}

function addConfig(program: Command): void {
  const group = program.command('config').description('the settings of this environment');
  command(
    group,
    'print',
    'print all settings, secrets masked',
    async () => (await import('./configPrint.ts')).printConfig,
  );
}

/** As `--help` behind the command; what there is not is a mistake like any other. */
function addHelp(program: Command): void {
  program
    .command('help')
    .description('tell what a command does')
    .argument('[command...]', 'like users create')
    .option('--json', 'accepted everywhere; help is text')
    .action((words: readonly string[]) => {
      let named = program;
      for (const word of words)
        named =
          named.commands.find((each) => each.name() === word) ??
          program.error(`unknown command '${words.join(' ')}'`);
      named.help();
    });
}

/** A command with `--json` whose work is imported when it runs; arguments become options by their names. */
function command<Options>(
  parent: Command,
  name: string,
  description: string,
  load: () => Promise<Work<Options>>,
): Command {
  const made = parent.command(name).description(description);
  return made.option('--json', 'print JSON').action(async () => {
    const { run } = await import('./session.ts');
    const named = made.registeredArguments.map((argument, index) => [argument.name(), made.args[index]]);
    const options = { ...made.opts(), ...Object.fromEntries(named) } as Options;
    await run(async (session) => (await load())(session, options));
  });
}

function position(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('A position is a whole number.');
}

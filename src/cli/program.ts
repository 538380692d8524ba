/** All commands with their options and help. Nothing else is imported until the command is known. */
import { Command, Option } from 'commander';
import { SERVICE_VERSION } from '../base/version.ts';
import { SYSTEMS } from '../import/records.ts';
import { addBackups } from './backups.ts';
import { addRecord } from './record.ts';
import { defineCommand, familyOf, type Work } from './terminal/command.ts';

const EXIT_CODES = `
Exit codes: 0 success; 1 a check or an operation failed; 2 a wrong argument or setting; 130 interrupted.
Settings are environment variables, the same as the server's (DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL, …), or come
from a file (--env-file).`;

const PASSWORD_FILE =
  'a file with the password, or - for standard input; if omitted, a password is generated and printed once';

/** The tree of commands. */
export function createProgram(): Command {
  const program = new Command('hansard')
    .description('An event-sourced team chat server.')
    .version(SERVICE_VERSION, '--version', 'print the release')
    .helpCommand(false)
    .showSuggestionAfterError()
    .addHelpText('after', EXIT_CODES);
  program
    .command('serve')
    .description('start the server (as npm start does)')
    .option('--json', 'accepted by every command; the process log is JSON on stderr')
    .action(async () => {
      (await import('../app/signals.ts')).exitOnSignal();
      await (await import('../app/serve.ts')).serve(process.env);
    });
  addExamination(program);
  addOrganizations(program);
  addUsers(program);
  addRecord(program);
  addProjections(program);
  addWebhooks(program);
  addImport(program);
  addLog(program);
  addBackups(program);
  addConfig(program);
  addHelp(program);
  takeEnvironmentFiles(program);
  return program;
}

/** Commands that inspect the server and its installation. */
function addExamination(program: Command): void {
  defineCommand(
    program,
    'status',
    'show readiness, backlogs and disk usage of the server',
    async () => (await import('./terminal/status.ts')).showStatus,
  );
  defineCommand(
    program,
    'doctor',
    'check the installation and advise; exit code 1 if something is wrong',
    async () => (await import('./doctor/doctor.ts')).examine,
  );
}

function addOrganizations(program: Command): void {
  const group = program.command('organizations').description('create and list organizations');
  defineCommand(
    group,
    'create',
    'create an organization and its owner',
    async () => (await import('./organizations/organizations.ts')).createOrganization,
  )
    .requiredOption('--subdomain <name>', 'the first part of its host name, such as acme')
    .requiredOption('--name <text>', 'the name of the organization')
    .requiredOption('--owner-email <address>', "the owner's e-mail address")
    .option('--owner-name <text>', "the owner's name", 'Owner')
    .option('--owner-password-file <path>', PASSWORD_FILE);
  defineCommand(
    group,
    'list',
    'list all organizations',
    async () => (await import('./organizations/organizations.ts')).listOrganizations,
  );
}

function addUsers(program: Command): void {
  const group = program.command('users').description('create, list and repair accounts');
  const organization = '--organization <subdomain>';
  defineCommand(
    group,
    'create',
    'create an account',
    async () => (await import('./organizations/users.ts')).createUser,
  )
    .option(organization, 'the organization of the account', 'root')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .requiredOption('--name <text>', "the person's name")
    .option('--password-file <path>', PASSWORD_FILE)
    .addOption(
      new Option('--role <role>', 'the role of the person')
        .choices(['owner', 'administrator', 'moderator', 'member', 'guest'])
        .default('member'),
    );
  defineCommand(
    group,
    'list',
    'list all accounts',
    async () => (await import('./organizations/users.ts')).listUsers,
  ).option(organization, 'the organization', 'root');
  addCredentials(group);
}

/** Passwords and API keys. */
function addCredentials(users: Command): void {
  const named = <Options>(name: string, description: string, load: () => Promise<Work<Options>>): Command =>
    defineCommand(users, name, description, load)
      .option('--organization <subdomain>', 'the organization of the account', 'root')
      .requiredOption('--email <address>', 'e-mail address of the account');
  named(
    'set-password',
    'set a new password',
    async () => (await import('./organizations/users.ts')).changePassword,
  ).option('--password-file <path>', PASSWORD_FILE);
  named(
    'require-password-reset',
    'require a new password before the next log-in',
    async () => (await import('./organizations/users.ts')).demandPasswordReset,
  );
  named(
    'revoke-key',
    'revoke an API key and issue a new one',
    async () => (await import('./organizations/users.ts')).revokeApiKey,
  );
}

function addProjections(program: Command): void {
  const group = program.command('projections').description('inspect, rebuild and verify views');
  defineCommand(
    group,
    'list',
    'list the views: generation, position, lag, quarantines',
    async () => (await import('./views/projections.ts')).listProjections,
  );
  defineCommand(
    group,
    'rebuild',
    'rebuild views while the old ones are served, then switch',
    async () => (await import('./views/projections.ts')).rebuildProjections,
  ).argument('[name]', 'one projection; all if omitted');
  defineCommand(
    group,
    'cancel',
    'cancel a rebuild in the running server; exit code 1 if none is running',
    async () => (await import('./views/projections.ts')).cancelRebuild,
  ).argument('[name]', 'one projection; all if omitted');
  defineCommand(
    group,
    'verify',
    'compare the views with the log; exit code 1 if they differ',
    async () => (await import('./views/verify.ts')).verifyProjections,
  ).argument('[name]', 'one projection; all if omitted');
  addRepairs(group);
}

function addRepairs(group: Command): void {
  const organization = '--organization <subdomain>';
  defineCommand(
    group,
    'retry',
    'apply the event again and lift the quarantine',
    async () => (await import('./views/projections.ts')).retryProjection,
  )
    .argument('<name>', 'the projection')
    .requiredOption(organization, 'the quarantined organization: subdomain or ID');
  defineCommand(
    group,
    'skip',
    'skip the bad event, record that, and lift the quarantine',
    async () => (await import('./views/projections.ts')).skipEvent,
  )
    .argument('<name>', 'the projection')
    .requiredOption(organization, 'the quarantined organization: subdomain or ID')
    .requiredOption('--reason <text>', 'why the event may be skipped');
}

function addWebhooks(program: Command): void {
  const group = program.command('webhooks').description('inspect and repeat deliveries of outgoing webhooks');
  const organization = '--organization <subdomain>';
  defineCommand(
    group,
    'list',
    'list deliveries that are pending or parked',
    async () => (await import('./organizations/webhooks.ts')).listDeliveries,
  )
    .option(organization, 'the organization', 'root')
    .option('--all', 'successful ones as well');
  defineCommand(
    group,
    'replay',
    'deliver again, with the same webhook-id',
    async () => (await import('./organizations/webhooks.ts')).replayDeliveries,
  )
    .argument('[delivery]', 'one delivery: its ID in the list')
    .option('--parked', 'all parked deliveries')
    .option(organization, 'the organization', 'root');
}

function addImport(program: Command): void {
  defineCommand(
    program,
    'import',
    'bring people, channels, messages and files from another system; exit code 1 if a record is not accounted for',
    async () => (await import('./organizations/import.ts')).importHistory,
  )
    .argument('<source>', 'the file that the other system exported')
    .addOption(
      new Option('--from <system>', 'the system that exported it').choices([...SYSTEMS]).default('slack'),
    )
    .option('--organization <subdomain>', 'the organization that it comes into', 'root');
}

function addLog(program: Command): void {
  const group = program.command('log').description('verify the event log');
  defineCommand(
    group,
    'verify',
    'check the hash chain, revision and schema of every event; exit code 1 on a fault',
    async () => (await import('./record/logVerify.ts')).verifyLog,
  )
    .option('--anchor <text>', 'an earlier anchor: checks that the log still contains everything up to it')
    .option('--files', 'read the uploaded files that the log names, too');
}

function addConfig(program: Command): void {
  const group = program.command('config').description('show the settings');
  defineCommand(
    group,
    'print',
    'print all settings, secrets masked',
    async () => (await import('./organizations/configPrint.ts')).printConfig,
  );
}

/** Every command takes `--env-file`, and so does every word before it. */
function takeEnvironmentFiles(program: Command): void {
  for (const each of familyOf(program))
    each.option(
      '--env-file <path>',
      'a file of settings: NAME=value in each line; variables of the environment come first',
      (path, paths: readonly string[] = []) => [...paths, path],
    );
  program.hook('preAction', async (_, called) => {
    const paths: string[] = [];
    for (let each: Command | null = called; each !== null; each = each.parent)
      paths.unshift(...(each.opts<{ envFile?: readonly string[] }>().envFile ?? []));
    if (paths.length === 0) return;
    try {
      (await import('./terminal/environmentFile.ts')).loadEnvironmentFiles(paths);
    } catch (error) {
      program.error((error as Error).message);
    }
  });
}

/** Same as `--help` after the command; an unknown command is an error. */
function addHelp(program: Command): void {
  program
    .command('help')
    .description('show the help of a command')
    .argument('[command...]', 'such as users create')
    .option('--json', 'accepted by every command; help is text')
    .action((words: readonly string[]) => {
      let named = program;
      for (const word of words)
        named =
          named.commands.find((each) => each.name() === word) ??
          program.error(`unknown command '${words.join(' ')}'`);
      named.help();
    });
}

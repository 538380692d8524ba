/** The commands that query the record. */
import { type Command, Option } from 'commander';
import { defineCommand, wholeNumber } from './terminal/command.ts';

const ORGANIZATION = '--organization <subdomain>';

/** `replay` and `show`. */
export function addRecord(program: Command): void {
  addReplay(program);
  addShow(program);
}

function addReplay(program: Command): void {
  const replay = defineCommand(
    program,
    'replay',
    'print the event log, or a part of it, oldest event first',
    async () => (await import('./record/replay.ts')).replay,
  );
  replay
    .addOption(
      new Option('--format <format>', 'json lines as recorded, cloudevents, or text for people')
        .choices(['json', 'cloudevents', 'text'])
        .default('json'),
    )
    .option('--with-names', 'with json: a last field with the names of people, channels and groups')
    .option('--stream <name>', 'only events of this stream, such as organization-1')
    .option('--from <position>', 'the first position, inclusive', wholeNumber('A position'))
    .option('--to <position>', 'the last position, inclusive', wholeNumber('A position'))
    .option('--type <name>', 'only events of this type, such as MessageSent');
  addConditions(replay);
}

/** Conditions on the content of events. */
function addConditions(replay: Command): void {
  replay
    .option('--since <time>', 'not before this time: 2026-11-26, 2026-11-26T10:30Z, or 36h ago')
    .option('--until <time>', 'before this time')
    .option(ORGANIZATION, 'only events of this organization; root if another condition needs one')
    .option('--actor <person>', "only what this person did: an ID or e-mail address, or 'server'")
    .option('--person <person>', 'only what this person did or what concerns them')
    .option('--channel <channel>', 'only what concerns this channel: an ID or a name')
    .option('--topic <name>', 'only what concerns a topic of this name')
    .option('--message <id>', 'only what concerns this message', wholeNumber('A message ID'));
}

function addShow(program: Command): void {
  const group = program.command('show').description('tell the whole story of a message, person or channel');
  const subjects = {
    message: ['tell when a message was sent, edited, moved, read and deleted, and by whom', 'its ID'],
    person: ['tell what happened to an account, and by whom', 'an ID or e-mail address'],
    channel: ['tell how a channel has changed, and by whom', 'an ID or a name'],
  } as const;
  for (const [subject, [summary, which]] of Object.entries(subjects))
    defineCommand(
      group,
      subject,
      summary,
      async () => (await import('./record/show.ts')).showCommands[subject as 'message'],
    )
      .argument('<id>', which)
      .option(ORGANIZATION, 'the organization', 'root');
}

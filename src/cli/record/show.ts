/** `show message|person|channel`: a story from the record. */
import { actorText, differencesIn, fieldsOf, timeText, typeText } from '../../audit/eventText.ts';
import { jsonLine, metadataOf, type NameOf, namesOf, referencedNames } from '../../audit/referencedNames.ts';
import type { EventData } from '../../audit/references.ts';
import {
  type Occurrence,
  readStory,
  type Story,
  type Subject,
  withoutEarlierChanges,
} from '../../audit/story.ts';
import { OperatorError } from '../../base/errors.ts';
import type { StoredEvent } from '../../events/log/eventLog.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { logForReading } from '../terminal/openStores.ts';
import { type Format, formatCount, print } from '../terminal/output.ts';
import { openReadOnlyLanes } from '../terminal/readOnlyLanes.ts';
import type { CommandSession } from '../terminal/session.ts';
import { requireChannel, requirePerson, requireState } from './selection.ts';

interface ShowOptions extends Format {
  /** As typed. */
  readonly id: string;
  readonly organization: string;
}

type Show = (session: CommandSession, options: ShowOptions) => Promise<void>;

const idNamed: Readonly<Record<Subject, (state: OrganizationState, name: string) => number>> = {
  message: (_, name) => {
    if (/^[1-9]\d{0,14}$/.test(name)) return Number(name);
    throw new OperatorError(`A message ID is a whole number, not '${name}'.`);
  },
  person: requirePerson,
  channel: requireChannel,
};

const showingOf =
  (subject: Subject): Show =>
  async (session, options) => {
    const log = await logForReading(session, await session.config());
    const state = await requireState(await openReadOnlyLanes(session), options.organization);
    const id = idNamed[subject](state, options.id);
    const story = await readStory(log, state.organizationId, subject, id);
    if (subject === 'message' && !story.events.some(({ type }) => type === 'MessageSent'))
      throw new OperatorError(`There is no message ${id} in this organization.`);
    const nameOf = namesOf(state);
    print(options, shown(subject, id, story, nameOf), () => linesOf(subject, id, story, nameOf));
  };

/** The commands by the word after `show`. */
export const showCommands: Readonly<Record<Subject, Show>> = {
  message: showingOf('message'),
  person: showingOf('person'),
  channel: showingOf('channel'),
};

function differencesOf(data: EventData) {
  const differences = differencesIn(data);
  return differences && { differences };
}

/**
 * Each event as `replay --with-names` prints it, with the differences of changed texts; `earlier` is what was changed in an imported
 * message before.
 */
const shown = (subject: Subject, id: number, { events, counted }: Story, nameOf: NameOf) => ({
  subject,
  id,
  name: nameOf(subject, id) ?? null,
  story: events.map((event) => {
    const data = JSON.parse(event.data) as EventData;
    const names = referencedNames(data, metadataOf(event).actor, nameOf);
    const { earlier } = withoutEarlierChanges(data);
    return {
      ...(JSON.parse(jsonLine(event, names)) as object),
      ...differencesOf(data),
      ...(earlier.length > 0 && {
        earlier: earlier.map((change) => ({ ...change, ...differencesOf(change.data) })),
      }),
    };
  }),
  counted,
});

function linesOf(
  subject: Subject,
  id: number,
  { events, counted }: Story,
  nameOf: NameOf,
): readonly string[] {
  const name = nameOf(subject, id);
  return [
    `${typeText(subject)} ${name === undefined ? id : `${name} (${id})`}`,
    ...events.flatMap((event) => ['', ...paragraphOf(event, nameOf)]),
    ...(counted.length === 0 ? [] : ['', 'Not shown one by one:', ...counted.map(occurrenceText)]),
  ];
}

function paragraphOf(event: StoredEvent, nameOf: NameOf): readonly string[] {
  const { time, actor } = metadataOf(event);
  const head = `${timeText(time)}  ${typeText(event.type)}, by ${actorText(actor, nameOf)} (position ${event.position})`;
  const { data, earlier } = withoutEarlierChanges(JSON.parse(event.data) as EventData);
  return [
    head,
    ...fieldLines(data, nameOf),
    ...earlier.flatMap((change) => [
      `    changed before it was imported, ${timeText(change.time)}, by ${actorText(change.editorId, nameOf)}:`,
      ...fieldLines(change.data, nameOf).map((line) => `    ${line}`),
    ]),
  ];
}

const fieldLines = (data: EventData, nameOf: NameOf): readonly string[] =>
  fieldsOf(data, nameOf).map(({ label, text }) => `    ${label}: ${text}`);

const occurrenceText = ({ type, count: number, first, last }: Occurrence): string =>
  `    ${typeText(type)}: ${formatCount(number)} (${timeText(first)} to ${timeText(last)})`;

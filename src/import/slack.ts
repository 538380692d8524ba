/**
 * Reads Slack's export: lists of channels and people, and a file of each channel and day. Bytes of files are in archives of
 * tools that add them (`__uploads/{file}/`, `attachments/{file}-`), never in Slack's own.
 */
import { z } from 'zod';
import { OperatorError } from '../base/errors.ts';
import { type Archive, readJson } from './archive.ts';
import { list, optionalText, seconds } from './lists.ts';
import {
  type ChannelRecord,
  type ExportReader,
  type ExportRecord,
  type FoundCounts,
  type MessageRecord,
  skippedRecord,
} from './records.ts';
import { narrowing, reportRole, type RoleElsewhere, roleHere } from './roles.ts';
import { type DatedMessage, SlackMessages } from './slackMessages.ts';

const Person = z.looseObject({
  id: z.string(),
  name: z.string().catch(''),
  real_name: z.string().optional().catch(undefined),
  team_id: optionalText,
  deleted: narrowing,
  is_bot: narrowing,
  is_restricted: narrowing,
  is_ultra_restricted: narrowing,
  /** Somebody of another workspace. */
  is_stranger: narrowing,
  is_admin: z.boolean().catch(false),
  is_owner: z.boolean().catch(false),
  is_primary_owner: z.boolean().catch(false),
  enterprise_user: z.unknown().optional(),
  profile: z
    .looseObject({
      real_name: z.string().catch(''),
      display_name: z.string().catch(''),
      email: z.string().optional().catch(undefined),
      image_original: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

type Person = z.infer<typeof Person>;

const purpose = z
  .looseObject({ value: z.string().catch('') })
  .optional()
  .catch(undefined);
const SlackConversation = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  creator: z.string().optional().catch(undefined),
  is_archived: z.boolean().catch(false),
  is_private: narrowing,
  created: seconds.optional().catch(undefined),
  members: list(z.string()),
  purpose,
  topic: purpose,
});
type SlackConversation = z.infer<typeof SlackConversation>;

const Group = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().catch(''),
  created_by: z.string().optional().catch(undefined),
  date_delete: z.number().catch(0),
  users: list(z.string()),
});

const LISTS = {
  people: ['users.json', 'org_users.json'],
  public: 'channels.json',
  private: 'groups.json',
  /** Only in some exports. */
  groups: 'usergroups.json',
} as const;
const DIRECT = ['dms.json', 'mpims.json'] as const;
/** An export has at least one of them. */
const INDEXES: readonly string[] = [...LISTS.people, LISTS.public, LISTS.private, ...DIRECT];
const DAY = /^([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;
const BYTES = /^(?:.*\/)?(?:__uploads\/([^/]+)\/[^/]+|attachments\/([A-Z0-9]+)-[^/]+)$/;

/** The conversation of a folder's messages. */
type Where = { readonly key: string } & (
  { readonly channelKey: string } | { readonly personKeys: readonly string[] }
);

/** Reads an export of Slack. */
export const readSlack: ExportReader = async function* (archive, found) {
  if (!archive.names.some((name) => INDEXES.includes(name)))
    throw new OperatorError('This is no export of Slack: it lacks users.json and channels.json.');
  const reading = new SlackReading(archive, found);
  yield* reading.people();
  yield* reading.groups();
  yield* reading.conversations();
  yield* reading.otherEntries();
  yield* reading.messages();
};

class SlackReading {
  readonly #archive: Archive;
  readonly #found: FoundCounts;
  readonly #conversations = new Map<string, Where>();
  readonly #messages: SlackMessages;

  constructor(archive: Archive, found: FoundCounts) {
    this.#archive = archive;
    this.#found = found;
    const bytes = new Map<string, string>();
    for (const name of archive.names) {
      const [, here, there] = BYTES.exec(name) ?? [];
      const fileKey = here ?? there;
      if (fileKey !== undefined) bytes.set(fileKey, name);
    }
    this.#messages = new SlackMessages(bytes);
    found.entries = archive.names.length;
  }

  async *people(): AsyncIterable<ExportRecord> {
    const people: Person[] = [];
    for (const name of LISTS.people)
      for await (const { value, problem } of this.#listed(name, Person, 'people')) {
        if (problem) yield problem;
        if (value !== undefined) people.push(value);
      }
    const home = people.find((each) => each.is_primary_owner || each.is_owner)?.team_id;
    for (const person of people) yield* this.#person(person, home);
  }

  /** A person; `home` is the workspace that the export is of, if it says. */
  *#person(value: Person, home: string | undefined): Iterable<ExportRecord> {
    const { id: key, profile, is_bot: isBot, deleted: isDeactivated } = value;
    const names = [profile?.display_name, profile?.real_name, value.real_name, value.name, key];
    const name = names.find((each) => each) ?? key;
    this.#messages.known.set(key, name);
    const role = roleOf(value, home);
    yield* reportRole(key, role, this.#found);
    const email = isBot ? undefined : profile?.email;
    yield { is: 'person', person: { key, email, name, isDeactivated, role: roleHere(role) } };
    if (!profile?.image_original) return;
    this.#found.pictures += 1;
    yield skippedRecord('pictures', key, 'the export has no bytes of it');
  }

  async *groups(): AsyncIterable<ExportRecord> {
    for await (const { value, problem } of this.#listed(LISTS.groups, Group, 'groups')) {
      if (problem) yield problem;
      if (value === undefined) continue;
      const { id: key, name, description, created_by: creatorKey, users: memberKeys } = value;
      const isDeactivated = value.date_delete > 0;
      const group = { key, name, description, creatorKey, memberKeys, isDeactivated };
      yield { is: 'group', group: { ...group, subgroupKeys: [], systemSubgroups: [] } };
    }
  }

  async *conversations(): AsyncIterable<ExportRecord> {
    for (const list of [LISTS.public, LISTS.private])
      for await (const { value, problem } of this.#listed(list, SlackConversation, 'channels')) {
        if (problem) yield problem;
        if (value === undefined) continue;
        const channel = channelOf(value, list === LISTS.private);
        this.#conversations.set(channel.name, { key: value.id, channelKey: value.id });
        this.#conversations.set(value.id, { key: value.id, channelKey: value.id });
        yield { is: 'channel', channel };
      }
    for (const list of DIRECT)
      for await (const { value, problem } of this.#listed(list, SlackConversation, 'conversations')) {
        if (problem) yield problem;
        if (value === undefined) continue;
        const where = { key: value.id, personKeys: value.members };
        this.#conversations.set(value.id, where);
        if (value.name !== undefined) this.#conversations.set(value.name, where);
        yield { is: 'taken', kind: 'conversations' };
      }
  }

  /** The items of a list, and what is wrong with the others; the list itself is accounted for, too. */
  async *#listed<Item>(
    name: string,
    schema: z.ZodType<Item>,
    kind: 'people' | 'groups' | 'channels' | 'conversations',
  ): AsyncIterable<{ readonly value?: Item; readonly problem?: ExportRecord }> {
    if (!this.#archive.has(name)) return;
    const items = z.array(z.unknown()).safeParse(await readJson(this.#archive, name));
    if (!items.success) return yield { problem: skippedRecord('entries', name, 'no list') };
    yield { problem: { is: 'taken', kind: 'entries' } };
    for (const [index, item] of items.data.entries()) {
      this.#found[kind] += 1;
      const parsed = schema.safeParse(item);
      if (parsed.success) yield { value: parsed.data };
      else yield { problem: skippedRecord(kind, `${name}[${index}]`, 'not understood') };
    }
  }

  /** Every entry that is neither a list nor a day of a conversation. */
  async *otherEntries(): AsyncIterable<ExportRecord> {
    const lists: readonly string[] = [...LISTS.people, LISTS.public, LISTS.private, LISTS.groups, ...DIRECT];
    for (const name of this.#archive.names) {
      if (lists.includes(name)) continue;
      const [, folder = ''] = DAY.exec(name) ?? [];
      if (BYTES.test(name)) yield { is: 'taken', kind: 'entries' };
      else if (folder === '') yield skippedRecord('entries', name, 'nothing that is imported');
      else if (!this.#conversations.has(folder))
        yield skippedRecord('entries', name, 'of a conversation that the export does not list');
    }
  }

  /** The messages of all conversations, day by day and in the order in which they were sent. */
  async *messages(): AsyncIterable<ExportRecord> {
    const byDay = new Map<string, string[]>();
    for (const name of this.#archive.names) {
      const [, folder = '', day = ''] = DAY.exec(name) ?? [];
      if (this.#conversations.has(folder)) byDay.set(day, [...(byDay.get(day) ?? []), name]);
    }
    for (const day of [...byDay.keys()].sort()) {
      const messagesOfDay: DatedMessage[] = [];
      for (const name of byDay.get(day) ?? []) {
        const { problem, messages } = await this.#day(name);
        yield problem;
        messagesOfDay.push(...messages);
      }
      messagesOfDay.sort((one, other) => one.time - other.time);
      for (const message of messagesOfDay) yield* this.#messages.recordsOf(message, this.#found);
    }
  }

  async #day(
    name: string,
  ): Promise<{ readonly problem: ExportRecord; readonly messages: readonly DatedMessage[] }> {
    const where = this.#conversations.get(DAY.exec(name)?.[1] ?? '') as Where;
    const read = await readJson(this.#archive, name).catch(() => undefined);
    if (!Array.isArray(read))
      return { problem: skippedRecord('entries', name, 'cannot be read'), messages: [] };
    const messages = read.map((message: unknown, index): DatedMessage => ({
      message,
      time: Number((message as { ts?: unknown } | null)?.ts) || 0,
      key: `${name}[${index}]`,
      where: where.key,
      to: (topic): MessageRecord['to'] =>
        'channelKey' in where ? { channelKey: where.channelKey, topic } : { personKeys: where.personKeys },
    }));
    return { problem: { is: 'taken', kind: 'entries' }, messages };
  }
}

/** Guests know only people of their channels; so do people of other workspaces, with whom channels are shared. */
function roleOf(person: Person, home: string | undefined): RoleElsewhere {
  const { is_restricted: isGuest, is_ultra_restricted: isOfOneChannel, is_stranger: isStranger } = person;
  const isFromElsewhere =
    home !== undefined && (person.team_id ?? home) !== home && person.enterprise_user === undefined;
  if (isGuest || isOfOneChannel || isStranger || isFromElsewhere) return 'limited guest';
  return person.is_admin || person.is_owner || person.is_primary_owner ? 'administrator' : 'member';
}

const channelOf = (conversation: SlackConversation, isPrivate: boolean): ChannelRecord => ({
  key: conversation.id,
  name: conversation.name ?? conversation.id,
  description: conversation.purpose?.value || conversation.topic?.value || '',
  isPrivate: isPrivate || conversation.is_private,
  isArchived: conversation.is_archived,
  createdAt: conversation.created && conversation.created * 1000,
  creatorKey: conversation.creator,
  memberKeys: conversation.members,
});

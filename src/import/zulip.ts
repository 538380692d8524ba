/** Reads Zulip's export: a tar file with tables as JSON, messages in files of a thousand, and the bytes of files. */
import type { z } from 'zod';
import { getOrCreateList } from '../base/collections.ts';
import { OperatorError } from '../base/errors.ts';
import { type Archive, readJson } from './archive.ts';
import {
  type ExportReader,
  type ExportRecord,
  type FoundCounts,
  type HoldersRecord,
  type RecordKind,
  skippedRecord,
  taken,
} from './records.ts';
import { reportRole, roleHere } from './roles.ts';
import { Member, NamedGroup, Nesting, ZulipGroups } from './zulipGroups.ts';
import { ProtectedHistories } from './zulipHistories.ts';
import { ZulipMessages } from './zulipMessages.ts';
import {
  Attachment,
  Channel,
  Emoji,
  Group,
  Person,
  Picture,
  Reaction,
  Realm,
  Recipient,
  roleOf,
  Subscription,
} from './zulipTables.ts';

/** Reads an export of Zulip. */
export const readZulip: ExportReader = async function* (archive, found) {
  const reading = await ZulipReading.of(archive, found);
  yield* reading.people();
  yield* reading.groups();
  yield* reading.conversations();
  yield* reading.emoji();
  yield* reading.remainingTables();
  yield* reading.messages();
  yield* reading.otherEntries();
};

/** Reasons why parts of the archive are left out. */
const ELSEWHERE: readonly (readonly [string, string])[] = [
  ['avatars/', 'a smaller copy of a picture, or of somebody who is not in the export'],
  ['realm_icons/', 'pictures of the organization are not imported'],
  ['uploads/', 'no message shows it'],
  ['emoji/', 'no emoji shows it'],
];

type Tables = Readonly<Record<string, unknown>>;

class ZulipReading {
  readonly #archive: Archive;
  readonly #found: FoundCounts;
  /** The prefix of all names of the export. */
  readonly #root: string;
  readonly #tables: Tables;
  readonly #messages: ZulipMessages;
  readonly #groups = new ZulipGroups();
  readonly #read = new Set<string>();
  readonly #usedEntries = new Set<string>();
  /** Begins all keys: numbers are unique in one organization only. */
  readonly #realm: string;
  readonly #realmRow: z.infer<typeof Realm>;

  static async of(archive: Archive, found: FoundCounts): Promise<ZulipReading> {
    const name = archive.names.find((each) => /^(?:[^/]+\/)?realm\.json$/.test(each));
    const tables = name === undefined ? undefined : await readJson(archive, name);
    const realm = Realm.safeParse(
      (tables as { zerver_realm?: readonly unknown[] } | null)?.zerver_realm?.[0],
    );
    if (name === undefined || !realm.success)
      throw new OperatorError(
        'This is no export of Zulip: it lacks a realm.json that describes an organization.',
      );
    return new ZulipReading(archive, found, { name, tables: tables as Tables, realm: realm.data });
  }

  private constructor(
    archive: Archive,
    found: FoundCounts,
    { name, tables, realm }: { name: string; tables: Tables; realm: z.infer<typeof Realm> },
  ) {
    this.#root = name.slice(0, -'realm.json'.length);
    [this.#archive, this.#found, this.#tables] = [archive, found, tables];
    [this.#realm, this.#realmRow] = [`${realm.id}@${realm.date_created}`, realm];
    const entryOf = (path: string): string | undefined => this.#use(`uploads/${path}`);
    const keyOf = (id: number): string => `${this.#realm}/${id}`;
    const histories = new ProtectedHistories(tables['zerver_realmauditlog'], { found, keyOf });
    const { string_id: subdomain } = realm;
    this.#messages = new ZulipMessages({ keyOf, subdomain, found, entryOf, histories });
    this.#usedEntries.add(name);
    this.#read.add('zerver_realm');
    found.entries = archive.names.length + (archive.links?.length ?? 0);
  }

  /** Whether guests know only the people in their conversations. */
  #hidesPeople(): boolean {
    const groupId = this.#realmRow.can_access_all_users_group;
    const groups = ['zerver_namedusergroup', 'zerver_usergroup'].flatMap(
      (table) => this.#tables[table] ?? [],
    );
    const known = groups
      .map((row) => NamedGroup.safeParse(row).data)
      .find((group) => group?.groupId === groupId);
    return typeof groupId === 'number' && known?.name !== 'role:everyone';
  }

  async *people(): AsyncIterable<ExportRecord> {
    yield* this.#counted('zerver_realm', 'others');
    const hidesPeople = this.#hidesPeople();
    const pictures = yield* this.#pictures();
    const lists = ['zerver_userprofile', 'zerver_userprofile_mirrordummy', 'zerver_userprofile_crossrealm'];
    for (const list of lists)
      for (const { row, problem } of this.#rows(list, Person, 'people')) {
        if (row === undefined) yield problem;
        else {
          const name = row.full_name || row.email?.split('@')[0] || String(row.id);
          const isPerson = !row.is_bot && !row.is_mirror_dummy && list === lists[0];
          const email = isPerson ? row.delivery_email || row.email : undefined;
          const picture = pictures.get(row.id);
          if (picture !== undefined) this.#found.pictures += 1;
          const key = this.#messages.addPerson(row, name);
          const role = roleOf(row, hidesPeople);
          yield* reportRole(key, role, this.#found);
          const emailVisibility = row.email_address_visibility ?? this.#realmRow.email_address_visibility;
          const account = { role: roleHere(role), isDeactivated: !row.is_active, emailVisibility };
          yield {
            is: 'person',
            person: { key, email, name, picture: picture && this.#use(picture), ...account },
          };
        }
      }
  }

  /** The largest picture of each person, by their IDs. */
  async *#pictures(): AsyncGenerator<ExportRecord, ReadonlyMap<number, string>> {
    const pictures = new Map<number, string>();
    const name = `${this.#root}avatars/records.json`;
    if (!this.#archive.has(name)) return pictures;
    this.#usedEntries.add(name);
    const rows = await readJson(this.#archive, name).catch(() => undefined);
    for (const row of Array.isArray(rows) ? rows : []) {
      const { user_profile_id: userId, path } = Picture.safeParse(row).data ?? {};
      if (userId === undefined || path === undefined || !this.#archive.has(`${this.#root}avatars/${path}`))
        continue;
      if (path.endsWith('.original') || !pictures.has(userId)) pictures.set(userId, `avatars/${path}`);
    }
    return pictures;
  }

  *groups(): Iterable<ExportRecord> {
    const groups = this.#groups;
    const isNamedApart = Array.isArray(this.#tables['zerver_namedusergroup']);
    if (isNamedApart) yield* this.#counted('zerver_usergroup', 'others');
    this.#read.add('zerver_usergroup');
    const table = isNamedApart ? 'zerver_namedusergroup' : 'zerver_usergroup';
    for (const { row, problem } of this.#rows(table, NamedGroup, 'groups'))
      if (row) groups.add(row);
      else yield problem;
    for (const { row, problem } of this.#rows('zerver_usergroupmembership', Member, 'others')) {
      yield problem;
      if (row) groups.addMember(row);
    }
    for (const { row, problem } of this.#rows('zerver_groupgroupmembership', Nesting, 'others')) {
      yield problem;
      if (row) groups.addSubgroup(row);
    }
    yield taken('groups', groups.systemGroups);
    for (const group of groups.records((id) => this.#messages.keyOf(id))) yield { is: 'group', group };
  }

  *conversations(): Iterable<ExportRecord> {
    const members = new Map<number, string[]>();
    for (const { row, problem } of this.#rows('zerver_subscription', Subscription, 'others')) {
      yield problem;
      if (!row?.active) continue;
      getOrCreateList(members, row.recipient).push(this.#messages.keyOf(row.user_profile));
    }
    for (const { row, problem } of this.#rows('zerver_recipient', Recipient, 'others')) {
      yield problem;
      if (row) this.#messages.addRecipient(row, members.get(row.id) ?? []);
    }
    for (const { row, problem } of this.#rows('zerver_stream', Channel, 'channels')) {
      if (row === undefined) yield problem;
      else yield* this.#channel(row);
    }
    for (const table of ['zerver_huddle', 'zerver_directmessagegroup'])
      for (const { problem } of this.#rows(table, Group, 'conversations')) yield problem;
  }

  /** A channel with its permissions, which are named `can_…_group` as in the API. */
  *#channel(row: Channel): Iterable<ExportRecord> {
    const permissions = new Map<string, HoldersRecord>();
    for (const [name, value] of Object.entries(row)) {
      if (!/^can_\w+_group$/.test(name) || typeof value !== 'number') continue;
      this.#found.permissions += 1;
      const holders = this.#groups.holdersOf(value, (id) => this.#messages.keyOf(id));
      if (holders) permissions.set(name, holders);
      else
        yield skippedRecord(
          'permissions',
          `${row.name}/${name}`,
          'of a group that the export does not describe',
        );
    }
    yield* this.#messages.channelOf(row, permissions);
  }

  *emoji(): Iterable<ExportRecord> {
    for (const { row, problem } of this.#rows('zerver_realmemoji', Emoji, 'emoji')) {
      if (row === undefined) {
        yield problem;
        continue;
      }
      const { name, file_name: file, deactivated } = row;
      const entry = this.#use(`emoji/${this.#realmRow.id}/emoji/images/${file ?? name}`);
      if (deactivated) yield skippedRecord('emoji', name, 'deactivated');
      else if (entry === undefined) yield skippedRecord('emoji', name, 'the export has no bytes of it');
      else yield { is: 'emoji', emoji: { name, entry } };
    }
    for (const { row, problem } of this.#rows('zerver_reaction', Reaction, 'reactions'))
      if (row === undefined) yield problem;
      else this.#messages.addReaction(row);
  }

  /** Tables that nothing is made of, each with all of its rows. */
  *remainingTables(): Iterable<ExportRecord> {
    for (const [table, rows] of Object.entries(this.#tables)) {
      if (this.#read.has(table) || !Array.isArray(rows) || rows.length === 0) continue;
      this.#found.others += rows.length;
      yield skippedRecord('others', table, `rows of ${table} are not imported`, rows.length);
    }
  }

  async *messages(): AsyncIterable<ExportRecord> {
    yield* this.#attachments();
    const files = this.#archive.names.filter((name) =>
      /^messages-\d+\.json$/.test(name.slice(this.#root.length)),
    );
    for (const name of files.sort()) {
      this.#usedEntries.add(name);
      const tables = await readJson(this.#archive, name).catch(() => undefined);
      if (typeof tables !== 'object' || tables === null)
        yield skippedRecord('entries', name, 'cannot be read');
      else {
        yield taken('entries');
        yield* this.#messages.recordsOf(tables as Tables, name);
      }
    }
    yield* this.#messages.remains();
  }

  async *#attachments(): AsyncIterable<ExportRecord> {
    const name = `${this.#root}attachment.json`;
    if (!this.#archive.has(name)) return;
    this.#usedEntries.add(name);
    const tables = (await readJson(this.#archive, name).catch(() => undefined)) as Tables | undefined;
    if (tables === undefined) return yield skippedRecord('entries', name, 'cannot be read');
    yield taken('entries');
    for (const { row, problem } of this.#rows('zerver_attachment', Attachment, 'files', tables))
      if (row === undefined) yield problem;
      else this.#messages.addFile(row);
  }

  /** Every entry that has not been accounted for. */
  *otherEntries(): Iterable<ExportRecord> {
    yield taken('entries'); // realm.json
    for (const name of this.#archive.links ?? []) yield skippedRecord('entries', name, 'a link or a device');
    for (const name of this.#archive.names) {
      const path = name.slice(this.#root.length);
      if (/^messages-\d+\.json$|^(?:realm|attachment)\.json$/.test(path)) continue;
      const isRead = this.#usedEntries.has(name);
      const [, reason = 'nothing that is imported'] =
        ELSEWHERE.find(([start]) => path.startsWith(start)) ?? [];
      yield isRead ? taken('entries') : skippedRecord('entries', name, reason);
    }
  }

  #use(path: string): string | undefined {
    const name = this.#root + path;
    if (!this.#archive.has(name)) return undefined;
    this.#usedEntries.add(name);
    return name;
  }

  *#counted(table: string, kind: RecordKind): Iterable<ExportRecord> {
    const rows = this.#tables[table];
    const count = Array.isArray(rows) ? rows.length : 0;
    this.#found[kind] += count;
    yield taken(kind, count);
  }

  /** The rows of a table, each with the record to yield if it becomes nothing else, or cannot be understood. */
  *#rows<Row>(
    table: string,
    schema: z.ZodType<Row>,
    kind: RecordKind,
    tables = this.#tables,
  ): Iterable<{ readonly row?: Row; readonly problem: ExportRecord }> {
    this.#read.add(table);
    const rows: unknown = tables[table];
    for (const [index, value] of (Array.isArray(rows) ? rows : []).entries()) {
      const parsed = schema.safeParse(value);
      if (kind !== 'files' && kind !== 'reactions') this.#found[kind] += 1;
      else if (!parsed.success) this.#found[kind] += 1;
      if (parsed.success) yield { row: parsed.data, problem: taken(kind) };
      else yield { problem: skippedRecord(kind, `${table}[${index}]`, 'not understood') };
    }
  }
}

/** Reads Mattermost's bulk export: a file of JSON lines, alone or in a zip file with the bytes of files below `data/`. */
import type { z } from 'zod';
import { getOrCreateList } from '../base/collections.ts';
import { Damaged, OperatorError } from '../base/errors.ts';
import { type Archive, decodeText } from './archive.ts';
import {
  describe,
  reportNarrowed,
  reportRole,
  type RoleElsewhere,
  roleHere,
  UnreadFields,
} from './reports.ts';
import {
  Bot,
  Channel,
  DirectChannel,
  DirectPost,
  Emoji,
  KNOWN_OF_BOT,
  KNOWN_OF_CHANNEL,
  KNOWN_OF_DIRECT_CHANNEL,
  KNOWN_OF_MEMBERSHIP,
  KNOWN_OF_USER,
  Line,
  Post,
  User,
  Version,
} from './mattermostLines.ts';
import { directPostKey, MattermostMessages } from './mattermostMessages.ts';
import {
  type ChannelRecord,
  type ExportReader,
  type ExportRecord,
  type FoundCounts,
  type RecordKind,
  skippedRecord,
} from './records.ts';

// Lines of an entry, one at a time: an entry of any size needs the memory of its longest line.

/** Bytes of a line: a post with its replies. Several times as many are in memory while its JSON is read. */
const MAX_LINE_BYTES = 8 * 1_048_576;

/** The lines without their ends; empty ones too, and undefined for one that is not UTF-8. Damaged for one that is too long. */
export async function* readLines(archive: Archive, name: string): AsyncGenerator<string | undefined> {
  let begun: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of archive.open(name)) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      yield decodeText(Buffer.concat([...begun, chunk.subarray(start, end)]));
      [begun, size, start] = [[], 0, end + 1];
    }
    begun.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > MAX_LINE_BYTES)
      throw new Damaged(`A line of the entry ${name} is longer than ${MAX_LINE_BYTES} bytes.`);
  }
  if (size > 0) yield decodeText(Buffer.concat(begun));
}

/** Reads a bulk export of Mattermost. */
export const readMattermost: ExportReader = async function* (archive, found, folder) {
  const reading = new MattermostReading(archive, found, folder);
  try {
    yield* reading.entries();
    yield* reading.lines();
    yield* reading.people();
    yield* reading.groups();
    yield* reading.channels();
    yield* reading.emoji();
    yield* reading.messages();
    yield* reading.unread.records();
  } finally {
    reading.close();
  }
};

/** The format that is read. */
const VERSION = 1;

/** The reason why lines that describe no part of the history are left out. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  team: 'channels of all teams come into one organization',
  role: 'roles are not imported',
  scheme: 'permissions are not imported',
};

interface Known {
  readonly name: string;
  readonly email: string | undefined;
  /** The path of their picture. */
  readonly picture?: string | undefined;
  readonly role: RoleElsewhere;
  readonly isDeactivated: boolean;
  readonly isBot?: true;
}

class MattermostReading {
  readonly #archive: Archive;
  readonly #found: FoundCounts;
  readonly #list: string;
  readonly unread: UnreadFields;
  readonly #messages: MattermostMessages;
  readonly #people = new Map<string, Known>();
  readonly #channels = new Map<string, Channel>();
  readonly #members = new Map<string, string[]>();
  readonly #teams = new Map<string, string[]>();
  readonly #emoji: z.infer<typeof Emoji>[] = [];

  constructor(archive: Archive, found: FoundCounts, folder: string) {
    const list = archive.names.find((name) => /^[^/]+\.jsonl$/.test(name));
    if (list === undefined) throw notAnExport();
    [this.#archive, this.#found, this.#list] = [archive, found, list];
    this.unread = new UnreadFields(found);
    const [people, channels] = [this.#people, this.#channels];
    this.#messages = new MattermostMessages({
      archive,
      found,
      folder,
      people,
      channels,
      unread: this.unread,
    });
    found.entries = archive.names.length;
  }

  close(): void {
    this.#messages.close();
  }

  /** The files of posts and emoji are below `data/`; what posts do not mention is in there too, such as pictures of people. */
  *entries(): Iterable<ExportRecord> {
    for (const name of this.#archive.names)
      if (name !== this.#list && !name.startsWith('data/'))
        yield skippedRecord('entries', name, 'nothing that is imported');
  }

  /** Reads all lines; yields problems at once, messages and people later. */
  async *lines(): AsyncIterable<ExportRecord> {
    let number = 0;
    try {
      for await (const line of readLines(this.#archive, this.#list)) {
        number += 1;
        if (number === 1) requireVersion(line ?? '');
        if (line?.trim() !== '') yield* await this.#line(line, `line ${number}`);
      }
      if (number === 0) throw notAnExport();
      yield { is: 'taken', kind: 'entries' };
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      yield skippedRecord('entries', this.#list, `cannot be read behind line ${number}: ${error.message}`);
    }
  }

  async #line(line: string | undefined, key: string): Promise<readonly ExportRecord[]> {
    if (line === undefined) return [this.#other(key, 'is not UTF-8')];
    const read = Line.safeParse(jsonIn(line));
    if (!read.success) return [this.#other(key, 'cannot be read')];
    const { type, [type]: value } = read.data;
    switch (type) {
      case 'channel':
        return this.#take(Channel, value, { kind: 'channels', key }, (channel) => {
          this.#channels.set(`${channel.team}/${channel.name}`, channel);
          this.unread.walk(channel, 'channel', key, KNOWN_OF_CHANNEL);
        });
      case 'user':
        return this.#take(User, value, { kind: 'people', key }, (user) => {
          this.unread.walk(user, 'user', key, KNOWN_OF_USER);
          this.#takeUser(user);
        });
      case 'bot':
        return this.#take(Bot, value, { kind: 'people', key }, (value) => {
          const { username, display_name: name, delete_at } = value;
          this.unread.walk(value, 'bot', key, KNOWN_OF_BOT);
          const bot = { email: undefined, role: 'member', isDeactivated: delete_at, isBot: true } as const;
          this.#people.set(username, { ...bot, name: name || username });
        });
      case 'emoji':
        return this.#take(Emoji, value, { kind: 'emoji', key }, (emoji) => this.#emoji.push(emoji));
      case 'direct_channel':
        return this.#takeDirectChannel(value, key);
      case 'post':
      case 'direct_post':
        return this.#takePost(type, value, key);
      case 'version':
        this.#found.others += 1;
        return [{ is: 'taken', kind: 'others' }];
      default:
        return [this.#other(`${key}: ${type}`, ELSEWHERE[type] ?? 'nothing that is imported')];
    }
  }

  #other(key: string, reason: string): ExportRecord {
    this.#found.others += 1;
    return skippedRecord('others', key, reason);
  }

  #take<Value>(
    schema: z.ZodType<Value>,
    value: unknown,
    { kind, key }: { readonly kind: RecordKind; readonly key: string },
    take: (value: Value) => void,
  ): readonly ExportRecord[] {
    const parsed = schema.safeParse(value);
    if (parsed.success) take(parsed.data);
    else this.#found[kind] += 1;
    return parsed.success ? [] : [skippedRecord(kind, key, 'not understood')];
  }

  #takeUser({
    username,
    email,
    nickname,
    first_name: first,
    last_name: last,
    teams,
    profile_image,
    roles,
    delete_at: isDeactivated,
  }: User): void {
    const names = [nickname, [first, last].filter(Boolean).join(' '), username];
    this.#people.set(username, {
      name: names.find((name) => name) ?? username,
      email,
      picture: profile_image,
      role: roleIn(roles ?? ''),
      isDeactivated,
    });
    for (const team of teams) {
      getOrCreateList(this.#teams, team.name).push(username);
      this.unread.walk(team, 'membership of a team', username, KNOWN_OF_MEMBERSHIP);
      for (const channel of team.channels) {
        const { name } = channel;
        this.unread.walk(channel, 'membership of a channel', username, KNOWN_OF_MEMBERSHIP);
        getOrCreateList(this.#members, `${team.name}/${name}`).push(username);
      }
    }
  }

  #takeDirectChannel(value: unknown, key: string): readonly ExportRecord[] {
    this.#found.conversations += 1;
    const parsed = DirectChannel.safeParse(value);
    if (!parsed.success) return [skippedRecord('conversations', key, 'not understood')];
    this.unread.walk(parsed.data, 'direct channel', key, KNOWN_OF_DIRECT_CHANNEL);
    const { members, participants } = parsed.data;
    const personKeys = members.length > 0 ? members : participants.map(({ username }) => username);
    return [{ is: 'conversation', key: directPostKey(personKeys), personKeys }];
  }

  async #takePost(
    type: 'post' | 'direct_post',
    value: unknown,
    key: string,
  ): Promise<readonly ExportRecord[]> {
    const parsed = type === 'post' ? Post.safeParse(value) : DirectPost.safeParse(value);
    if (!parsed.success) {
      this.#found.messages += 1;
      return [skippedRecord('messages', key, 'not understood')];
    }
    const post = parsed.data;
    const where =
      'team' in post
        ? { where: `${post.team as string}/${post.channel as string}` }
        : { where: directPostKey(post.channel_members), members: post.channel_members };
    return this.#messages.add(post, post.replies, { ...where, key });
  }

  *people(): Iterable<ExportRecord> {
    for (const [key, { name, email, picture: path, role, isDeactivated }] of this.#people) {
      this.#found.people += 1;
      if (path) this.#found.pictures += 1;
      const picture = path ? this.#messages.entryAt(path) : undefined;
      if (path && picture === undefined)
        yield skippedRecord('pictures', key, 'the export has no bytes of it');
      yield* reportRole(key, role, this.#found);
      const account = { email: email || undefined, role: roleHere(role), isDeactivated };
      yield { is: 'person', person: { key, name, picture, ...account } };
    }
  }

  /** The teams that not everybody is in, as groups: only their members may come into their open channels. */
  *groups(): Iterable<ExportRecord> {
    for (const name of this.#partialTeams()) {
      this.#found.groups += 1;
      const group = {
        key: teamKey(name),
        name,
        description: '',
        creatorKey: undefined,
        isDeactivated: false,
      };
      const memberKeys = this.#teams.get(name) ?? [];
      yield { is: 'group', group: { ...group, memberKeys, subgroupKeys: [], systemSubgroups: [] } };
    }
  }

  /** Teams with open channels in which somebody is missing who would see these here. */
  #partialTeams(): ReadonlySet<string> {
    const open = [...this.#channels.values()].filter(({ type }) => type === 'O').map(({ team }) => team);
    const everybody = [...this.#people].flatMap(([key, { role, isDeactivated, isBot }]) =>
      isDeactivated || isBot || roleHere(role) !== undefined ? [] : key,
    );
    const isPartial = (team: string): boolean => {
      const members = new Set(this.#teams.get(team));
      return everybody.some((key) => !members.has(key));
    };
    return new Set([...new Set(open)].filter(isPartial));
  }

  *channels(): Iterable<ExportRecord> {
    const partial = this.#partialTeams();
    for (const [key, channel] of this.#channels) {
      this.#found.channels += 1;
      const isOfTeam = channel.type === 'O' && partial.has(channel.team);
      if (isOfTeam) {
        yield* reportNarrowed(key, FOR_A_TEAM, this.#found);
        this.#found.permissions += 1;
      }
      const { name, display_name: shown, type, header, purpose, deleted_at: gone, delete_at: left } = channel;
      yield {
        is: 'channel',
        channel: {
          key,
          name: shown || name,
          description: describe([purpose, header], { key, unread: this.unread }),
          isPrivate: type !== 'O' || isOfTeam,
          isArchived: (gone ?? left ?? 0) > 0,
          creatorKey: undefined,
          memberKeys: this.#members.get(key) ?? [],
          permissions: isOfTeam ? joinableBy(channel.team) : undefined,
        },
      };
    }
  }

  *emoji(): Iterable<ExportRecord> {
    for (const { name, image } of this.#emoji) {
      this.#found.emoji += 1;
      const entry = this.#messages.entryAt(image);
      if (entry === undefined) yield skippedRecord('emoji', name, 'the export has no bytes of it');
      else yield { is: 'emoji', emoji: { name, entry } };
    }
  }

  async *messages(): AsyncIterable<ExportRecord> {
    yield* this.#messages.inOrder();
    for (const name of this.#archive.names)
      if (name.startsWith('data/'))
        yield this.#messages.isUsed(name)
          ? { is: 'taken', kind: 'entries' }
          : skippedRecord('entries', name, 'no message or emoji shows it');
  }
}

/** The role that the names of somebody's roles mean. */
function roleIn(roles: string): RoleElsewhere {
  const names = roles.split(/[\s,]+/);
  if (names.some((name) => name.endsWith('_guest'))) return 'limited guest';
  return names.every((name) => name === '' || name === 'system_user') ? 'member' : 'administrator';
}

const FOR_A_TEAM =
  'an open channel of a team that not everybody is in: private here, and joined by those who are';

const teamKey = (name: string): string => `team ${name}`;

/** The permission of a private channel into which a team may come. */
const joinableBy = (team: string): ChannelRecord['permissions'] =>
  new Map([['can_subscribe_group', { personKeys: [], groupKeys: [teamKey(team)], systemGroups: [] }]]);

const notAnExport = (): OperatorError =>
  new OperatorError('This is no bulk export of Mattermost: no file of JSON lines begins with its version.');

function requireVersion(line: string): void {
  const read = Version.safeParse(jsonIn(line));
  if (!read.success) throw notAnExport();
  const { version } = read.data;
  if (version !== VERSION)
    throw new OperatorError(`The bulk export has the format version ${version}; only ${VERSION} is known.`);
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

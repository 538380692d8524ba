/** The records that readers of other systems' exports yield, whatever the system. Keys are the system's own IDs, unique within their kind. */
import type { Archive } from './archive.ts';

export const SYSTEMS = ['slack', 'mattermost', 'zulip'] as const;
/** A system whose exports can be read. */
export type System = (typeof SYSTEMS)[number];

export interface PersonRecord {
  readonly key: string;
  /** Undefined if the export has none. */
  readonly email: string | undefined;
  readonly name: string;
  /** The entry of their picture in the archive. */
  readonly picture?: string | undefined;
  /** Members if absent: nobody becomes more than that. Limited guests know only the people in their conversations. */
  readonly role?: 'guest' | 'limited guest' | undefined;
  /** Whether the account was deactivated there: no invitation hands it over. */
  readonly isDeactivated?: boolean | undefined;
  /** The people who see the e-mail address, as a personal setting has it; the organization's default if absent. */
  readonly emailVisibility?: EmailVisibility | undefined;
}

export type EmailVisibility = 1 | 2 | 3 | 4 | 5;

export interface GroupRecord {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly creatorKey: string | undefined;
  readonly memberKeys: readonly string[];
  /** Groups whose records came before. */
  readonly subgroupKeys: readonly string[];
  /** Names of groups in it that every organization has, such as `role:moderators`. */
  readonly systemSubgroups: readonly string[];
  readonly isDeactivated: boolean;
}

/** The holders of a permission. */
export interface HoldersRecord {
  readonly personKeys: readonly string[];
  readonly groupKeys: readonly string[];
  /** Names of groups that every organization has, such as `role:moderators`. */
  readonly systemGroups: readonly string[];
}

export interface ChannelRecord {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  /** Whether people read only messages that were sent while they were members. */
  readonly isHistoryProtected?: boolean;
  readonly creatorKey: string | undefined;
  /** Of a channel with protected history those who may read all of it; others join where that begins (`joined`). */
  readonly memberKeys: readonly string[];
  /** UNIX milliseconds; the time of the import if the export does not say. */
  readonly createdAt?: number | undefined;
  /** By the permission's name in the API, such as `can_send_message_group`; defaults are left out. */
  readonly permissions?: ReadonlyMap<string, HoldersRecord> | undefined;
}

export interface ReactionRecord {
  readonly emojiName: string;
  readonly personKeys: readonly string[];
}

export interface FileRecord {
  readonly key: string;
  readonly name: string;
  readonly contentType: string;
  /** Its page in the other system, if any; an encoded URL. */
  readonly page?: string | undefined;
  /** Its entry in the archive; undefined if the export has no bytes. */
  readonly entry: string | undefined;
}

/** A part of a link's path: itself, or what stands for a channel, for people, or for a message. */
export type LinkPart =
  | string
  | { readonly channelKey: string }
  | { readonly personKeys: readonly string[] }
  | { readonly messageKey: string };

/** A link in a text to something of the other system. */
export interface LinkRecord {
  /** In Markdown, if something that it names is not imported. */
  readonly written: string;
  /** The displayed text; undefined for a URL alone. */
  readonly label: string | undefined;
  /** Operators and operands of a narrow. */
  readonly parts: readonly LinkPart[];
}

/** An edit or a move of a message. */
export interface EditRecord {
  /** Undefined if the export does not say. */
  readonly editorKey: string | undefined;
  /** UNIX milliseconds. */
  readonly at: number;
  /** The former text, as a message's, if it changed. */
  readonly text?: string | undefined;
  readonly topics?: { readonly from: string; readonly to: string } | undefined;
  readonly channelKeys?: { readonly from: string; readonly to: string } | undefined;
}

export interface MessageRecord {
  readonly key: string;
  readonly authorKey: string;
  /** UNIX milliseconds, as `editedAt`. */
  readonly sentAt: number;
  readonly editedAt?: number | undefined;
  readonly to:
    | { readonly channelKey: string; readonly topic: string }
    /** Everybody in a direct conversation. */
    | { readonly personKeys: readonly string[] };
  /** Markdown with references (`referenceTo`). */
  readonly text: string;
  readonly reactions: readonly ReactionRecord[];
  readonly files: readonly FileRecord[];
  /** Keys of the people who have starred it, have not read it, or show only its beginning. */
  readonly starredBy?: readonly string[];
  readonly unreadBy?: readonly string[];
  readonly collapsedBy?: readonly string[];
  /** Oldest first. */
  readonly edits?: readonly EditRecord[];
  /** Of the text and of former ones; their keys in references are their indexes in this list. */
  readonly links?: readonly LinkRecord[];
}

export interface EmojiRecord {
  readonly name: string;
  /** The entry of its picture in the archive. */
  readonly entry: string;
}

/**
 * What a reconciliation counts. `pictures` are people's, `permissions` channels', `conversations` direct ones, `edits` what was changed in messages, `marks`
 * what people marked them with (stars, unread, pins), `access` what people and channels have that is not a member's or a public channel's,
 * `entries` the files of an archive, and `others` records of kinds that are not imported.
 */
export const RECORD_KINDS = [
  'people',
  'access',
  'pictures',
  'groups',
  'channels',
  'permissions',
  'conversations',
  'messages',
  'edits',
  'reactions',
  'marks',
  'files',
  'emoji',
  'others',
  'entries',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A record that the reader leaves out. */
interface SkippedRecord {
  readonly kind: RecordKind;
  readonly key: string;
  readonly reason: string;
  /** Of several records together; one if absent. */
  readonly count?: number;
}

/** One record that a reader yields; people come before what refers to them, groups and channels before messages. */
export type ExportRecord =
  | { readonly is: 'person'; readonly person: PersonRecord }
  | { readonly is: 'group'; readonly group: GroupRecord }
  | { readonly is: 'channel'; readonly channel: ChannelRecord }
  /** People who join a channel behind the messages so far: of a protected history they read what comes. */
  | { readonly is: 'joined'; readonly channelKey: string; readonly personKeys: readonly string[] }
  | { readonly is: 'message'; readonly message: MessageRecord }
  | { readonly is: 'emoji'; readonly emoji: EmojiRecord }
  /** Read, and nothing more to be done. */
  | { readonly is: 'taken'; readonly kind: RecordKind; readonly count?: number }
  | { readonly is: 'left out'; readonly leftOut: SkippedRecord };

/** The number of records of each kind in an export, as its reader counts them. */
export type FoundCounts = Record<RecordKind, number>;

export const zeroCounts = (): FoundCounts =>
  Object.fromEntries(RECORD_KINDS.map((kind) => [kind, 0])) as FoundCounts;

/**
 * Reads an export from its beginning; counts in `found` what is there, before it decides what to do with it. `folder` has room
 * for a spool.
 */
export type ExportReader = (
  archive: Archive,
  found: FoundCounts,
  folder: string,
) => AsyncIterable<ExportRecord>;

export const skippedRecord = (kind: RecordKind, key: string, reason: string, count = 1): ExportRecord => ({
  is: 'left out',
  leftOut: { kind, key, reason, count },
});

export const taken = (kind: RecordKind, count = 1): ExportRecord => ({ is: 'taken', kind, count });

/** Around a reference in a text: characters that mean nothing, and that no text of an export keeps. */
const [OPENING, CLOSING] = ['\uE000', '\uE001'];
const REFERENCE = /\uE000([pscfl])([^\uE000\uE001]*)\uE001/g;

/** The kinds of references: a person (who is mentioned, or only named), a channel, a file or a link of the message. */
type ReferenceKind = 'p' | 's' | 'c' | 'f' | 'l';

/** A reference in a text to somebody or something by its key. */
export const referenceTo = (kind: ReferenceKind, key: string): string =>
  `${OPENING}${kind}${stripReferences(key)}${CLOSING}`;

/** A text of an export without what could pass for a reference. */
export const stripReferences = (text: string): string => text.replaceAll(/[\uE000\uE001\0]/g, '');

/** The text with each reference replaced. */
export const replaceReferences = (
  text: string,
  replacement: (kind: ReferenceKind, key: string) => string,
): string => text.replaceAll(REFERENCE, (_, kind: ReferenceKind, key: string) => replacement(kind, key));

/** The tables of Zulip's export, as far as they are read. Times are UNIX seconds with a fraction. */
import { z } from 'zod';
import { getOrCreateList } from '../base/collections.ts';
import {
  type KnownFields,
  knownFields,
  narrowing,
  reportNarrowed,
  type RoleElsewhere,
  widening,
} from './reports.ts';
import { optionalText, parseReadable, type ReadableList, seconds } from './lists.ts';
import { type ExportRecord, type FoundCounts, taken } from './records.ts';

const id = z.number().int();
const [MEMBER, GUEST] = [400, 600];
const flag = z.boolean().catch(false);
const someone = id.nullish().catch(undefined);
/** Nobody where it is damaged. */
const visibility = z.literal([1, 2, 3, 4, 5]).optional().catch(4);

export const Realm = z.looseObject({
  id,
  string_id: z.string().catch(''),
  date_created: z.number().catch(0),
  /** Of people who have none of their own, in older releases. */
  email_address_visibility: visibility,
  /** The group whose members know everybody; in older releases guests did, too. */
  can_access_all_users_group: id.nullish().catch(NaN),
});

export const Person = z.looseObject({
  id,
  email: optionalText,
  delivery_email: optionalText,
  full_name: optionalText,
  is_bot: narrowing,
  is_active: widening(true),
  is_mirror_dummy: narrowing,
  /** One of ROLES; older releases have flags in its place. */
  role: z.number().optional().catch(GUEST),
  is_guest: narrowing,
  is_realm_admin: flag,
  email_address_visibility: visibility,
});
export type Person = z.infer<typeof Person>;

/** The role of a person. */
export function roleOf({ role, is_guest, is_realm_admin }: Person, hidesPeople: boolean): RoleElsewhere {
  if (is_guest || (role ?? MEMBER) > MEMBER) return hidesPeople ? 'limited guest' : 'guest';
  return is_realm_admin || (role ?? MEMBER) < MEMBER ? 'administrator' : 'member';
}

/** A row of the list of people's pictures. */
export const Picture = z.looseObject({ user_profile_id: id, path: z.string() });

export const Channel = z.looseObject({
  id,
  name: z.string(),
  description: z.string().catch(''),
  invite_only: narrowing,
  is_web_public: flag,
  deactivated: flag,
  history_public_to_subscribers: z.boolean().optional().catch(false),
  creator: someone,
  stream_post_policy: z.number().optional().catch(2),
  date_created: seconds.optional().catch(undefined),
});
export type Channel = z.infer<typeof Channel>;

/** `type` is one of RECIPIENTS; `type_id` names a person, a channel or a group of people. */
export const Recipient = z.looseObject({ id, type: z.number(), type_id: id });
export type Recipient = z.infer<typeof Recipient>;
export const RECIPIENTS = { person: 1, channel: 2, group: 3 } as const;

export const Subscription = z.looseObject({
  user_profile: id,
  recipient: id,
  active: widening(true),
});

/** Subscribing and leaving, as the log of changes has them: the newest message at that time. */
const AuditEntry = z.looseObject({
  event_type: z.literal([301, 302, 303]),
  modified_user: id,
  modified_stream: id,
  event_last_message_id: id.nullish().catch(undefined),
});
type AuditEntry = z.infer<typeof AuditEntry>;
const SUBSCRIBING: ReadonlySet<number> = new Set([301, 302]);

export const Group = z.looseObject({ id });

export const Emoji = z.looseObject({ name: z.string(), file_name: z.string().nullish(), deactivated: flag });

export const Reaction = z.looseObject({ user_profile: id, message: id, emoji_name: z.string() });

export const Attachment = z.looseObject({
  path_id: z.string(),
  file_name: optionalText,
  content_type: optionalText,
  owner: someone,
  /** The messages whose readers may read it. */
  messages: z
    .array(id)
    .optional()
    .catch([])
    .transform((ids) => ids && new Set(ids)),
});
export type Attachment = z.infer<typeof Attachment>;

/** An entry of a message's `edit_history`: the text before an edit, the conversations before and after a move. */
const EditHistoryEntry = z
  .looseObject({
    user_id: someone,
    timestamp: seconds,
    prev_content: z.string().optional(),
    prev_topic: z.string().optional(),
    prev_subject: z.string().optional(),
    topic: z.string().optional(),
    prev_stream: id.optional(),
    stream: id.optional(),
  })
  .refine((entry) =>
    [entry.prev_content, entry.prev_topic, entry.prev_subject, entry.prev_stream].some(
      (before) => before !== undefined,
    ),
  );
type EditHistoryEntry = z.infer<typeof EditHistoryEntry>;

/** The entries of a message's history, newest first. */
const editHistoryIn = (text: string | null | undefined): ReadableList<EditHistoryEntry> =>
  parseReadable(EditHistoryEntry, text ? jsonIn(text) : undefined);

/** The text itself where it is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export const Message = z.looseObject({
  id,
  sender: id,
  recipient: id,
  subject: z.string().catch(''),
  content: z.string(),
  date_sent: seconds.optional(),
  pub_date: seconds.optional(),
  last_edit_time: seconds.nullish().catch(undefined),
  edit_history: z.string().nullish().catch(undefined).transform(editHistoryIn),
});
export type Message = z.infer<typeof Message>;

export const Received = z.looseObject({ user_profile: id, message: id, flags_mask: z.number().int() });
/** Bits of `flags_mask`. */
export const FLAGS = { read: 1, starred: 2, collapsed: 4 } as const;

/** Fields of any table that say nothing of their own: numbers, and what follows from others. */
const SILENT = `id realm realm_id recipient uuid rendered_content rendered_content_version rendered_description has_attachment
  has_image has_link sending_client search_tsvector type last_moved_time is_channel_message image_rendered_ids emoji_code
  reaction_type user_profile author is_animated create_time size is_realm_public is_web_public messages scheduled_messages
  path_id_hash is_in_zephyr_realm first_message_id recipient_id subscriber_count is_recently_active huddle_hash group_size
  user_group granted_groups is_user_active last_login date_joined last_active_message_id long_term_idle realm_user_group
  direct_members direct_subgroups usergroup_ptr`;

const known = new Map<z.ZodType, KnownFields>();

/** The fields of a table that are read, and those that say nothing. */
export function knownOf(schema: z.ZodType): KnownFields {
  const fields = known.get(schema) ?? knownFields({ shape: shapeOf(schema) }, SILENT);
  known.set(schema, fields);
  return fields;
}

const shapeOf = (schema: z.ZodType): object => {
  if (schema instanceof z.ZodObject) return schema.shape;
  return schema instanceof z.ZodPipe ? shapeOf(schema.in as z.ZodType) : {};
};

export const KNOWN_OF_REALM = knownOf(Realm);

// Since when people are in the channels whose history is protected: they join behind the messages that they did not receive there.
// A subscription that ended and began again counts from its second beginning.

const UNKNOWN =
  'nobody knows since when they are in this channel with protected history: they read what comes after the import';
const AGAIN = 'left a channel with protected history and came back: they read what came since';

/** People who join a channel behind the message with an ID. */
interface Joining {
  readonly behind: number;
  readonly channelKey: string;
  readonly personKeys: string[];
}

export class ProtectedHistories {
  readonly #found: FoundCounts;
  readonly #keyOf: (id: number) => string;
  /** What the log says of a person in a channel, by the keys of both. */
  readonly #entries = new Map<string, AuditEntry[]>();
  readonly #joinings: Joining[] = [];
  #isSorted = false;

  /** `log` are the rows of the log of changes. */
  constructor(log: unknown, { found, keyOf }: { found: FoundCounts; keyOf: (id: number) => string }) {
    [this.#found, this.#keyOf] = [found, keyOf];
    for (const row of Array.isArray(log) ? log : []) {
      const { data: entry } = AuditEntry.safeParse(row);
      if (entry)
        getOrCreateList(this.#entries, this.#subject(entry.modified_stream, keyOf(entry.modified_user))).push(
          entry,
        );
    }
  }

  /** Takes the members of a channel; they join when their messages come. */
  *add(channelId: number, memberKeys: readonly string[]): Iterable<ExportRecord> {
    const channelKey = this.#keyOf(channelId);
    const joinings = new Map<number, string[]>();
    for (const personKey of memberKeys) {
      const entries = this.#entries.get(this.#subject(channelId, personKey)) ?? [];
      const last = entries.at(-1);
      const known = last && SUBSCRIBING.has(last.event_type) ? last.event_last_message_id : undefined;
      const behind = known ?? Infinity;
      getOrCreateList(joinings, behind).push(personKey);
      const problem = behind === Infinity ? UNKNOWN : entries.length > 1 ? AGAIN : undefined;
      if (problem !== undefined) yield* reportNarrowed(`${channelKey}: ${personKey}`, problem, this.#found);
      else {
        this.#found.access += 1;
        yield taken('access');
      }
    }
    for (const [behind, personKeys] of joinings) this.#joinings.push({ behind, channelKey, personKeys });
  }

  /** Those who join before a message is sent; without one, all others. */
  *joinedBefore(messageId?: number): Iterable<ExportRecord> {
    if (!this.#isSorted) this.#joinings.sort((one, other) => other.behind - one.behind);
    this.#isSorted = true;
    for (let next = this.#joinings.at(-1); next !== undefined; next = this.#joinings.at(-1)) {
      if (messageId !== undefined && next.behind >= messageId) return;
      this.#joinings.pop();
      yield { is: 'joined', channelKey: next.channelKey, personKeys: next.personKeys };
    }
  }

  #subject(channelId: number, personKey: string): string {
    return `${channelId} ${personKey}`;
  }
}

/** The tables of Zulip's export, as far as they are read. Times are UNIX seconds with a fraction. */
import { z } from 'zod';
import { optionalText, parseReadable, type ReadableList, seconds } from './lists.ts';
import { narrowing, type RoleElsewhere, widening } from './roles.ts';

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
export const AuditEntry = z.looseObject({
  event_type: z.literal([301, 302, 303]),
  modified_user: id,
  modified_stream: id,
  event_last_message_id: id.nullish().catch(undefined),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export const SUBSCRIBING: ReadonlySet<number> = new Set([301, 302]);

export const Group = z.looseObject({ id });

export const Emoji = z.looseObject({ name: z.string(), file_name: z.string().nullish(), deactivated: flag });

export const Reaction = z.looseObject({ user_profile: id, message: id, emoji_name: z.string() });

export const Attachment = z.looseObject({
  path_id: z.string(),
  file_name: optionalText,
  content_type: optionalText,
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

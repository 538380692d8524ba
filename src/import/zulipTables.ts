/** The tables of Zulip's export, as far as they are read. Times are UNIX seconds with a fraction. */
import { z } from 'zod';
import { optionalText, parseReadable, type ReadableList, seconds } from './lists.ts';

const id = z.number().int();
const flag = z.boolean().catch(false);
const someone = id.nullish().catch(undefined);

export const Realm = z.looseObject({
  id,
  string_id: z.string().catch(''),
  date_created: z.number().catch(0),
});

export const Person = z.looseObject({
  id,
  email: optionalText,
  delivery_email: optionalText,
  full_name: optionalText,
  is_bot: flag,
});
export type Person = z.infer<typeof Person>;

/** A row of the list of people's pictures. */
export const Picture = z.looseObject({ user_profile_id: id, path: z.string() });

export const Channel = z.looseObject({
  id,
  name: z.string(),
  description: z.string().catch(''),
  invite_only: flag,
  deactivated: flag,
  history_public_to_subscribers: z.boolean().catch(true),
  creator: someone,
});
export type Channel = z.infer<typeof Channel>;

/** `type` is one of RECIPIENTS; `type_id` names a person, a channel or a group of people. */
export const Recipient = z.looseObject({ id, type: z.number(), type_id: id });
export type Recipient = z.infer<typeof Recipient>;
export const RECIPIENTS = { person: 1, channel: 2, group: 3 } as const;

export const Subscription = z.looseObject({
  user_profile: id,
  recipient: id,
  active: z.boolean().catch(true),
});

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

/** The lines of Mattermost's bulk export, as far as they are read. */
import { z } from 'zod';
import { list, milliseconds, optionalText, readableList } from './lists.ts';
import { deletion } from './roles.ts';
import { AddedBlock } from './texts.ts';

const time = z.number().optional().catch(undefined);
const username = z.string().min(1).toLowerCase();

export const Line = z.looseObject({ type: z.string() });

export const Version = z.looseObject({ version: z.number() });

export const Channel = z.looseObject({
  team: z.string(),
  name: z.string(),
  display_name: optionalText,
  type: optionalText,
  header: optionalText,
  purpose: optionalText,
  deleted_at: time,
  delete_at: time,
});
export type Channel = z.infer<typeof Channel>;

export const User = z.looseObject({
  username,
  email: optionalText,
  nickname: optionalText,
  first_name: optionalText,
  last_name: optionalText,
  profile_image: optionalText,
  roles: z.string().nullish().catch('system_guest'),
  delete_at: deletion,
  teams: list(z.looseObject({ name: z.string(), channels: list(z.looseObject({ name: z.string() })) })),
});
export type User = z.infer<typeof User>;

export const Bot = z.looseObject({ username, display_name: optionalText, delete_at: deletion });

export const DirectChannel = z.looseObject({
  members: list(username),
  participants: list(z.looseObject({ username })),
});

export const Emoji = z.looseObject({ name: z.string(), image: z.string() });

const Reply = z.looseObject({
  user: username,
  type: optionalText,
  message: z.string().nullish().catch(undefined),
  create_at: milliseconds,
  edit_at: milliseconds.optional().catch(undefined),
  props: z
    .looseObject({
      attachments: list(AddedBlock),
      override_username: optionalText,
      from_webhook: z.unknown().optional(),
    })
    .nullish()
    .catch(undefined),
  reactions: readableList(z.looseObject({ user: username, emoji_name: z.string() })),
  attachments: readableList(z.looseObject({ path: z.string() })),
  flagged_by: readableList(username),
  is_pinned: z.boolean().optional().catch(undefined),
});
/** A reply, and what it shares with posts. */
export type Reply = z.infer<typeof Reply>;

const replies = list(z.unknown());
export const Post = Reply.extend({ team: z.string(), channel: z.string(), replies });
export const DirectPost = Reply.extend({ channel_members: list(username), replies });
export { Reply };

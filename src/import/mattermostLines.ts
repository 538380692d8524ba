/** The lines of Mattermost's bulk export, as far as they are read. */
import { z } from 'zod';
import { deletion, knownFields } from './reports.ts';
import { list, milliseconds, optionalText, readableList } from './lists.ts';
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

const Props = z.looseObject({
  attachments: readableList(AddedBlock),
  override_username: optionalText,
  from_webhook: z.unknown().optional(),
});
const Reply = z.looseObject({
  user: username,
  type: optionalText,
  message: z.string().nullish().catch(undefined),
  create_at: milliseconds,
  edit_at: milliseconds.optional().catch(undefined),
  props: Props.nullish().catch(undefined),
  reactions: readableList(z.looseObject({ user: username, emoji_name: z.string() })),
  attachments: readableList(z.looseObject({ path: z.string() })),
  flagged_by: readableList(username),
  is_pinned: z.boolean().optional().catch(undefined),
  delete_at: deletion,
});
/** A reply, and what it shares with posts. */
export type Reply = z.infer<typeof Reply>;

const replies = list(z.unknown());
export const Post = Reply.extend({ team: z.string(), channel: z.string(), replies });
export const DirectPost = Reply.extend({ channel_members: list(username), replies });
export { Reply };

/** Fields that are read, and those that say nothing of their own. */
export const KNOWN_OF_FILE: ReadonlySet<string> = new Set(['path']);
export const KNOWN_OF_CHANNEL = knownFields(Channel);
export const KNOWN_OF_USER = knownFields(User, 'auth_service auth_data');
export const KNOWN_OF_MEMBERSHIP: ReadonlySet<string> = new Set(['name', 'channels']);
export const KNOWN_OF_BOT = knownFields(Bot);
export const KNOWN_OF_DIRECT_CHANNEL = knownFields(DirectChannel);
export const KNOWN_OF_POST = knownFields(Post.extend(DirectPost.shape), 'update_at');
export const KNOWN_OF_PROPS = knownFields(
  Props,
  `override_icon_url override_icon_emoji webhook_display_name from_bot from_plugin from_oauth_app disable_group_highlight
   channel_mentions mentionHighlightDisabled addedUserId username userId previewed_post`,
);

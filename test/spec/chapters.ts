/** Every chapter of `docs/contract.md`, in its order. */
import { messageFields } from './messageFields.ts';
import { messages } from './messages.ts';
import { reactions } from './reactions.ts';
import { recipients } from './recipients.ts';
import { conventions } from './conventions.ts';
import { serverSettings } from './serverSettings.ts';
import { users } from './users.ts';
import type { Chapter } from './row.ts';
import { changedChannelPermissions, newChannelPermissions } from './channelPermissions.ts';
import { channelRights } from './channelRights.ts';
import { newChannels } from './newChannels.ts';
import { subscribing } from './subscribing.ts';

export const chapters: readonly Chapter[] = [
  messages,
  recipients,
  messageFields,
  reactions,
  subscribing,
  newChannels,
  newChannelPermissions,
  channelRights,
  changedChannelPermissions,
  users,
  serverSettings,
  conventions,
];

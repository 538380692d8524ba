/** The schema of every client event that this server sends. */
import type { z } from 'zod';
import { alertWordPayloads } from '../wire/alertWords.ts';
import { channelFolderPayloads } from '../wire/channelFolders.ts';
import { devicePayloads } from '../wire/devices.ts';
import { emojiPayloads } from '../wire/emoji.ts';
import { invitationPayloads } from '../wire/invitations.ts';
import { mutedUserPayloads } from '../wire/mutedUsers.ts';
import { profileFieldPayloads } from '../wire/profileFields.ts';
import { scheduledMessagePayloads } from '../wire/scheduledMessages.ts';
import { userGroupPayloads } from '../wire/userGroups.ts';
import { channelPayloads } from './payloads/channels.ts';
import { messagePayloads } from './payloads/messages.ts';
import { organizationPayloads } from './payloads/organizations.ts';
import { typingPayloads } from './payloads/typing.ts';
import { userPayloads } from './payloads/users.ts';

export type { Flag } from '../wire/messageFields.ts';

/** By type and op, and where one of these has several forms, by what they are about. */
export const payloads = {
  ...messagePayloads,
  ...scheduledMessagePayloads,
  ...userPayloads,
  ...profileFieldPayloads,
  ...devicePayloads,
  ...channelPayloads,
  ...channelFolderPayloads,
  ...userGroupPayloads,
  ...organizationPayloads,
  ...typingPayloads,
  ...emojiPayloads,
  ...invitationPayloads,
  ...mutedUserPayloads,
  ...alertWordPayloads,
};

/** What clients are told, in the form that delivery starts from. */
export type Payload = z.infer<(typeof payloads)[keyof typeof payloads]>;

/** Types of events that queues can tell of. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
  Object.keys(payloads).map((name) => name.split(/[/ ]/, 1)[0] ?? name),
);

/** The schema of every client event that this server sends. */
import type { z } from 'zod';
import { alertWordPayloads } from '../wire/alertWords.ts';
import { botPayloads } from '../wire/bots.ts';
import { channelFolderPayloads } from '../wire/channelFolders.ts';
import { channelPayloads } from '../wire/channels.ts';
import { devicePayloads } from '../wire/devices.ts';
import { draftPayloads } from '../wire/drafts.ts';
import { emojiPayloads } from '../wire/emoji.ts';
import { attachmentPayloads } from '../wire/files.ts';
import { flagPayloads } from '../wire/flags.ts';
import { invitationPayloads } from '../wire/invitations.ts';
import { messagePayloads } from '../wire/messageEvents.ts';
import { reactionPayloads } from '../wire/messages.ts';
import { mutedUserPayloads } from '../wire/mutedUsers.ts';
import { organizationPayloads } from '../wire/organizationSettings.ts';
import { presencePayloads } from '../wire/presence.ts';
import { profileFieldPayloads } from '../wire/profileFields.ts';
import { savedSnippetPayloads } from '../wire/savedSnippets.ts';
import { scheduledMessagePayloads } from '../wire/scheduledMessages.ts';
import { subscriptionPayloads } from '../wire/subscriptions.ts';
import { typingPayloads } from '../wire/typing.ts';
import { userGroupPayloads } from '../wire/userGroups.ts';
import { userPayloads } from '../wire/users.ts';
import { userSettingPayloads } from '../wire/userSettings.ts';
import { userTopicPayloads } from '../wire/userTopics.ts';

export type { Flag } from '../wire/messageFields.ts';

/** By type and op, and where one of these has several forms, by what they are about. */
export const payloads = {
  ...messagePayloads,
  ...flagPayloads,
  ...reactionPayloads,
  ...scheduledMessagePayloads,
  ...userPayloads,
  ...botPayloads,
  ...presencePayloads,
  ...userSettingPayloads,
  ...profileFieldPayloads,
  ...devicePayloads,
  ...channelPayloads,
  ...subscriptionPayloads,
  ...userTopicPayloads,
  ...channelFolderPayloads,
  ...userGroupPayloads,
  ...organizationPayloads,
  ...typingPayloads,
  ...emojiPayloads,
  ...attachmentPayloads,
  ...invitationPayloads,
  ...mutedUserPayloads,
  ...alertWordPayloads,
  ...draftPayloads,
  ...savedSnippetPayloads,
};

/** What clients are told, in the form that delivery starts from. */
export type Payload = z.infer<(typeof payloads)[keyof typeof payloads]>;

/** Types of events that queues can tell of. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
  Object.keys(payloads).map((name) => name.split(/[/ ]/, 1)[0] ?? name),
);

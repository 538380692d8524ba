/** All projections, in the order in which the command line lists them, and their fold. */
import { botStorage } from './botStorage.ts';
import { channelFolders } from './channelFolders.ts';
import { channels } from './channels.ts';
import type { Projection } from './define.ts';
import { drafts } from './drafts.ts';
import { emoji } from './emoji.ts';
import { createFold } from './running/folding.ts';
import { messageFacts } from './messages/facts.ts';
import { messages } from './messages/projection.ts';
import { reminders } from './reminders.ts';
import { savedSnippets } from './savedSnippets.ts';
import { scheduledMessages } from './scheduledMessages.ts';
import { subscriptions } from './subscriptions.ts';
import { users } from './users.ts';
import { userTopics } from './userTopics.ts';

export const projections: readonly Projection[] = [
  users,
  channels,
  channelFolders,
  subscriptions,
  messages,
  messageFacts,
  emoji,
  scheduledMessages,
  userTopics,
  drafts,
  savedSnippets,
  reminders,
  botStorage,
];

export const fold = createFold(projections);

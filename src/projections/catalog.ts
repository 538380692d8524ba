/** All projections, in the order in which the command line lists them, and their fold. */
import { channelFolders, channels } from './channels.ts';
import { emoji } from './emoji.ts';
import { messageFacts } from './messages/facts.ts';
import { messages } from './messages/projection.ts';
import { botStorage, drafts, reminders, savedSnippets, scheduledMessages } from './personal.ts';
import { createFold } from './running/batch.ts';
import type { Projection } from './running/define.ts';
import { subscriptions, userTopics } from './subscriptions.ts';
import { users } from './users.ts';

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

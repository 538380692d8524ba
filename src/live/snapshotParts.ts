/** What clients are told when they register, of all areas. */
import { alertWordsSnapshot } from './alertWords.ts';
import { botsSnapshot } from './bots.ts';
import { channelFoldersSnapshot } from './channelFolders.ts';
import { channelsSnapshot } from './channels.ts';
import { devicesSnapshot } from './devices.ts';
import { draftsSnapshot } from './drafts.ts';
import { emojiSnapshot } from './emoji.ts';
import { messagesSnapshot } from './messageSummaries.ts';
import { mutedUsersSnapshot } from './mutedUsers.ts';
import { profileFieldsSnapshot } from './profileFields.ts';
import { savedSnippetsSnapshot } from './savedSnippets.ts';
import { scheduledMessagesSnapshot } from './scheduledMessages.ts';
import { subscriptionsSnapshot } from './subscriptions.ts';
import { topicsSnapshot } from './topics.ts';
import { userGroupsSnapshot } from './userGroups.ts';
import { usersSnapshot } from './users.ts';
import { absentSnapshot } from './snapshot/absent.ts';
import type { FetchType } from './snapshot/define.ts';
import { realmSnapshot } from './snapshot/realm.ts';

/** Every part, by fetch type; one that is missing is no program. */
export const snapshotParts = {
  ...absentSnapshot,
  ...realmSnapshot,
  ...usersSnapshot,
  ...profileFieldsSnapshot,
  ...botsSnapshot,
  ...devicesSnapshot,
  ...userGroupsSnapshot,
  ...channelsSnapshot,
  ...channelFoldersSnapshot,
  ...subscriptionsSnapshot,
  ...topicsSnapshot,
  ...messagesSnapshot,
  ...emojiSnapshot,
  ...scheduledMessagesSnapshot,
  ...mutedUsersSnapshot,
  ...alertWordsSnapshot,
  ...draftsSnapshot,
  ...savedSnippetsSnapshot,
} satisfies Readonly<Record<FetchType, unknown>>;

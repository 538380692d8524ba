/** Every table of the permission matrix. */
import { botTables } from './bots.ts';
import { channelTables } from './channels.ts';
import { deviceTables } from './devices.ts';
import { fileTables } from './files.ts';
import { groupTables } from './groups.ts';
import { invitationTables } from './invitations.ts';
import { messageTables } from './messages.ts';
import { mutedUserTables } from './mutedUsers.ts';
import { organizationTables } from './organization.ts';
import { peopleTables } from './people.ts';
import { personalTables } from './personal.ts';
import { profileFieldTables } from './profileFields.ts';
import { presenceTables } from './presence.ts';
import { readingTables } from './reading.ts';
import { scheduledMessageTables } from './scheduledMessages.ts';
import { subscriptionTables } from './subscriptions.ts';
import type { Table } from './table.ts';
import { topicTables } from './topics.ts';

export const tables: readonly Table[] = [
  ...messageTables,
  ...readingTables,
  ...scheduledMessageTables,
  ...subscriptionTables,
  ...channelTables,
  ...topicTables,
  ...groupTables,
  ...organizationTables,
  ...peopleTables,
  ...profileFieldTables,
  ...presenceTables,
  ...fileTables,
  ...mutedUserTables,
  ...personalTables,
  ...botTables,
  ...deviceTables,
  ...invitationTables,
];

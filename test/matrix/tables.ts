/** Every table of the permission matrix. */
import { channelTables } from './channels.ts';
import { messageTables } from './messages.ts';
import { subscriptionTables } from './subscriptions.ts';
import { peopleTables } from './people.ts';
import type { Table } from './table.ts';

export const tables: readonly Table[] = [
  ...messageTables,
  ...subscriptionTables,
  ...channelTables,
  ...peopleTables,
];

/** What bots have stored for themselves. */
import { readErasable } from '../events/define.ts';
import type { UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { collection, defineProjection } from './define.ts';
import { documentsOf } from './documents.ts';
import type { Views } from './views.ts';

/** A document of the collection `botStorage`; its ID is `{botId}:{key}`. */
interface StoredValue {
  readonly botId: UserId;
  readonly key: string;
  readonly value: string;
}

const values = collection<StoredValue, string>('botStorage', {
  id: 'text',
  fields: { botId: 'number' },
  indexes: [['botId', 'id']],
});

const idOf = (botId: UserId, key: string): string => `${botId}:${key}`;

/** Stored values by bot and key, except erased ones. */
export const botStorage = defineProjection({
  name: 'botStorage',
  version: 1,
  collections: [values],
  on: {
    BotStorageWritten({ data: { botId, entries } }, views) {
      for (const [key, value] of readErasable(entries, []))
        views.put(values, idOf(botId, key), { botId, key, value });
    },
    BotStorageCleared({ data: { botId, keys } }, views) {
      for (const key of readErasable(keys, [])) views.remove(values, idOf(botId, key));
    },
  },
});

/** Everything that a bot has stored, by key. */
export async function findBotStorage(
  views: Views,
  organization: OrganizationState,
  botId: UserId,
): Promise<ReadonlyMap<string, string>> {
  const found = await documentsOf(views, organization).find(values, {
    where: { botId },
    order: { field: 'id', direction: 'ascending' },
  });
  return new Map(found.map(({ document: { key, value } }) => [key, value]));
}

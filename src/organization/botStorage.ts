/** What bots have stored: the keys and the sizes of the values, not the values. */
import { readErasable } from '../events/define.ts';
import type { UserId } from '../ids.ts';
import { map } from './containers.ts';
import { slice } from './define.ts';

/** Key → characters of its value. */
type StoredSizes = ReadonlyMap<string, number>;

export const botStorageSlice = slice({
  version: 1,
  state: () => ({
    /** Pairs of keys and characters, by bot. */
    sizesOf: map<UserId, readonly (readonly [string, number])[]>(),
  }),
  evolve: {
    BotStorageWritten({ sizesOf }, { botId, entries }) {
      const sizes = new Map(sizesOf.get(botId));
      for (const [key, value] of readErasable(entries, [])) sizes.set(key, value.length);
      sizesOf.set(botId, [...sizes]);
    },
    BotStorageCleared({ sizesOf }, { botId, keys }) {
      const gone = new Set<string>(readErasable(keys, []));
      const left = (sizesOf.get(botId) ?? []).filter(([key]) => !gone.has(key));
      if (left.length > 0) sizesOf.set(botId, left);
      else sizesOf.delete(botId);
    },
  },
});

/** State with what bots have stored. */
interface WithBotStorage {
  readonly botStorage: ReturnType<typeof botStorageSlice.state>;
}

export const storedSizes = ({ botStorage }: WithBotStorage, botId: UserId): StoredSizes =>
  new Map(botStorage.sizesOf.get(botId));

/** Decisions about what bots store for themselves. */
import { requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import { isBot } from '../../organization/access/people.ts';
import { storedSizes } from '../../organization/slices/bots.ts';
import { responsibleUser } from '../../organization/slices/users.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { done, command, nothingToDo, requireCaller } from '../define.ts';

/** Characters of all keys and values of one bot. */
const MAX_STORED_CHARACTERS = 1_000_000;
/** The same of all bots of one person. */
const MAX_STORED_BY_OWNER = 10_000_000;
const MAX_KEYS = 1_000;
const MAX_KEY_LENGTH = 200;

/** Stores values under keys, and replaces present ones. */
export const writeBotStorage = command<{ readonly entries: ReadonlyMap<string, string> }, void>({
  name: 'WriteBotStorage',
  decide(organization, { entries }, context) {
    const botId = requireCaller(context);
    requireBot(organization, botId);
    if (entries.size === 0) return nothingToDo(undefined);
    const areShort = [...entries.keys()].every((key) => key.length <= MAX_KEY_LENGTH);
    requireThat(areShort, `A key is too long (limit: ${MAX_KEY_LENGTH} characters)`);
    const added = [...entries].map(([key, value]) => [key, value.length] as const);
    const sizes = new Map([...storedSizes(organization, botId), ...added]);
    requireThat(sizes.size <= MAX_KEYS, `Too many keys (maximum ${MAX_KEYS}).`);
    const characters = [...sizes].reduce((sum, [key, size]) => sum + key.length + size, 0);
    const over = characters - MAX_STORED_CHARACTERS;
    const limit = `The limit is ${MAX_STORED_CHARACTERS} characters.`;
    requireThat(over <= 0, `Request exceeds storage limit by ${over} characters. ${limit}`);
    refuseTooMuchOfOwner(organization, botId, characters);
    return done(newEvent('BotStorageWritten', { botId, entries: [...entries] }));
  },
});

/** Refuses what all bots of one person would store together. */
function refuseTooMuchOfOwner(organization: OrganizationState, botId: UserId, characters: number): void {
  const ownerId = responsibleUser(organization, botId);
  let sum = characters;
  for (const otherId of organization.botStorage.sizesOf.keys())
    if (otherId !== botId && responsibleUser(organization, otherId) === ownerId)
      for (const [key, size] of storedSizes(organization, otherId)) sum += key.length + size;
  const limit = `The limit of all bots of one person is ${MAX_STORED_BY_OWNER} characters.`;
  requireThat(sum <= MAX_STORED_BY_OWNER, `Request exceeds storage limit. ${limit}`);
}

/** Removes keys with their values; without keys all of them. */
export const clearBotStorage = command<{ readonly keys: readonly string[] | undefined }, void>({
  name: 'ClearBotStorage',
  decide(organization, { keys: requestedKeys }, context) {
    const botId = requireCaller(context);
    requireBot(organization, botId);
    const sizes = storedSizes(organization, botId);
    const keys = [...new Set(requestedKeys ?? sizes.keys())];
    requireThat(
      keys.every((key) => sizes.has(key)),
      'Key does not exist.',
    );
    if (keys.length === 0) return nothingToDo(undefined);
    return done(newEvent('BotStorageCleared', { botId, keys }));
  },
});

/** Refuses people. */
export const requireBot = (organization: OrganizationState, userId: UserId): void =>
  requireThat(isBot(organization, userId), 'Must be a bot user', 'PERMISSION_DENIED');

/**
 * Measures in a process of its own (`--expose-gc`) what subscriptions cost: 10,000 people, 1,000 channels, 50
 * channels each. Prints one JSON line.
 */
import { organizationAfter, foldOn, example } from '../support/examples.ts';

const USERS = 10_000;
const CHANNELS = 1_000;
const CHANNELS_EACH = 50;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Bytes in use by values and typed arrays, after everything that can be freed has been. */
function bytesInUse(): number {
  for (let round = 0; round < 4; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const state = organizationAfter();
for (const userId of upTo(USERS)) foldOn(state, example.userCreated({ userId }));
for (const channelId of upTo(CHANNELS)) foldOn(state, example.channelCreated({ channelId }));
const before = bytesInUse();

/** The followers of a channel are spread over all people, other ones for each channel. */
const stride = CHANNELS / CHANNELS_EACH;
for (const channelId of upTo(CHANNELS)) {
  const userIds = upTo(USERS).filter((userId) => (userId * 7 + channelId) % stride === 0);
  foldOn(state, example.usersSubscribed({ channelIds: [channelId], userIds }));
}

const subscriptions = [...state.subscriptions.byChannel.values()].reduce(
  (sum, { userIds }) => sum + userIds.length,
  0,
);
const bytes = (bytesInUse() - before) / subscriptions;
console.log(
  JSON.stringify({ subscriptions, bytes, rss: process.memoryUsage().rss, known: state.users.byId.size }),
);

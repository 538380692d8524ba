/** A small organization whose messages are asked for, as several test files need it. */
import type { NarrowTerm } from '../../src/projections/messages/narrow.ts';
import { findMessagesAround, type PageRequest } from '../../src/projections/messages/page.ts';
import { example } from './examples.ts';
import { type TakingViews, World } from './memoryViews.ts';

const NEWEST = { anchor: 'newest', before: 100, after: 0, includeAnchor: true, narrow: [] } as const;

/** A viewer's page; by default all of the newest hundred messages. */
export const page = (world: World<TakingViews>, viewer: number, request: Partial<PageRequest> = {}) =>
  findMessagesAround(world.views, world.accessOf(viewer), world.organization, { ...NEWEST, ...request });

export const idsOf = async (...args: Parameters<typeof page>) =>
  (await page(...args)).messages.map(({ messageId }) => messageId);

/** A narrow whose terms do without the brands of IDs. */
export const narrow = (...terms: readonly object[]) => ({
  narrow: terms as unknown as readonly NarrowTerm[],
});

/** Three people; channel 1 with 1 and 2 in it, and private channel 2 with protected history and 1 in it. */
export const town = () =>
  World.after(
    ...[1, 2, 3].map((userId) => example.userCreated({ userId })),
    example.channelCreated({ channelId: 1 }),
    example.channelCreated({ channelId: 2, privacy: 'private' }),
    example.usersSubscribed({ channelIds: [1], userIds: [1, 2] }),
    example.usersSubscribed({ channelIds: [2], userIds: [1] }),
  );

export const sent = example.messageSent;

/** A direct message; the participants include the sender, ascending. */
export const direct = (senderId: number, ...participantIds: readonly number[]) =>
  sent({ senderId, participantIds });

/** The reactor that marks what people left unread in a channel as read, once they have left it. */
import type { ChannelId, UserId } from '../ids.ts';
import type { OrganizationState } from '../organization/state.ts';
import { defineReactor, type Reactor } from './define.ts';

/** Who left which channel, and the last message that was there. */
export interface ChannelDeparture {
  readonly channelId: ChannelId;
  readonly userIds: readonly UserId[];
  readonly lastId: number;
}

/** Marks what the leavers received in the channel as read; again, it changes nothing. */
export type MarkDepartureRead = (
  organization: OrganizationState,
  leaving: ChannelDeparture,
  cause: string,
) => Promise<void>;

export const leftChannels = (markLeft: MarkDepartureRead): Reactor =>
  defineReactor({
    name: 'leftChannels',
    on: {
      UsersUnsubscribed: ({ id, revision, data: { channelIds, userIds } }, organization) =>
        channelIds.map((channelId) => ({
          id: `left:${id}:${channelId}`,
          run: () => markLeft(organization, { channelId, userIds, lastId: revision + 1 }, `left:${id}`),
        })),
    },
  });

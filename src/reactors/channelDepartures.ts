/** The reactor that marks what people left unread in a channel as read, once they have left it. */
import type { ChannelId, UserId } from '../base/ids.ts';
import { BY_SERVER } from '../commands/define.ts';
import type { Lanes } from '../commands/lane/lanes.ts';
import { markLeftRead } from '../commands/messages/flags.ts';
import { unreadMarkersIn } from '../organization/slices/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { findUnreadAmong, messagePages, receivedFormerly } from '../projections/messages/channelUnread.ts';
import { messageFacts } from '../projections/messages/facts.ts';
import { messages } from '../projections/messages/projection.ts';
import type { LevelViews } from '../projections/running/views.ts';
import { defineReactor, type Reactor } from './running/define.ts';

/** A departure: people, their channel, and its last message at that time. */
interface ChannelDeparture {
  readonly channelId: ChannelId;
  readonly userIds: readonly UserId[];
  readonly lastId: number;
}

/** Marks what the leavers received in the channel as read; again, it changes nothing. */
type MarkDepartureRead = (
  organization: OrganizationState,
  leaving: ChannelDeparture,
  cause: string,
) => Promise<void>;

export const leftChannels = (markLeft: MarkDepartureRead): Reactor =>
  defineReactor({
    name: 'leftChannels',
    on: {
      // What was never read is read since: the rest has to be recorded.
      ChannelArchived: ({ id, revision, data: { channelId } }, organization) => {
        const userIds = [...unreadMarkersIn(organization, channelId)];
        if (userIds.length === 0) return [];
        const leaving = { channelId, userIds, lastId: revision + 1 };
        return [{ id: `left:${id}:${channelId}`, run: () => markLeft(organization, leaving, `left:${id}`) }];
      },
      UsersUnsubscribed: ({ id, revision, data: { channelIds, userIds } }, organization) =>
        channelIds.map((channelId) => ({
          id: `left:${id}:${channelId}`,
          run: () => markLeft(organization, { channelId, userIds, lastId: revision + 1 }, `left:${id}`),
        })),
    },
  });

// Finds what people who left a channel have not read there, page by page, and marks it.

/** Dependencies of marking. */
interface MarkingDependencies {
  readonly lanes: Lanes;
  readonly views: LevelViews;
}

export const createDepartureMarker =
  ({ lanes, views }: MarkingDependencies): MarkDepartureRead =>
  async (organization, leaving, cause) => {
    const { organizationId, revision } = organization;
    const level = await views.level([messages, messageFacts], organizationId, revision);
    const lane = await lanes.organization(organizationId);
    const isReceivedBy = new Map(
      leaving.userIds.map((userId) => [userId, receivedFormerly(organization, userId)]),
    );
    for await (const page of messagePages(level, organization, leaving))
      for (const [userId, isReceived] of isReceivedBy) {
        const unread = await findUnreadAmong(level, organization, userId, page.filter(isReceived));
        if (unread.length === 0) continue;
        const submission = { ...BY_SERVER, correlationId: cause };
        await lane.submit(markLeftRead, { userId, messageIds: unread }, submission);
      }
  };

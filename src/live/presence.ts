/** Client events of presence: people who come online, and people who hide. */
import type { UserId } from '../base/ids.ts';
import type { EphemeralEvents } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { seesPresence } from '../organization/access/presence.ts';
import type { OrganizationState } from '../organization/state.ts';
import { legacyClient, modernPresence } from '../wire/presence.ts';
import { publicEmailOf } from '../wire/users.ts';
import {
  activeAmong,
  activeSubscribers,
  everybody,
  filterAudience,
  userViewers,
} from './translation/audiences.ts';
import {
  type AddressedPayload,
  type Audience,
  type LiveTransition,
  payloadTo,
  toUnixSeconds,
  translate,
} from './translation/define.ts';

/** In larger organizations clients learn of it when they poll. */
const MAX_PRESENCE_AUDIENCE = 100;

const presenceLive = translate({
  PresencesReported({ data, metadata: { time } }, moment) {
    const announced = new Set(data.announcedUserIds);
    if (everybody(moment.after).size > MAX_PRESENCE_AUDIENCE) return [];
    return data.presences
      .filter(([userId]) => announced.has(userId))
      .flatMap(([userId, activeAgo, connectedAgo]) =>
        announcement(moment, userId, timesOf(data.at, activeAgo, connectedAgo), toUnixSeconds(time)),
      );
  },
});

const timesOf = (at: number, activeAgo: number | null, connectedAgo: number) => ({
  activeAt: activeAgo === null ? null : at - activeAgo,
  connectedAt: at - connectedAgo,
});

function announcement(
  { after, host }: LiveTransition,
  userId: UserId,
  times: ReturnType<typeof timesOf>,
  now: number,
): readonly AddressedPayload[] {
  const user = after.users.byId.get(userId);
  if (user === undefined) return [];
  const type = 'presence';
  const presences = { [userId]: modernPresence(times, user) };
  const presence = { website: legacyClient(times, user) };
  const legacy = {
    type,
    user_id: userId,
    email: publicEmailOf(user, host),
    server_timestamp: now,
    presence,
  } as const;
  return payloadTo(
    seesPresence.holders(after, userId),
    { type, presences },
    { instead: { without: 'simplified_presence_events', payloads: [legacy] } },
  );
}

// Client events of typing.

/** In channels with more active subscribers nobody is notified. */
const MAX_TYPING_AUDIENCE = 100;

type TypingSource = Pick<EphemeralEvents['TypingNotified'], 'senderId' | 'participantIds' | 'channelId'>;

const typingLive = translate({
  TypingNotified({ data }, moment) {
    const { op, channelId, participantIds = [] } = data;
    const [sender, ...recipients] = [data.senderId, ...participantIds].map((userId) => ({
      user_id: userId,
      email: emailOf(moment, userId),
    }));
    if (sender === undefined) return [];
    const to = audienceOf(moment.after, data);
    if (channelId === undefined)
      return payloadTo(to, { type: 'typing', op, message_type: 'direct', sender, recipients });
    const topic = readErasable(data.topic ?? '', '');
    return payloadTo(to, { type: 'typing', op, message_type: 'stream', sender, stream_id: channelId, topic });
  },
  EditTypingNotified({ data }, { after }) {
    const { op, senderId, messageId, channelId, participantIds = [] } = data;
    const topic = readErasable(data.topic ?? '', '');
    const recipient =
      channelId === undefined
        ? { type: 'direct' as const, user_ids: [...participantIds] }
        : { type: 'channel' as const, channel_id: channelId, topic };
    return payloadTo(audienceOf(after, data), {
      type: 'typing_edit_message',
      op,
      sender_id: senderId,
      message_id: messageId,
      recipient,
    });
  },
});

/** People who would receive a message there, if they may know who is typing. */
function audienceOf(
  organization: OrganizationState,
  { senderId, channelId, participantIds = [] }: TypingSource,
): Audience {
  const knowing = userViewers(organization, senderId);
  if (channelId === undefined) return activeAmong(organization, participantIds).intersection(knowing);
  const followers = activeSubscribers(organization, channelId);
  if (followers.size > MAX_TYPING_AUDIENCE) return activeAmong(organization, []);
  return filterAudience(
    followers.intersection(knowing),
    (userId) => organization.users.byId.get(userId)?.settings.receivesTypingNotifications === true,
  );
}

const emailOf = ({ after, host }: LiveTransition, userId: TypingSource['senderId']): string => {
  const user = after.users.byId.get(userId);
  return user === undefined ? '' : publicEmailOf(user, host);
};

/** What clients are sent of the events of the area. */
export const translations = {
  ...presenceLive,
  ...typingLive,
};

/** Client events of typing. */
import { type EphemeralEvents } from '../events/catalog.ts';
import { revealed } from '../events/define.ts';
import type { OrganizationState } from '../organization/state.ts';
import { apiEmailOf } from '../wire/users.ts';
import { chosen, followersOf, knowersOf, onlyThem } from './audiences.ts';
import { type Audience, type Moment, payloadTo, translate } from './define.ts';

/** In channels with more active subscribers nobody is notified. */
const MOST_SUBSCRIBERS = 100;

type Place = Pick<EphemeralEvents['TypingNotified'], 'senderId' | 'participantIds' | 'channelId'>;

export const typingLive = translate({
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
    const topic = revealed(data.topic ?? '', '');
    return payloadTo(to, { type: 'typing', op, message_type: 'stream', sender, stream_id: channelId, topic });
  },
  EditTypingNotified({ data }, { after }) {
    const { op, senderId, messageId, channelId, participantIds = [] } = data;
    const topic = revealed(data.topic ?? '', '');
    const recipient =
      channelId === undefined
        ? { type: 'direct' as const, user_ids: [...participantIds] }
        : { type: 'channel' as const, channel_id: channelId, topic };
    return payloadTo(audienceOf(after, data), {
      ...{ type: 'typing_edit_message', op, sender_id: senderId, message_id: messageId, recipient },
    });
  },
});

/** People who would receive a message there, if they may know who is typing. */
function audienceOf(
  organization: OrganizationState,
  { senderId, channelId, participantIds = [] }: Place,
): Audience {
  const knowing = knowersOf(organization, senderId);
  if (channelId === undefined) return onlyThem(organization, participantIds).intersection(knowing);
  const followers = followersOf(organization, channelId);
  if (followers.size > MOST_SUBSCRIBERS) return onlyThem(organization, []);
  return chosen(
    followers.intersection(knowing),
    (userId) => organization.users.byId.get(userId)?.settings.receivesTypingNotifications === true,
  );
}

const emailOf = ({ after, host }: Moment, userId: Place['senderId']): string => {
  const user = after.users.byId.get(userId);
  return user === undefined ? '' : apiEmailOf(user, host);
};

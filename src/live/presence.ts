/** Client events of presence: people who come online, and people who hide. */
import type { UserId } from '../ids.ts';
import { seesPresence } from '../organization/access/presence.ts';
import { legacyClient, modernPresence } from '../wire/presence.ts';
import { publicEmailOf } from '../wire/users.ts';
import { everybody } from './audiences.ts';
import { type LiveTransition, toUnixSeconds, payloadTo, type AddressedPayload, translate } from './define.ts';

/** In larger organizations clients learn of it when they poll. */
const MAX_PRESENCE_AUDIENCE = 100;

export const presenceLive = translate({
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

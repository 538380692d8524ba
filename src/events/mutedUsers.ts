import { UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

const mute = { userId: UserId, mutedUserId: UserId } as const;

/** Events of muted users; `mutedUserId` is not notified. */
export const mutedUserEvents = defineEvents('organization', {
  UserMuted: eventType(1, mute),
  UserUnmuted: eventType(1, mute),
});
export const { UserMuted, UserUnmuted } = mutedUserEvents.make;

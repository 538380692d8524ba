import { UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

const mute = { userId: UserId, mutedUserId: UserId } as const;

/** Facts of whom people have muted: `mutedUserId` is told nothing of it. */
export const mutedUserEvents = defineEvents('organization', {
  UserMuted: fact(1, mute),
  UserUnmuted: fact(1, mute),
});
export const { UserMuted, UserUnmuted } = mutedUserEvents.make;

import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, fact } from './define.ts';

/** Seconds before the event's `at`; negative where the clock has been put back since. */
const Ago = z.int();

/** Who, last active when (null: never), last connected when. */
const Presence = z.tuple([UserId, Ago.nullable(), Ago]);

/** The same, and the number of the event that brought it about. */
const KeptPresence = z.tuple([UserId, Ago.nullable(), Ago, z.int()]);

/**
 * Presence. One event a second at most has what all people of an organization have
 * reported of themselves, as lists, because there is one for every second. Its revision plus one is the
 * `presence_last_update_id` under which clients come to know of it. Events go once later ones have all that they have:
 * they are outside the proof.
 */
export const presenceEvents = defineEvents('ephemeral', {
  PresencesReported: fact(1, {
    /** UNIX seconds. */
    at: z.int(),
    /** What is new: user, seconds since the last activity and since the last connection. */
    presences: z.array(Presence),
    /** Those of them who have come online, or do not show themselves any more: small organizations are told at once. */
    announcedUserIds: z.array(UserId),
    /** What old events had and stays as it is, with the update that it is known by, so that those can go. */
    kept: z.array(KeptPresence),
    /** Not heard of for so long that it is forgotten. */
    forgottenUserIds: z.array(UserId),
  }),
});
export const { PresencesReported } = presenceEvents.make;

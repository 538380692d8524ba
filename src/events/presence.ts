import { z } from 'zod';
import { UserId } from '../ids.ts';
import { defineEvents, eventType } from './define.ts';

/** Seconds before the event's `at`; negative if the clock was set back. */
const Ago = z.int();

/** User, seconds since last active (null: never), seconds since last connected. */
const Presence = z.tuple([UserId, Ago.nullable(), Ago]);

/** The same, with the number of the event that recorded it. */
const KeptPresence = z.tuple([UserId, Ago.nullable(), Ago, z.int()]);

/**
 * Events of presence. At most one event per second contains all reports of an organization, as compact lists.
 * Its revision plus one is the `presence_last_update_id` that clients see. Events are removed once later ones
 * contain all their entries, so they are not part of the verified chain.
 */
export const presenceEvents = defineEvents('ephemeral', {
  PresencesReported: eventType(1, {
    /** UNIX seconds. */
    at: z.int(),
    /** New entries: user, seconds since the last activity and since the last connection. */
    presences: z.array(Presence),
    /** Those of them who have come online or hidden themselves: small organizations are notified at once. */
    announcedUserIds: z.array(UserId),
    /**
     * Unchanged entries of old events, with their update ID, repeated so that the old events can be removed.
     */
    kept: z.array(KeptPresence),
    /** People not seen for so long that they are forgotten. */
    forgottenUserIds: z.array(UserId),
  }),
});
export const { PresencesReported } = presenceEvents.make;

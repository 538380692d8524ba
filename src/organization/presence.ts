/**
 * Presence of one organization, folded from the remaining events of its stream `ephemeral-{id}`. Each event
 * contains complete presences, so outdated events can be removed, and a start reads few.
 */
import type { UserId } from '../base/ids.ts';
import type { AnyEvent, EphemeralEvents } from '../events/catalog.ts';
import type { StreamEnd } from '../events/chain.ts';
import { type FoldMap, map } from './containers/containers.ts';

/** A person's presence; times are UNIX seconds. */
export interface Presence {
  readonly userId: UserId;
  /** Of the last activity; null if they have only been connected. */
  readonly activeAt: number | null;
  readonly connectedAt: number;
  /** Number of the event that caused this: its revision plus one. */
  readonly updateId: number;
  /** Revision of the event that contains this. */
  readonly recordedIn: number;
}

/** When a person was last active, and last connected. */
export type PresenceTimes = Pick<Presence, 'activeAt' | 'connectedAt'>;

export class PresenceState {
  revision: number;
  hash: string;
  /** UNIX milliseconds of the last event. */
  time = 0;
  /** Revision of the first event that is still needed. */
  needed: number;
  readonly people: FoldMap<UserId, Presence>;
  /** Revision → people whose presence the event contains; later events may repeat some of them. */
  readonly recorded: FoldMap<number, readonly UserId[]>;
  readonly #base: PresenceState | undefined;

  /** Folding begins after the position: at the start of the stream, or of what remains of it. */
  constructor({ revision, hash }: StreamEnd, base?: PresenceState) {
    this.revision = revision;
    this.hash = hash;
    this.needed = base?.needed ?? revision + 1;
    this.people = base?.people.layer() ?? map();
    this.recorded = base?.recorded.layer() ?? map();
    this.#base = base;
  }

  fold(event: AnyEvent): void {
    if (event.type === 'PresencesReported') this.#take(event.data, event.revision);
    this.time = event.metadata.time;
    this.pass({ revision: event.revision, hash: event.metadata.hash });
  }

  /** Continues after an event. */
  pass({ revision, hash }: StreamEnd): void {
    this.revision = revision;
    this.hash = hash;
    while (this.needed <= revision && !this.#isNeeded(this.needed)) {
      this.recorded.delete(this.needed);
      this.needed += 1;
    }
  }

  layer(): PresenceState {
    const layer = new PresenceState(this, this);
    layer.time = this.time;
    return layer;
  }

  /** Gives a layer's events to its base. */
  merge(): void {
    const base = this.#base;
    if (base === undefined) throw new Error('Only a layer can be merged.');
    this.people.merge();
    this.recorded.merge();
    const { revision, hash, time, needed } = this;
    Object.assign(base, { revision, hash, time, needed });
  }

  #take(
    { at, presences, carriedOver, forgottenUserIds }: EphemeralEvents['PresencesReported'],
    recordedIn: number,
  ): void {
    for (const [userId, activeAgo, connectedAgo, updateId = recordedIn + 1] of [...presences, ...carriedOver])
      this.people.set(userId, {
        userId,
        updateId,
        recordedIn,
        activeAt: activeAgo === null ? null : at - activeAgo,
        connectedAt: at - connectedAgo,
      });
    for (const userId of forgottenUserIds) this.people.delete(userId);
    this.recorded.set(
      recordedIn,
      [...presences, ...carriedOver].map(([userId]) => userId),
    );
  }

  #isNeeded(revision: number): boolean {
    return presencesIn(this, revision).next().done !== true;
  }
}

/** `server_presence_offline_threshold_seconds`: anybody not seen for longer is offline. */
export const OFFLINE_AFTER_SECONDS = 200;

/** Whether somebody is using a device now; `now` in UNIX seconds. */
export function isOnline({ people }: PresenceState, userId: UserId, now: number): boolean {
  const activeAt = people.get(userId)?.activeAt ?? null;
  return activeAt !== null && now - activeAt <= OFFLINE_AFTER_SECONDS;
}

/** Presences in an event that no later event repeats. */
export function* presencesIn({ people, recorded }: PresenceState, revision: number): Generator<Presence> {
  for (const userId of recorded.get(revision) ?? []) {
    const presence = people.get(userId);
    if (presence?.recordedIn === revision) yield presence;
  }
}

/** Changes after the update with a number, without looking at older events. */
export function* presencesAfter(state: PresenceState, updateId: number): Generator<Presence> {
  for (let revision = Math.max(state.needed, updateId); revision <= state.revision; revision += 1)
    for (const presence of presencesIn(state, revision)) if (presence.updateId > updateId) yield presence;
}

/**
 * The definition of a reactor: a name, the events it listens to, and the effects of each. Progress is recorded
 * in the stream `reactor-{name}-{organization}`, never in a view.
 */
import type { OrganizationEvents } from '../../events/catalog.ts';
import type { RecordedEvent } from '../../events/define.ts';
import type { OrganizationState } from '../../organization/state.ts';

/**
 * An action outside the state. It may be repeated after a crash, and run on two nodes at once, so it must be
 * idempotent by ID.
 */
export interface Effect {
  /** Derived from the event, so that it is always the same: `notice:{eventId}`. */
  readonly id: string;
  /** Fails with `Refused` if a retry cannot help. */
  run(): Promise<void>;
}

/** Event name → the effects of such an event. The state contains the event, and possibly later ones. */
type Effects = {
  readonly [Type in keyof OrganizationEvents]?: (
    event: RecordedEvent<Type, OrganizationEvents[Type]>,
    organization: OrganizationState,
  ) => readonly Effect[];
};

export interface Reactor {
  /** Only letters: it is part of stream names, permanently. */
  readonly name: string;
  readonly on: Effects;
  /** Events whose effects may run at once, if their order does not matter; 1 by default. */
  readonly atOnce?: number;
  /** Whether there can be any effects in an organization as it is; if not, its events are skipped. */
  readonly concerns?: (organization: OrganizationState) => boolean;
}

/**
 * Defines a reactor. Events of one organization are handled in order, one after the other unless `atOnce`
 * is greater than 1; the effects of one event run together.
 */
export const defineReactor = (reactor: Reactor): Reactor => reactor;

/** Work of a reactor that is not done yet, in all organizations. */
export interface Backlog {
  readonly reactor: string;
  /** Events to handle, deliveries or messages to send. */
  readonly waiting: number;
  /** UNIX milliseconds from which the oldest of them has been due; null if nothing waits. */
  readonly since: number | null;
}

/** The recorded progress of one reactor in one organization. */
export interface ReactorProgress {
  /** Revision up to which everything has been handled; undefined if the reactor has never run. */
  readonly checkpoint: number | undefined;
  isAbandoned(effectId: string): boolean;
  /** Records that everything up to a revision has been handled. */
  advance(revision: number): Promise<void>;
  /** Records that an effect is given up. */
  abandon(effectId: string, reason: string): Promise<void>;
}

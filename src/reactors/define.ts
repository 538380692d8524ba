/**
 * How a reactor is defined: a name, the events it listens to, and the effects that follow from each. What becomes of
 * them is on record in the stream `reactor-{name}-{organization}`, never in a view.
 */
import type { OrganizationEvents } from '../events/catalog.ts';
import type { RecordedEvent } from '../events/define.ts';
import type { OrganizationState } from '../organization/state.ts';

/**
 * Something to be done outside of the state. It may be carried out again after a crash, and on two nodes at once: what
 * it does under one ID must come to the same as doing it once.
 */
export interface Effect {
  /** The same for the same event, whenever it is asked for: `notice:{eventId}`. */
  readonly id: string;
  /** Fails with `Refused` where trying again does not help. */
  carryOut(): Promise<void>;
}

/** Event name → what follows from such an event. The state has the event, and may have later ones. */
type Effects = {
  readonly [Type in keyof OrganizationEvents]?: (
    event: RecordedEvent<Type, OrganizationEvents[Type]>,
    organization: OrganizationState,
  ) => readonly Effect[];
};

export interface Reactor {
  /** Letters alone: it becomes part of stream names, for ever. */
  readonly name: string;
  readonly on: Effects;
  /** Events whose effects may be under way at once, where their order does not matter; 1 unless it says otherwise. */
  readonly atOnce?: number;
  /** Whether anything at all can follow in an organization as it is; where nothing can, no event is looked into. */
  readonly concerns?: (organization: OrganizationState) => boolean;
}

/**
 * Defines a reactor. Events of one organization come in order, one after the other unless `atOnce`
 * says otherwise; the effects of one event are carried out together.
 */
export const defineReactor = (reactor: Reactor): Reactor => reactor;

/** The record of one reactor in one organization. */
export interface ReactorProgress {
  /** Revision up to which all has been done; undefined where the reactor has never run. */
  readonly checkpoint: number | undefined;
  isAbandoned(effectId: string): boolean;
  /** Records that all has been done up to a revision. */
  advance(revision: number): Promise<void>;
  /** Records that an effect will not be tried again. */
  abandon(effectId: string, reason: string): Promise<void>;
}

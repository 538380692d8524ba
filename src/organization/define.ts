/**
 * How an area's part of the state is defined: its containers, and how each event changes them. A slice
 * depends on events only, never on another slice, so each can be read by itself.
 */
import type { OrganizationEvents } from '../events/catalog.ts';
import type { RecordedEvent } from '../events/define.ts';
import type { Container } from './containers.ts';

export type Containers = Readonly<Record<string, Container>>;

/** Event name → its changes. Other events change only revision, hash and time. */
type Evolve<State> = {
  readonly [Type in keyof OrganizationEvents]?: (
    state: State,
    data: OrganizationEvents[Type],
    event: RecordedEvent<Type, OrganizationEvents[Type]>,
  ) => void;
};

export interface Slice<State extends Containers = Containers> {
  /** Raised whenever the saved form changes: older snapshots are then ignored. */
  readonly version: number;
  readonly state: () => State;
  readonly evolve: Evolve<State>;
}

/** Defines an area's slice of the organization's state. */
export const slice = <State extends Containers>(definition: Slice<State>): Slice<State> => definition;

/**
 * How an area's part of the state is defined: the containers it is kept in, and what each event changes in them.
 * A slice learns from events alone and never looks at another slice, so any one of them can be read by itself.
 */
import type { OrganizationEvents } from '../events/catalog.ts';
import type { RecordedEvent } from '../events/define.ts';
import type { Container } from './containers.ts';

export type Containers = Readonly<Record<string, Container>>;

/** Event name → what it changes. Events that no slice names change nothing but revision, hash and time. */
type Evolve<State> = {
  readonly [Type in keyof OrganizationEvents]?: (
    state: State,
    data: OrganizationEvents[Type],
    event: RecordedEvent<Type, OrganizationEvents[Type]>,
  ) => void;
};

export interface Slice<State extends Containers = Containers> {
  /** Raised whenever the saved form changes: an older snapshot is then ignored. */
  readonly version: number;
  readonly state: () => State;
  readonly evolve: Evolve<State>;
}

/** Defines an area's slice of the organization's state. */
export const slice = <State extends Containers>(definition: Slice<State>): Slice<State> => definition;

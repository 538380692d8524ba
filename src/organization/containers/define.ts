/**
 * Definition of an area's part of the state: its containers, and how each event changes them. A slice
 * depends on events only, never on another slice, so each can be read by itself.
 */
import { nameKey } from '../../base/identity.ts';
import type { OrganizationEvents } from '../../events/catalog.ts';
import type { RecordedEvent } from '../../events/define.ts';
import type { Container, FoldMap } from './containers.ts';

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

// How events change a thing, written once: the state and the documents both use it.

type EventName = keyof OrganizationEvents;

/** Changes of things by events of some names; `Asked` has the fields that a change depends on. */
export interface Changes<Names extends EventName, Id, Thing extends Asked, Asked> {
  /** The ID of the thing that an event changes. */
  readonly idIn: (data: OrganizationEvents[Names]) => Id;
  /** Event name → the fields that it replaces, given the thing's former ones. */
  readonly on: {
    readonly [Type in Names]: (data: OrganizationEvents[Type], thing: Asked) => Partial<Thing>;
  };
}

/** Declares the changes of one kind of thing. */
export const defineChanges =
  <Id, Thing extends Asked, Asked = unknown>() =>
  <Names extends EventName>(
    idIn: Changes<Names, Id, Thing, Asked>['idIn'],
    on: Changes<Names, Id, Thing, Asked>['on'],
  ): Changes<Names, Id, Thing, Asked> => ({ idIn, on });

/** A handler for each event, from a function that changes a thing. */
export const changeHandlers = <Names extends EventName, Id, Thing extends Asked, Asked, Handler>(
  { on }: Changes<Names, Id, Thing, Asked>,
  handler: (change: (data: OrganizationEvents[Names], thing: Asked) => Partial<Thing>) => Handler,
): Readonly<Record<Names, Handler>> =>
  Object.fromEntries(
    Object.entries(on).map(([name, change]) => [name, handler(change as never)]),
  ) as Readonly<Record<Names, Handler>>;

/** The part of a slice's `evolve` that applies the changes to its `byId`. */
export const evolveById = <Names extends EventName, Id extends number, Thing extends Asked, Asked>(
  changes: Changes<Names, Id, Thing, Asked>,
) =>
  changeHandlers(
    changes,
    (change) =>
      ({ byId }: { readonly byId: FoldMap<Id, Thing> }, data: OrganizationEvents[Names]) =>
        byId.update(changes.idIn(data), (thing) => ({ ...thing, ...change(data, thing) })),
  );

// Unique names: which thing has a name, by `nameKey`.

/** By `nameKey`. */
interface NameIndex<Id> {
  get(key: string): Id | undefined;
  set(key: string, id: Id): void;
  delete(key: string): boolean;
}

/**
 * Assigns a thing's current name and releases its former one, if any. Two things whose names differed when
 * they were given may have equal names under today's rules: the older one keeps the name, the other is known
 * by its ID only.
 */
export function reassignName<Id>(names: NameIndex<Id>, id: Id, newName: string, oldName?: string): void {
  if (oldName !== undefined && names.get(nameKey(oldName)) === id) names.delete(nameKey(oldName));
  if (names.get(nameKey(newName)) === undefined) names.set(nameKey(newName), id);
}

/** How events change a thing, written once: the state and the documents both use it. */
import type { OrganizationEvents } from '../events/catalog.ts';
import type { FoldMap } from './containers.ts';

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

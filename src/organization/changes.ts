/**
 * What events change of a thing, written once: the state takes it from here, and so do the documents of the thing.
 */
import type { OrganizationEvents } from '../events/catalog.ts';
import type { FoldMap } from './containers.ts';

type EventName = keyof OrganizationEvents;

/** What events of some names change of things; `Asked` has the fields that a change depends on. */
export interface Changes<Names extends EventName, Id, Thing extends Asked, Asked> {
  /** The thing that an event is about. */
  readonly idIn: (data: OrganizationEvents[Names]) => Id;
  /** Event name → the fields that it replaces, given those that the thing had. */
  readonly on: {
    readonly [Type in Names]: (data: OrganizationEvents[Type], thing: Asked) => Partial<Thing>;
  };
}

/** Declares the changes of things of a kind. */
export const changesOf =
  <Id, Thing extends Asked, Asked = unknown>() =>
  <Names extends EventName>(
    idIn: Changes<Names, Id, Thing, Asked>['idIn'],
    on: Changes<Names, Id, Thing, Asked>['on'],
  ): Changes<Names, Id, Thing, Asked> => ({ idIn, on });

/** A handler of each of the events, made of a function that changes a thing. */
export const changeHandlers = <Names extends EventName, Id, Thing extends Asked, Asked, Handler>(
  { on }: Changes<Names, Id, Thing, Asked>,
  handler: (change: (data: OrganizationEvents[Names], thing: Asked) => Partial<Thing>) => Handler,
): Readonly<Record<Names, Handler>> =>
  Object.fromEntries(
    Object.entries(on).map(([name, change]) => [name, handler(change as never)]),
  ) as Readonly<Record<Names, Handler>>;

/** The part of a slice's `evolve` that makes the changes in its `byId`. */
export const evolveById = <Names extends EventName, Id extends number, Thing extends Asked, Asked>(
  changes: Changes<Names, Id, Thing, Asked>,
) =>
  changeHandlers(
    changes,
    (change) =>
      ({ byId }: { readonly byId: FoldMap<Id, Thing> }, data: OrganizationEvents[Names]) =>
        byId.update(changes.idIn(data), (thing) => ({ ...thing, ...change(data, thing) })),
  );

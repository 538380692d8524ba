/** The fold of projections for a store whose engine has a thread for it, and which knows no projections. */
import type { StoredEvent } from '../../events/log/eventLog.ts';
import { EventNotApplied, foldBatch, handlersOf, LoggedEvent } from './batch.ts';
import type { Projection } from '../define.ts';
import type { Fold } from '../store/readModels.ts';

/** Folds for any of the projections; consecutive ones that receive the same events decode them once. */
export function createFold(projections: readonly Projection[]): Fold {
  const foldable = projections.map((projection) => ({ projection, handlers: handlersOf(projection) }));
  let last: { readonly stored: readonly StoredEvent[]; readonly events: readonly LoggedEvent[] } | undefined;
  return async ({ projection: name, version }, stored, load) => {
    const known = foldable.find(
      ({ projection }) => projection.name === name && projection.version === version,
    );
    if (!known) return undefined;
    if (last?.stored !== stored) last = { stored, events: LoggedEvent.all(stored) };
    try {
      return await foldBatch(known.projection, known.handlers, last.events, { load });
    } catch (error) {
      if (error instanceof EventNotApplied) return undefined;
      throw error;
    }
  };
}

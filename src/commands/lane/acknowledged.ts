/** A lane's acknowledged state, advanced by its own batches and by other nodes' events, and its observer. */
import type { AnyEvent } from '../../events/catalog.ts';
import { type FoldedState, ObservedFold, type Observer } from '../../organization/moments.ts';

export class AcknowledgedState<State extends FoldedState> {
  readonly state: State;
  readonly #moments: ObservedFold<State>;
  /** A merged layer that is still level with the state. */
  #merged: State | undefined;
  #observer: Observer<State> | undefined;
  #onFailure: (error: unknown) => void = () => undefined;

  constructor(state: State) {
    this.state = state;
    this.#moments = new ObservedFold(state);
  }

  /** See `Lane.observe`. */
  observe(observer: Observer<State>, onFailure: (error: unknown) => void): () => void {
    this.#observer = observer;
    this.#onFailure = onFailure;
    return () => {
      if (this.#observer === observer) this.#observer = undefined;
    };
  }

  /** The layer of the last batch, if it was merged and the state has not moved otherwise; else a new one. */
  takeDraft(): State {
    const layer = this.#merged?.revision === this.state.revision ? this.#merged : this.state.layer();
    this.#merged = undefined;
    return layer as State;
  }

  /** Adds an acknowledged batch: its layer at once or, for an observer, its events one by one. */
  apply({ layer, recorded }: { readonly layer: State; readonly recorded: readonly AnyEvent[] }): void {
    if (this.#observer !== undefined) return recorded.forEach((event) => this.fold(event));
    layer.merge();
    this.#merged = layer;
  }

  /** Folds the event of the next revision. */
  fold(event: AnyEvent): void {
    if (this.#observer === undefined) this.state.fold(event);
    else this.#moments.fold(event, this.#observe);
  }

  /** An observer that throws is removed, because it has missed something; the state does not depend on it. */
  readonly #observe: Observer<State> = (event, moment) => {
    try {
      this.#observer?.(event, moment);
    } catch (error) {
      this.#observer = undefined;
      this.#onFailure(error);
    }
  };
}

/** A container as the state composes, layers and saves it. */
export interface Container {
  /** A layer over this container: sees its content, keeps its own writes to itself until they are merged. */
  layer(): Container;
  /** Moves a layer's changes into what it was made from; a container that is no layer refuses. */
  merge(): void;
  /** The content of this moment as JSON-able rows, made one by one while later writes go on. */
  save(): Iterable<unknown>;
  /** Takes in one row that `save` has made. */
  load(row: unknown): void;
  /** Grows with every write: while it stays the same, so does the content. */
  readonly writes: number;
}

/** How a value that JSON cannot hold becomes one that it can. */
export interface Codec<V> {
  save(value: V): unknown;
  load(saved: unknown): V;
}

/** For values that are plain JSON. */
export const asItIs: Codec<unknown> = { save: (value) => value, load: (saved) => saved };

export const notALayer = (): Error => new Error('Only a layer can be merged.');
export const unmergedLayer = (): Error =>
  new Error('A layer is neither saved nor loaded: only acknowledged state is.');

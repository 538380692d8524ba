/** A container as the state composes, layers and saves it. */
export interface Container {
  /** A layer over this container: sees its content, and keeps its own writes until they are merged. */
  layer(): Container;
  /** Moves a layer's changes into its base; fails for a container that is not a layer. */
  merge(): void;
  /** The current content as JSON-able rows, created one by one while later writes go on. */
  save(): Iterable<unknown>;
  /** Adds a row created by `save`. */
  load(row: unknown): void;
  /** Grows with every write: equal numbers mean equal content. */
  readonly writes: number;
}

/** Converts a value that JSON cannot represent. */
export interface Codec<V> {
  save(value: V): unknown;
  load(saved: unknown): V;
}

/** For values that are plain JSON. */
export const identityCodec: Codec<unknown> = { save: (value) => value, load: (saved) => saved };

export const notALayerError = (): Error => new Error('Only a layer can be merged.');
export const unmergedLayerError = (): Error =>
  new Error('A layer is neither saved nor loaded: only acknowledged state is.');

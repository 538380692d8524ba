import {
  identityCodec,
  type Codec,
  type Container,
  notALayerError,
  unmergedLayerError,
} from './container.ts';

export interface FoldCell<T> extends Container {
  get(): T;
  set(value: T): void;
  layer(): FoldCell<T>;
}

/** A single value. */
export const cell = <T>(initial: T, codec = identityCodec as Codec<T>): FoldCell<T> =>
  new RootCell(initial, codec);

class RootCell<T> implements FoldCell<T> {
  writes = 0;
  #value: T;
  readonly #codec: Codec<T>;

  constructor(initial: T, codec: Codec<T>) {
    this.#value = initial;
    this.#codec = codec;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    this.writes += 1;
    this.#value = value;
  }

  layer(): FoldCell<T> {
    return new CellDraft(this);
  }

  merge(): void {
    throw notALayerError();
  }

  save(): Iterable<unknown> {
    return [this.#codec.save(this.#value)];
  }

  load(row: unknown): void {
    this.#value = this.#codec.load(row);
  }
}

class CellDraft<T> implements FoldCell<T> {
  readonly #base: FoldCell<T>;
  #change: { readonly value: T } | undefined;

  constructor(base: FoldCell<T>) {
    this.#base = base;
  }

  get writes(): number {
    return this.#base.writes + (this.#change ? 1 : 0);
  }

  get(): T {
    return this.#change === undefined ? this.#base.get() : this.#change.value;
  }

  set(value: T): void {
    this.#change = { value };
  }

  layer(): FoldCell<T> {
    return new CellDraft(this);
  }

  merge(): void {
    if (this.#change) this.#base.set(this.#change.value);
    this.#change = undefined;
  }

  save(): Iterable<unknown> {
    throw unmergedLayerError();
  }

  load(): void {
    throw unmergedLayerError();
  }
}

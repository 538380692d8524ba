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
const identityCodec: Codec<unknown> = { save: (value) => value, load: (saved) => saved };

const notALayerError = (): Error => new Error('Only a layer can be merged.');
const unmergedLayerError = (): Error =>
  new Error('A layer is neither saved nor loaded: only acknowledged state is.');

interface FoldCell<T> extends Container {
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

export interface FoldMap<K extends number | string, V> extends Container {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): boolean;
  /** Replaces the value of an existing key, by a patch of its fields or a function of it. */
  update(key: K, change: Partial<V> | ((value: V) => V)): void;
  entries(): IterableIterator<[K, V]>;
  keys(): IterableIterator<K>;
  values(): IterableIterator<V>;
  /** Keys written since `writes` had that value; 'all' on the first call, and if too much has changed. */
  writtenSince(writes: number): 'all' | readonly K[];
  layer(): FoldMap<K, V>;
}

/** An empty map; the codec is for snapshots of values that are not plain JSON. */
export const map = <K extends number | string, V>(codec = identityCodec as Codec<V>): FoldMap<K, V> =>
  new RootMap(codec);

/** Minimum number of recently written keys that are remembered. */
const REMEMBERED = 1_000;

class RootMap<K extends number | string, V> implements FoldMap<K, V> {
  writes = 0;
  /** The recently written keys, once they have been requested. */
  #written: K[] | undefined;
  readonly #content = new Map<K, V>();
  readonly #codec: Codec<V>;

  constructor(codec: Codec<V>) {
    this.#codec = codec;
  }

  get size(): number {
    return this.#content.size;
  }

  get(key: K): V | undefined {
    return this.#content.get(key);
  }

  has(key: K): boolean {
    return this.#content.has(key);
  }

  set(key: K, value: V): void {
    this.#note(key);
    this.#content.set(key, value);
  }

  delete(key: K): boolean {
    this.#note(key);
    return this.#content.delete(key);
  }

  writtenSince(writes: number): 'all' | readonly K[] {
    this.#written ??= [];
    const missed = this.writes - writes;
    return missed > this.#written.length ? 'all' : this.#written.slice(this.#written.length - missed);
  }

  update(key: K, change: Partial<V> | ((value: V) => V)): void {
    updateIn(this, key, change);
  }

  entries(): IterableIterator<[K, V]> {
    return this.#content.entries();
  }

  keys(): IterableIterator<K> {
    return this.#content.keys();
  }

  values(): IterableIterator<V> {
    return this.#content.values();
  }

  layer(): FoldMap<K, V> {
    return new MapDraft(this);
  }

  merge(): void {
    throw notALayerError();
  }

  save(): Iterable<unknown> {
    return savedEntries([...this.#content], this.#codec);
  }

  load(row: unknown): void {
    const [key, saved] = row as [K, unknown];
    this.#content.set(key, this.#codec.load(saved));
  }

  #note(key: K): void {
    this.writes += 1;
    if (this.#written === undefined) return;
    this.#written.push(key);
    if (this.#written.length > 2 * REMEMBERED) this.#written.splice(0, REMEMBERED);
  }
}

const REMOVED = Symbol('removed');

class MapDraft<K extends number | string, V> implements FoldMap<K, V> {
  readonly #base: FoldMap<K, V>;
  /** Created by the first write: most layers change few containers. */
  #changes: Map<K, V | typeof REMOVED> | undefined;
  #sizeChange = 0;

  constructor(base: FoldMap<K, V>) {
    this.#base = base;
  }

  get size(): number {
    return this.#base.size + this.#sizeChange;
  }

  get writes(): number {
    return this.#base.writes + (this.#changes?.size ?? 0);
  }

  get(key: K): V | undefined {
    const changed = this.#changes?.get(key);
    if (changed === REMOVED) return undefined;
    // Undefined means an untouched key: values are never undefined.
    return changed === undefined ? this.#base.get(key) : changed;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): void {
    if (!this.has(key)) this.#sizeChange += 1;
    (this.#changes ??= new Map()).set(key, value);
  }

  delete(key: K): boolean {
    if (!this.has(key)) return false;
    this.#sizeChange -= 1;
    (this.#changes ??= new Map()).set(key, REMOVED);
    return true;
  }

  update(key: K, change: Partial<V> | ((value: V) => V)): void {
    updateIn(this, key, change);
  }

  *entries(): IterableIterator<[K, V]> {
    const changes = this.#changes;
    if (changes === undefined) return yield* this.#base.entries();
    for (const [key, value] of this.#base.entries()) {
      const changed = changes.get(key) ?? value;
      if (changed !== REMOVED) yield [key, changed];
    }
    for (const [key, value] of changes) if (value !== REMOVED && !this.#base.has(key)) yield [key, value];
  }

  *keys(): IterableIterator<K> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  writtenSince(): 'all' {
    return 'all';
  }

  layer(): FoldMap<K, V> {
    return new MapDraft(this);
  }

  merge(): void {
    for (const [key, value] of this.#changes ?? []) {
      if (value === REMOVED) this.#base.delete(key);
      else this.#base.set(key, value);
    }
    this.#changes = undefined;
    this.#sizeChange = 0;
  }

  save(): Iterable<unknown> {
    throw unmergedLayerError();
  }

  load(): void {
    throw unmergedLayerError();
  }
}

function updateIn<K extends number | string, V>(
  target: FoldMap<K, V>,
  key: K,
  change: Partial<V> | ((value: V) => V),
): void {
  const present = target.get(key);
  if (present === undefined) throw new Error(`There is nothing under ${key} to be changed.`);
  target.set(key, typeof change === 'function' ? change(present) : { ...present, ...change });
}

function* savedEntries<K, V>(entries: readonly [K, V][], codec: Codec<V>): IterableIterator<unknown> {
  for (const [key, value] of entries) yield [key, codec.save(value)];
}

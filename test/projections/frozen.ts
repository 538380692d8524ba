/** Digests of what each version of a view, and of a slice of the state, makes of the examples of its events. */
import { hash } from 'node:crypto';
import type { Slice } from '../../src/organization/containers/define.ts';
import { SLICE_NAMES, slices } from '../../src/organization/state.ts';
import { projections } from '../../src/projections/catalog.ts';
import type { Collection, Projection, ViewWriter } from '../../src/projections/running/define.ts';
import type { Document, DocumentId } from '../../src/projections/store/readModels.ts';
import { example, recorded } from '../support/examples.ts';

/** A version of a view (`channels@2`) or of a slice (`channels#4`). */
interface Version {
  readonly name: string;
  /** The form in which it is stored, as text. */
  readonly stores: string;
  readonly digest: () => string;
}

const digestOf = (made: unknown): string => hash('sha256', JSON.stringify(made), 'base64url').slice(0, 16);

/** One of each of the events that have a handler, as if nothing else had happened. */
const historyOf = (handlers: object) =>
  recorded(
    Object.values(example)
      .map((make) => make())
      .filter(({ type }) => type in handlers),
  );

/** Documents by collection and ID, as the handlers write them, and the words under which whole ones are found. */
class Documents implements ViewWriter {
  readonly all = new Map<string, Document>();

  put({ name, wording }: Collection, id: DocumentId, document: object): void {
    this.all.set(`${name}/${id}`, document as Document);
    if (wording) this.all.set(`words/${name}/${id}`, { words: wording.wordsOf(document) });
  }

  patch<Shape extends object>(
    collection: Collection<Shape>,
    id: DocumentId,
    change: (document: Shape) => Shape,
  ): void {
    this.upsert(collection, id, (document) => change(document ?? ({} as Shape)));
  }

  upsert<Shape extends object>(
    collection: Collection<Shape>,
    id: DocumentId,
    change: (document: Shape | undefined) => Shape | undefined,
  ): void {
    const changed = change(this.all.get(`${collection.name}/${id}`) as Shape | undefined);
    if (changed) this.all.set(`${collection.name}/${id}`, changed as Document);
    else this.remove(collection, id);
  }

  remove({ name }: Collection, id: DocumentId): void {
    this.all.delete(`${name}/${id}`);
    this.all.delete(`words/${name}/${id}`);
  }
}

function digestOfView(on: Projection['on']): string {
  const documents = new Documents();
  const shapes: unknown[] = [];
  for (const event of historyOf(on)) {
    const handle = on[event.type] as (...given: unknown[]) => void;
    handle(event, documents, 1);
    shapes.push([...documents.all]);
  }
  return digestOf(shapes);
}

function digestOfSlice({ state, evolve }: Slice): string {
  const containers = state();
  for (const event of historyOf(evolve)) {
    const change = evolve[event.type as keyof typeof evolve] as (...given: unknown[]) => void;
    change(containers, event.data, event);
  }
  return digestOf(Object.values(containers).map((container) => [...container.save()]));
}

/** The present versions of all views and slices. */
export const versions: readonly Version[] = [
  ...projections.map(({ name, version, on }) => ({
    name: `${name}@${version}`,
    stores: 'documents',
    digest: () => digestOfView(on),
  })),
  ...SLICE_NAMES.map((name) => ({
    name: `${name}#${slices[name].version}`,
    stores: 'saved form',
    digest: () => digestOfSlice(slices[name] as unknown as Slice),
  })),
];

import { expect } from 'chai';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Slice } from '../../src/organization/define.ts';
import { SLICE_NAMES, slices } from '../../src/organization/state.ts';
import { projections } from '../../src/projections/catalog.ts';
import type { Collection, ViewWriter } from '../../src/projections/define.ts';
import type { Document, DocumentId } from '../../src/projections/store/readModels.ts';
import { example, recorded } from '../support/examples.ts';

/**
 * What each version of a view, and of a slice of the state, makes of the examples of the events that it handles. Where one
 * of these changes, stored documents and snapshots are of another kind: raise the version, and put its digest here. Only
 * where it handles one event more, which no log has had before, the digest changes and the version stays.
 */
const FROZEN = JSON.parse(readFileSync(new URL('./frozen.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

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

/** Fails unless what has been made is what the version has made from the first. */
function expectFrozen(name: string, made: unknown, what: string): void {
  const digest = hash('sha256', JSON.stringify(made), 'base64url').slice(0, 16);
  const line = `"${name}": "${digest}"`;
  expect(name in FROZEN, `${name} is new: put ${line} into frozen.json`).to.equal(true);
  expect(FROZEN[name], `${name}: the ${what} changed; raise its version`).to.equal(digest);
}

describe('a version', () => {
  for (const projection of projections) {
    const name = `${projection.name}@${projection.version}`;
    it(`${name} of a view writes the documents that it always wrote`, () => {
      const documents = new Documents();
      const shapes: unknown[] = [];
      for (const event of historyOf(projection.on)) {
        const handle = projection.on[event.type] as (...given: unknown[]) => void;
        handle(event, documents, 1);
        shapes.push([...documents.all]);
      }
      expectFrozen(name, shapes, 'documents');
    });
  }

  for (const slice of SLICE_NAMES) {
    const name = `${slice}#${slices[slice].version}`;
    it(`${name} of a slice saves what it always saved`, () => {
      const { state, evolve } = slices[slice] as unknown as Slice;
      const containers = state();
      for (const event of historyOf(evolve)) {
        const change = evolve[event.type as keyof typeof evolve] as (...given: unknown[]) => void;
        change(containers, event.data, event);
      }
      const rows = Object.values(containers).map((container) => [...container.save()]);
      expectFrozen(name, rows, 'saved form');
    });
  }
});

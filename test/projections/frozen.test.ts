import { expect } from 'chai';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SLICE_NAMES, slices } from '../../src/organization/state.ts';
import { projections } from '../../src/projections/catalog.ts';
import type { Collection, ViewWriter } from '../../src/projections/define.ts';
import type { Document, DocumentId } from '../../src/projections/store/readModels.ts';
import { example, organizationAfter, recorded } from '../support/examples.ts';

/**
 * What each version of a view, and of a slice of the state, makes of the examples. Where one of these changes,
 * stored documents and snapshots are of another kind: raise the version, and put its digest here. A new example
 * changes none of them at the end of the history.
 */
const FROZEN = JSON.parse(readFileSync(new URL('./frozen.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

const { organizationFounded, systemGroupsCreated, ...others } = example;
const history = [
  organizationFounded(),
  systemGroupsCreated(),
  ...Object.values(others).map((make) => make()),
];

/** Documents by collection and ID, as the handlers write them. */
class Documents implements ViewWriter {
  readonly all = new Map<string, Document>();

  put({ name }: Collection, id: DocumentId, document: object): void {
    this.all.set(`${name}/${id}`, document as Document);
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
    if (changed) this.put(collection, id, changed);
    else this.remove(collection, id);
  }

  remove({ name }: Collection, id: DocumentId): void {
    this.all.delete(`${name}/${id}`);
  }
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16);

const advice = 'raise its version, or move an example that is new to the end of ORDER';

describe('a version', () => {
  for (const projection of projections) {
    const name = `${projection.name}@${projection.version}`;
    it(`${name} of a view writes the documents that it always wrote`, () => {
      const documents = new Documents();
      const shapes: unknown[] = [];
      for (const event of recorded(history)) {
        const handle = projection.on[event.type] as ((...given: unknown[]) => void) | undefined;
        if (handle === undefined) continue;
        handle(event, documents, 1);
        shapes.push([...documents.all]);
      }
      expect(digestOf(shapes), `${name}: the documents changed; ${advice}`).to.equal(FROZEN[name]);
    });
  }

  for (const slice of SLICE_NAMES) {
    const name = `${slice}#${slices[slice].version}`;
    it(`${name} of a slice saves what it always saved`, () => {
      const state = organizationAfter(...history.slice(2));
      const rows = Object.values(state[slice]).map((container) => [...container.save()]);
      expect(digestOf(rows), `${name}: the saved form changed; ${advice}`).to.equal(FROZEN[name]);
    });
  }
});

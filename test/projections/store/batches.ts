/** Batches that can be distinguished afterwards: the n-th puts ten documents, rewrites one, and removes one of its own. */
import { expect } from 'chai';
import type { OrganizationId } from '../../../src/base/ids.ts';
import type {
  CollectionDefinition,
  DocumentWrite,
  Generation,
} from '../../../src/projections/store/readModels.ts';

export const name = { projection: 'crash', version: 1, generation: 1 };
export const collections: Readonly<Record<string, CollectionDefinition>> = {
  items: { id: 'number', fields: { batch: 'number', words: 'texts' }, indexes: [['batch']] },
};

const ORGANIZATION = 1 as OrganizationId;
const SIZE = 10;
/** The document that every batch rewrites. */
const COMMON = 0;

const write = (id: number, position: number, document?: object): DocumentWrite => ({
  collection: 'items',
  organizationId: ORGANIZATION,
  id,
  position,
  ...(document && { document: { ...document } }),
});

/** The n-th batch, n from 1; its checkpoint is n. It removes the last document of the batch before. */
export const batch = (n: number): DocumentWrite[] => [
  write(COMMON, n, { batch: n }),
  ...Array.from({ length: SIZE }, (_, index) =>
    write(n * SIZE + index, n, { batch: n, words: ['all', `b${n}`] }),
  ),
  ...(n > 1 ? [write((n - 1) * SIZE + SIZE - 1, n)] : []),
];

/** The generation holds exactly the batches up to its checkpoint, each whole; returns that checkpoint. */
export async function expectWholeBatches(generation: Generation): Promise<number> {
  const checkpoint = (await generation.checkpoint()) ?? 0;
  const found: number[] = [];
  for await (const page of generation.scan('items')) found.push(...page.map(({ id }) => id as number));
  const expected = checkpoint > 0 ? [COMMON] : [];
  for (let n = 1; n <= checkpoint; n++) {
    const kept = n < checkpoint ? SIZE - 1 : SIZE;
    for (let index = 0; index < kept; index++) expected.push(n * SIZE + index);
  }
  expect(found).to.deep.equal(expected);
  const [common] = await generation.load([{ collection: 'items', organizationId: ORGANIZATION, id: COMMON }]);
  expect(common?.document?.['batch'] ?? 0).to.equal(checkpoint);
  const listed = await generation.find('items', ORGANIZATION, { where: { words: 'all' } });
  expect(listed.map(({ id }) => id)).to.deep.equal(expected.slice(1));
  return checkpoint;
}

import { expect } from 'chai';
import { SLICE_NAMES, slices } from '../../src/organization/state.ts';
import { projections } from '../../src/projections/catalog.ts';
import { example } from '../support/examples.ts';

const folds = [...SLICE_NAMES.map((name) => slices[name].evolve), ...projections.map(({ on }) => on)];

describe('an event of an organization', () => {
  for (const { type } of Object.values(example).map((make) => make()))
    it(`${type} changes the state or a view`, () => {
      expect(folds.some((fold) => type in fold)).to.equal(true);
    });
});

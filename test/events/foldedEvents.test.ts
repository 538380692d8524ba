import { expect } from 'chai';
import { SLICE_NAMES, slices } from '../../src/organization/state.ts';
import { projections } from '../../src/projections/catalog.ts';
import { example } from '../support/examples.ts';

const folds = [...SLICE_NAMES.map((name) => slices[name].evolve), ...projections.map(({ on }) => on)];

/** Events that are only kept in the record, and the reason. */
const RECORDED_ONLY: Readonly<Record<string, string>> = {
  RecordConsulted: 'who looked at the record is found in the record',
  MessageReported: 'a message to the moderators tells of it',
};

describe('an event of an organization', () => {
  const types = Object.values(example).map((make) => make().type);
  for (const type of types.filter((each) => !Object.hasOwn(RECORDED_ONLY, each)))
    it(`${type} changes the state or a view`, () => {
      expect(folds.some((fold) => type in fold)).to.equal(true);
    });
});

import { expect } from 'chai';
import { type AnyEvent, eventAreas } from '../../src/events/catalog.ts';
import { clientEventsOf, SILENT, translations } from '../../src/live/catalog.ts';
import { payloads } from '../../src/live/payloads.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import { ROOT_ORGANIZATION } from '../../src/ids.ts';
import { example, recorded } from '../support/examples.ts';
import { z } from 'zod';

const history = Object.values(example).map((make) => make());
const Payload = z.union(Object.values(payloads));

/** Folds a history and translates each event of it; returns the payloads. */
function translated(events: readonly AnyEvent[]): readonly unknown[] {
  const state: OrganizationState = emptyOrganization(ROOT_ORGANIZATION);
  return events.flatMap((event) => {
    const after = state.draft();
    after.fold(event);
    const told = clientEventsOf(event, { before: state, after, host: 'chat.example.com' });
    after.merge();
    return told.flatMap((one) => ('payload' in one ? [one.payload, ...(one.instead?.payloads ?? [])] : []));
  });
}

describe('what clients are told', () => {
  it('is decided for every event of an organization, and of who is there in it', () => {
    const types = Object.values(eventAreas)
      .filter(({ stream }) => stream === 'organization' || stream === 'ephemeral')
      .flatMap(({ definitions }) => Object.keys(definitions));
    const decided = [...Object.keys(translations), ...Object.keys(SILENT)];
    expect(decided.sort()).to.deep.equal(types.sort());
  });

  for (const [what, erased] of [
    ['one of everything', () => false],
    ['one of everything, with all texts erased', () => true],
  ] as const)
    it(`of ${what} has the documented shapes`, () => {
      const all = translated(recorded(history, {}, erased));
      expect(all.length).to.be.greaterThan(40);
      for (const payload of all)
        expect(Payload.safeParse(payload).error, JSON.stringify(payload)).to.equal(undefined);
    });
});

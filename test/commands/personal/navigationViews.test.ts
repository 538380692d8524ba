import { expect } from 'chai';
import {
  addNavigationView,
  changeNavigationView,
  removeNavigationView,
} from '../../../src/commands/personal/navigationViews.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;
const ALERTS = { fragment: 'narrow/is/alerted', isPinned: true, name: 'Alerts' };
const add = (fields: object = {}, state = town(), actor: number = member) =>
  eventsOrRefusal(state, addNavigationView, { ...ALERTS, ...fields }, actor);
const added = (viewId = 1, fields: object = {}) =>
  example.navigationViewAdded({ ownerId: member, viewId, ...fields });

describe('a navigation view', () => {
  it('is added under a fragment and a name', () => {
    const data = { ownerId: member, viewId: 2, ...ALERTS, fragment: 'narrow/is/followed/x', name: 'Mine' };
    const fields = { fragment: data.fragment, name: ' Mine ' };
    expect(add(fields, town(added()))).to.deep.equal([{ type: 'NavigationViewAdded', data }]);
  });

  it('has no name of its own where clients have one', () => {
    expect(add({ fragment: 'inbox', name: null })).to.have.length(1);
    const message = 'Built-in views cannot have a custom name.';
    expect(add({ fragment: 'inbox' })).to.deep.equal(refused(message));
  });

  for (const [why, fields, message] of [
    ['without a name', { name: null }, 'Custom views must have a valid name.'],
    ['with a blank name', { name: ' ' }, 'Custom views must have a valid name.'],
    ['with a name of 101 characters', { name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
    ['without a fragment', { fragment: '' }, "Fragment can't be empty."],
    [
      'with a fragment of 1,001 characters',
      { fragment: 'x'.repeat(1001) },
      'fragment is too long (limit: 1000 characters)',
    ],
  ] as const)
    it(`is refused ${why}`, () => {
      expect(add(fields)).to.deep.equal(refused(message));
    });

  it('is accepted with a fragment of 1,000 and a name of 100 characters', () => {
    expect(add({ fragment: 'x'.repeat(1000), name: 'x'.repeat(100) })).to.have.length(1);
  });

  it('is one for each fragment and each name of a person', () => {
    const state = town(added());
    expect(add({ name: 'Other' }, state)).to.deep.equal(refused('This navigation view exists already.'));
    const message = 'Another navigation view has this name.';
    expect(add({ fragment: 'other', name: 'ALERTS' }, state)).to.deep.equal(refused(message));
    expect(add({}, state, owner)).to.have.length(1);
  });

  it('is one of 200', () => {
    const views = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        added(index + 1, { fragment: `view/${index}`, name: `View ${index}` }),
      );
    expect(add({}, town(...views(199)))).to.have.length(1);
    const message = 'Too many navigation views (maximum 200).';
    expect(add({}, town(...views(200)))).to.deep.equal(refused(message));
  });

  it('is changed and removed by its owner alone', () => {
    const state = town(added());
    const { fragment } = ALERTS;
    const change = { fragment, isPinned: false, name: undefined };
    const absent = refused('Navigation view does not exist.');
    expect(eventsOrRefusal(state, changeNavigationView, change, owner)).to.deep.equal(absent);
    expect(eventsOrRefusal(state, removeNavigationView, { fragment }, owner)).to.deep.equal(absent);
    expect(eventsOrRefusal(state, changeNavigationView, change, member)).to.have.length(1);
    expect(eventsOrRefusal(state, changeNavigationView, change, member)).to.deep.equal([]);
    const gone = eventsOrRefusal(state, removeNavigationView, { fragment }, member);
    expect(gone).to.deep.equal([{ type: 'NavigationViewRemoved', data: { ownerId: member, viewId: 1 } }]);
  });
});

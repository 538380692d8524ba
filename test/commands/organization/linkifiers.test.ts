import { expect } from 'chai';
import {
  addLinkifier,
  changeLinkifier,
  removeLinkifier,
  reorderLinkifiers,
} from '../../../src/commands/organization/linkifiers.ts';
import type { LinkifierId } from '../../../src/events/linkifiers.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;
const ISSUES = {
  pattern: '#(?P<id>[0-9]+)',
  urlTemplate: 'https://tracker.example.com/{id}',
  exampleInput: null,
  reverseTemplate: null,
  alternativeUrlTemplates: [],
};
const add = (fields: object = {}, state = town(), actor: number = owner) =>
  eventsOrRefusal(state, addLinkifier, { ...ISSUES, ...fields }, actor);
const id = 1 as LinkifierId;
const added = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    example.linkifierAdded({ linkifierId: index + 1, pattern: `T${index}-(?P<id>[0-9]+)` }),
  );

describe('a linkifier', () => {
  it('is a pattern and a template with the same names', () => {
    const data = { linkifierId: 1, ...ISSUES };
    expect(add({ pattern: ` ${ISSUES.pattern} ` })).to.deep.equal([{ type: 'LinkifierAdded', data }]);
  });

  it('is for administrators', () => {
    expect(add({}, town(), member)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
  });

  for (const [why, fields, message] of [
    ['no pattern', { pattern: ' ' }, 'pattern cannot be blank'],
    ['501 characters', { pattern: 'x'.repeat(501) }, 'pattern is too long (limit: 500 characters)'],
    [
      'no regular expression',
      { pattern: '#(?P<id>[0-9]+' },
      'Bad regular expression: error parsing regexp: missing closing ): `#(?P<id>[0-9]+`',
    ],
    [
      'half of another one',
      { pattern: 'a)(b' },
      'Bad regular expression: error parsing regexp: unexpected ): `a)(b`',
    ],
    [
      'what looks ahead',
      { pattern: '(?P<id>a)(?=b)' },
      'Bad regular expression: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
    ],
    ['very many steps', { pattern: '(?P<id>((a?){50}){20})' }, 'Bad regular expression: it is too large'],
    ['no template', { urlTemplate: 'https://x.example.com/{id' }, 'Invalid URL template.'],
    ['a script', { urlTemplate: 'javascript:alert({id})' }, 'Invalid URL template.'],
    [
      'a variable more',
      { urlTemplate: 'https://x.example.com/{id}/{other}' },
      "Group 'other' in URL template is not present in linkifier pattern.",
    ],
    [
      'a group more',
      { urlTemplate: 'https://x.example.com/' },
      "Group 'id' in linkifier pattern is not present in URL template.",
    ],
    [
      'an alternative that does not fit',
      { alternativeUrlTemplates: ['https://x.example.com/'] },
      "Group 'id' in linkifier pattern is not present in URL template.",
    ],
  ] as const)
    it(`is refused with ${why}`, () => {
      expect(add(fields)).to.deep.equal(refused(message));
    });

  it('is one for each pattern, and one of 50', () => {
    const message = 'A linkifier with this pattern already exists.';
    expect(add({}, town(example.linkifierAdded()))).to.deep.equal(refused(message));
    expect(add({}, town(...added(49)))).to.have.length(1);
    expect(add({}, town(...added(50)))).to.deep.equal(refused('Too many linkifiers (maximum 50).'));
  });

  it('is changed in parts', () => {
    const nothing = { pattern: undefined, urlTemplate: undefined, exampleInput: undefined };
    const same = {
      linkifierId: id,
      ...nothing,
      reverseTemplate: undefined,
      alternativeUrlTemplates: undefined,
    };
    const state = () => town(example.linkifierAdded());
    expect(eventsOrRefusal(state(), changeLinkifier, same, owner)).to.deep.equal([]);
    const changed = eventsOrRefusal(state(), changeLinkifier, { ...same, exampleInput: '#7' }, owner);
    expect(changed).to.have.nested.property('[0].data.exampleInput', '#7');
    expect(changed).to.have.nested.property('[0].data.pattern', ISSUES.pattern);
    const absent = { ...same, linkifierId: 9 as LinkifierId };
    expect(eventsOrRefusal(state(), changeLinkifier, absent, owner)).to.deep.equal(
      refused('Linkifier not found.'),
    );
  });

  it('is removed by administrators', () => {
    const remove = (actor: number, linkifierId = 1) => {
      const input = { linkifierId: linkifierId as LinkifierId };
      return eventsOrRefusal(town(...added(1)), removeLinkifier, input, actor);
    };
    expect(remove(owner)).to.deep.equal([example.linkifierRemoved({ linkifierId: 1 })]);
    expect(remove(member)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
    expect(remove(owner, 2)).to.deep.equal(refused('Linkifier not found.'));
  });

  it('is in an order of all of them', () => {
    const order = (...ids: readonly number[]) =>
      eventsOrRefusal(town(...added(2)), reorderLinkifiers, { order: ids as LinkifierId[] }, owner);
    expect(order(2, 1)).to.deep.equal([{ type: 'LinkifiersReordered', data: { order: [2, 1] } }]);
    expect(order(1, 2)).to.deep.equal([]);
    const message = 'The ordered list must enumerate all existing linkifiers exactly once';
    for (const ids of [[1], [1, 1], [1, 2, 3]]) expect(order(...ids)).to.deep.equal(refused(message));
  });
});

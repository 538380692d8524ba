import { expect } from 'chai';
import { allowDomain, changeDomain, disallowDomain } from '../../../src/commands/organization/settings.ts';
import { emailFault } from '../../../src/commands/people/accounts.ts';
import { addPlayground, removePlayground } from '../../../src/commands/organization/linkifiers.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { PlaygroundId } from '../../../src/events/linkifiers.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

const { owner, member } = PEOPLE;
const restricted = example.organizationSettingChanged({
  property: 'emailsRestrictedToDomains',
  oldValue: false,
  newValue: true,
});
const allow = (domain: string, ...before: readonly DomainEvent[]) =>
  eventsOrRefusal(town(...before), allowDomain, { domain, allowsSubdomains: false }, owner);

describe('an allowed domain', () => {
  it('is kept in lower case and ASCII', () => {
    const data = { domainId: 1, domain: 'xn--mnchen-3ya.de', allowsSubdomains: false };
    expect(allow(' MÜNCHEN.de ')).to.deep.equal([{ type: 'DomainAllowed', data }]);
  });

  for (const domain of [
    'localhost',
    'a..de',
    '.a.de',
    'a.de.',
    '-a.de',
    'a b.de',
    'x@a.de',
    `${'a.'.repeat(126)}de`,
  ])
    it(`is not ${domain.slice(0, 20)}`, () => {
      expect(allow(domain)).to.deep.equal(refused('Invalid domain: it is no name with a dot.'));
    });

  it('is allowed once', () => {
    const message = 'The domain example.com is already a part of your organization.';
    expect(allow('Example.COM', example.domainAllowed())).to.deep.equal(refused(message));
  });

  it('decides what addresses are allowed where they are restricted', () => {
    const faults = (...before: readonly DomainEvent[]) =>
      ['a@example.com', 'a@mail.example.com', 'a@notexample.com', 'a+b@example.com'].map((email) =>
        emailFault(town(...before), { email, host: 'chat.example.com' }),
      );
    expect(faults(example.domainAllowed())).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect(faults(restricted)).to.deep.equal(['outside', 'outside', 'outside', 'plus']);
    const one = [restricted, example.domainAllowed()];
    expect(faults(...one)).to.deep.equal([undefined, 'outside', 'outside', 'plus']);
    const below = [...one, example.domainChanged()];
    expect(faults(...below)).to.deep.equal([undefined, undefined, 'outside', 'plus']);
  });

  it('comes with those below it, if owners say so', () => {
    const change = (domain: string, allowsSubdomains: boolean, actor: number = owner) =>
      eventsOrRefusal(town(example.domainAllowed()), changeDomain, { domain, allowsSubdomains }, actor);
    expect(change('Example.COM', true)).to.deep.equal([example.domainChanged()]);
    expect(change('example.com', false)).to.deep.equal([]);
    expect(change('example.com', true, member)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
    expect(change('example.org', true)).to.deep.equal(refused('No entry found for domain example.org.'));
  });

  it('leaves no restriction behind when the last one goes', () => {
    const state = town(restricted, example.domainAllowed());
    const events = eventsOrRefusal(state, disallowDomain, { domain: 'example.com' }, owner);
    expect(events).to.have.nested.property('[1].data.newValue', false);
    const message = 'No entry found for domain example.com.';
    expect(eventsOrRefusal(state, disallowDomain, { domain: 'example.com' }, owner)).to.deep.equal(
      refused(message),
    );
  });
});

describe('a code playground', () => {
  const playground = { name: 'Play', language: 'Rust', urlTemplate: 'https://play.example.com/?code={code}' };
  const add = (fields: object, ...before: readonly DomainEvent[]) =>
    eventsOrRefusal(town(...before), addPlayground, { ...playground, ...fields }, owner);

  for (const [why, fields, message] of [
    ['no name', { name: ' ' }, 'name cannot be blank'],
    ['strange characters', { language: 'C<' }, 'Invalid characters in pygments language'],
    ['no template', { urlTemplate: 'https://a.de/{' }, 'Invalid URL template.'],
    ['no code', { urlTemplate: 'https://a.de/' }, 'Missing the required variable "code" in the URL template'],
    [
      'more than code',
      { urlTemplate: 'https://a.de/{code}{x}' },
      '"code" should be the only variable present in the URL template',
    ],
  ] as const)
    it(`is refused with ${why}`, () => {
      expect(add(fields)).to.deep.equal(refused(message));
    });

  it('is removed by administrators', () => {
    const remove = (actor: number, playgroundId = 1) => {
      const input = { playgroundId: playgroundId as PlaygroundId };
      return eventsOrRefusal(town(example.playgroundAdded()), removePlayground, input, actor);
    };
    expect(remove(owner)).to.deep.equal([example.playgroundRemoved({ playgroundId: 1 })]);
    expect(remove(member)).to.have.property('refused', 'UNAUTHORIZED_PRINCIPAL');
    expect(remove(owner, 2)).to.deep.equal(refused('Invalid playground'));
  });

  it('has a name of its own among those of its language', () => {
    expect(add({})).to.have.length(1);
    const present = example.playgroundAdded({ name: 'Play' });
    const message = 'A playground with this name exists for this language.';
    expect(add({}, present)).to.deep.equal(refused(message));
    expect(add({ language: 'C++' }, present)).to.have.length(1);
  });
});

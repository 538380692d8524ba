import { expect } from 'chai';
import type { DomainEvent } from '../../src/events/define.ts';
import { example } from '../support/examples.ts';
import { PEOPLE, theOne, town } from './fixture.ts';

const { member } = PEOPLE;
const payloadOf = (event: DomainEvent, type: string, ...before: readonly DomainEvent[]): unknown => {
  const { to, payload } = theOne(town(...before), event, type);
  expect([...to]).to.deep.equal([member]);
  return payload;
};

describe('a navigation view', () => {
  const added = example.navigationViewAdded({ ownerId: member });
  const type = 'navigation_view';

  it('is told to whose it is, and of a change what is different', () => {
    const view = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' };
    expect(payloadOf(added, type)).to.deep.equal({ type, op: 'add', navigation_view: view });
    const fragment = 'narrow/is/alerted';
    const unpinned = example.navigationViewChanged({ ownerId: member });
    expect(payloadOf(unpinned, type, added)).to.deep.equal({
      type,
      op: 'update',
      fragment,
      data: { is_pinned: false },
    });
    const renamed = example.navigationViewChanged({ ownerId: member, isPinned: true, name: 'Mine' });
    expect(payloadOf(renamed, type, added)).to.deep.include({ data: { name: 'Mine' } });
    const removed = example.navigationViewRemoved({ ownerId: member, viewId: 1 });
    expect(payloadOf(removed, type, added)).to.deep.equal({ type, op: 'remove', fragment });
  });
});

describe('an onboarding step', () => {
  it('that somebody has seen is not among those that they are told to see', () => {
    const names = (...before: readonly DomainEvent[]) => {
      const seen = example.onboardingStepSeen({ userId: member, step: 'intro_inbox_view_modal' });
      const payload = payloadOf(seen, 'onboarding_steps', ...before);
      return (payload as { onboarding_steps: readonly { name: string }[] }).onboarding_steps.map(
        ({ name }) => name,
      );
    };
    expect(names()).not.to.include('intro_inbox_view_modal');
    expect(names()).to.include('intro_recent_view_modal');
    const other = example.onboardingStepSeen({ userId: member, step: 'intro_recent_view_modal' });
    expect(names(other)).not.to.include('intro_recent_view_modal');
  });
});

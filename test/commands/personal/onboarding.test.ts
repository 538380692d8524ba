import { expect } from 'chai';
import { seeOnboardingStep } from '../../../src/commands/personal/navigationViews.ts';
import { PEOPLE, town } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { member } = PEOPLE;
const step = 'intro_inbox_view_modal';
const see = (named: string, state = town()) =>
  eventsOrRefusal(state, seeOnboardingStep, { step: named }, member);

describe('an onboarding step', () => {
  it('is seen once', () => {
    expect(see(step)).to.deep.equal([{ type: 'OnboardingStepSeen', data: { userId: member, step } }]);
    expect(see(step, town(example.onboardingStepSeen({ userId: member, step })))).to.deep.equal([]);
  });

  it('is one of those that clients know', () => {
    const message = 'Unknown onboarding_step: other';
    expect(see('other')).to.deep.equal({ refused: 'BAD_REQUEST', message });
  });
});

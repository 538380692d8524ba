import { expect } from 'chai';
import type { Command } from '../../src/commands/define.ts';
import { Refused } from '../../src/base/errors.ts';
import { newEvent } from '../../src/events/catalog.ts';
import { isModerator } from '../../src/organization/access/rules.ts';
import { shortestDifference } from './histories.ts';
import { COMMANDS } from './systemUnderTest.ts';
import { idOf } from './translation.ts';

/** A command with a fault: what it decides is decided by something else, which may ask the command itself. */
const faulty = <Input, Result>(
  real: Command<Input, Result>,
  decide: (sound: typeof real.decide) => typeof real.decide,
): Command<Input, Result> => ({ ...real, decide: decide(real.decide) });

/** Whoever is a moderator ends subscriptions as the owner may. */
const unsubscribe = faulty(COMMANDS.unsubscribe, (sound) => (organization, input, context) => {
  const actor = isModerator(organization, context.actor) ? idOf('owner') : context.actor;
  return sound(organization, input, { ...context, actor });
});

/** A group ends although something rests on it. */
const deactivateUserGroup = faulty(
  COMMANDS.deactivateUserGroup,
  (sound) => (organization, input, context) => {
    try {
      return sound(organization, input, context);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'CANNOT_DEACTIVATE_GROUP_IN_USE') throw error;
      return { events: [newEvent('UserGroupDeactivated', input)], result: undefined };
    }
  },
);

/** A channel that becomes private shows its newcomers the messages from before them. */
const updateChannel = faulty(COMMANDS.updateChannel, (sound) => (organization, input, context) => {
  const { events, result } = sound(organization, input, context);
  return {
    events: events.map((event) =>
      event.type === 'ChannelPrivacyChanged'
        ? { ...event, data: { ...event.data, newHistoryPublicToSubscribers: true } }
        : event,
    ),
    result,
  };
});

describe('a fault in a rule', () => {
  for (const [fault, commands, kinds] of [
    ['moderators unsubscribe anybody', { unsubscribe }, ['unsubscribe']],
    ['groups in use are deactivated', { deactivateUserGroup }, ['deactivateGroup']],
    ['a history is shown that is protected', { updateChannel }, ['changeVisibility']],
  ] as const) {
    it(`is found, and shrunk to the step that shows it: ${fault}`, () => {
      const difference = shortestDifference(commands);
      expect(difference?.steps.map(({ does }) => does)).to.deep.equal(kinds);
    });
  }
});

import { expect } from 'chai';
import { reportMissingChannel } from '../../../src/commands/messages/send.ts';
import { example } from '../../support/examples.ts';
import { BOT, fixture, MEMBER, SYSTEM_BOT } from '../botFixture.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const FIVE_MINUTES = 5 * 60_000;
const report = (actor: number, named = 'desing', state = fixture(), later = 0) =>
  eventsOrRefusal(state, reportMissingChannel, { named }, actor, state.time + later);
const reported = (missingChannelName = 'desing') =>
  example.botMessageUndelivered({ botId: BOT, ownerId: MEMBER, missingChannelName });

describe('a bot that names a channel that does not exist', () => {
  it('is reported to its owner, with sixty characters of the name', () => {
    expect(report(BOT)).to.deep.equal([reported()]);
    expect(report(BOT, 'x'.repeat(60))).to.deep.equal([reported('x'.repeat(60))]);
    expect(report(BOT, 'x'.repeat(61))).to.deep.equal([reported(`${'x'.repeat(60)}…`)]);
  });

  it('is reported again after five minutes', () => {
    const state = fixture(reported());
    expect(report(BOT, 'desing', state, FIVE_MINUTES - 1)).to.deep.equal([]);
    expect(report(BOT, 'desing', state, FIVE_MINUTES)).to.have.length(1);
  });

  it('is reported to nobody without an active owner, as people are', () => {
    expect(report(SYSTEM_BOT)).to.deep.equal([]);
    expect(report(MEMBER)).to.deep.equal([]);
    expect(report(BOT, 'desing', fixture(example.userDeactivated({ userId: MEMBER })))).to.deep.equal([]);
  });
});

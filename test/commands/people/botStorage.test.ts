import { expect } from 'chai';
import { clearBotStorage, writeBotStorage } from '../../../src/commands/people/botStorage.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import { PEOPLE, town as people } from '../../live/fixture.ts';
import { example } from '../../support/examples.ts';
import { eventsOrRefusal } from '../eventsOrRefusal.ts';

const { member } = PEOPLE;
const bot = 7;
const MILLION = 1_000_000;
const account = { type: 1, ownerId: PEOPLE.member, isSystem: false } as const;
const town = (...more: readonly DomainEvent[]) =>
  people(example.userCreated({ userId: bot, bot: account }), ...more);
const write = (entries: readonly (readonly [string, string])[], state = town(), actor: number = bot) =>
  eventsOrRefusal(state, writeBotStorage, { entries: new Map(entries) }, actor);
const written = (entries: readonly (readonly [string, string])[]) =>
  example.botStorageWritten({ botId: bot, entries });

describe('what a bot stores', () => {
  it('is a million characters altogether, keys and values', () => {
    const most = ['k', 'x'.repeat(MILLION - 1)] as const;
    expect(write([most])).to.have.length(1);
    const message = 'Request exceeds storage limit by 1 characters. The limit is 1000000 characters.';
    expect(write([['k', 'x'.repeat(MILLION)]])).to.deep.equal({ refused: 'BAD_REQUEST', message });
    expect(write([['k', 'again']], town(written([most])))).to.have.length(1);
  });

  it('has 1,000 keys of 200 characters', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => [`k${index}`, ''] as const);
    expect(write(keys(1000))).to.have.length(1);
    const message = 'Too many keys (maximum 1000).';
    expect(write(keys(1001))).to.deep.equal({ refused: 'BAD_REQUEST', message });
    expect(write([['k'.repeat(200), '']])).to.have.length(1);
    const long = 'A key is too long (limit: 200 characters)';
    expect(write([['k'.repeat(201), '']])).to.deep.equal({ refused: 'BAD_REQUEST', message: long });
  });

  it('is no thing of people', () => {
    const refused = { refused: 'PERMISSION_DENIED', message: 'Must be a bot user' };
    expect(write([['k', 'v']], town(), member)).to.deep.equal(refused);
    expect(eventsOrRefusal(town(), clearBotStorage, { keys: undefined }, member)).to.deep.equal(refused);
  });

  it('is removed by key, or all of it', () => {
    const entries = [
      ['7', 'a'],
      ['k', 'b'],
    ] as const;
    const clear = (keys?: readonly string[]) =>
      eventsOrRefusal(town(written(entries)), clearBotStorage, { keys }, bot);
    const removed = (keys: readonly string[]) => [{ type: 'BotStorageCleared', data: { botId: bot, keys } }];
    expect(clear(['k', 'k'])).to.deep.equal(removed(['k']));
    expect(clear()).to.deep.equal(removed(['7', 'k']));
    expect(clear(['k', 'other'])).to.deep.equal({ refused: 'BAD_REQUEST', message: 'Key does not exist.' });
  });
});

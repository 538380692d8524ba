import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { ServerProcess } from '../support/process.ts';
import { recordedMessages } from '../support/recorded.ts';
import { repetitions } from '../support/repetitions.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { randomMoment, until } from '../support/waiting.ts';

const ROUNDS = repetitions(20);
const MESSAGES = 1_000;
const CONNECTIONS = 64;

interface Shown {
  readonly id: number;
  readonly content: string;
}

describe('a server that is killed while messages come in', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  /** Highest message ID before the round. */
  let lastId = 0;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    server = await ServerProcess.start(folder);
    owner = await server.login();
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  });
  after(async () => {
    await server.kill();
    await remove();
  });

  /** Kills the server somewhere in the middle of the sends; answers how many were in flight then. */
  const killAmid = async (sends: readonly Send[]): Promise<number> => {
    const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, CONNECTIONS);
    let inFlight = 0;
    let isKilled = false;
    const sending = senders.sendAll(sends, () => !isKilled);
    const enough = Math.floor(Math.random() * MESSAGES);
    await until(() => senders.answered >= enough, 1);
    await randomMoment(5);
    inFlight = senders.underWay;
    isKilled = true;
    await server.kill();
    await sending;
    senders.close();
    return inFlight;
  };

  const restart = async (): Promise<void> => {
    server = await ServerProcess.start(folder);
    owner = server.known(owner);
    await server.ready();
  };

  const shownSince = async (id: number): Promise<readonly Shown[]> => {
    const range = { anchor: id, num_before: 0, num_after: 5_000, include_anchor: false };
    const { body, status } = await owner.get('/messages', { ...range, apply_markdown: false });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.messages as Shown[];
  };

  const expectKept = (sends: readonly Send[], shown: readonly Shown[]): void => {
    const contentById = new Map(shown.map(({ id, content }) => [id, content]));
    for (const { id, content } of sends.filter(isAcknowledged))
      expect(contentById.get(id!)).to.equal(content);
    expect(new Set(shown.map(({ content }) => content)).size, 'no content twice').to.equal(shown.length);
    shown.forEach(({ id }, index) => expect(id).to.be.above(shown[index - 1]?.id ?? lastId));
    const recorded = recordedMessages(folder).filter(({ id }) => id > lastId);
    expect(recorded).to.deep.equal(shown.map(({ id, content }) => ({ id, content })));
  };

  /** Sends again, under their keys, what was begun and not answered. */
  const retry = async (sends: readonly Send[]): Promise<void> => {
    const senders = new Senders({ url: server.url, person: owner, channel: 'general' }, CONNECTIONS);
    await senders.sendAll(sends.filter(({ fate }) => fate === 'broken'));
    senders.close();
  };

  const round = async (name: string, keyed: boolean): Promise<number> => {
    const sends = distinctSends(name, MESSAGES, keyed);
    const inFlight = await killAmid(sends);
    await restart();
    expect(
      new Set(sends.filter(({ fate }) => fate === 'answered').map(({ status }) => status)),
    ).to.not.include(500);
    let shown = await shownSince(lastId);
    expectKept(sends, shown);
    if (keyed) {
      await retry(sends);
      shown = await shownSince(lastId);
      expectKept(sends, shown);
      const begun = sends.filter(({ fate }) => fate !== 'waiting');
      expect(begun.every(isAcknowledged)).to.equal(true);
      expect(shown).to.have.length(begun.length);
    }
    lastId = shown.at(-1)?.id ?? lastId;
    return inFlight;
  };

  for (let number = 1; number <= ROUNDS; number += 1) {
    const keyed = number % 3 === 0;
    const promise = keyed
      ? 'takes every unanswered one once when it is sent again'
      : 'keeps every acknowledged one';
    it(`${promise} (round ${number})`, async () => {
      for (let attempt = 1; (await round(`round ${number}.${attempt}`, keyed)) === 0; attempt += 1);
    });
  }
});

import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../../src/base/clock.ts';
import { FactsCache } from '../../../src/commands/lane/factsCache.ts';
import { Lane } from '../../../src/commands/lane/lane.ts';
import { sendMessage } from '../../../src/commands/messages/send.ts';
import { foundOrganization } from '../../../src/commands/organization/organizations.ts';
import { addReaction } from '../../../src/commands/messages/reactions.ts';
import { subscribe } from '../../../src/commands/channels/subscriptions.ts';
import { checkedTopic } from '../../../src/commands/text.ts';
import { createUser } from '../../../src/commands/people/users.ts';
import { NotReady, type Refused } from '../../../src/base/errors.ts';
import { type EventLog, OutcomeUnknown, type StoredEvent } from '../../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../../src/events/log/sqlite/log.ts';
import type { CredentialId, MessageId, OrganizationId, UserId } from '../../../src/base/ids.ts';
import { emptyOrganization, type OrganizationState } from '../../../src/organization/state.ts';
import { MemoryFacts } from '../../support/memoryFacts.ts';
import { TestClock } from '../../support/testClock.ts';
import { subscribingTo } from '../../support/subscribing.ts';
import { text } from '../messageFixture.ts';

const STREAM = 'organization-1';
const organizationId = 1 as OrganizationId;
const owner = { actor: 1 as UserId, client: 'test', correlationId: 'test' };
const operator = { actor: null, client: 'test', correlationId: 'test' };

const messageInput = (content: string, idempotency?: { keyHash: string; parametersHash: string }) => ({
  to: { kind: 'channel' as const, channel: { name: 'design' } },
  topic: checkedTopic('colours'),
  ...text(content).text,
  readBySender: true,
  queueId: undefined,
  localId: undefined,
  idempotency,
});

const channelNamed = (name: string) => subscribingTo([name]);

const emoji = { codeOf: () => '1f604', namesOf: () => ['smile'] };
const smileOn = (messageId: MessageId) => ({
  messageId,
  emojiName: 'smile',
  emojiCode: undefined,
  reactionType: undefined,
  emoji,
});

describe('the lane', () => {
  let folder: string;
  let log: EventLog;
  let lane: Lane<OrganizationState>;

  const laneOn = async (engine: EventLog, clock: Clock = systemClock): Promise<Lane<OrganizationState>> => {
    const state = emptyOrganization(organizationId);
    const opened = new Lane({ log: engine, clock, state, stream: STREAM, organization: 1 });
    await opened.catchUp();
    opened.facts = new FactsCache(new MemoryFacts(engine, STREAM), opened.state.revision);
    return opened;
  };

  const events = async (): Promise<StoredEvent[]> => {
    const all: StoredEvent[] = [];
    for await (const page of log.readStream(STREAM)) all.push(...page);
    return all;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hansard-lane-'));
    log = openSqliteEventLog({ folder, clock: systemClock });
    lane = await laneOn(log);
    await lane.submit(
      foundOrganization,
      {
        organizationId,
        subdomain: '',
        name: 'Example',
        owner: {
          email: 'owner@example.com',
          host: 'chat.example.com',
          fullName: 'Olive Owner',
          passwordCredentialId: 'p1' as CredentialId,
          apiKeyCredentialId: 'k1' as CredentialId,
        },
      },
      operator,
    );
    await lane.submit(subscribe, channelNamed('design'), owner);
  });

  afterEach(async () => {
    await lane.idle();
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('gives a message the revision of its event plus one as its ID', async () => {
    const { result } = await lane.submit(sendMessage, messageInput('hello'), owner);
    expect((await events())[result.messageId - 1]?.type).to.equal('MessageSent');
  });

  it('decides what waits together as one batch, each on what the one before has changed', async () => {
    const before = lane.counts.batches;
    const all = await Promise.allSettled(
      Array.from({ length: 64 }, () => lane.submit(subscribe, channelNamed('one name'), owner)),
    );
    expect(all.every(({ status }) => status === 'fulfilled')).to.equal(true);
    expect(lane.counts.batches).to.equal(before + 1);
    expect((await events()).filter(({ type }) => type === 'ChannelCreated')).to.have.lengthOf(2);
  });

  it('lets one of 64 identical reactions in and refuses the others', async () => {
    const { result } = await lane.submit(sendMessage, messageInput('hello'), owner);
    const all = await Promise.allSettled(
      Array.from({ length: 64 }, () => lane.submit(addReaction, smileOn(result.messageId), owner)),
    );
    const refusals = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refused] : []));
    expect(refusals).to.have.lengthOf(63);
    expect(new Set(refusals.map(({ code }) => code))).to.deep.equal(new Set(['REACTION_ALREADY_EXISTS']));
  });

  it('answers one idempotency key with one message, and refuses it for another', async () => {
    const key = { keyHash: 'k', parametersHash: 'p' };
    const all = await Promise.all(
      Array.from({ length: 64 }, () => lane.submit(sendMessage, messageInput('once', key), owner)),
    );
    expect(new Set(all.map(({ result }) => result.messageId)).size).to.equal(1);
    const other = lane.submit(sendMessage, messageInput('twice', { ...key, parametersHash: 'q' }), owner);
    expect(await refusalOf(other)).to.equal('IDEMPOTENCY_KEY_REUSED');
  });

  it('keeps every rule over two write paths on one log, deciding again what conflicted', async () => {
    const { result } = await lane.submit(sendMessage, messageInput('hello'), owner);
    const [one, other] = [await laneOn(farAway(log)), await laneOn(farAway(log))];
    const react = (brokenLane: Lane<OrganizationState>) =>
      brokenLane.submit(addReaction, smileOn(result.messageId), owner);
    const all = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) => react(index % 2 ? one : other)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1);
    expect(one.counts.conflicts + other.counts.conflicts).to.be.greaterThan(0);
    expect(one.counts.decidedAgain + other.counts.decidedAgain).to.be.greaterThan(0);
  });

  it('stores a command once when the log does not say whether it was stored', async () => {
    const forgetful = await laneOn(forgettingAcknowledgments(log, 3));
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        forgetful.submit(sendMessage, messageInput(`message ${index}`), owner),
      ),
    );
    const stored = (await events()).filter(({ type }) => type === 'MessageSent');
    expect(forgetful.counts.unknownOutcomes).to.equal(1);
    expect(stored.map(({ revision }) => revision + 1)).to.deep.equal(
      sent.map(({ result }) => result.messageId),
    );
  });

  it('does not take an append that lands late for its own retry', async () => {
    const sluggish = await laneOn(storingLate(log));
    const sent = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        sluggish.submit(sendMessage, messageInput(`message ${index}`), owner),
      ),
    );
    await sluggish.submit(sendMessage, messageInput('afterwards'), owner);
    expect((await laneOn(log)).fault).to.equal(undefined);
    const stored = (await events()).filter(({ type }) => type === 'MessageSent');
    expect(stored).to.have.lengthOf(4);
    expect(stored.slice(0, 3).map(({ revision }) => revision + 1)).to.deep.equal(
      sent.map(({ result }) => result.messageId),
    );
  });

  it('answers nothing of a batch that the log has refused to take', async () => {
    const broken: EventLog = { ...boundTo(log), append: () => Promise.reject(new Error('no')) };
    const brokenLane = await laneOn(broken);
    const failure = await brokenLane
      .submit(sendMessage, messageInput('lost'), owner)
      .catch((error: Error) => error.message);
    expect(failure).to.equal('no');
    expect(brokenLane.state.revision).to.equal(lane.state.revision);
  });

  it('answers within five seconds though the log does not, and decides nothing of that again', async () => {
    const clock = new TestClock();
    let letGo: (error: Error) => void = () => {};
    const append = () => new Promise<never>((_, reject) => (letGo = reject));
    const hung = await laneOn({ ...boundTo(log), append }, clock);
    const answers: unknown[] = [];
    const submit = (content: string) =>
      hung.submit(sendMessage, messageInput(content), owner).catch((error: unknown) => answers.push(error));
    void submit('in the batch');
    await clock.advance(2_000);
    void submit('behind it');
    await clock.advance(2_400);
    expect(answers).to.deep.equal([]);
    await clock.advance(100);
    void submit('later');
    await clock.advance(4_500);
    expect(answers.map((answer) => answer instanceof NotReady)).to.deep.equal([true, true, true]);
    letGo(new OutcomeUnknown('nobody knows'));
    await hung.idle();
    expect(await events()).to.have.length(hung.state.revision + 1);
  });

  it('does not let a refusal escape that rests on what was never recorded', async () => {
    const { result } = await lane.submit(sendMessage, messageInput('hello'), owner);
    const broken: EventLog = { ...boundTo(log), append: () => Promise.reject(new Error('no')) };
    const brokenLane = await laneOn(broken);
    const both = await Promise.allSettled(
      [1, 2].map(() => brokenLane.submit(addReaction, smileOn(result.messageId), owner)),
    );
    expect(both.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : ''))).to.deep.equal(
      ['no', 'no'],
    );
  });

  it('asks the view of facts once for what it then keeps level by itself', async () => {
    const view = new MemoryFacts(log, STREAM);
    lane.facts = new FactsCache(view, lane.state.revision);
    await lane.submit(sendMessage, messageInput('first'), owner);
    view.standsAt = lane.state.revision - 1;
    const { result } = await lane.submit(sendMessage, messageInput('second'), owner);
    await lane.submit(addReaction, smileOn(result.messageId), owner);
    const again = lane.submit(addReaction, smileOn(result.messageId), owner);
    expect(await refusalOf(again)).to.equal('REACTION_ALREADY_EXISTS');
    expect(view.loads).to.equal(2);
  });

  it('refuses what a rule refuses and records nothing of it', async () => {
    const revision = lane.state.revision;
    const stranger = { email: 'x', fullName: 'Xu Xu', passwordCredentialId: 'p', apiKeyCredentialId: 'k' };
    const attempt = lane.submit(createUser, stranger as never, owner);
    expect(await refusalOf(attempt)).to.equal('BAD_REQUEST');
    expect(lane.state.revision).to.equal(revision);
  });
});

const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'accepted',
    (error: Refused) => error.code,
  );

const boundTo = (log: EventLog): EventLog => ({
  append: log.append.bind(log),
  truncate: log.truncate.bind(log),
  readStream: log.readStream.bind(log),
  readAll: log.readAll.bind(log),
  nextPage: log.nextPage.bind(log),
  watchAppends: log.watchAppends.bind(log),
  head: log.head.bind(log),
  close: log.close.bind(log),
});

/** A log that stores everything, but does not acknowledge the nth append. */
function forgettingAcknowledgments(log: EventLog, nth: number): EventLog {
  let appends = 3 - nth;
  return {
    ...boundTo(log),
    async append(stream, events, expected) {
      const appended = await log.append(stream, events, expected);
      appends += 1;
      if (appends === 1) throw new OutcomeUnknown('The acknowledgment was lost.');
      return appended;
    },
  };
}

/** Appends take a turn of the event loop to get there, in which others may be faster. */
const farAway = (log: EventLog): EventLog => ({
  ...boundTo(log),
  async append(stream, events, expected) {
    await new Promise((resolve) => setImmediate(resolve));
    return log.append(stream, events, expected);
  },
});

/** A log that does not answer its first append, and stores it only when the second one comes. */
function storingLate(log: EventLog): EventLog {
  let late: Parameters<EventLog['append']> | undefined;
  return {
    ...boundTo(log),
    async append(...given) {
      if (late === undefined) {
        late = given;
        throw new OutcomeUnknown('No answer came in time.');
      }
      if (late !== given) await log.append(...late).catch(() => undefined);
      return log.append(...given);
    },
  };
}

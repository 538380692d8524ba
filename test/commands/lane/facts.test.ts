/** Facts in memory, before a view that is behind: what a decision sees is level with the last event all the same. */
import { expect } from 'chai';
import { type FactsSource, FactsCache } from '../../../src/commands/lane/factsCache.ts';
import type { AnyEvent } from '../../../src/events/catalog.ts';
import { applyFactChange } from '../../../src/commands/lane/batchFacts.ts';
import { factChanges } from '../../../src/organization/slices/messageFacts.ts';

/** Of a message that is the first in the log, and reactions to it that follow. */
const MESSAGE_ID = 1;

/** A view that has taken in events up to `level`, and takes in the others when it is waited for. */
class SlowView implements FactsSource {
  level = -1;
  waits = 0;
  loads = 0;
  readonly #events: readonly AnyEvent[];

  constructor(events: readonly AnyEvent[]) {
    this.#events = events;
  }

  async load(kind: string, ids: readonly (number | string)[]): Promise<never> {
    this.loads += 1;
    const facts = new Map(ids.map((id) => [id, undefined]));
    for (const event of this.#events.slice(0, this.level + 1))
      for (const change of factChanges(event)) if (change.kind === kind) applyFactChange(facts, change);
    return [...facts.values()] as never;
  }

  hasPassed = (revision: number): boolean => revision <= this.level;

  async waitUntilPassed(revision: number): Promise<void> {
    this.waits += 1;
    this.level = Math.max(this.level, revision);
  }

  excerpt = async (): Promise<undefined> => undefined;
  event = async (revision: number): Promise<AnyEvent> => this.#events[revision] as AnyEvent;
}

const eventAt = (revision: number): AnyEvent =>
  ({
    ...(revision === 0
      ? { type: 'MessageSent', data: { senderId: 1, channelId: 1, topic: 'tea', content: 'hello' } }
      : {
          type: 'ReactionAdded',
          data: {
            userId: revision,
            messageId: MESSAGE_ID,
            channelId: 1,
            topic: 'tea',
            emojiName: 'tea',
            emojiCode: '1f375',
            reactionType: 'unicode_emoji',
          },
        }),
    revision,
  }) as unknown as AnyEvent;

async function reactionsAfter(count: number, level: number) {
  const events = Array.from({ length: count }, (_, revision) => eventAt(revision));
  const view = new SlowView(events);
  view.level = level;
  const memory = new FactsCache(view, -1);
  for (const event of events) memory.follow(event);
  const facts = await memory.load([{ messages: [MESSAGE_ID as never] }]);
  return { view, memory, facts, reactions: facts.message(MESSAGE_ID as never)?.reactions.length };
}

describe('facts of messages in memory', () => {
  it('are brought level with what the view has not taken in', async () => {
    for (const level of [-1, 0, 7, 19])
      expect((await reactionsAfter(20, level)).reactions, `view at ${level}`).to.equal(19);
  });

  it('stay level while they are kept', async () => {
    const { view, memory, facts: known } = await reactionsAfter(20, -1);
    memory.keep(known);
    memory.follow(eventAt(20));
    const facts = await memory.load([{ messages: [MESSAGE_ID as never] }]);
    expect(facts.message(MESSAGE_ID as never)?.reactions).to.have.length(20);
    expect(view.loads).to.equal(1);
  });

  it('forget changes that the view has taken in, and no others', async () => {
    const { view, reactions } = await reactionsAfter(2_000, 1_500);
    expect(reactions).to.equal(1_999);
    expect(view.waits).to.equal(0);
  });

  it('wait for a view that is far behind, whose changes are too many to keep', async () => {
    const { view, reactions } = await reactionsAfter(20_000, -1);
    expect(reactions).to.equal(19_999);
    expect(view.waits).to.equal(1);
    expect(view.level).to.be.greaterThan(0).and.below(19_999);
  });
});

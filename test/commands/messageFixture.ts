/** A town in which messages are edited, moved and deleted, one decision after the other. */
import type { Command } from '../../src/commands/define.ts';
import { FactsCache, type FactsSource } from '../../src/commands/lane/factsCache.ts';
import type { ChangeMessageInput } from '../../src/commands/messages/change.ts';
import { PLAIN_TEXT } from '../../src/commands/messages/rendering.ts';
import { checkedContent, checkedTopic } from '../../src/commands/text.ts';
import type { MessageId, UserId } from '../../src/base/ids.ts';
import { documentsOf } from '../../src/projections/running/views.ts';
import { findFacts } from '../../src/projections/messages/facts.ts';
import { findExcerpt } from '../../src/projections/messages/excerpt.ts';
import { example } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';

/** The views as a source of facts: they are always level. */
function factsIn({ organization, views }: World): FactsSource {
  const documents = documentsOf(views, organization);
  return {
    load: (kind, ids) => findFacts(documents, kind, ids),
    hasPassed: () => true,
    waitUntilPassed: () => Promise.resolve(),
    excerpt: (question) => findExcerpt(documents, question),
    event: () => Promise.reject(new Error('No decision here asks for events.')),
  };
}

/** Loads the facts that the decision needs, decides, and lets the decided events happen. */
export async function decide<Input, Result>(
  world: World,
  { needs, decide: decision }: Command<Input, Result>,
  input: Input,
  actor: number,
  later = 0,
) {
  const { organization } = world;
  const needed = needs?.(organization, input, actor as UserId) ?? {};
  const outcome = decision(organization, input, {
    actor: actor as UserId,
    now: organization.time + later,
    nextRevision: organization.revision + 1,
    facts: await new FactsCache(factsIn(world), organization.revision).load([needed]),
  });
  await world.happen(...outcome.events);
  return outcome;
}

export const refusal = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'accepted',
    (error: Error) => error.message,
  );

/** The fields of an input that differ from the default, with the topic as plain text. */
export type RequestedInput<Input> = Partial<Omit<Input, 'topic'>> & { readonly topic?: string };

export const change = (
  messageId: number,
  { topic, ...requested }: RequestedInput<ChangeMessageInput> = {},
): ChangeMessageInput => ({
  messageId: messageId as MessageId,
  text: undefined,
  topic: topic === undefined ? undefined : checkedTopic(topic),
  channelId: undefined,
  reach: 'one',
  notifiesOldTopic: false,
  notifiesNewTopic: true,
  seenHash: undefined,
  ...requested,
});

export const text = (content: string) => ({
  text: {
    content: checkedContent(content),
    rendered: PLAIN_TEXT,
  },
});

export const channel = (channelId: number) => ({ channelId: channelId as never });

/** Owner 1, members 2 and 3, guest 4; channels 1 and 2 with all of them in. */
export const town = () =>
  World.after(
    example.userCreated({ userId: 1, role: 100 }),
    example.userCreated({ userId: 2 }),
    example.userCreated({ userId: 3 }),
    example.userCreated({ userId: 4, role: 600 }),
    example.channelCreated({ channelId: 1 }),
    example.channelCreated({ channelId: 2 }),
    example.usersSubscribed({ channelIds: [1, 2], userIds: [1, 2, 3, 4] }),
  );

export const sendMessageIn = (world: World, topic = 'lunch', senderId = 2) =>
  world.happen(example.messageSent({ topic, senderId, content: 'soup' }));

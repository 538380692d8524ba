/** Documents of listings compared with the state of the same objects, after histories at random. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { DomainEvent } from '../../src/events/define.ts';
import { conversationKey } from '../../src/events/messages.ts';
import { policyNumber, TopicPolicy } from '../../src/events/subscriptions.ts';
import { ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { isDefaultChannel } from '../../src/organization/slices/channels.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import { isChannelMuted, topicsWithPolicy } from '../../src/organization/slices/topics.ts';
import type { UserTopic } from '../../src/projections/subscriptions.ts';
import { foldOn } from '../support/examples.ts';
import { World } from '../support/memoryViews.ts';
import { COMMANDS, foundSystem, verdictOf } from './systemUnderTest.ts';
import { eventOf, type Happening, happening } from './randomEvents.ts';
import { type History, history, OPENING } from './steps.ts';

const SEED = Number(process.env.SEED) || 42;
const numRuns = Number(process.env.RUNS) || 100;

/** The events of a system in which commands are given and, between them, other things happen. */
function factsOf({ constitution, steps }: History, others: readonly Happening[]): readonly DomainEvent[] {
  const facts: DomainEvent[] = [];
  const system = emptyOrganization(ROOT_ORGANIZATION);
  const fold = system.fold.bind(system);
  system.fold = (event) => {
    fold(event);
    facts.push(event);
  };
  foundSystem(constitution, system);
  const left = [...others];
  for (const step of OPENING) verdictOf(system, step, COMMANDS);
  for (const step of steps) {
    verdictOf(system, step, COMMANDS);
    for (const one of left.splice(0, 2)) {
      const event = eventOf(system, one);
      if (event) foldOn(system, event);
    }
  }
  return facts.slice(2); // A `World` has been founded, and has its groups.
}

type Fields = Readonly<Record<string, unknown>>;

/** Each document of a collection by the state, and the part of a document that the state knows. */
interface Listing {
  readonly documentsOf: (state: OrganizationState) => readonly (readonly [number, Fields])[];
  readonly known?: (document: Fields) => Fields;
}

const eachIn = <Id extends number, Thing>(
  things: { entries(): Iterable<[Id, Thing]> },
  fields: (thing: Thing, id: Id) => Fields,
) => [...things.entries()].map(([id, thing]) => [id, fields(thing, id)] as const);

const LISTINGS: Readonly<Record<string, Listing>> = {
  users: {
    documentsOf: ({ users }) =>
      eachIn(users.byId, ({ userId: _, active: isActive, createdAt: joinedAt, settings, ...same }) => {
        return { ...same, isActive, joinedAt, timezone: settings.timezone };
      }),
  },
  channels: {
    documentsOf: (state) =>
      eachIn(state.channels.byId, ({ channelId, describedBy: _, archived: isArchived, ...same }) => {
        return { ...same, isArchived, isDefault: isDefaultChannel(state, channelId) };
      }),
  },
  channelFolders: {
    documentsOf: ({ channelFolders: { byId, order } }) =>
      eachIn(byId, ({ folderId, archived: isArchived, ...same }) => {
        return { ...same, isArchived, order: order.get().indexOf(folderId) };
      }),
    known: ({ name, description, isArchived, order }) => ({ name, description, isArchived, order }),
  },
  emoji: { documentsOf: ({ emoji }) => eachIn(emoji.byId, ({ emojiId: _, ...same }) => same) },
  subscriptions: {
    documentsOf: (state) =>
      eachIn(state.subscriptions.channelsOf, (channelIds, userId) => ({
        channelIds: [...channelIds],
        muted: [...channelIds].filter((channelId) => isChannelMuted(state, userId, channelId)),
      })),
    known({ channels }) {
      const all = channels as readonly { readonly channelId: number; readonly isMuted?: boolean }[];
      const idsOf = (some: typeof all) => some.map(({ channelId }) => channelId).sort((a, b) => a - b);
      return { channelIds: idsOf(all), muted: idsOf(all.filter(({ isMuted }) => isMuted === true)) };
    },
  },
  userTopics: {
    documentsOf: (state) =>
      eachIn(state.topics.keysOf, (keys, userId) => {
        const policyOf = (key: string) =>
          TopicPolicy.options.find((policy) =>
            [...topicsWithPolicy(state, userId, [policy]).values()].flat().includes(key),
          );
        return { topics: keys.map((key) => [key, policyNumber(policyOf(key) ?? 'none')]) };
      }),
    known: ({ topics }) => ({
      topics: (topics as readonly UserTopic[]).map(({ channelId, topic, policy }) => [
        conversationKey({ kind: 'channel', channelId, topic }),
        policy,
      ]),
    }),
  },
  scheduledMessages: {
    documentsOf: ({ scheduledMessages }) =>
      eachIn(scheduledMessages.byId, ({ authorId, conversation: { kind: _, ...to }, deliverAt, status }) => {
        return { authorId, ...to, deliverAt, isFailed: status === 'failed' };
      }),
    known: ({ content: _1, html: _2, ...known }) => known,
  },
};

const byId = (one: readonly [number, unknown], other: readonly [number, unknown]): number =>
  one[0] - other[0];

function expectSame({ organization, views }: World): void {
  for (const [name, { documentsOf, known = (document: Fields) => document }] of Object.entries(LISTINGS)) {
    const documents = [...views.documents(name)].map(
      ([id, document]) => [id as number, known(document)] as const,
    );
    expect(documents.sort(byId), name).to.deep.equal([...documentsOf(organization)].sort(byId));
  }
}

describe(`the documents of listings, after random histories (SEED=${SEED} RUNS=${numRuns})`, () => {
  const forEachHistory = (check: (facts: readonly DomainEvent[]) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(history(30), fc.array(happening, { maxLength: 60, size: 'max' }), (lived, others) =>
        check(factsOf(lived, others)),
      ),
      { seed: SEED, numRuns, endOnFailure: true },
    );

  it('are those of which the state knows, and say what it says', () => {
    return forEachHistory(async (facts) => expectSame(await World.after(...facts)));
  });

  it('do so where everything that can be erased has been', () => {
    return forEachHistory(async (facts) => expectSame(await World.erasedAfter(...facts)));
  });
});

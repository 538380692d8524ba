/** Grows the log of a data folder by made-up events, in valid chains, as fast as the embedded engine takes them. */
import { systemClock } from '../../src/base/clock.ts';
import { createEnvelope } from '../../src/commands/lane/envelope.ts';
import { newEvent } from '../../src/events/catalog.ts';
import { chainStart, hashOf } from '../../src/events/chain.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { EventLog, EventToAppend } from '../../src/events/log/eventLog.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import {
  type ChannelId,
  type CredentialId,
  type MessageId,
  organizationStream,
  ROOT_ORGANIZATION,
  type UserId,
} from '../../src/base/ids.ts';
import { example } from '../../test/support/examples.ts';
import { temporaryFolder } from './folders.ts';
import { Server } from './server.ts';

/** The content of an organization, besides its owner. */
export interface Population {
  readonly users: number;
  readonly channels: number;
  /** Of each channel; spread over all people, other ones for each channel. Default: nobody. */
  readonly subscribers?: number;
  readonly messages?: number;
}

/** A large organization, each of whose channels has some followers. */
export const LARGE: Population = { users: 10_000, channels: 1_000, subscribers: 50 };

/** Bytes; well below what one append may hold. */
const APPENDED_TOGETHER = 300_000;
const STREAM = organizationStream(ROOT_ORGANIZATION);
const SUBMISSION = { actor: null, client: 'benchmark', correlationId: 'benchmark' };

/** A data folder whose root organization holds so much; no view has been built of it yet. */
export async function populatedFolder(population: Population): Promise<string> {
  const folder = temporaryFolder();
  await (await Server.start({ folder })).stop();
  await grow(folder, eventsOf(population));
  return folder;
}

/** Appends the events to the root organization's stream. */
export async function grow(
  folder: string,
  events: Iterable<(revision: number) => DomainEvent>,
): Promise<void> {
  const log = openSqliteEventLog({ folder, clock: systemClock });
  let { revision, hash: previousHash } = await lastOf(log);
  const fields = { stream: STREAM, organization: ROOT_ORGANIZATION, time: Date.now() };
  let batch: EventToAppend[] = [];
  let bytes = 0;
  const append = async (): Promise<void> => {
    if (batch.length > 0) await log.append(STREAM, batch, revision - batch.length);
    batch = [];
    bytes = 0;
  };
  for (const make of events) {
    revision += 1;
    const at = { ...fields, revision, previousHash };
    const { stored, hash, size } = createEnvelope(make(revision), at, 'Populate', SUBMISSION);
    previousHash = hash;
    batch.push(stored);
    bytes += size;
    if (bytes >= APPENDED_TOGETHER) await append();
  }
  await append();
  await log.close();
}

async function lastOf(log: EventLog): Promise<{ revision: number; hash: string }> {
  for await (const [last] of log.readStream(STREAM, { direction: 'backwards', from: 1e12, limit: 1 }))
    if (last) return { revision: last.revision, hash: hashOf(last) };
  return { revision: -1, hash: chainStart(STREAM) };
}

/** Makers of events by the revision that each of them gets. */
function* eventsOf(population: Population): Iterable<(revision: number) => DomainEvent> {
  const { users, channels, subscribers = 0, messages = 0 } = population;
  for (let index = 0; index < users; index += 1) yield () => user(index + 2);
  for (let index = 0; index < channels; index += 1) yield () => channel(index + 1);
  if (subscribers > 0)
    for (let index = 0; index < channels; index += 1) yield () => subscription(index, subscribers, users);
  for (let index = 0; index < messages; index += 1)
    yield (revision) =>
      index % 20 === 19 ? reaction(revision, index, users, channels) : message(index, users, channels);
}

/** Somebody; the API key is one that nobody knows unless it is given. */
export const user = (userId: number, apiKey = `key-${userId}`): DomainEvent =>
  newEvent('UserCreated', {
    userId: userId as UserId,
    email: `person${userId}@example.com`,
    fullName: `Person Number ${userId}`,
    role: 400,
    passwordCredentialId: `password-${userId}` as CredentialId,
    apiKeyCredentialId: apiKey as CredentialId,
    bot: null,
  });

const channel = (channelId: number): DomainEvent => channelOf(channelId, 'public');

/** One that only its subscribers can read. */
export const privateChannel = (channelId: number): DomainEvent => channelOf(channelId, 'private');

const channelOf = (channelId: number, privacy: 'public' | 'private'): DomainEvent =>
  example.channelCreated({ channelId, privacy, historyPublicToSubscribers: true });

/** So many of the people follow a channel, whose ID is the index plus one. */
export function subscription(index: number, subscribers: number, users: number): DomainEvent {
  const stride = Math.floor(users / subscribers);
  const userIds = Array.from(
    { length: subscribers },
    (_, each) => (each * stride + (index % stride) + 2) as UserId,
  );
  return newEvent('UsersSubscribed', { channelIds: [(index + 1) as ChannelId], userIds });
}

const CONTENT =
  'The quarterly figures are in the shared folder; please look at the second sheet before the meeting, ' +
  'and tell me by noon whether the numbers for the north agree with yours';

/** A message in one of the channels. */
export const message = (index: number, users: number, channels: number, content = CONTENT): DomainEvent =>
  newEvent('MessageSent', {
    senderId: ((index % users) + 1) as UserId,
    channelId: ((index % channels) + 1) as ChannelId,
    topic: topicOf(index, channels),
    content,
    rendererVersion: 0,
    readBySender: true,
  });

/** Each channel talks about one thing for some twenty messages, then about the next. */
const topicOf = (index: number, channels: number): string => `topic ${Math.floor(index / (20 * channels))}`;

/** On the message just before it. */
const reaction = (revision: number, index: number, users: number, channels: number): DomainEvent =>
  newEvent('ReactionAdded', {
    messageId: revision as MessageId,
    userId: ((revision % users) + 1) as UserId,
    emojiName: 'tada',
    emojiCode: '1f389',
    reactionType: 'unicode_emoji',
    channelId: (((index - 1) % channels) + 1) as ChannelId,
    topic: topicOf(index - 1, channels),
  });

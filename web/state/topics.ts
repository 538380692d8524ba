/** Topics of channels, most recent first: loaded when a channel is opened, updated by messages. */
import { signal } from '@preact/signals';
import { strings } from '../strings.ts';
import { client } from './connection.ts';
import { snapshot } from './data.ts';

export interface Topic {
  readonly name: string;
  /** ID of its newest message. */
  readonly max_id: number;
}

/** Channel → its topics, as far as they are loaded. */
export const topics = signal<ReadonlyMap<number, readonly Topic[]>>(new Map());

/** Loads the topics of a channel, unless they are known. */
export async function loadTopics(channelId: number, again = false): Promise<void> {
  if (topics.peek().has(channelId) && !again) return;
  const params = { stream_id: channelId, allow_empty_topic_name: true };
  const answer = await client.call('GET /users/me/:stream_id/topics', params).catch(() => undefined);
  if (answer) topics.value = new Map(topics.peek()).set(channelId, answer.topics);
}

/** A message has come to a topic, or was moved there. */
export function touchTopic(channelId: number, name: string, messageId: number): void {
  const known = topics.peek().get(channelId);
  if (known === undefined) return;
  const isIt = (topic: Topic): boolean => topic.name.toLowerCase() === name.toLowerCase();
  const before = known.find(isIt);
  const topic = { name: before?.name ?? name, max_id: Math.max(before?.max_id ?? -1, messageId) };
  const list = [topic, ...known.filter((each) => !isIt(each))].sort(
    (one, other) => other.max_id - one.max_id,
  );
  topics.value = new Map(topics.peek()).set(channelId, list);
}

/** A topic has no messages any more. */
export function forgetTopic(channelId: number, name: string): void {
  const known = topics.peek().get(channelId);
  if (known === undefined) return;
  const left = known.filter((topic) => topic.name.toLowerCase() !== name.toLowerCase());
  topics.value = new Map(topics.peek()).set(channelId, left);
}

/** Reloads topics that are shown: which of them are left is not known here. */
export function refreshTopics(channelId: number): void {
  if (topics.peek().has(channelId)) void loadTopics(channelId, true);
}

const RESOLVED = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED);
export const plainTopic = (topic: string): string => topic.replace(/^✔ /, '');
export const withResolution = (topic: string, resolved: boolean): string =>
  resolved ? RESOLVED + plainTopic(topic) : plainTopic(topic);

/** A topic as it is shown; the empty one has a name too. */
export const topicName = (topic: string): string =>
  plainTopic(topic) || (snapshot.value.realm_empty_topic_display_name ?? strings.generalChat);

/** ID of the newest message of a topic; fails with the server's refusal. */
export async function newestIn(channelId: number, topic: string): Promise<number> {
  const { messages } = await client.call('GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    allow_empty_topic_name: true,
    narrow: [
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: topic },
    ],
  });
  return messages.at(-1)?.id ?? -1;
}

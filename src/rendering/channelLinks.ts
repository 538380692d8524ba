/** Links to channels, topics and messages: `#**channel**`, `#**channel>topic**`, `#**channel>topic@12**`. */

/** A channel that a text may link to: one that its sender may see. */
export interface LinkableChannel {
  readonly id: number;
  readonly name: string;
}

/** The newest message of a topic that the sender may read. */
export interface LinkableTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly messageId: number;
}

/** A link as written; names are to be looked up without regard to case. */
export interface WrittenChannelLink {
  readonly channel: string;
  /** '' is the topic without a name. */
  readonly topic?: string;
  readonly messageId?: number;
}

/** What readers see instead of the topic without a name. */
export const EMPTY_TOPIC = 'general chat';
/** What else than nothing means that topic, wherever a topic is written. */
const NAMES_OF_EMPTY_TOPIC: readonly string[] = [EMPTY_TOPIC, '(no topic)'];

const LINK = /#\*\*([^*\n\r]+)\*\*/g;
const TO_TOPIC = /^([^>]+)>(.*?)(?:@(\d{1,15}))?$/s;

/** Takes a link apart; what it can mean comes in the order in which it is looked for. Nothing when it is none. */
export function readChannelLink(source: string): readonly WrittenChannelLink[] {
  const [match] = source.matchAll(LINK);
  return match?.[0] === source ? meanings(match) : [];
}

/** A cheap scan for what a text may link to: never less than the parser finds, sometimes more (links in code). */
export const channelLinkCandidates = (source: string): readonly WrittenChannelLink[] =>
  source.includes('#**') ? Array.from(source.matchAll(LINK), meanings).flat() : [];

/** Behind `>` stands a topic, if the name before it is a channel's: the name of a channel may have the sign in it. */
function meanings([, text = '']: RegExpMatchArray): readonly WrittenChannelLink[] {
  const [, channel, topic = '', messageId] = TO_TOPIC.exec(text) ?? [];
  if (channel === undefined) return [{ channel: text }];
  const toTopic = {
    channel,
    topic: NAMES_OF_EMPTY_TOPIC.includes(topic) ? '' : topic,
    ...(messageId !== undefined && { messageId: Number(messageId) }),
  };
  return [toTopic, { channel: text }];
}

/** Where a link leads: an address within the client. */
export function channelLinkTarget(
  { id, name }: LinkableChannel,
  { topic, messageId }: WrittenChannelLink,
  newestMessageId: number | undefined,
): string {
  const channel = `/#narrow/channel/${id}-${encoded(name.replaceAll(' ', '-'))}`;
  if (topic === undefined) return channel;
  const narrow = `${channel}/topic/${encoded(topic)}`;
  if (messageId !== undefined) return `${narrow}/near/${messageId}`;
  return newestMessageId === undefined ? narrow : `${narrow}/with/${newestMessageId}`;
}

/** Percent-encoding with full stops for its signs, and for itself `.2E`. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'))
    .replaceAll(/[!'()*.]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');

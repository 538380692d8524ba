/** Links to channels, topics and messages: `#**channel**`, `#**channel>topic**`, `#**channel>topic@12**`. */

/** A channel that a text may link to: one that its author may see. */
export interface LinkableChannel {
  readonly id: number;
  readonly name: string;
}

/** The newest message of a topic that the author may read. */
export interface LinkableTopic {
  readonly channelId: number;
  readonly topic: string;
  readonly messageId: number;
}

/** A link as written; look the names up ignoring case. */
export interface WrittenChannelLink {
  readonly channel: string;
  /** '' is the empty topic. */
  readonly topic?: string;
  readonly messageId?: number;
}

/** What readers see instead of the empty topic. */
export const EMPTY_TOPIC = 'general chat';
/** Other names of the empty topic in a text. */
const NAMES_OF_EMPTY_TOPIC: readonly string[] = [EMPTY_TOPIC, '(no topic)'];

const LINK = /#\*\*([^*\n\r]+)\*\*/g;
const TO_TOPIC = /^([^>]+)>(.*?)(?:@(\d{1,15}))?$/s;

/** Parses a link; its possible meanings are in the order of precedence. Empty if it is none. */
export function readChannelLink(source: string): readonly WrittenChannelLink[] {
  const [match] = source.matchAll(LINK);
  return match?.[0] === source ? meanings(match) : [];
}

/** A cheap scan for links in a text: finds at least what the parser finds, sometimes more (links in code). */
export const channelLinkCandidates = (source: string): readonly WrittenChannelLink[] =>
  source.includes('#**') ? Array.from(source.matchAll(LINK), meanings).flat() : [];

/** A topic follows `>` if the part before it is a channel's name, which may itself contain the sign. */
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

/** The URL of a link within the client. */
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

/** Percent-encoding with full stops instead of percent signs, and `.2E` for full stops. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'))
    .replaceAll(/[!'()*.]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');

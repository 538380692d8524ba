import type { LinkPattern } from '../base/linkifiers.ts';
import {
  mentionCandidates,
  type MentionCandidates,
  type MentionDirectory,
  type WildcardKind,
} from './mentions.ts';

// Links to channels, topics and messages: `#**channel**`, `#**channel>topic**`, `#**channel>topic@12**`.

/** A channel that a text may link to: one that its author may see. */
interface LinkableChannel {
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

/** Display name of the empty topic. */
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
const channelLinkCandidates = (source: string): readonly WrittenChannelLink[] =>
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

// The things that a text may refer to, looked up before it is rendered: the parser knows no organization.

/** An emoji shown as a picture: a custom one, or the one that comes with the server. */
export interface PictureEmoji {
  readonly name: string;
  readonly url: string;
}

/** An uploaded file that a text may show; undefined is one that is no picture, or cannot be shown as one. */
export interface UploadedPicture {
  /** Path under which messages link to it. */
  readonly path: string;
  readonly shown: ShownPicture | undefined;
}

/** The displayed form of an uploaded picture. */
export interface ShownPicture {
  /** Path of the smaller picture that is displayed instead. */
  readonly thumbnail: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly contentType: string;
  readonly isAnimated?: true | undefined;
}

/** Everything behind the candidates of one text, and its author's settings; more entries do no harm. */
export interface RenderDirectory extends MentionDirectory {
  readonly channels: readonly LinkableChannel[];
  readonly topics: readonly LinkableTopic[];
  readonly emoji: readonly PictureEmoji[];
  readonly pictures: readonly UploadedPicture[];
  /** Links to pictures stay links. */
  readonly hasNoPreviews?: boolean;
  /** In the order in which they are tried. */
  readonly linkifiers: readonly LinkPattern[];
  /** Whether emoticons become emoji. */
  readonly emoticons: boolean;
}

/** For texts without references. */
export const EMPTY_DIRECTORY: RenderDirectory = {
  users: [],
  groups: [],
  channels: [],
  topics: [],
  emoji: [],
  pictures: [],
  linkifiers: [],
  emoticons: false,
};

/** Names and IDs that a text may refer to. */
export interface RenderCandidates extends MentionCandidates {
  readonly channelLinks: readonly WrittenChannelLink[];
  readonly emoji: readonly string[];
}

/** Consecutive names may share a colon. */
const EMOJI = /:(?=([\w+-]+):)/g;

/** A cheap scan that finds at least what the parser finds. */
export const renderCandidates = (source: string): RenderCandidates => ({
  channelLinks: channelLinkCandidates(source),
  emoji: [...new Set(Array.from(source.matchAll(EMOJI), ([, name = '']) => name))],
  ...mentionCandidates(source),
});

/** Recorded with every message; goes up when the same source would give other HTML. */
export const RENDERER_VERSION = 12;

/** A text to render, and whom and what it may speak of. */
export interface RenderJob {
  readonly source: string;
  readonly directory: RenderDirectory;
}

/** A rendered message: its HTML, and the mentions that notify; lists in order of appearance, each once. */
export interface Rendered {
  readonly html: string;
  readonly mentionedUserIds: readonly number[];
  readonly mentionedGroupIds: readonly number[];
  readonly wildcards: readonly WildcardKind[];
  /** Targets of the links shown, autolinks included. */
  readonly links: readonly string[];
}

/** The result of a job; null where the text would take too long or grow too large. */
export type RenderResult = Rendered | null;

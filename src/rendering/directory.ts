/** What a text may refer to, looked up before it is rendered: the parser knows no organization. */
import {
  channelLinkCandidates,
  type LinkableChannel,
  type LinkableTopic,
  type WrittenChannelLink,
} from './channelLinks.ts';
import type { LinkPattern } from '../linkifiers.ts';
import { type MentionCandidates, mentionCandidates, type MentionDirectory } from './mentions.ts';

/** An emoji shown as a picture: a custom one, or the one that comes with the server. */
export interface PictureEmoji {
  readonly name: string;
  readonly url: string;
}

/** Everything behind the candidates of one text, and its author's settings; more entries do no harm. */
export interface RenderDirectory extends MentionDirectory {
  readonly channels: readonly LinkableChannel[];
  readonly topics: readonly LinkableTopic[];
  readonly emoji: readonly PictureEmoji[];
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

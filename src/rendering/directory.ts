/** What a text may speak of, looked up before it is rendered: the parser knows no organization. */
import {
  channelLinkCandidates,
  type LinkableChannel,
  type LinkableTopic,
  type WrittenChannelLink,
} from './channelLinks.ts';
import { type MentionCandidates, mentionCandidates, type MentionDirectory } from './mentions.ts';

/** An emoji that is shown as a picture: an organization's own, or the one that comes with the server. */
export interface PictureEmoji {
  readonly name: string;
  readonly url: string;
}

/** Whatever is behind the candidates of one text, and what its writer has set; more than that does no harm. */
export interface RenderDirectory extends MentionDirectory {
  readonly channels: readonly LinkableChannel[];
  readonly topics: readonly LinkableTopic[];
  readonly emoji: readonly PictureEmoji[];
  /** Whether emoticons become emoji. */
  readonly emoticons: boolean;
}

/** For texts that speak of nobody and nothing. */
export const EMPTY_DIRECTORY: RenderDirectory = {
  users: [],
  groups: [],
  channels: [],
  topics: [],
  emoji: [],
  emoticons: false,
};

/** Names and IDs that a text may speak of. */
export interface RenderCandidates extends MentionCandidates {
  readonly channelLinks: readonly WrittenChannelLink[];
  readonly emoji: readonly string[];
}

/** One after the other may share a colon. */
const EMOJI = /:(?=([\w+-]+):)/g;

/** A cheap scan: never less than the parser finds. */
export const renderCandidates = (source: string): RenderCandidates => ({
  channelLinks: channelLinkCandidates(source),
  emoji: [...new Set(Array.from(source.matchAll(EMOJI), ([, name = '']) => name))],
  ...mentionCandidates(source),
});

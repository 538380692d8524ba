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

/** An uploaded file that a text may show; undefined is one that is no picture, or cannot be shown as one. */
export interface UploadedPicture {
  /** Where messages link to it. */
  readonly path: string;
  readonly shown: ShownPicture | undefined;
}

/** How an uploaded picture is shown. */
export interface ShownPicture {
  /** Where the smaller one is that takes its place. */
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

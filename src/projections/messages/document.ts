/** The stored form of a message. */
import type { ChannelId, MessageId, UserId } from '../../base/ids.ts';
import { RESOLVED_PREFIX, type Wildcard } from '../../events/messages.ts';
import type { UserGroupId } from '../../events/userGroups.ts';
import type { ChannelActivity } from '../../organization/slices/channelActivity.ts';
import type { ReactionFact } from '../../organization/slices/messageFacts.ts';
import { collection } from '../running/define.ts';
import { messageWording } from './messageWords.ts';

/** A document of the collection `messages`; its ID is the message's. */
export interface MessageDocument {
  /** Key of the topic or direct conversation (`conversationKey`). */
  readonly conversation: string;
  /** Channel messages only, like `topic`, which is '' once erased. */
  readonly channelId?: ChannelId;
  readonly topic?: string;
  /** Direct messages only: everyone in the conversation, ascending. */
  readonly participantIds?: readonly UserId[];
  readonly senderId: UserId;
  /** The source; '' once erased. */
  readonly content: string;
  /** Absent if it is the escaped source in one paragraph. */
  readonly html?: string;
  /** UNIX milliseconds. */
  readonly sentAt: number;
  /** Name of the sending client. */
  readonly client: string;
  readonly readBySender: boolean;
  /** It comes from another system's export: everybody has read it from the start. */
  readonly isImported?: true;
  /** It came from a channel in which everybody had read it, because that was archived. */
  readonly isReadByAll?: true;
  readonly mentionedUserIds?: readonly UserId[];
  readonly mentionedGroupIds?: readonly UserGroupId[];
  readonly wildcards?: readonly Wildcard[];
  /** Recipients of a topic-wide mention: participants at that time. */
  readonly topicParticipantIds?: readonly UserId[];
  /** Recipients with an alert word in the text. */
  readonly alertedUserIds?: readonly UserId[];
  /** Link targets; absent if there are none, and once erased. */
  readonly links?: readonly string[];
  /** Traits for narrows; absent if there are none. */
  readonly traits?: readonly string[];
  /** Absent if the text was not rendered. */
  readonly rendererVersion?: number;
  /** Revision of the last edit. */
  readonly editRevision?: number;
  /** UNIX milliseconds of the last edit, and of the last move. */
  readonly editedAt?: number;
  readonly movedAt?: number;
  /** IDs of the `messageChanges` of this message, ascending. */
  readonly changes?: readonly number[];
  /** The channel it was sent to, if it has been moved: a list, so that only moved messages are indexed. */
  readonly sentToChannelIds?: readonly ChannelId[];
  /** Revision of the event that moved it to this channel. */
  readonly arrivalRevision?: number;
  /** In the order in which they were added; absent if there are none. */
  readonly reactions?: readonly ReactionFact[];
  readonly submessages?: readonly Submessage[];
}

/** Part of a poll or to-do list; `content` is JSON text. */
export interface Submessage {
  readonly submessageId: number;
  readonly senderId: UserId;
  readonly content: string;
}

/** A document of `messages` with its ID. */
export interface StoredMessage extends MessageDocument {
  readonly messageId: MessageId;
}

/** A condition on a message of the view. */
export type MessagePredicate = (message: StoredMessage) => boolean;

export const messageDocuments = collection<MessageDocument, MessageId>(
  'messages',
  {
    id: 'number',
    fields: {
      conversation: 'text',
      channelId: 'number',
      senderId: 'number',
      participantIds: 'numbers',
      mentionedUserIds: 'numbers',
      mentionedGroupIds: 'numbers',
      wildcards: 'texts',
      traits: 'texts',
      sentToChannelIds: 'numbers',
    },
    indexes: [
      ['conversation', 'id'],
      ['channelId', 'id'],
      ['senderId', 'id'],
    ],
    words: true,
  },
  messageWording,
);

/** The activity of channels, by channel ID. */
export const activityDocuments = collection<ChannelActivity, ChannelId>('channelActivity', { id: 'number' });

/** A document of `directConversations`; its ID is the conversation's key. */
interface DirectConversationDocument {
  readonly firstMessageId: MessageId;
}

export const directDocuments = collection<DirectConversationDocument, string>('directConversations', {
  id: 'text',
});

// Traits of messages, for the narrows `has:`, `is:resolved` and `is:alerted`. Each is stored with the
// channel, so that a channel's messages with a trait are adjacent in the index.

/** A link, a displayed picture, an uploaded file; a reaction; a resolved topic; anybody's alert word. */
const TRAITS = ['link', 'image', 'attachment', 'reaction', 'resolved', 'alerted'] as const;
export type Trait = (typeof TRAITS)[number];

const UPLOADED = '/user_uploads/';

/**
 * Our own HTML has no `<` in texts and no quote in attributes, so nobody can write text that looks like a
 * picture.
 */
const PICTURE = /<img (?![^>]*class="emoji")(?:[\w-]+="[^"]*" )*?src="([^"]*)"/g;

/** URLs of pictures in a message, from links or Markdown; not emoji. */
const picturesIn = ({ html }: MessageDocument): readonly string[] =>
  html === undefined ? [] : Array.from(html.matchAll(PICTURE), ([, address = '']) => address);

type Shows = (message: MessageDocument, pictures: readonly string[]) => boolean;

const shows: Readonly<Record<Trait, Shows>> = {
  link: ({ links }, pictures) => links !== undefined || pictures.length > 0,
  image: (_, pictures) => pictures.length > 0,
  attachment: ({ links = [] }, pictures) =>
    [...links, ...pictures].some((address) => address.startsWith(UPLOADED)),
  reaction: ({ reactions }) => reactions !== undefined,
  resolved: ({ topic }) => topic?.startsWith(RESOLVED_PREFIX) === true,
  alerted: ({ alertedUserIds }) => alertedUserIds !== undefined,
};

/** The index value of a trait: `link:7` in channel 7, `link:direct` without a channel. */
export const traitKey = (trait: Trait, channelId: ChannelId | undefined): string =>
  `${trait}:${channelId ?? 'direct'}`;

export const hasTrait = ({ traits = [], channelId }: MessageDocument, trait: Trait): boolean =>
  traits.includes(traitKey(trait, channelId));

/** The traits of a message; undefined if it has none. */
export function traitsOf(message: MessageDocument): readonly string[] | undefined {
  const pictures = picturesIn(message);
  const traits = TRAITS.filter((trait) => shows[trait](message, pictures));
  return traits.length === 0 ? undefined : traits.map((trait) => traitKey(trait, message.channelId));
}

/**
 * Wraps a change of a message so that it updates the traits. It assigns instead of spreading, because every
 * reaction changes a message (decision 31).
 */
export const withTraits =
  (change: (message: MessageDocument) => MessageDocument) =>
  (before: MessageDocument): MessageDocument => {
    const message = change(before);
    const traits = traitsOf(message);
    if (traits) return Object.assign({}, message, { traits });
    const { traits: _, ...others } = message;
    return others;
  };

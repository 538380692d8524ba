/** What the wire shows of a message. */
import { z } from 'zod';
import { htmlOf } from '../events/messages.ts';
import type { UserId } from '../ids.ts';
import type { Access } from '../organization/access.ts';
import type { MessageFlags } from '../projections/messages/personal.ts';
import type { ShownMessage } from '../projections/messages/shown.ts';
import { withKnownNames } from './mentionNames.ts';
import { topicLinks } from './topicLinks.ts';
import { personOf, Reaction, Recipient, Submessage, unknownPerson } from './messages.ts';
import { gravatarOf, placeholderAddress, unknownUserAvatarPath } from './users.ts';
import type { Place } from './place.ts';
import { changeFields, EditHistoryEntry, topicText } from './messageHistory.ts';

const Flag = z.enum([
  'read',
  'starred',
  'collapsed',
  'historical',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
]);

export const Message = z.strictObject({
  id: z.int(),
  type: z.enum(['stream', 'private']),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  subject: z.string(),
  stream_id: z.int().optional(),
  display_recipient: z.union([z.string(), z.array(Recipient)]),
  recipient_id: z.int(),
  sender_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  avatar_url: z.string().nullable(),
  client: z.string(),
  is_me_message: z.boolean(),
  timestamp: z.int(),
  last_edit_timestamp: z.int().optional(),
  last_moved_timestamp: z.int().optional(),
  edit_history: z.array(EditHistoryEntry).optional(),
  reactions: z.array(Reaction),
  submessages: z.array(Submessage),
  topic_links: z.array(z.strictObject({ text: z.string(), url: z.string() })),
  flags: z.array(Flag),
});

/** What a caller wants of messages: HTML or their source, the empty topic as it is or by its display name. */
export interface MessageOptions {
  /** Leaves out addresses of avatars that clients can compute. */
  readonly client_gravatar: boolean;
  readonly apply_markdown: boolean;
  readonly allow_empty_topic_name: boolean;
}

/** A message as one viewer is shown it: names and addresses are those of the moment. */
export function wireMessage(
  organization: Place,
  access: Access,
  message: ShownMessage,
  options: MessageOptions,
): z.infer<typeof Message> {
  const { state, subdomain } = organization;
  const { apply_markdown: applyMarkdown, allow_empty_topic_name: allowsEmpty } = options;
  const showing = { organization, access };
  const sender = shownPerson(showing, message.senderId);
  return {
    id: message.messageId,
    ...whereOf(showing, message, allowsEmpty),
    content: applyMarkdown
      ? withKnownNames(htmlOf(message), (userId) => access.seesUser(userId))
      : message.content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    recipient_id: message.recipientId,
    sender_id: message.senderId,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: subdomain,
    avatar_url: avatarOf(showing, message.senderId, options.client_gravatar),
    client: message.client,
    is_me_message: message.content.startsWith('/me '),
    timestamp: Math.floor(message.sentAt / 1000),
    ...changeFields({ organization: state, access }, message, allowsEmpty),
    reactions: wireReactions(message),
    submessages: wireSubmessages(message),
    topic_links: topicLinks(message.topic ?? ''),
    flags: wireFlags(message.flags),
  };
}

const wireSubmessages = ({ messageId, submessages = [] }: ShownMessage) =>
  submessages.map(({ submessageId, senderId, content }) => ({
    id: submessageId,
    message_id: messageId,
    sender_id: senderId,
    msg_type: 'widget' as const,
    content,
  }));

const wireReactions = ({ reactions = [] }: ShownMessage): z.infer<typeof Reaction>[] =>
  reactions.map(({ emojiName, emojiCode, reactionType, userId }) => ({
    emoji_name: emojiName,
    emoji_code: emojiCode,
    reaction_type: reactionType,
    user_id: userId,
  }));

/** Where people are shown, and to whom. */
interface Showing {
  readonly organization: Place;
  readonly access: Access;
}

/** For clients that do not know the empty topic it has the display name. */
function whereOf(showing: Showing, message: ShownMessage, allowsEmpty: boolean) {
  if (message.channelId !== undefined) {
    const { channels } = showing.organization.state;
    return {
      type: 'stream' as const,
      subject: topicText(message.topic ?? '', allowsEmpty),
      stream_id: message.channelId,
      display_recipient: channels.byId.get(message.channelId)?.name ?? '',
    };
  }
  const people = (message.participantIds ?? []).map((userId) => shownPerson(showing, userId));
  if (people.length === 2) people.sort((one, other) => (one.email < other.email ? -1 : 1));
  return { type: 'private' as const, subject: '', display_recipient: people };
}

/** Limited guests are not told who it is whom they may not know. */
const shownPerson = ({ organization: { state, host }, access }: Showing, userId: UserId) =>
  access.seesUser(userId) ? personOf(state, userId, host) : unknownPerson(userId, host);

function avatarOf(
  { organization: { state, host }, access }: Showing,
  userId: UserId,
  clientGravatar: boolean,
): string | null {
  const user = access.seesUser(userId) ? state.users.byId.get(userId) : undefined;
  if (user === undefined) return unknownUserAvatarPath;
  if (!access.seesEmailOf(user)) return gravatarOf(placeholderAddress(userId, host));
  return clientGravatar ? null : gravatarOf(user.email);
}

const wireFlags = (flags: MessageFlags): z.infer<typeof Flag>[] => [
  ...(flags.read ? (['read'] as const) : []),
  ...(flags.starred ? (['starred'] as const) : []),
  ...(flags.collapsed ? (['collapsed'] as const) : []),
  ...(flags.historical ? (['historical'] as const) : []),
  ...(flags.mentioned ? (['mentioned'] as const) : []),
  ...(flags.channelWildcardMentioned ? (['stream_wildcard_mentioned'] as const) : []),
  ...(flags.topicWildcardMentioned ? (['topic_wildcard_mentioned'] as const) : []),
  ...(flags.channelWildcardMentioned || flags.topicWildcardMentioned
    ? (['wildcard_mentioned'] as const)
    : []),
];

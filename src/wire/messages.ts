/** Messages on the wire, created only here: for answers, client events and webhooks. */
import { z } from 'zod';
import { type MessageId, UserId } from '../base/ids.ts';
import type { MessageSentData } from '../events/catalog.ts';
import { readErasable, type RecordedEvent } from '../events/define.ts';
import { htmlOf, readRecordedHtml, sentAtOf } from '../events/messages.ts';
import type { Access } from '../organization/access/access.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { ShownMessage } from '../projections/messages/showMessages.ts';
import type { MessageFlags } from '../projections/messages/viewerFlags.ts';
import { type HostedOrganization, named } from './define.ts';
import { changeFields, EditHistoryEntry, topicText } from './history.ts';
import { matchFields } from './matches.ts';
import { Reaction, SenderId, Submessage } from './reactions.ts';
import { redactNames, UNKNOWN_USER } from './redactNames.ts';
import { topicLinks } from './topicLinks.ts';
import { avatarUrlOf, isGravatar, placeholderEmail, publicEmailOf, unknownUserAvatarPath } from './users.ts';

// People of a message on the wire.

export const Recipient = named(
  'MessageRecipient',
  'A person or bot of a direct conversation.',
  z.strictObject({
    id: UserId,
    email: z.string().describe('Their address, or a placeholder where the reader may not see it.'),
    full_name: z.string().describe('Their present name.'),
    is_mirror_dummy: z.boolean().describe('Always false; clients of older servers read it.'),
  }),
);

/** A person as conversations show them. */
function personOf(organization: OrganizationState, userId: UserId, host: string): z.infer<typeof Recipient> {
  const user = organization.users.byId.get(userId);
  const email = user ? publicEmailOf(user, host) : '';
  return { id: userId, email, full_name: user?.fullName ?? '', is_mirror_dummy: false };
}

/** A person as shown to viewers who may not know them. */
export const unknownPerson = (userId: UserId, host: string): z.infer<typeof Recipient> => ({
  id: userId,
  email: placeholderEmail(userId, host),
  full_name: UNKNOWN_USER,
  is_mirror_dummy: false,
});

/** Flags of a message for one user. */
export const Flag = z.enum([
  'read',
  'starred',
  'collapsed',
  'historical',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
]);

export type Flag = z.infer<typeof Flag>;

export const TopicLinks = z
  .array(
    named(
      'TopicLink',
      'A link that a linkifier finds in a topic.',
      z.strictObject({
        text: z.string().describe('The part of the topic that is a link.'),
        url: z.string().describe('Where the link leads.'),
      }),
    ),
  )
  .describe('Links that the organization’s linkifiers find in the topic.');

/** Fields of every message, for every reader. */
const shared = {
  id: z.int().describe('ID of the message; greater than that of every older message of the organization.'),
  type: z.enum(['stream', 'private']).describe('`stream` in a channel, `private` for a direct message.'),
  subject: z.string().describe('The topic; empty in direct messages.'),
  stream_id: z.int().optional().describe('ID of the channel; absent from direct messages.'),
  display_recipient: z
    .union([z.string(), z.array(Recipient)])
    .describe('Name of the channel, or everybody in the direct conversation.'),
  sender_id: SenderId,
  sender_email: z
    .string()
    .describe('Address of the sender, or a placeholder where the reader may not see it.'),
  sender_full_name: z.string().describe('Present name of the sender.'),
  sender_realm_str: z.string().describe('Subdomain of the organization.'),
  avatar_url: z
    .string()
    .nullable()
    .describe('URL of the sender’s picture; null if the client computes it from the address.'),
  client: z.string().describe('The program that sent it, as it named itself.'),
  is_me_message: z.boolean().describe('Whether the text begins with `/me `.'),
  timestamp: z.int().describe('When it was sent, in UNIX seconds.'),
  reactions: z.array(Reaction).describe('Reactions, oldest first.'),
  submessages: z.array(Submessage).describe('Parts of a widget, such as a poll and the votes in it.'),
  topic_links: TopicLinks,
  content: z.string().describe('The text, as HTML or in Markdown: `content_type` says which.'),
} as const;

/** The message's edit history, and the ID of its conversation. */
const stored = {
  content_type: z.enum(['text/html', 'text/x-markdown']).describe('Whether `content` is HTML or Markdown.'),
  recipient_id: z
    .int()
    .describe(
      'A number of the conversation: all messages of one channel or of one group of people share it.',
    ),
  last_edit_timestamp: z
    .int()
    .optional()
    .describe('When the text was last changed, in UNIX seconds; absent if never.'),
  last_moved_timestamp: z
    .int()
    .optional()
    .describe('When it was last moved, in UNIX seconds; absent if never.'),
  edit_history: z
    .array(EditHistoryEntry)
    .optional()
    .describe('Changes, newest first; absent if there are none, or the organization does not show them.'),
} as const;

/** A message in an answer. */
export const Message = named(
  'Message',
  'A message, as its reader sees it.',
  z.strictObject({
    ...shared,
    ...stored,
    flags: z
      .array(Flag)
      .describe('What the message is for the reader: `read`, `starred`, `mentioned` and the like.'),
  }),
);

/** The same in an answer to a narrow, which may search. */
export const FoundMessage = named(
  'FoundMessage',
  'A message, and what was searched for in it.',
  Message.extend({
    match_content: matchFields.match_content.optional(),
    match_subject: matchFields.match_subject.optional(),
  }),
);

/** A message as sent to outgoing webhooks: with source and HTML. */
export const WebhookMessage = z.strictObject({ ...shared, ...stored, rendered_content: z.string() });

/** A message in a client event: with source and HTML, of which each queue receives one. */
export const EventMessage = z.strictObject({
  ...shared,
  rendered_content: z.string(),
  /** Delivery adds it to direct messages. */
  recipient_id: z.int().optional(),
  reactions: shared.reactions.length(0),
});

/** What every message is built from; topic and content are '' once erased. */
type Source = Pick<
  ShownMessage,
  | ('messageId' | 'senderId' | 'content' | 'client' | 'sentAt' | 'reactions' | 'submessages')
  | ('channelId' | 'topic' | 'participantIds')
>;

/** What depends on the viewer: how people and the empty topic are shown. */
interface ViewerOptions {
  readonly organization: HostedOrganization;
  /** The participants of a direct message, in display order. */
  people(userIds: readonly UserId[]): z.infer<typeof Recipient>[];
  person(userId: UserId): z.infer<typeof Recipient>;
  avatar(userId: UserId): string | null;
  readonly allowsEmptyTopic: boolean;
}

/** The shared fields of a message with its own: the only place that builds a message. */
function messageFields<Own extends object>(viewpoint: ViewerOptions, message: Source, own: Own) {
  const sender = viewpoint.person(message.senderId);
  return {
    id: message.messageId,
    ...conversationFields(viewpoint, message),
    sender_id: message.senderId,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: viewpoint.organization.subdomain,
    avatar_url: viewpoint.avatar(message.senderId),
    client: message.client,
    is_me_message: isMeMessage(message.content),
    timestamp: Math.floor(message.sentAt / 1000),
    reactions: wireReactions(message),
    submessages: wireSubmessages(message),
    topic_links: topicLinks(viewpoint.organization.state, message.topic ?? ''),
    content: message.content,
    ...own,
  };
}

/** Whether a message is a `/me` message. */
export const isMeMessage = (content: string): boolean => content.startsWith('/me ');

/** Clients that do not know the empty topic get its display name. */
function conversationFields(
  { organization: { state }, people, allowsEmptyTopic }: ViewerOptions,
  { channelId, topic = '', participantIds = [] }: Source,
) {
  if (channelId === undefined)
    return { type: 'private' as const, subject: '', display_recipient: people(participantIds) };
  return {
    type: 'stream' as const,
    subject: topicText(topic, allowsEmptyTopic),
    stream_id: channelId,
    display_recipient: state.channels.byId.get(channelId)?.name ?? '',
  };
}

/** A client's options: HTML or source, and how the empty topic is shown. */
interface MessageOptions {
  /** Omits avatar URLs that clients can compute. */
  readonly client_gravatar: boolean;
  readonly apply_markdown: boolean;
  readonly allow_empty_topic_name: boolean;
}

const wireSubmessages = ({ messageId, submessages = [] }: Source) =>
  submessages.map(({ submessageId, senderId, content }) => ({
    id: submessageId,
    message_id: messageId,
    sender_id: senderId,
    msg_type: 'widget' as const,
    content,
  }));

const wireReactions = ({ reactions = [] }: Source): z.infer<typeof Reaction>[] =>
  reactions.map(({ emojiName, emojiCode, reactionType, userId }) => ({
    emoji_name: emojiName,
    emoji_code: emojiCode,
    reaction_type: reactionType,
    user_id: userId,
  }));

/** A message as one viewer sees it, with current names and addresses. */
export function wireMessage(
  organization: HostedOrganization,
  access: Access,
  message: ShownMessage,
  options: MessageOptions,
): z.infer<typeof Message> {
  const { apply_markdown: applyMarkdown, allow_empty_topic_name: allowsEmptyTopic } = options;
  const showing = { organization, access };
  return messageFields(viewpointOf(showing, allowsEmptyTopic, options.client_gravatar), message, {
    content: applyMarkdown ? redactNames(htmlOf(message), access) : message.content,
    content_type: applyMarkdown ? ('text/html' as const) : ('text/x-markdown' as const),
    ...storedFields(showing, message, allowsEmptyTopic),
    flags: wireFlags(message.flags),
  });
}

/** A message for a webhook: with its bot's rights, all avatar URLs, and the empty topic's display name. */
export function webhookMessage(
  organization: HostedOrganization,
  access: Access,
  message: ShownMessage,
): z.infer<typeof WebhookMessage> {
  const showing = { organization, access };
  return messageFields(viewpointOf(showing, false, false), message, {
    content_type: 'text/x-markdown' as const,
    ...storedFields(showing, message, false),
    rendered_content: redactNames(htmlOf(message), access),
  });
}

/** A new message before its recipients are known, with people as the organization knows them. */
export function eventMessage(
  organization: HostedOrganization,
  { data, metadata, revision }: RecordedEvent<'MessageSent', MessageSentData>,
): z.infer<typeof EventMessage> {
  const { state, host } = organization;
  const { senderId, channelId, topic, participantIds, widget } = data;
  const person = (userId: UserId) => personOf(state, userId, host);
  const viewpoint = {
    organization,
    person,
    allowsEmptyTopic: true,
    people: (userIds: readonly UserId[]) => userIds.map(person),
    avatar: (userId: UserId) => avatarUrlOf(state.users.byId.get(userId) ?? {}, person(userId).email),
  };
  const messageId = (revision + 1) as MessageId;
  const source = {
    messageId,
    senderId,
    client: metadata.client,
    sentAt: sentAtOf(data.imported, metadata),
    ...(channelId !== undefined && { channelId, topic: readErasable(topic ?? '', '') }),
    ...(participantIds && { participantIds }),
    content: readErasable(data.content, ''),
    submessages: typeof widget === 'string' ? [{ submessageId: messageId, senderId, content: widget }] : [],
  };
  return messageFields(viewpoint, source, {
    rendered_content: readRecordedHtml(data),
    ...(channelId !== undefined && { recipient_id: 2 * channelId }),
  });
}

/** The organization and the viewer. */
export interface MessageViewContext {
  readonly organization: Pick<HostedOrganization, 'state' | 'host'>;
  readonly access: Access;
}

type WireMessageContext = MessageViewContext & { readonly organization: HostedOrganization };

const storedFields = (
  { organization, access }: MessageViewContext,
  message: ShownMessage,
  allowsEmpty: boolean,
) => ({
  recipient_id: message.recipientId,
  ...changeFields({ organization: organization.state, access }, message, allowsEmpty),
});

const viewpointOf = (
  showing: WireMessageContext,
  allowsEmptyTopic: boolean,
  clientGravatar: boolean,
): ViewerOptions => ({
  organization: showing.organization,
  allowsEmptyTopic,
  person: (userId) => visiblePerson(showing, userId),
  people(userIds) {
    const people = userIds.map((userId) => visiblePerson(showing, userId));
    if (people.length === 2) people.sort((one, other) => (one.email < other.email ? -1 : 1));
    return people;
  },
  avatar: (userId) => shownAvatar(showing, userId, clientGravatar),
});

/** People whom a limited guest may not know are shown without their identity. */
export const visiblePerson = (
  { organization: { state, host }, access }: MessageViewContext,
  userId: UserId,
) => (access.seesUser(userId) ? personOf(state, userId, host) : unknownPerson(userId, host));

function shownAvatar(
  { organization: { state, host }, access }: MessageViewContext,
  userId: UserId,
  clientGravatar: boolean,
): string | null {
  const user = access.seesUser(userId) ? state.users.byId.get(userId) : undefined;
  if (user === undefined) return unknownUserAvatarPath;
  if (!access.seesEmailOf(user)) return avatarUrlOf(user, placeholderEmail(userId, host));
  const url = avatarUrlOf(user, user.email);
  return clientGravatar && isGravatar(url) ? null : url;
}

export const wireFlags = (flags: MessageFlags): z.infer<typeof Flag>[] => [
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
  ...(flags.alerted ? (['has_alert_word'] as const) : []),
];

/** Decisions about messages: who may say what where (spec/endpoint-details.md 1.1 to 1.4). */
import { Refused, requireThat } from '../errors.ts';
import { type Conversation, conversationKey, MessageSent, type Wildcard } from '../events/messages.ts';
import type { ChannelId, MessageId, UserGroupId, UserId } from '../ids.ts';
import {
  canCreateTopic,
  canPostIn,
  canSendTo,
  hasMetadataAccess,
  topicsPolicyOf,
} from '../organization/access/channels.ts';
import { canInitiateDirect, canMentionMany, canSendDirect } from '../organization/access/messages.ts';
import { type Channel, channelByName } from '../organization/channels.ts';
import type { ConversationFact } from '../organization/messageFacts.ts';
import type { OrganizationState } from '../organization/state.ts';
import { subscribersOf } from '../organization/subscriptions.ts';
import { userByEmail } from '../organization/users.ts';
import { command, type DecisionContext, nothingToDo } from './define.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from './text.ts';

/** A channel by ID or by name, or the other people of a direct conversation by IDs or by addresses. */
export type Addressee =
  | { readonly kind: 'channel'; readonly channel: { readonly id: ChannelId } | { readonly name: string } }
  | {
      readonly kind: 'direct';
      readonly recipients: { readonly ids: readonly UserId[] } | { readonly emails: readonly string[] };
    };

/** What rendering found in a text. */
export interface RenderedText {
  /** Absent where it is the escaped paragraph of the source. */
  readonly html: string | undefined;
  readonly rendererVersion: number;
  readonly mentionedUserIds: readonly UserId[];
  readonly mentionedGroupIds: readonly UserGroupId[];
  readonly wildcards: readonly Wildcard[];
}

export interface SendMessageInput {
  readonly to: Addressee;
  /** Checked by `checkedTopic`; '' for direct messages. */
  readonly topic: string;
  /** Checked by `checkedContent`. */
  readonly content: string;
  readonly rendered: RenderedText;
  readonly readBySender: boolean;
  readonly queueId: string | undefined;
  readonly localId: string | undefined;
  readonly idempotency: { readonly keyHash: string; readonly parametersHash: string } | undefined;
}

/** Above this many people a wildcard mention asks for permission (spec/endpoint-details.md 1.4). */
const WILDCARD_THRESHOLD = 15;

/** Says something in a channel or directly. One idempotency key is one message by the facts, not by event IDs. */
export const sendMessage = command<SendMessageInput, { messageId: MessageId }>({
  name: 'SendMessage',
  needs(organization, input, actor) {
    const conversation = conversationIn(organization, input, actor);
    return {
      conversations: conversation ? [conversationKey(conversation)] : [],
      sendKeys: input.idempotency ? [input.idempotency.keyHash] : [],
    };
  },
  decide(organization, input, context) {
    const answered = alreadySent(input, context);
    if (answered !== undefined) return nothingToDo({ messageId: answered });
    const senderId = actorOf(context);
    const said =
      input.to.kind === 'channel'
        ? inChannel(organization, input, context)
        : direct(organization, input, context);
    return {
      events: [MessageSent({ senderId, ...whereOf(said), ...whatIsSaid(input) })],
      result: { messageId: (context.nextRevision + 1) as MessageId },
    };
  },
});

/** Where a message would be said, as far as that can be told: refusals are the decision's. */
function conversationIn(
  organization: OrganizationState,
  { to, topic }: SendMessageInput,
  actor: UserId | null,
): Conversation | undefined {
  if (to.kind === 'channel') {
    const channel = channelOf(organization, to.channel);
    return channel && { kind: 'channel', channelId: channel.channelId, topic };
  }
  if (actor === null) return undefined;
  return { kind: 'direct', participantIds: participants(actor, recipientsOf(organization, to.recipients)) };
}

/** The message that was sent under the same idempotency key, if any; other parameters under it are refused. */
function alreadySent({ idempotency }: SendMessageInput, { facts }: DecisionContext): MessageId | undefined {
  const known = idempotency && facts.sentUnder(idempotency.keyHash);
  if (known === undefined) return undefined;
  const same = known.parametersHash === idempotency?.parametersHash;
  requireThat(same, 'IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used for another message.');
  return known.messageId;
}

function actorOf({ actor }: DecisionContext): UserId {
  if (actor === null) throw new Error('A message needs a sender.');
  return actor;
}

function inChannel(
  organization: OrganizationState,
  input: SendMessageInput,
  context: DecisionContext,
): Conversation {
  const channel = existingChannel(organization, input.to);
  const named = input.to.kind === 'channel' && 'name' in input.to.channel ? input.to.channel.name : undefined;
  checkReach(organization, actorOf(context), channel, named);
  const known = context.facts.conversation(
    conversationKey({ kind: 'channel', channelId: channel.channelId, topic: input.topic }),
  );
  checkTopic(organization, context, channel, input.topic, known);
  checkWildcards(organization, context, input.rendered.wildcards, channel, known);
  return { kind: 'channel', channelId: channel.channelId, topic: known?.topic ?? input.topic };
}

function existingChannel(organization: OrganizationState, to: Addressee): Channel {
  if (to.kind !== 'channel') throw new Error('Not a channel.');
  const channel = channelOf(organization, to.channel);
  if (channel !== undefined) return channel;
  if ('id' in to.channel) {
    const { id } = to.channel;
    throw new Refused('STREAM_DOES_NOT_EXIST', `Channel with ID '${id}' does not exist`, { stream_id: id });
  }
  const { name } = to.channel;
  const stream = escapedHtml(name);
  throw new Refused('STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream });
}

const channelOf = (
  organization: OrganizationState,
  channel: { readonly id: ChannelId } | { readonly name: string },
): Channel | undefined =>
  'id' in channel ? organization.channels.byId.get(channel.id) : channelByName(organization, channel.name);

const escapedHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** Who may send where, in the order of spec/endpoint-details.md 1.3. A hidden channel keeps its name to itself. */
function checkReach(
  organization: OrganizationState,
  senderId: UserId,
  channel: Channel,
  named?: string,
): void {
  const mayPost = canPostIn(organization, senderId, channel);
  requireThat(mayPost, 'BAD_REQUEST', 'You do not have permission to post in this channel.');
  const name = hasMetadataAccess(organization, senderId, channel) ? channel.name : named;
  requireThat(
    canSendTo(organization, senderId, channel),
    'BAD_REQUEST',
    `Not authorized to send to channel${name === undefined ? '' : ` '${name}'`}`,
  );
}

function checkTopic(
  organization: OrganizationState,
  context: DecisionContext,
  channel: Channel,
  topic: string,
  known: ConversationFact | undefined,
): void {
  const mayBegin = known !== undefined || canCreateTopic(organization, actorOf(context), channel);
  requireThat(mayBegin, 'BAD_REQUEST', 'You do not have permission to create new topics in this channel.');
  const policy = topicsPolicyOf(organization, channel);
  const general = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME };
  requireThat(
    policy !== 'disable_empty_topic' || topic !== '',
    'BAD_REQUEST',
    `Sending messages to the *${EMPTY_TOPIC_DISPLAY_NAME}* topic is not allowed in this channel.`,
    general,
  );
  requireThat(
    policy !== 'empty_topic_only' || topic === '',
    'BAD_REQUEST',
    `Only the *${EMPTY_TOPIC_DISPLAY_NAME}* topic is allowed in this channel.`,
    general,
  );
}

function checkWildcards(
  organization: OrganizationState,
  context: DecisionContext,
  wildcards: readonly Wildcard[],
  channel: Channel,
  known: ConversationFact | undefined,
): void {
  if (wildcards.length === 0 || canMentionMany(organization, actorOf(context))) return;
  const inactive = organization.userGroups.inactiveUsers.get();
  const subscribers = subscribersOf(organization, channel.channelId).difference(inactive);
  const manySubscribers = subscribers.size > WILDCARD_THRESHOLD;
  requireThat(
    !(wildcards.includes('channel') && manySubscribers),
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use channel wildcard mentions in this channel.',
  );
  requireThat(
    !(wildcards.includes('topic') && (known?.participants.length ?? 0) > WILDCARD_THRESHOLD),
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'You do not have permission to use topic wildcard mentions in this topic.',
  );
}

function direct(
  organization: OrganizationState,
  { to }: SendMessageInput,
  context: DecisionContext,
): Conversation {
  if (to.kind !== 'direct') throw new Error('Not a direct message.');
  const senderId = actorOf(context);
  requireExistingRecipients(organization, to.recipients);
  const recipientIds = recipientsOf(organization, to.recipients);
  requireThat(recipientIds.length > 0, 'BAD_REQUEST', 'Message must have recipients');
  for (const userId of recipientIds) requireActive(organization, userId);
  const participantIds = participants(senderId, recipientIds);
  const conversation: Conversation = { kind: 'direct', participantIds };
  const isNew = context.facts.conversation(conversationKey(conversation)) === undefined;
  requireThat(
    canSendDirect(organization, senderId, participantIds),
    'BAD_REQUEST',
    'This conversation does not include any users who can authorize it.',
  );
  requireThat(
    !isNew || canInitiateDirect(organization, senderId, participantIds),
    'BAD_REQUEST',
    'You do not have permission to initiate direct message conversations.',
  );
  return conversation;
}

function requireExistingRecipients(
  organization: OrganizationState,
  recipients: Extract<Addressee, { kind: 'direct' }>['recipients'],
): void {
  if ('ids' in recipients) {
    const unknown = recipients.ids.find((id) => !organization.users.byId.has(id));
    requireThat(unknown === undefined, 'BAD_REQUEST', `Invalid user ID ${unknown}`);
    return;
  }
  const unknown = recipients.emails.find((email) => userByEmail(organization, email) === undefined);
  requireThat(unknown === undefined, 'BAD_REQUEST', `Invalid email '${unknown}'`);
}

function recipientsOf(
  organization: OrganizationState,
  recipients: Extract<Addressee, { kind: 'direct' }>['recipients'],
): readonly UserId[] {
  if ('ids' in recipients) return recipients.ids;
  return recipients.emails.flatMap((email) => userByEmail(organization, email)?.userId ?? []);
}

function requireActive(organization: OrganizationState, userId: UserId): void {
  const user = organization.users.byId.get(userId);
  requireThat(user?.active === true, 'BAD_REQUEST', `'${user?.email}' is no longer using the service.`);
}

/** Everybody in a direct conversation, the sender among them, ascending. */
const participants = (senderId: UserId, recipientIds: readonly UserId[]): readonly UserId[] =>
  [...new Set([senderId, ...recipientIds])].sort((one, other) => one - other);

const whereOf = (conversation: Conversation) =>
  conversation.kind === 'channel'
    ? { channelId: conversation.channelId, topic: conversation.topic }
    : { participantIds: conversation.participantIds };

/** The fields of MessageSent that the input says; what is absent takes no room in the log. */
const whatIsSaid = ({
  content,
  rendered,
  readBySender,
  queueId,
  localId,
  idempotency,
}: SendMessageInput) => ({
  content,
  ...(rendered.html !== undefined && { html: rendered.html }),
  rendererVersion: rendered.rendererVersion,
  ...(rendered.mentionedUserIds.length > 0 && { mentionedUserIds: rendered.mentionedUserIds }),
  ...(rendered.mentionedGroupIds.length > 0 && { mentionedGroupIds: rendered.mentionedGroupIds }),
  ...(rendered.wildcards.length > 0 && { wildcards: rendered.wildcards }),
  readBySender,
  ...(queueId !== undefined && { queueId }),
  ...(localId !== undefined && { localId }),
  ...(idempotency && { idempotency }),
});

/** The rules for messages to a conversation, sent now or later. */
import { Refused, requireThat } from '../../base/errors.ts';
import { escapeHtml } from '../../base/html.ts';
import type { UserId } from '../../base/ids.ts';
import { type Conversation, conversationKey } from '../../events/messages.ts';
import { accessOf } from '../../organization/access/access.ts';
import {
  areDirectMessagesOff,
  canInitiateDirect,
  canSendDirect,
} from '../../organization/access/messages.ts';
import { seesUser } from '../../organization/access/people.ts';
import { type Channel, type ChannelReference, resolveChannel } from '../../organization/slices/channels.ts';
import type { ConversationFact } from '../../organization/slices/messageFacts.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { type DecisionContext, type FactsNeeded, requireCaller } from '../define.ts';
import { type CheckedTopic, trustedTopic } from '../text.ts';
import {
  type Mentions,
  requireMayMention,
  requireMayReplyIn,
  requireMaySendTo,
  requireMayUseTopic,
} from './postPermissions.ts';

// Looks up a message's recipients.

/** A channel by ID or by name, or the other people of a direct conversation. */
export type Addressee =
  | { readonly kind: 'channel'; readonly channel: ChannelReference }
  | { readonly kind: 'direct'; readonly recipientIds: readonly UserId[] };

/** The channel meant, visible or not; refused if it does not exist. */
export function requireExistingChannel(organization: OrganizationState, named: ChannelReference): Channel {
  const channel = resolveChannel(organization, named);
  if (channel !== undefined) return channel;
  if ('id' in named) {
    const { id } = named;
    throw new Refused(`Channel with ID '${id}' does not exist`, 'STREAM_DOES_NOT_EXIST', { stream_id: id });
  }
  const { name } = named;
  const stream = escapeHtml(name);
  throw new Refused(`Channel '${name}' does not exist`, 'STREAM_DOES_NOT_EXIST', { stream });
}

/** Everybody in a direct conversation, the sender included, ascending. */
export const participantsOf = (senderId: UserId, recipientIds: readonly UserId[]): readonly UserId[] =>
  [...new Set([senderId, ...recipientIds])].sort((one, other) => one - other);

/** Refuses recipients who do not exist, are deactivated, or whom the sender may not know. */
export function requireRecipients(
  organization: OrganizationState,
  senderId: UserId,
  recipientIds: readonly UserId[],
): void {
  const unknown = recipientIds.find((id) => !organization.users.byId.has(id));
  requireThat(unknown === undefined, `Invalid user ID ${unknown}`);
  requireThat(recipientIds.length > 0, 'Message must have recipients');
  const areSeen = recipientIds.every((userId) => seesUser(organization, senderId, userId));
  const unseen = 'You do not have permission to access some of the recipients.';
  requireThat(areSeen, unseen);
  for (const userId of recipientIds) requireActive(organization, senderId, userId);
}

/** The refusal names deactivated people by their address if the sender may know it. */
function requireActive(organization: OrganizationState, senderId: UserId, userId: UserId): void {
  const user = organization.users.byId.get(userId);
  if (user === undefined || user.active) return;
  const name = accessOf(organization, senderId).seesEmailOf(user) ? user.email : user.fullName;
  throw new Refused(`'${name}' is no longer using the service.`);
}

/** A message to be sent, as far as permissions are concerned. */
export interface NewPost {
  readonly to: Addressee;
  /** '' for direct messages. */
  readonly topic: CheckedTopic;
  readonly rendered: Mentions;
  /** A reply of an outgoing webhook, which may be sent where its trigger was (contract 16). */
  readonly isReply?: boolean;
}

/** The post's destination for an existing conversation. */
export const postTo = (conversation: Conversation): Pick<NewPost, 'to' | 'topic'> =>
  conversation.kind === 'channel'
    ? {
        to: { kind: 'channel', channel: { id: conversation.channelId } },
        topic: trustedTopic(conversation.topic),
      }
    : { to: { kind: 'direct', recipientIds: conversation.participantIds }, topic: trustedTopic('') };

/** The facts that `checkedPost` needs. */
export const postFacts = (
  organization: OrganizationState,
  post: Omit<NewPost, 'rendered'>,
  actor: UserId | null,
): FactsNeeded => ({ conversations: postConversations(organization, post, actor) });

/** Keys of the conversations whose facts `checkedPost` needs. */
export function postConversations(
  organization: OrganizationState,
  post: Omit<NewPost, 'rendered'>,
  actor: UserId | null,
): readonly string[] {
  const conversation = postConversation(organization, post, actor);
  return conversation ? [conversationKey(conversation)] : [];
}

/** The conversation of a post; refuses a post that is not permitted. */
export const checkedPost = (
  organization: OrganizationState,
  post: NewPost,
  context: DecisionContext,
): PostTarget =>
  post.to.kind === 'channel'
    ? inChannel(organization, post.to, post, context)
    : direct(organization, post.to, post, context);

/** The conversation of a post and its fact, which is undefined for a first message. */
interface PostTarget {
  readonly conversation: Conversation;
  readonly known: ConversationFact | undefined;
}

/** The conversation a post would belong to, as far as it can be determined without refusing. */
export function postConversation(
  organization: OrganizationState,
  { to, topic }: Omit<NewPost, 'rendered'>,
  actor: UserId | null,
): Conversation | undefined {
  if (to.kind === 'channel') {
    const channel = resolveChannel(organization, to.channel);
    return channel && { kind: 'channel', channelId: channel.channelId, topic };
  }
  if (actor === null) return undefined;
  return { kind: 'direct', participantIds: participantsOf(actor, to.recipientIds) };
}

function inChannel(
  organization: OrganizationState,
  to: Extract<Addressee, { kind: 'channel' }>,
  post: NewPost,
  context: DecisionContext,
): PostTarget {
  const senderId = requireCaller(context);
  const channel = requireExistingChannel(organization, to.channel);
  if (post.isReply) requireMayReplyIn(organization, senderId, channel);
  else requireMaySendTo(organization, senderId, channel, 'name' in to.channel ? to.channel.name : undefined);
  const { channelId } = channel;
  const conversation = { kind: 'channel', channelId, topic: post.topic } as const;
  const known = context.facts.conversation(conversationKey(conversation));
  requireMayUseTopic(organization, senderId, channel, post.topic, known);
  requireMayMention(organization, senderId, post.rendered, conversation, known);
  return { conversation: { ...conversation, topic: known?.topic ?? post.topic }, known };
}

function direct(
  organization: OrganizationState,
  { recipientIds }: Extract<Addressee, { kind: 'direct' }>,
  post: NewPost,
  context: DecisionContext,
): PostTarget {
  const senderId = requireCaller(context);
  requireRecipients(organization, senderId, recipientIds);
  const participantIds = participantsOf(senderId, recipientIds);
  const conversation: Conversation = { kind: 'direct', participantIds };
  const known = context.facts.conversation(conversationKey(conversation));
  requireMaySendDirect(organization, senderId, participantIds, known);
  requireMayMention(organization, senderId, post.rendered, conversation, known);
  return { conversation, known };
}

/** Permission to send direct messages: three conditions, each with its own refusal. */
export function requireMaySendDirect(
  organization: OrganizationState,
  senderId: UserId,
  participantIds: readonly UserId[],
  known: ConversationFact | undefined,
): void {
  const maySend = canSendDirect(organization, senderId, participantIds);
  requireThat(
    maySend || !areDirectMessagesOff(organization, senderId),
    'Direct messages are disabled in this organization.',
  );
  requireThat(maySend, 'This conversation does not include any users who can authorize it.');
  requireThat(
    known !== undefined || canInitiateDirect(organization, senderId, participantIds),
    'You do not have permission to initiate direct message conversations.',
  );
}

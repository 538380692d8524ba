import { z } from 'zod';
import { ChannelId, UserGroupId, UserId } from '../ids.ts';
import { defineEvents, erasable, type Erased, fact, revealed } from './define.ts';

/**
 * Where a message was said, as fields of an event: channel and topic, or all participants of a direct
 * conversation (the sender among them, ascending). A topic keeps the spelling of its first message.
 * The subject is the message whose text the topic is.
 */
export const whereSaid = <Subject extends 'message' | 'message:messageId'>(subject: Subject) => ({
  channelId: ChannelId.optional(),
  topic: erasable(subject, z.string()).optional(),
  participantIds: z.array(UserId).readonly().optional(),
});

/** Kinds of wildcard mention (spec/endpoint-details.md 1.4). */
export const Wildcard = z.enum(['channel', 'topic']);
export type Wildcard = z.infer<typeof Wildcard>;

/** Channel and topic, or the participants of a direct conversation, ascending. */
export type Conversation =
  | { readonly kind: 'channel'; readonly channelId: ChannelId; readonly topic: string }
  | { readonly kind: 'direct'; readonly participantIds: readonly UserId[] };

/** The conversation that an event's fields name; an erased topic reads as the empty one. */
export const conversationOf = (said: {
  readonly channelId?: ChannelId | undefined;
  readonly topic?: string | Erased | undefined;
  readonly participantIds?: readonly UserId[] | undefined;
}): Conversation =>
  said.channelId === undefined
    ? { kind: 'direct', participantIds: said.participantIds ?? [] }
    : { kind: 'channel', channelId: said.channelId, topic: revealed(said.topic ?? '', '') };

/**
 * Identity of a conversation as text: `c:{channel}:{topic without case}` or `d:{participants}`. Two spellings
 * of one topic are one conversation (spec/endpoint-details.md 0.7).
 */
export const conversationKey = (conversation: Conversation): string =>
  conversation.kind === 'channel'
    ? `c:${conversation.channelId}:${conversation.topic.toLowerCase()}`
    : `d:${conversation.participantIds.join(',')}`;

/**
 * What readers see of a message. Where no HTML was recorded it is the source as one paragraph: such texts hold
 * nothing that HTML would take for markup.
 */
export const htmlOf = (message: { readonly content: string; readonly html?: string | undefined }): string =>
  message.html ?? `<p>${message.content}</p>`;

/** Facts of messages. The ID of a message is the revision of its MessageSent plus one. */
export const messageEvents = defineEvents('organization', {
  MessageSent: fact(1, {
    senderId: UserId,
    ...whereSaid('message'),
    content: erasable('message', z.string()),
    /** What people were shown; absent where it is the escaped paragraph of the content. */
    html: erasable('message', z.string()).optional(),
    /** 0 where the text has no markup and was not rendered. */
    rendererVersion: z.number().int(),
    mentionedUserIds: z.array(UserId).readonly().optional(),
    mentionedGroupIds: z.array(UserGroupId).readonly().optional(),
    wildcards: z.array(Wildcard).readonly().optional(),
    readBySender: z.boolean(),
    /** Returned untouched to the client that owns the queue. */
    queueId: z.string().optional(),
    localId: z.string().optional(),
    /** SHA-256 of (organization, sender, idempotency key), and of the parsed and supported parameters. */
    idempotency: z.strictObject({ keyHash: z.string(), parametersHash: z.string() }).optional(),
  }),
});
export const { MessageSent } = messageEvents.make;

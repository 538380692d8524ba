/** Changing messages: editing, moving and deleting them, and their edit history. */
import { z } from 'zod';
import { nextTurn } from '../../base/concurrency.ts';
import { Refused } from '../../base/errors.ts';
import { ChannelId, MessageId } from '../../base/ids.ts';
import { changeMessage, type ChangeOutcome, deleteMessage } from '../../commands/messages/change.ts';
import { renderText } from '../../commands/messages/rendering.ts';
import { type CheckedContent, checkedTopic, editedContent } from '../../commands/text.ts';
import type { FileId } from '../../events/files.ts';
import { conversationKey, htmlOf, type MoveReach } from '../../events/messages.ts';
import { accessOf } from '../../organization/access/access.ts';
import { messageFacts } from '../../projections/messages/facts.ts';
import { countSentSince, findMessage } from '../../projections/messages/page.ts';
import { messages } from '../../projections/messages/projection.ts';
import type { Views } from '../../projections/running/views.ts';
import { Topic } from '../../wire/define.ts';
import { Attachment, wireAttachment } from '../../wire/files.ts';
import { MessageSnapshot, snapshotsOf } from '../../wire/history.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import { requireMessage, showingParams } from './reading.ts';

const PropagateMode = z.enum(['change_one', 'change_later', 'change_all']);
const REACH: Readonly<Record<z.infer<typeof PropagateMode>, MoveReach>> = {
  change_one: 'one',
  change_later: 'later',
  change_all: 'all',
};

export const messageChangeRoutes = routes({
  'PATCH /messages/:message_id': write({
    who: 'user',
    summary: 'Edit a message, or move it and others of its topic to another topic or channel',
    params: {
      message_id: path(MessageId),
      content: text().optional().describe('The new text in Markdown.'),
      topic: text().alias('subject').optional().describe(Topic),
      stream_id: json(ChannelId).optional(),
      propagate_mode: text(PropagateMode)
        .default('change_one')
        .describe('Whether one message, the later ones too, or the whole topic was moved.'),
      send_notification_to_old_thread: json(z.boolean())
        .default(false)
        .describe('Whether a notice is left where the messages were.'),
      send_notification_to_new_thread: json(z.boolean())
        .default(true)
        .describe('Whether a notice is sent to where the messages are now.'),
      prev_content_sha256: text()
        .optional()
        .describe(
          'SHA-256 of the text that the caller edits, in hexadecimal; if it has changed, the edit is refused.',
        ),
    },
    response: z.strictObject({
      detached_uploads: z
        .array(Attachment)
        .describe('The caller’s files that no message shows any more because of this edit.'),
    }),
    errors: [
      'EXPECTATION_MISMATCH',
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    ],
    async handle({ params, actor, organization, services, currentViews, submit }) {
      const views = await currentViews(messages, messageFacts);
      const content = params.content === undefined ? undefined : editedContent(params.content);
      const written = async (content: CheckedContent) => {
        const access = accessOf(organization.state, actor.userId);
        const earlier = content.includes('@')
          ? await findMessage(views, access, organization.state, params.message_id)
          : undefined;
        const before = earlier && { content: earlier.content, html: htmlOf(earlier) };
        return renderText(services.render, organization.state, content, actor.userId, before);
      };
      const newText = content && (await written(content));
      const requested = {
        messageId: params.message_id,
        topic: params.topic === undefined ? undefined : checkedTopic(params.topic),
        channelId: params.stream_id,
        reach: REACH[params.propagate_mode],
        notifiesOldTopic: params.send_notification_to_old_thread,
        notifiesNewTopic: params.send_notification_to_new_thread,
      };
      const shownBefore = organization.state.files.showing.get(params.message_id)?.fileIds;
      const first = { ...requested, text: newText, seenHash: params.prev_content_sha256 };
      const rest = { ...requested, text: undefined, seenHash: undefined };
      let outcome = await submit(changeMessage, first);
      while (outcome.status === 'more') outcome = await submit(changeMessage, rest);
      if (outcome.status === 'partly too old')
        // What was moved before counts.
        throw await timeLimitExceeded(
          await currentViews(messages, messageFacts),
          organization,
          actor.userId,
          outcome,
        );
      return { detached_uploads: detachedOf(organization, shownBefore) };
    },
  }),

  'DELETE /messages/:message_id': write({
    who: 'user',
    summary: 'Delete a message',
    params: { message_id: path(MessageId) },
    async handle({ params, currentViews, submit }) {
      // The lane reads messages at its own revision, so the request waits here, where it blocks nobody.
      await currentViews(messages, messageFacts);
      await submit(deleteMessage, { messageId: params.message_id });
    },
  }),

  'GET /messages/:message_id/history': read({
    who: 'user',
    summary: 'Read the edit history of a message',
    params: { message_id: path(MessageId), allow_empty_topic_name: showingParams.allow_empty_topic_name },
    response: z.strictObject({
      message_history: z.array(MessageSnapshot).describe('The message after each change, oldest first.'),
    }),
    async handle({ params, actor, organization: { state }, level }) {
      const views = await level(messages, messageFacts);
      const access = accessOf(state, actor.userId);
      const message = await requireMessage(views, access, state, params.message_id);
      const snapshots = snapshotsOf({ organization: state, access }, message, params.allow_empty_topic_name);
      const hidden = 'Message edit history is disabled in this organization';
      if (snapshots === undefined) throw new Refused(hidden);
      const history: z.infer<typeof MessageSnapshot>[] = [];
      for (const snapshot of snapshots) {
        history.push(snapshot);
        await nextTurn();
      }
      return { message_history: history.reverse() };
    },
  }),
});

/** Files that a message has shown and that no message shows any more. */
const detachedOf = ({ state }: ServedOrganization, shownBefore: readonly FileId[] = []) =>
  shownBefore.flatMap((fileId) => {
    const file = state.files.byId.get(fileId);
    return file?.shownIn.length === 0 ? [wireAttachment(state.organizationId, file)] : [];
  });

type PartlyTooOld = Extract<ChangeOutcome, { status: 'partly too old' }>;

/** Reports the first message that may still be moved, so that clients can offer to move from there. */
async function timeLimitExceeded(
  views: Views,
  organization: ServedOrganization,
  actor: Parameters<typeof accessOf>[1],
  { conversation, since }: PartlyTooOld,
): Promise<Refused> {
  const access = accessOf(organization.state, actor);
  const key = conversationKey(conversation);
  const { total, recent, firstRecentId } = await countSentSince(
    views,
    access,
    organization.state,
    key,
    since,
  );
  return new Refused(
    `You only have permission to move the ${recent}/${total} most recent messages in this topic.`,
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    {
      first_message_id_allowed_to_move: firstRecentId,
      total_messages_in_topic: total,
      total_messages_allowed_to_move: recent,
    },
  );
}

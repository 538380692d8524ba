/** Scheduled messages. */
import { z } from 'zod';
import { requireThat } from '../../base/errors.ts';
import type { UserId } from '../../base/ids.ts';
import type { Addressee } from '../../commands/messages/posts.ts';
import { renderText, type WrittenText } from '../../commands/messages/rendering.ts';
import {
  deleteScheduledMessage,
  editScheduledMessage,
  scheduleMessage,
} from '../../commands/messages/scheduled.ts';
import { checkedContent, checkedTopic, trustedTopic } from '../../commands/text.ts';
import { ScheduledMessageId } from '../../events/personal.ts';
import { accessOf } from '../../organization/access/access.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { findScheduledMessages, scheduledMessages } from '../../projections/personal.ts';
import { Topic } from '../../wire/define.ts';
import { DueAt, Markdown, ScheduledMessages, wireScheduledMessage } from '../../wire/personal.ts';
import { json, path, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listResponse } from '../listings/listResponse.ts';
import { IDEMPOTENCY_HEADER, scheduleIdempotency } from './idempotency.ts';
import { isReadingClient } from './messages.ts';
import { addresseeKind, messageType, readBySender, requiredTopic, scheduledAddressee } from './recipients.ts';

const TO = 'The ID of a channel, or a JSON list of the IDs of people.';
const REFUSALS = [
  'STREAM_DOES_NOT_EXIST',
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
] as const;

/** The last second of the year 9999. */
export const MAX_TIMESTAMP_SECONDS = 253_402_300_799;
const time = () => json(z.int().max(MAX_TIMESTAMP_SECONDS));

export const scheduledMessageRoutes = routes({
  'GET /scheduled_messages': read({
    who: 'user',
    summary: 'List your unsent scheduled messages, in order of their times',
    params: {},
    response: z.strictObject({ scheduled_messages: ScheduledMessages }),
    async handle({ actor, organization: { state }, level }) {
      const views = await level(scheduledMessages);
      const all = await findScheduledMessages(views, state, actor.userId);
      const access = accessOf(state, actor.userId);
      return listResponse('scheduled_messages', all, (message) => wireScheduledMessage(message, access));
    },
  }),

  'POST /scheduled_messages': write({
    who: 'user',
    summary: 'Schedule a message',
    params: {
      type: messageType(),
      to: text().describe(TO),
      content: text().describe(Markdown),
      topic: text().alias('subject').optional().describe(Topic),
      scheduled_delivery_timestamp: time().describe(DueAt),
      read_by_sender: readBySender,
    },
    response: z.strictObject({ scheduled_message_id: ScheduledMessageId }),
    headers: IDEMPOTENCY_HEADER,
    errors: [...REFUSALS, 'IDEMPOTENCY_KEY_REUSED'],
    async handle({ params, actor, organization: { id, state }, services, client, header, submit }) {
      const to = scheduledAddressee(addresseeKind(params.type), params.to);
      const { scheduledMessageId } = await submit(scheduleMessage, {
        to,
        topic: to.kind === 'channel' ? requiredTopic(params.topic) : trustedTopic(''),
        ...(await written(services, state, params.content, actor.userId)),
        deliverAt: params.scheduled_delivery_timestamp * 1000,
        at: services.clock.now(),
        readBySender: params.read_by_sender ?? (isReadingClient(client) && !isNote(to, actor.userId)),
        idempotency: scheduleIdempotency(id, actor.userId, header, params),
      });
      return { scheduled_message_id: scheduledMessageId };
    },
  }),

  'PATCH /scheduled_messages/:scheduled_message_id': write({
    who: 'user',
    summary: 'Change a scheduled message; a failed one needs a new time',
    params: {
      scheduled_message_id: path(ScheduledMessageId),
      type: messageType().optional(),
      to: text().describe(TO).optional(),
      content: text().optional().describe(Markdown),
      topic: text().alias('subject').optional().describe(Topic),
      scheduled_delivery_timestamp: time().optional().describe(DueAt),
    },
    errors: REFUSALS,
    async handle({ params, actor, organization: { state }, services, submit }) {
      const { scheduled_message_id: scheduledMessageId, ...changes } = params;
      const { type, to, content, topic, scheduled_delivery_timestamp: timestamp } = changes;
      const isSomething = Object.values(changes).some((value) => value !== undefined);
      requireThat(isSomething, 'Nothing to change');
      const kind = type && addresseeKind(type);
      await submit(editScheduledMessage, {
        scheduledMessageId,
        kind,
        to: to === undefined ? undefined : scheduledAddressee(kind, to),
        topic: topic === undefined ? undefined : checkedTopic(topic),
        text: content === undefined ? undefined : await written(services, state, content, actor.userId),
        deliverAt: timestamp === undefined ? undefined : timestamp * 1000,
        at: services.clock.now(),
      });
    },
  }),

  'DELETE /scheduled_messages/:scheduled_message_id': write({
    who: 'user',
    summary: 'Delete a scheduled message',
    params: { scheduled_message_id: path(ScheduledMessageId) },
    async handle({ params, submit }) {
      await submit(deleteScheduledMessage, { scheduledMessageId: params.scheduled_message_id });
    },
  }),
});

const written = (
  { render }: Services,
  state: OrganizationState,
  source: string,
  writerId: UserId,
): WrittenText | Promise<WrittenText> => renderText(render, state, checkedContent(source), writerId);

/** A message to oneself only, to be read later. */
const isNote = (to: Addressee, authorId: UserId): boolean =>
  to.kind === 'direct' && to.recipientIds.every((userId) => userId === authorId);

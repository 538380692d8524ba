/** Client event queues: polling for events and deleting a queue. `register.ts` registers one. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import { ClientEventSchema } from '../../live/queues/clientEvents.ts';
import type { IdentifiedText } from '../../live/queues/eventJson.ts';
import { json, text } from '../http/parameters.ts';
import { StreamedResponse } from '../http/responses.ts';
import { EmptyResponse, read, routes, write } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { PreparedResponse } from '../listings/listResponse.ts';

/** Concurrent polls of one person, on one node. */
const MAX_POLLS_PER_USER = 100;

const queueId = text().describe('The `queue_id` of POST /register.');

/** Clients repeat here what they have registered. */
const REGISTERED = {
  apply_markdown: json(z.boolean())
    .optional()
    .describe('Changes nothing: the queue has it from POST /register.'),
  client_gravatar: json(z.boolean())
    .optional()
    .describe('Changes nothing: the queue has it from POST /register.'),
} as const;

export const eventRoutes = routes({
  'GET /events': read({
    who: 'user',
    summary: 'Wait for events of a queue',
    params: {
      queue_id: queueId,
      last_event_id: json(z.int().min(-1)).describe(
        'The last event that was dealt with: it and all before it are not sent again. -1 at the beginning.',
      ),
      dont_block: json(z.boolean()).default(false).describe('Answers at once, even without events.'),
      ...REGISTERED,
    },
    response: z.strictObject({
      events: z.array(ClientEventSchema).describe('The events, oldest first.'),
      queue_id: z.string().describe('ID of the queue that was asked.'),
    }),
    errors: ['BAD_EVENT_QUEUE_ID'],
    longPoll: true,
    isPoll: true,
    hot: true,
    async handle({ params, actor, organization, services, gone, requireAdmitted, chargePolls }) {
      const { eventQueues } = services;
      const { queue_id: id, last_event_id: after, dont_block: isImpatient } = params;
      if (!isImpatient) requireFewWaiting(services, organization.id, actor.userId);
      const events = await eventQueues.poll(organization.id, actor.userId, id, {
        after,
        gone,
        requireAdmitted,
        charge: chargePolls,
        waits: !isImpatient,
      });
      const members = `"events":[${events.join(',')}],"queue_id":${JSON.stringify(id)}`;
      return new PreparedResponse([Buffer.from(members)]);
    },
  }),

  'GET /events/stream': read({
    answers: 'stream',
    who: 'user',
    summary: 'Follow a queue as server-sent events',
    params: {
      queue_id: queueId,
      last_event_id: json(z.int().min(-1))
        .default(-1)
        .describe('As in GET /events; a `Last-Event-ID` header says the same, and wins.'),
    },
    headers: {
      'Last-Event-ID': 'The last event that was dealt with; browsers send it when they connect again.',
    },
    response: EmptyResponse,
    errors: ['BAD_EVENT_QUEUE_ID'],
    longPoll: true,
    async handle(context) {
      const { params, actor, organization, services, gone, requireAdmitted, chargePolls } = context;
      requireFewWaiting(services, organization.id, actor.userId);
      const after = sentId(context.header('last-event-id')) ?? params.last_event_id;
      const { eventQueues } = services;
      const whose = [organization.id, actor.userId, params.queue_id] as const;
      const poll = { after, gone, requireAdmitted, charge: chargePolls };
      await eventQueues.require(...whose, after);
      return new StreamedResponse('text/event-stream', async (sink) => {
        await sink.write(`retry: ${RETRY_MS}\n\n`);
        for await (const events of eventQueues.follow(...whose, poll))
          await sink.write(events.length === 0 ? ': heartbeat\n\n' : events.map(serverSentEvent).join(''));
      });
    },
  }),

  'DELETE /events': write({
    who: 'user',
    summary: 'End a queue',
    params: { queue_id: queueId },
    errors: ['BAD_EVENT_QUEUE_ID'],
    async handle({ params: { queue_id: id }, actor, organization, services: { eventQueues } }) {
      await eventQueues.delete(organization.id, actor.userId, id);
    },
  }),
});

/** Milliseconds until a browser reconnects. */
const RETRY_MS = 1_000;

const serverSentEvent = ({ id, text }: IdentifiedText): string => `id: ${id}\ndata: ${text}\n\n`;

function sentId(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (!/^\d{1,16}$/.test(header)) throw new Refused('Invalid Last-Event-ID');
  return Number(header);
}

function requireFewWaiting({ eventQueues }: Services, organizationId: OrganizationId, userId: UserId): void {
  if (eventQueues.waitingOf(organizationId, userId) < MAX_POLLS_PER_USER) return;
  throw new Refused('Too many requests for events are waiting.', 'RATE_LIMIT_HIT');
}

/** Client event queues: asking for events, and ending a queue. Registering one is in `register.ts`. */
import { z } from 'zod';
import { Refused } from '../errors.ts';
import { ClientEvent } from '../live/queues/clientEvents.ts';
import { json, text } from './http/parameters.ts';
import { read, routes, Nothing, write } from './http/route.ts';
import { ReadyAnswer } from './listings/readyAnswer.ts';

/** Polls of one person that may wait at the same time, on one node. */
const MOST_WAITING = 100;

const queueId = text().describe('The `queue_id` of POST /register.');

export const eventRoutes = routes({
  'GET /events': read({
    who: 'user',
    summary: 'Wait for events of a queue',
    params: {
      queue_id: queueId,
      last_event_id: json(z.int().min(-1)).describe(
        'The last event that was dealt with: it and all before it are not sent again. -1 at the beginning.',
      ),
      dont_block: json(z.boolean())
        .default(false)
        .describe('Answers at once, also where nothing has happened.'),
    },
    response: z.strictObject({ events: z.array(ClientEvent), queue_id: z.string() }),
    errors: ['BAD_EVENT_QUEUE_ID'],
    longPoll: true,
    hot: true,
    async handle({ params, actor, organization, services: { eventQueues }, gone, requireAdmitted }) {
      const { queue_id: id, last_event_id: after, dont_block: isImpatient } = params;
      const waiting = eventQueues.waitingOf(organization.id, actor.userId);
      if (waiting >= MOST_WAITING && !isImpatient)
        throw new Refused('RATE_LIMIT_HIT', 'Too many requests for events are waiting.');
      const events = await eventQueues.poll(organization.id, actor.userId, id, {
        ...{ after, gone, requireAdmitted },
        waits: !isImpatient,
      });
      const members = `"events":[${events.join(',')}],"queue_id":${JSON.stringify(id)}`;
      return new ReadyAnswer([Buffer.from(members)]);
    },
  }),

  'DELETE /events': write({
    who: 'user',
    summary: 'End a queue',
    params: { queue_id: queueId },
    response: Nothing,
    errors: ['BAD_EVENT_QUEUE_ID'],
    async handle({ params: { queue_id: id }, actor, organization, services: { eventQueues } }) {
      await eventQueues.delete(organization.id, actor.userId, id);
      return {};
    },
  }),
});

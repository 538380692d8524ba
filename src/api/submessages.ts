/** Submessages of polls and to-do lists. */
import { z } from 'zod';
import { addSubmessage } from '../commands/submessages.ts';
import { MessageId } from '../ids.ts';
import { json, text } from './http/parameters.ts';
import { EmptyResponse, routes, write } from './http/route.ts';

/** Characters: as many as a message may have. */
const MAX_CONTENT = 10_000;

export const submessageRoutes = routes({
  'POST /submessage': write({
    who: 'user',
    summary: 'Vote in a poll, or change a to-do list',
    params: {
      message_id: json(MessageId),
      msg_type: text(z.enum(['widget'])),
      content: text(z.string().max(MAX_CONTENT)),
    },
    response: EmptyResponse,
    async handle({ params, submit }) {
      await submit(addSubmessage, { messageId: params.message_id, content: params.content });
      return {};
    },
  }),
});

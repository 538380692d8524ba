/** Every answer matches its declared schema: given to the server as `onAnswer` in tests. */
import { z } from 'zod';
import type { OnAnswer } from '../../src/api/http/pipeline.ts';
import { ReadyAnswer } from '../../src/api/listings/readyAnswer.ts';

const Problem = z.object({ result: z.literal('error'), msg: z.string(), code: z.string() });
const MethodNotAllowed = z.strictObject({
  result: z.literal('error'),
  msg: z.string(),
  allowed_methods: z.array(z.string()),
});

/** Throws when a route answers anything but what it declares. */
export const checkAnswer: OnAnswer = (route, status, body) => {
  if (status === 405) MethodNotAllowed.parse(body);
  else if (status >= 400) Problem.parse(body);
  else route?.response.parse(body instanceof ReadyAnswer ? fieldsOf(body) : body);
};

/** The same for a server that speaks the names of others, which ready bytes have already. */
export const checkPlainAnswer: OnAnswer = (route, status, body) => {
  if (!(body instanceof ReadyAnswer)) checkAnswer(route, status, body);
};

/** What the ready bytes say. */
const fieldsOf = ({ parts, fields }: ReadyAnswer): unknown => ({
  ...fields,
  ...(JSON.parse(`{${Buffer.concat(parts).toString()}}`) as object),
});

/** Every answer matches its declared schema: given to the server as `onAnswer` in tests. */
import { z } from 'zod';
import { codesOf } from '../../src/api/docs/responses.ts';
import { type ErrorCode, errorBodies } from '../../src/api/docs/errors.ts';
import type { OnResponse } from '../../src/api/http/pipeline.ts';
import type { Route } from '../../src/api/http/route.ts';
import { PreparedResponse } from '../../src/api/listings/listResponse.ts';

const Problem = z.object({ result: z.literal('error'), msg: z.string(), code: z.string() });
const MethodNotAllowed = z.strictObject({
  result: z.literal('error'),
  msg: z.string(),
  allowed_methods: z.array(z.string()),
});

/** Throws when a route answers anything but what it declares. */
export const checkAnswer: OnResponse = (route, status, body) => {
  if (status === 405) MethodNotAllowed.parse(body);
  else if (status >= 400) checkProblem(route, body);
  else route?.response.parse(body instanceof PreparedResponse ? fieldsOf(body) : body);
};

/** What every error has, for routes that answer whatever they are asked to. */
export const checkErrorForm = (body: unknown): void => void Problem.parse(body);

/** A code comes with its fields and no others, and from routes alone that declare it. */
function checkProblem(route: Route | undefined, body: unknown): void {
  const { code } = Problem.parse(body);
  errorBodies.get(code)?.parse(body);
  const declared = route && [...codesOf(route).values()].flat();
  if (declared?.includes(code as ErrorCode) === false && code !== 'INTERNAL_SERVER_ERROR')
    throw new Error(`${route?.name} does not declare the code ${code}`);
}

/** The same for a server that speaks the names of others, which ready bytes have already. */
export const checkPlainAnswer: OnResponse = (route, status, body) => {
  if (!(body instanceof PreparedResponse)) checkAnswer(route, status, body);
};

/** What the ready bytes say. */
const fieldsOf = ({ parts, fields }: PreparedResponse): unknown => ({
  ...fields,
  ...(JSON.parse(`{${Buffer.concat(parts).toString()}}`) as object),
});

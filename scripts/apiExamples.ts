/**
 * One example of every route, in the order of one story. `test/tour/apiExamples.test.ts` runs them
 * all on a fresh server; docs/generated/api.md shows each where its route is.
 */
import { arriving } from './apiExamples/arriving.ts';
import type { ApiExample } from './apiExamples/example.ts';
import { leaving } from './apiExamples/leaving.ts';
import { machines } from './apiExamples/machines.ts';
import { people } from './apiExamples/people.ts';
import { talking } from './apiExamples/talking.ts';

/**
 * Without an example: one is answered without an end, and shown in the introduction of docs/generated/api.md; others redirect, or are
 * refused on every server.
 */
export const STREAMS: ReadonlySet<string> = new Set([
  'GET /events/stream',
  'GET /realm/icon',
  'GET /realm/logo',
  'GET /calls/bigbluebutton/create',
  ...['zoom', 'webex', 'constructorgroups', 'nextcloud_talk'].map((name) => `POST /calls/${name}/create`),
]);

/** The preconditions of the examples, as described in docs/generated/api.md. */
export const EXAMPLES_PRELUDE = 'API=http://localhost:9991/api/v1\nnode examples/push-bouncer.mjs 9993 &\n';

export const apiExamples: readonly ApiExample[] = [
  ...arriving,
  ...talking,
  ...people,
  ...machines,
  ...leaving,
];

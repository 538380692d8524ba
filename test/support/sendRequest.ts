/** Requests in one line, `PATCH /streams/7`, by whoever it may be. */
import type { Answer, Hansard, Person } from './hansard.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The answer to a request by somebody; undefined is nobody. */
export function ask(
  hansard: Hansard,
  person: Person | undefined,
  request: string,
  fields: Fields = {},
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  if (person === undefined) return askAsNobody(hansard, method, path, fields);
  if (method === 'GET') return person.get(path, fields);
  if (method === 'POST') return person.post(path, fields);
  if (method === 'PATCH') return person.patch(path, fields);
  if (method === 'PUT') return person.put(path, fields);
  if (method === 'DELETE') return person.delete(path, fields);
  throw new Error(`Nobody can send a ${method} here`);
}

/** Nobody has written anything: what others wrote is there when the views have it. */
async function askAsNobody(hansard: Hansard, method: string, path: string, fields: Fields): Promise<Answer> {
  if (method !== 'GET') return hansard.anonymous(method, path, fields);
  await hansard.app.projections.caughtUp();
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  return hansard.anonymous('GET', query.size === 0 ? path : `${path}?${query}`);
}

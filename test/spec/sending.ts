/** How a step of a row becomes a request. */
import { ask } from '../support/sendRequest.ts';
import { type Answer, type Hansard, type Person, whenReady } from '../support/hansard.ts';
import { pictures } from './pictures.ts';
import type { Step } from './row.ts';

type Request = Pick<Step, 'request' | 'fields' | 'headers' | 'files'>;

/** The answer to a step whose names are filled in; undefined is nobody, who is not owed what others wrote just now. */
export async function sentBy(hansard: Hansard, person: Person | undefined, step: Request): Promise<Answer> {
  const { request, fields, headers, files } = step;
  if (person === undefined) await hansard.app.projections.caughtUp();
  const isPlain = files.length === 0 && Object.keys(headers).length === 0;
  if (isPlain && /^(?:GET|POST|PATCH|DELETE) /.test(request))
    return whenReady(() => ask(hansard, person, request, fields));
  return bare(hansard, person, step);
}

/** For what clients rarely do: other methods, other headers, files. */
async function bare(
  { url, app }: Hansard,
  person: Person | undefined,
  { request, fields, headers, files }: Request,
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  const texts = textsOf(fields);
  const answer = await fetch(hasBody || texts.size === 0 ? url + path : `${url}${path}?${texts}`, {
    method,
    redirect: 'manual',
    headers: { ...person?.headers, ...headers },
    ...(hasBody && { body: files.length === 0 ? texts : upload(texts, files) }),
  });
  const text = await answer.text();
  await app.projections.caughtUp();
  const body = (text === '' ? {} : JSON.parse(text)) as Answer['body'];
  return { status: answer.status, headers: answer.headers, body };
}

const textsOf = (fields: Request['fields']): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

function upload(texts: URLSearchParams, files: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of texts) form.append(name, value);
  if (texts.size === 0) form.append('client', 'test');
  for (const file of files) form.append('file', new Blob([pictures[file]!]), file);
  return form;
}

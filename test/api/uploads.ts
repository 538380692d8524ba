/** Uploading in tests. */
import { type Answer, type Hansard, type Person } from '../support/hansard.ts';

export interface File {
  readonly bytes: Uint8Array | string;
  readonly name?: string;
  readonly type?: string;
}

/** Sends files in one multipart body. */
export async function sendFiles(
  hansard: Pick<Hansard, 'url'>,
  who: Pick<Person, 'headers'>,
  path: string,
  files: readonly File[],
  fields: Readonly<Record<string, string>> = {},
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  files.forEach(({ bytes, name = 'notes.txt', type = 'text/plain' }, index) =>
    form.append(
      `file${index}`,
      new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }),
      name,
    ),
  );
  const answer = await fetch(hansard.url + path, { method, headers: who.headers, body: form });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] };
}

/** Uploads one file; the answer's URL. */
export async function upload(
  hansard: Pick<Hansard, 'url'>,
  who: Person,
  file: File = { bytes: 'Notes.' },
): Promise<string> {
  const { status, body } = await sendFiles(hansard, who, '/user_uploads', [file]);
  if (status !== 200) throw new Error(`An upload was answered ${status}: ${JSON.stringify(body)}`);
  return body['url'] as string;
}

/** Above the interface's prefix. */
export const siteOf = (hansard: Pick<Hansard, 'url'>): string => new URL(hansard.url).origin;

/** Reads a path of the site. */
export const fetched = (
  hansard: Pick<Hansard, 'url'>,
  path: string,
  who?: Person,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => fetch(siteOf(hansard) + path, { headers: { ...who?.headers, ...headers } });

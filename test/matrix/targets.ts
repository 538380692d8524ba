/** Targets of cells that are made in the same way for every line. */
import { upload } from '../api/uploading.ts';
import type { Answer, Hansard, Person } from '../support/hansard.ts';
import { ABSENT } from './kinds.ts';

/** Who uploads a file, and who shows it in a channel. */
export interface Uploader {
  readonly owner: Person;
  readonly sender: Person;
}

/** The path of a new file, which a message shows where there is such a channel. */
export async function newFile(hansard: Hansard, by: Uploader | undefined, to: number): Promise<string> {
  if (by === undefined) return '1/aa/absent/notes.txt';
  const url = await upload(hansard, by.owner);
  const message = { type: 'channel', to, topic: 'files', content: `[notes](${url})` };
  if (to !== ABSENT) await by.sender.post('/messages', message);
  return url.slice('/user_uploads/'.length);
}

/** The ID of a new file. */
export async function newAttachment(hansard: Hansard, by: Uploader | undefined): Promise<number> {
  if (by === undefined) return ABSENT;
  await upload(hansard, by.owner);
  const { body } = await by.owner.get('/attachments');
  return (body.attachments as readonly { readonly id: number }[]).at(-1)!.id;
}

/** A profile field that everybody edits, or that administrators do. */
export async function newField(by: Person, target: string, number: number): Promise<number> {
  if (target === 'absent') return ABSENT;
  const wanted = { name: `Field ${number}`, field_type: 1, editable_by_user: target === 'aField' };
  return idIn(await by.post('/realm/profile_fields', wanted), 'id');
}

/** The ID that an answer tells. */
export function idIn({ body }: Answer, field: string): number {
  if (typeof body[field] === 'number') return body[field];
  throw new Error(`Nothing was made: ${JSON.stringify(body)}`);
}

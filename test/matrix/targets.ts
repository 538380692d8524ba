/** Files as targets of cells. */
import { upload } from '../api/uploads.ts';
import type { Hansard, Person } from '../support/hansard.ts';
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

let views = 0;

/** The fragment of a new navigation view; nobody's is absent. */
export async function newView(owner: Person | undefined): Promise<string> {
  if (owner === undefined) return 'absent';
  const fragment = `view${(views += 1)}`;
  await owner.post('/navigation_views', { fragment, is_pinned: true, name: fragment });
  return fragment;
}

/** The ID of a new file. */
export async function newAttachment(hansard: Hansard, by: Uploader | undefined): Promise<number> {
  if (by === undefined) return ABSENT;
  await upload(hansard, by.owner);
  const { body } = await by.owner.get('/attachments');
  return (body.attachments as readonly { readonly id: number }[]).at(-1)!.id;
}

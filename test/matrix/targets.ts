/** Files as targets of cells. */
import { sendFiles, upload } from '../api/uploads.ts';
import { pictures } from '../spec/pictures.ts';
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

/** The ID of a new queue; nobody's is absent. */
export async function newQueue(owner: Person | undefined): Promise<string> {
  if (owner === undefined) return 'absent';
  const { body } = await owner.post('/register', { event_types: ['message'], fetch_event_types: [] });
  return body.queue_id as string;
}

let emoji = 0;

/** The name of a new emoji, if its author may add any; nobody's is absent. */
export async function newEmoji(hansard: Hansard, author: Person | undefined): Promise<string> {
  if (author === undefined) return 'absent';
  const name = `emoji${(emoji += 1)}`;
  await sendFiles(hansard, author, `/realm/emoji/${name}`, [
    { bytes: pictures['pixel.png']!, name: 'pixel.png', type: 'image/png' },
  ]);
  return name;
}

let domains = 0;

/** A domain that has just been allowed; nobody's is absent. */
export async function newDomain(by: Person | undefined): Promise<string> {
  if (by === undefined) return 'absent.example.com';
  const domain = `d${(domains += 1)}.example.com`;
  await by.post('/realm/domains', { domain, allow_subdomains: false });
  return domain;
}

/** Line → where things of its kind are listed in their order. */
const LISTS: Readonly<Record<string, readonly [path: string, field: string]>> = {
  folders: ['/channel_folders', 'channel_folders'],
  fields: ['/realm/profile_fields', 'custom_fields'],
  linkifiers: ['/realm/linkifiers', 'linkifiers'],
};

/** The IDs of all things of a kind; of another line that of nothing. */
export async function orderOf(reader: Person, target: string): Promise<readonly number[]> {
  const [path, field] = LISTS[target] ?? [];
  if (path === undefined || field === undefined) return [ABSENT];
  const { body } = await reader.get(path);
  return (body[field] as readonly { readonly id: number }[]).map(({ id }) => id);
}

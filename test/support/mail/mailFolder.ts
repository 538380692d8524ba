/** What a server with MAIL_DIR has sent. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Letter, letterOf } from './letter.ts';

/** All mails of a folder to an address. */
export async function lettersTo(folder: string, address: string): Promise<readonly Letter[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return sources.map(letterOf).filter(({ headers }) => headers.get('to')?.join() === address);
}

/** The one link of a mail, in the text as in the document. */
export function linkIn({ text, html }: Letter): string {
  const [link, ...others] = text.match(/https?:\/\/\S+/g) ?? [];
  if (link === undefined || others.length > 0) throw new Error(`Not one link: ${text}`);
  if (!html.includes(`href="${link}"`)) throw new Error(`The document has another link: ${html}`);
  return link;
}

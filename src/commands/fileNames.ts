/** Names of uploaded files: what is kept of the one that a sender gives, and how it stands in URLs. */
import { randomBytes } from 'node:crypto';

/** Characters of a name. */
const MAX_FILE_NAME_LENGTH = 120;

/** What no name has: control characters, marks that turn the direction of writing, halves of characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A file's own name, without folders and without what cannot be seen; `file` where nothing is left. */
export function fileNameOf(given: string): string {
  const own = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
  const seen = own.normalize('NFC').replaceAll(INVISIBLE, '').trim();
  return shortened(/^\.*$/.test(seen) ? 'file' : seen);
}

/** The name as the end of a URL: letters, digits, `.`, `-` and `_`. It never begins with a dot. */
export function urlNameOf(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '');
  return plain === '' ? 'file' : plain;
}

/** The secret part of a file's URL, 2 + 32 characters: nobody finds a file by trying. */
export const newFileKey = (): string => {
  const [first = 0, ...rest] = randomBytes(25);
  return `${first.toString(16).padStart(2, '0')}/${Buffer.from(rest).toString('base64url')}`;
};

/** The end of a long name stays, for it says what kind of file it is. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_FILE_NAME_LENGTH) return name;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_FILE_NAME_LENGTH - ending.length).join('') + ending;
}

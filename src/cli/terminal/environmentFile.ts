/**
 * Files of variables (`--env-file`), read as systemd reads those of `EnvironmentFile=`, so that a command has the settings of
 * the server beside it. What systemd would leave out or join without a word is refused. The text of a line is never repeated:
 * these files hold secrets.
 */
import { readFileSync } from 'node:fs';
import { OperatorError } from '../../base/errors.ts';

const SPACE = /[ \t\r\n]+/y;
const COMMENT = /[#;]([^\r\n]*)/y;
/** A name up to its `=`, and the spaces after that. */
const NAME = /([^=\r\n]*?)[ \t]*=[ \t]*/y;
const SINGLE = /'([^']*)'/y;
const DOUBLE = /"((?:[^"\\]|\\[^])*)"/y;
/** A backslash keeps the character after it, and joins two lines. */
const BARE = /(?:[^\\\r\n]|\\(?:\r\n|[^]|$))*/y;
const END = /[ \t]*(?=[\r\n]|$)/y;

/** Gives this process the variables of the files that it does not have; of two files the later one counts. */
export function loadEnvironmentFiles(paths: readonly string[]): void {
  const variables: Record<string, string> = {};
  for (const path of paths) Object.assign(variables, parseEnvironmentFile(contentOf(path), path));
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
}

/** The variables in a text; OperatorError with `path` and the number of the line for what cannot be read. */
export function parseEnvironmentFile(text: string, path: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  // systemd leaves out the first line behind a byte order mark, which does no harm to a comment.
  let offset = /^\uFEFF(?=[ \t]*(?:[#;\r\n]|$))/.test(text) ? 1 : 0;
  const next = (pattern: RegExp): readonly string[] | undefined => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text) ?? undefined;
    offset += found?.[0].length ?? 0;
    return found;
  };
  while ((next(SPACE), offset < text.length)) {
    const line = text.slice(0, offset).split(/\r\n|[\r\n]/).length;
    const mistake = (what: string) => new OperatorError(`Line ${line} of ${path} ${what}.`);
    const comment = next(COMMENT);
    if (comment?.[1]?.endsWith('\\')) throw mistake('is a comment that ends with a backslash');
    if (comment) continue;
    const name = next(NAME)?.[1];
    if (name === undefined) throw mistake('must be NAME=value, or begin with #');
    if (!/^[A-Za-z_]\w*$/.test(name)) throw mistake(wrongName(name));
    const quoted = next(SINGLE)?.[1] ?? next(DOUBLE)?.[1]?.replaceAll(/\\(?:([$"\\`])|\n)/g, '$1');
    const value = quoted ?? next(BARE)?.[0] ?? '';
    if (quoted === undefined && /^['"]/.test(value)) throw mistake('opens a quotation that is not closed');
    variables[name] = quoted ?? unescaped(value);
    if (!next(END)) throw mistake('has more text after the closing quotation mark');
  }
  return variables;
}

function wrongName(name: string): string {
  if (name.startsWith('export '))
    return 'begins with "export", which systemd does not take: leave the word out';
  if (name.startsWith('\uFEFF'))
    return 'begins with a byte order mark: save the file without, or put a comment there';
  return 'must begin with a name of letters, digits and _';
}

/** Without the spaces at the end, unless a backslash keeps them, and without backslashes. */
const unescaped = (text: string): string =>
  (/^(?:\\[^]|[^\\ \t]|[ \t]+(?=[^ \t]))*/.exec(text)?.[0] ?? '').replaceAll(/\\(?:\r\n|\n|([^]))/g, '$1');

function contentOf(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new OperatorError(`The file of --env-file cannot be read (${(error as Error).message}).`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below.
  }
  throw new OperatorError(`The file of --env-file, ${path}, is not text in UTF-8.`);
}

/** The topics that threads become, for systems whose messages have no topics. */
import { z } from 'zod';
import { fencedTextAt } from '../base/fences.ts';
import { optionalText } from './lists.ts';
import { replaceReferences } from './records.ts';

/** A thread: its conversation, its key, its beginning (UNIX milliseconds), and the Markdown of its first message. */
interface Thread {
  readonly where: string;
  readonly key: string;
  readonly beganAt: number;
  /** Undefined for other messages than the first. */
  readonly opening: string | undefined;
}

/** Names each thread by its first message; a second one of that name in a conversation gets a number. */
export class Threads {
  readonly #names: ReadonlyMap<string, string>;
  /** Topics by conversation and thread; and all topics of a conversation. */
  readonly #topics = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** `names` are people's, by their keys. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  topicOf({ where, key, beganAt, opening = '' }: Thread): string {
    const known = this.#topics.get(`${where}/${key}`);
    if (known !== undefined) return known;
    const day = new Date(beganAt || 0).toISOString().slice(0, 10);
    const name = topicFromText(opening, this.#names) || `thread of ${day}`;
    let topic = name;
    for (let number = 2; this.#taken.has(topicKey(where, topic)); number += 1) topic = `${name} (${number})`;
    this.#taken.add(topicKey(where, topic));
    this.#topics.set(`${where}/${key}`, topic);
    return topic;
  }
}

const topicKey = (where: string, topic: string): string => `${where}/${topic.toLowerCase()}`;

/** Code points of the beginning of a text that names a thread. */
const TOPIC = 50;

/** The beginning of a Markdown text, as a topic; '' if nothing of it can be shown. `names` are people's, by their keys. */
export function topicFromText(markdown: string, names: ReadonlyMap<string, string>): string {
  const plain = replaceReferences(markdown, (kind, key) => (kind === 'p' && names.get(key)) || '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*~`>#\\]/g, '')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  if (characters.length <= TOPIC) return plain;
  const beginning = characters.slice(0, TOPIC).join('');
  const lastBlank = beginning.lastIndexOf(' ');
  return `${lastBlank > TOPIC / 2 ? beginning.slice(0, lastBlank) : beginning}…`;
}

// Attachments that apps and link previews add to messages of Slack, and of systems that adopted its format.

export const AddedBlock = z.looseObject({
  title: optionalText,
  title_link: optionalText,
  text: optionalText,
  fallback: optionalText,
  pretext: optionalText,
});
type AddedBlock = z.infer<typeof AddedBlock>;

/** The blocks as quotes; `markdownOf` converts the texts in them. */
export const quotesOf = (
  blocks: readonly AddedBlock[],
  markdownOf: (text: string) => string,
): readonly string[] =>
  blocks.flatMap(({ title, title_link: url, text: body, fallback, pretext }) => {
    const heading = title && url ? `[${title.replaceAll(/[[\]]/g, '')}](${url})` : title;
    const lines = [pretext, heading, body].filter(Boolean).map((line) => line ?? '');
    const convert = (line: string): string => (/^\[[^\]]*\]\(/.test(line) ? line : markdownOf(line));
    const shown = lines.length > 0 ? lines.map(convert) : [markdownOf(fallback ?? '')];
    const quoted = shown.join('\n').trim();
    return quoted === '' ? [] : [quoted.replaceAll(/^/gm, '> ')];
  });

// Markdown whose code is left alone.

/** A fenced block (closed, or up to the end), or a span between equally many backquotes. */
const CODE =
  /^([ \t>]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\2[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)(?:[^\n]|\n(?!\n))*?(?<!`)\3(?!`)/gm;

/** Fences in fences; what is deeper is left as code is. */
const MAX_DEPTH = 8;

/** Converts what is not code; what is quoted by a fenced block is none. */
export function outsideCode(markdown: string, convert: (text: string) => string, depth = 0): string {
  const code = new RegExp(CODE);
  let converted = '';
  let end = 0;
  for (let match = code.exec(markdown); match; match = code.exec(markdown)) {
    const { 0: written, index } = match;
    const quote = depth < MAX_DEPTH ? fencedTextAt(markdown, index) : undefined;
    const { opening, content, closing } = quote ?? { opening: written, content: '', closing: '' };
    converted +=
      convert(markdown.slice(end, index)) + opening + outsideCode(content, convert, depth + 1) + closing;
    end = index + opening.length + content.length + closing.length;
    code.lastIndex = end;
  }
  return converted + convert(markdown.slice(end));
}

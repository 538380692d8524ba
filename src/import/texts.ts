/** Texts of exports: the topics that threads become, what apps have added, and what is no markup. */
import { z } from 'zod';
import { fencedTextAt } from '../base/fences.ts';
import { list, optionalText } from './lists.ts';
import { knownFields } from './reports.ts';
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
  const plain = replaceReferences(markdown, (kind, key, label) => {
    if (kind === 'e') return `:${label ?? key}:`;
    return (kind === 'p' && (names.get(key) ?? label)) || '';
  })
    .replaceAll(/(?<!\\)\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\\(.)|[*~`>#\u200B]/g, '$1')
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

const anyText = z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined);

export const AddedBlock = z.looseObject({
  title: optionalText,
  title_link: optionalText,
  text: optionalText,
  fallback: optionalText,
  pretext: optionalText,
  author_name: optionalText,
  author_subname: optionalText,
  author_link: optionalText,
  service_name: optionalText,
  fields: list(z.looseObject({ title: anyText, value: anyText })),
  image_url: optionalText,
  thumb_url: optionalText,
  from_url: optionalText,
  footer: optionalText,
  /** UNIX seconds, beside the footer. */
  ts: z.coerce.number().optional().catch(undefined),
  blocks: z.unknown().optional(),
});
type AddedBlock = z.infer<typeof AddedBlock>;
/** Fields that are read, and those that say nothing of their own. */
export const KNOWN_OF_ADDED = knownFields(
  AddedBlock,
  `id color mrkdwn_in msg_subtype author_icon author_id service_icon service_url footer_icon image_width image_height image_bytes
   thumb_width thumb_height original_url app_unfurl_url app_id bot_id channel_id channel_team message_blocks is_msg_unfurl
   is_app_unfurl is_animated is_reply_unfurl is_thread_root_unfurl is_share private_channel_prompt author_url hide_title
   hide_border callback_id indent bot_team_id `,
);

/** How a system writes the texts of an added block. */
interface AddedTexts {
  /** Its markup as Markdown. */
  readonly markdownOf: (text: string) => string;
  /** A text without markup, as it is shown. */
  readonly plain?: (text: string) => string;
  readonly blocksOf?: (blocks: unknown) => string;
}

/** The blocks as quotes: all that they say. */
export const quotesOf = (blocks: readonly AddedBlock[], texts: AddedTexts): readonly string[] =>
  blocks.flatMap((block) => {
    const lines = linesOf(block, texts).filter(Boolean);
    const shown = lines.length > 0 ? lines : [texts.markdownOf(block.fallback ?? '')];
    const quoted = shown.join('\n').trim();
    return quoted === '' ? [] : [quoted.replaceAll(/^/gm, '> ')];
  });

/** The last time that is shown, in UNIX seconds. */
const LAST = 253_402_300_799;

function linesOf(block: AddedBlock, { markdownOf, plain = (text) => text, blocksOf }: AddedTexts) {
  const linked = (text = '', url = ''): string => {
    if (url !== '') return linkTo(url, plain(text) || url);
    return literal(plain(text));
  };
  const { title, title_link: url, text = '', pretext = '', footer, ts = 0, fields } = block;
  const author = [linked(block.author_name, block.author_link), linked(block.author_subname)];
  const time = ts > 0 && ts <= LAST ? `<time:${new Date(ts * 1000).toISOString()}>` : '';
  const pictures = [block.image_url, block.thumb_url].flatMap((picture) =>
    picture ? bareLink(picture, false) : [],
  );
  const isShown = [title, text, block.author_name, block.service_name].some(Boolean);
  return [
    markdownOf(pretext),
    linked(block.service_name),
    author.filter(Boolean).join(' '),
    title || url ? linked(title, url) : '',
    combined(markdownOf(text), blocksOf?.(block.blocks) ?? ''),
    ...fields.flatMap(({ title: name = '', value = '' }) => [
      name === '' ? '' : `**${literal(plain(name)).trim()}**`,
      markdownOf(value),
    ]),
    ...pictures,
    block.from_url && block.from_url !== url && isShown ? bareLink(block.from_url, false) : '',
    [linked(footer), time].filter(Boolean).join(' '),
  ];
}

/** Two accounts of one text: one of them where it says all that the other does. */
export function combined(text: string, blocks: string): string {
  if (text === '' || blocks === '') return text || blocks;
  const [inText, inBlocks] = [wordsIn(text), wordsIn(blocks)];
  if ([...inText].every((word) => inBlocks.has(word))) return blocks;
  return [...inBlocks].every((word) => inText.has(word)) ? text : `${text}\n\n${blocks}`;
}

const wordsIn = (markdown: string): ReadonlySet<string> =>
  new Set(replaceReferences(markdown, (kind, key) => ` ${kind}${key} `).match(/[\p{L}\p{N}]+/gu));

// Markdown whose code is left alone.

/** A fenced block (closed, or up to the end), or a span between equally many backquotes. */
const CODE =
  /^([ \t>]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t>]*\2[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)(?:[^\n]|\n(?!\n))*?(?<!`)\3(?!`)/gm;

/** Fences in fences; what is deeper is left as code is. */
const MAX_DEPTH = 8;

/** The first line of a fenced block of TeX, by the names that other systems have for it. */
const TEX = /^([ \t>]*(?:`{3,}|~{3,})[ \t]*)(?:latex|tex|katex)[ \t]*$/gim;

/** The text with its blocks of TeX as formulas. */
export const formulasIn = (markdown: string): string => markdown.replaceAll(TEX, '$1math');

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

// Texts in which nothing is markup, as Markdown that shows them as they are.

/** Anywhere in a line (a reference or a converted part may be a link): emphasis, code, links, HTML and addresses in angle brackets, references, formulas, bare URLs. */
const INLINE =
  /!(?=[\uE000\uE002])|[\\`*[]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|~|\$(?=\$)|(?<=\$)\$|<(?=[A-Za-z!/?])|&(?=#?\w+;)|:(?=\/\/)|(?<=www)\./gi;

/** At the beginning of a line: what opens a heading, a quote, an item of a list, a line of dashes or the body of a table. */
const OPENING =
  /^([ \t]*)(?:(#{1,6}(?=[ \t]|$)|>|[-+](?=[ \t]|$)|[-|:](?=[-|: \t]*-[-|: \t]*$)|-(?=[-|: \t]*$))|(\d{1,9})([.)])(?=[ \t]|$))/gm;

/** Four columns at the beginning of a line would make it code. */
const INDENTED = /^(?: {0,3}\t| {4})[ \t]*(?=\S)/gm;
const NO_BREAK_SPACE = '\u00A0';

/** What makes a message a poll, a list or a status at its beginning. */
export const COMMAND = /(?<=^\s*)\/(?=poll\b|todo\b|me\b)/;

/** Markdown that shows a text as it is. */
export const literal = (text: string): string =>
  text
    .replaceAll(INLINE, String.raw`\$&`)
    .replaceAll(OPENING, (_, indent: string, sign?: string, number = '', dot = '') =>
      sign === undefined ? `${indent}${number}\\${dot}` : `${indent}\\${sign}`,
    )
    .replaceAll(INDENTED, (indent) => NO_BREAK_SPACE.repeat(indent.replaceAll('\t', '    ').length))
    .replace(COMMAND, String.raw`\/`);

/** Markdown of a link with a displayed text. */
export function linkTo(url: string, label: string): string {
  const target = url
    .replaceAll(/[()<>\\\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
    .replaceAll(/&(?=#?\w+;)/g, '&amp;');
  return `[${literal(label.replaceAll(/\s+/g, ' ')).replaceAll(']', String.raw`\]`)}](${target})`;
}

const SAFE_URL = /^https?:\/\/[A-Za-z0-9.-]+(?:[/?#][\w./?=%#&+-]*)?(?<=[A-Za-z0-9/])$/;

/** Markdown of a link that shows its URL; one in angle brackets may stand beside anything. */
export const bareLink = (url: string, standsAlone: boolean): string =>
  standsAlone && SAFE_URL.test(url) ? url : `<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>`;

/** Markdown of code in a line, or in lines of its own. */
export function code(text: string, isBlock: boolean): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(longest + 1, isBlock ? 3 : 1));
  if (isBlock) return `\n${fence}\n${text.replaceAll(/^\n|\n$/g, '')}\n${fence}\n`;
  const edge = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${edge}${text}${edge}${fence}`;
}

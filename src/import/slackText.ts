/** Slack's markup (https://api.slack.com/reference/surfaces/formatting) and blocks as Markdown. */
import { z } from 'zod';
import { decodeEntities } from '../base/html.ts';
import { parseReadable } from './lists.ts';
import { bareLink, code, linkTo, literal } from './texts.ts';
import { type LinkRecord, referenceTo, stripReferences } from './records.ts';

/** Stand for converted parts while the rest of a text is converted. */
const [BEFORE, BEHIND] = ['\uE002', '\uE003'];
const PIECE = /\uE002(\d+)\uE003/g;

/** A code block, a span of code, something between angle brackets, or an emoji. */
const TOKEN = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>|:([\w+'-]+):(?::skin-tone-([2-6]):)?/g;

/** The Markdown of a text; people and channels in it become references, and so do links to messages, which `links` gets. */
export function markdownOf(source: string, links: LinkRecord[] = []): string {
  const pieces: string[] = [];
  const piece = (text: string): string => `${BEFORE}${pieces.push(text) - 1}${BEHIND}`;
  const tokens = stripReferences(source).replaceAll(TOKEN, (written: string, ...parts) => {
    const [block, span, token, emoji, tone] = parts as (string | undefined)[];
    const [at, whole] = parts.slice(5) as [number, string];
    const [before = ' ', behind = ' '] = [whole[at - 1], whole[at + written.length]];
    // Two spans of code side by side would become one.
    if (span !== undefined) return piece(code(plainIn(span), false) + (behind === '`' ? '\u200B' : ''));
    if (block !== undefined) return piece(code(plainIn(block), true));
    if (emoji !== undefined) return piece(emojiNamed(emoji, tone));
    const meaning = meaningOf(token ?? '', { links, standsAlone: /\s/.test(before) && /\s/.test(behind) });
    return meaning === undefined ? written : piece(meaning);
  });
  const text = lined(emphasized(decodeEntities(tokens), piece), piece);
  return text.replaceAll(PIECE, (_, index: string) => pieces[Number(index)] ?? '').trim();
}

/** A reference to an emoji, with one of Slack's skin tones, 2 to 6. */
const emojiNamed = (name: string, tone: string | number | undefined): string =>
  referenceTo('e', tone === undefined ? name : `${name}_tone${Number(tone) - 1}`, name);

const BORDER = String.raw`[\s.,;:!?()[\]{}"'*_~\-–—…\uE002\uE003]`;
/** Text between two signs that stand at the borders of words. */
const emphasis = (sign: string): RegExp => {
  const [mark, other] = [`\\${sign}`, `[^\\s\\${sign}]`];
  return new RegExp(
    `(?<=^|${BORDER})${mark}(?=${other})([^\\n${mark}]*${other})${mark}(?=$|${BORDER})`,
    'gm',
  );
};
const EMPHASES = [
  [emphasis('*'), '**'],
  [emphasis('~'), '~~'],
  [emphasis('_'), '*'],
] as const;

const emphasized = (text: string, piece: (markdown: string) => string): string =>
  EMPHASES.reduce(
    (all, [pattern, mark]) =>
      all.replaceAll(pattern, (_, inner: string) => piece(mark) + inner + piece(mark)),
    text,
  );

/** Quotes, which end with their line, or go on to the end behind three signs; everything else is literal. */
function lined(text: string, piece: (markdown: string) => string): string {
  const [before = '', ...rest] = text.split(/^>>>/m);
  const quoted = rest.join('>>>').trim();
  const lines = before === '' && rest.length > 0 ? [] : before.split('\n');
  const shown = lines.flatMap((line, index) => {
    const quote = /^>[ \t]?(.*)$/.exec(line)?.[1];
    if (quote !== undefined) return piece('> ') + literal(quote);
    // Markdown would take the next line for a part of the quote.
    const endsQuote = line !== '' && lines[index - 1]?.startsWith('>') === true;
    return endsQuote ? ['', literal(line)] : literal(line);
  });
  if (quoted === '') return shown.join('\n');
  return [...shown, ...quoted.split('\n').map((line) => piece('> ') + literal(line))].join('\n');
}

/** What stands in code, where only links are no plain text. */
const plainIn = (source: string): string =>
  decodeEntities(
    source.replaceAll(/<([^<>\n]+)>/g, (written, token: string) => {
      const [, target = '', label] = /^([^|]*)(?:\|(.*))?$/.exec(token) ?? [];
      return isMeaning(target) ? (label ?? target) : written;
    }),
  );

const isMeaning = (target: string): boolean => /^(?:[@#!]\S|[a-z][a-z0-9+.-]*:\S)/i.test(target);

/** The signs around a link, and the links of the message. */
interface LinkContext {
  readonly links: LinkRecord[];
  readonly standsAlone: boolean;
}

/** The meaning of what stands between angle brackets: a person, a channel, a group, a date or a link; undefined if none. */
function meaningOf(token: string, context: LinkContext): string | undefined {
  const bar = token.indexOf('|');
  const target = bar < 0 ? token : token.slice(0, bar);
  const label = bar < 0 ? undefined : decodeEntities(token.slice(bar + 1));
  if (!isMeaning(target)) return undefined;
  if (target.startsWith('@')) return referenceTo('p', target.slice(1), label?.replace(/^@/, ''));
  if (target.startsWith('#')) return referenceTo('c', target.slice(1), label);
  if (target.startsWith('!')) return commandMeant(target.slice(1), label);
  return linked(decodeEntities(target), label, context);
}

/** The URL of a channel, or of a message in it by its time. */
const PERMALINK = /^https:\/\/[\w.-]+\.slack\.com\/archives\/([A-Z0-9]+)(?:\/p(\d+)(\d{6}))?\/?(?:\?[^#]*)?$/;

/** A link; to a channel or message of Slack a reference. */
function linked(url: string, label: string | undefined, { links, standsAlone }: LinkContext): string {
  const written = link(url, label, standsAlone);
  const [, channelKey, seconds, fraction] = PERMALINK.exec(url) ?? [];
  if (channelKey === undefined) return written;
  const toMessage = ['near', { messageKey: `${channelKey}/${seconds}.${fraction}` }];
  const parts = ['channel', { channelKey }, ...(seconds === undefined ? [] : toMessage)];
  return referenceTo('l', String(links.push({ written, label, parts }) - 1));
}

/** `!here`, `!channel` and `!everyone` call nobody any more; groups and dates show their label. */
function commandMeant(command: string, label: string | undefined): string {
  const [name = '', argument] = command.split('^');
  if (label !== undefined) return literal(label);
  if (['here', 'channel', 'everyone'].includes(name)) return `**@${name}**`;
  return literal(argument === undefined ? name : `@${argument}`);
}

function link(target: string, label: string | undefined, standsAlone: boolean): string {
  const address = target.replace(/^(?:mailto|tel):/, '');
  if (label !== undefined && label !== target && label !== address) return linkTo(target, label);
  return address === target ? bareLink(target, standsAlone) : literal(address);
}

// Blocks: what people write (`rich_text`), and what apps lay out.

/** What a conversion needs: the links of the message, and where to say what is not converted. */
export interface BlockContext {
  readonly links: LinkRecord[];
  readonly unread: (field: string) => void;
}

type Block = Readonly<Record<string, unknown>>;
const Block = z.record(z.string(), z.unknown());

const blocksIn = (value: unknown): readonly Block[] => parseReadable(Block, value).items;
const textIn = (block: Block, field: string): string => {
  const value = block[field];
  return typeof value === 'string' ? stripReferences(value) : '';
};
const partIn = (block: Block, field: string): Block | undefined => Block.safeParse(block[field]).data;
const joined = (parts: readonly string[], between = '\n'): string =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(between);

type Conversion = (block: Block, context: BlockContext) => string;

/** The Markdown of blocks; '' if they say nothing. */
export const markdownOfBlocks = (blocks: unknown, context: BlockContext): string =>
  joined(
    blocksIn(blocks).map((block) => converted(block, BLOCKS, 'block', context)),
    '\n\n',
  );

function converted(
  block: Block,
  by: Readonly<Record<string, Conversion>>,
  what: string,
  context: BlockContext,
): string {
  const type = textIn(block, 'type');
  const convert = Object.hasOwn(by, type) ? by[type] : undefined;
  if (convert) return convert(block, context);
  context.unread(`${what} of the type ${type.slice(0, 40)}`);
  return '';
}

const each = (block: Block, field: string, by: Readonly<Record<string, Conversion>>, context: BlockContext) =>
  blocksIn(block[field]).map((part) => converted(part, by, 'block element', context));

// What people write.

const STYLES = [
  ['strike', '~~'],
  ['italic', '*'],
  ['bold', '**'],
] as const;

/** Text in a style; blanks stay outside, and where Markdown would not see the style there is none. */
function styled(markdown: string, { style }: Block): string {
  const marks = STYLES.filter(([name]) => Block.safeParse(style).data?.[name] === true);
  if (marks.length === 0) return markdown;
  return markdown
    .split('\n')
    .map((line) => {
      const [, before = '', inner = '', behind = ''] = /^(\s*)(.*?)(\s*)$/.exec(line) ?? [];
      return inner === ''
        ? line
        : before + marks.reduce((all, [, mark]) => mark + all + mark, inner) + behind;
    })
    .join('\n');
}

const isCode = ({ style }: Block): boolean => Block.safeParse(style).data?.['code'] === true;

const INLINE: Readonly<Record<string, Conversion>> = {
  text: (block) => {
    const text = textIn(block, 'text');
    if (isCode(block))
      return text.replaceAll(/[^\n]+/g, (line) => (line.trim() === '' ? line : code(line, false)));
    return styled(literal(text).replaceAll(/:(?=[\w+-]+:)/g, String.raw`\:`), block);
  },
  link: (block, { links }) => {
    const [url, label] = [textIn(block, 'url'), textIn(block, 'text')];
    if (isCode(block)) return code(label || url, false);
    const markdown = linked(url, label || undefined, { links, standsAlone: false });
    return styled(markdown, block);
  },
  emoji: (block) => {
    const tone = block['skin_tone'];
    return emojiNamed(textIn(block, 'name'), typeof tone === 'number' ? tone : undefined);
  },
  user: (block) => referenceTo('p', textIn(block, 'user_id')),
  channel: (block) => referenceTo('c', textIn(block, 'channel_id')),
  usergroup: (block) => literal(`@${textIn(block, 'usergroup_id')}`),
  broadcast: (block) => `**@${literal(textIn(block, 'range'))}**`,
  team: (block) => literal(textIn(block, 'team_id')),
  color: (block) => literal(textIn(block, 'value')),
  date: (block) => {
    const [fallback, time] = [textIn(block, 'fallback'), Number(block['timestamp'])];
    if (fallback !== '') return literal(fallback);
    return time > 0 && time < 253_402_300_800 ? `<time:${new Date(time * 1000).toISOString()}>` : '';
  },
};

/** Words in a line; styles of neighbours are kept apart, since `**a***b*` is neither. */
function inline(block: Block, context: BlockContext): string {
  return each(block, 'elements', INLINE, context).reduce((all, part) => {
    const touches = /[*~`>]$/.test(all) && /^[*~`<]/.test(part);
    return touches ? `${all}\u200B${part}` : all + part;
  }, '');
}

const quoted = (markdown: string): string => markdown.trim().replaceAll(/^/gm, '> ');

const RICH: Readonly<Record<string, Conversion>> = {
  rich_text_section: inline,
  rich_text_quote: (block, context) => `\n${quoted(inline(block, context))}\n`,
  rich_text_preformatted: (block) =>
    code(
      blocksIn(block['elements'])
        .map((part) => textIn(part, 'text') || textIn(part, 'url'))
        .join(''),
      true,
    ),
  rich_text_list: (block, context) => {
    const indent = '    '.repeat(Math.min(8, Math.max(0, Number(block['indent']) || 0)));
    const first = (Number(block['offset']) || 0) + 1;
    const items = each(block, 'elements', RICH, context);
    const lines = items.map((item, index) => {
      const mark = block['style'] === 'ordered' ? `${first + index}.` : '*';
      return `${indent}${mark} ${item.trim().replaceAll('\n', `\n${indent}    `)}`;
    });
    return lines.join('\n');
  },
};

/** Sections run on; a list ends before a section that follows. */
function richText(block: Block, context: BlockContext): string {
  const parts = blocksIn(block['elements']);
  return each(block, 'elements', RICH, context).reduce((all, part, index) => {
    const [isList, wasList] = [parts[index], parts[index - 1]].map(
      (one) => one && textIn(one, 'type') === 'rich_text_list',
    );
    if (all === '' || part === '') return all + part;
    if (isList && wasList) return `${all}\n${part}`;
    return isList || wasList || part.startsWith('\n')
      ? `${all.trimEnd()}\n\n${part.trimStart()}`
      : `${all}\n${part}`;
  }, '');
}

// What apps lay out.

/** A text without markup, except that apps may name emoji. */
const plain = (text: string): string =>
  literal(text).replaceAll(/:([\w+'-]+):/g, (_, name: string) => emojiNamed(name, undefined));

/** An object of a text: markup of Slack, or plain. */
function textOf(object: Block | undefined, { links }: BlockContext): string {
  if (object === undefined) return '';
  const text = textIn(object, 'text');
  if (object['type'] === 'mrkdwn') return markdownOf(text, links);
  return plain(text);
}

const picture: Conversion = (block) => {
  const url = textIn(block, 'image_url') || textIn(partIn(block, 'slack_file') ?? {}, 'url');
  const title = textIn(partIn(block, 'title') ?? {}, 'text') || textIn(block, 'alt_text');
  if (url === '') return literal(title);
  return title === '' ? bareLink(url, false) : linkTo(url, title);
};

/** A control shows its label, and leads where it led; what it did is not there. */
const control: Conversion = (block, context) => {
  const [label, url] = [textIn(partIn(block, 'text') ?? {}, 'text'), textIn(block, 'url')];
  if (url !== '') return linkTo(url, label || url);
  context.unread(`control of the type ${textIn(block, 'type').slice(0, 40)}`);
  return literal(label);
};

const ELEMENTS: Readonly<Record<string, Conversion>> = {
  plain_text: textOf,
  mrkdwn: textOf,
  image: picture,
  button: control,
  workflow_button: control,
};

const BLOCKS: Readonly<Record<string, Conversion>> = {
  rich_text: richText,
  header: (block, context) => {
    const text = textOf(partIn(block, 'text'), context).replaceAll('\n', ' ');
    return text === '' ? '' : `**${text}**`;
  },
  section: (block, context) => {
    const accessory = partIn(block, 'accessory');
    const fields = blocksIn(block['fields']).map((field) => textOf(field, context));
    const beside = accessory ? converted(accessory, ELEMENTS, 'block element', context) : '';
    return joined([textOf(partIn(block, 'text'), context), ...fields, beside]);
  },
  context: (block, context) => joined(each(block, 'elements', ELEMENTS, context), ' '),
  actions: (block, context) => joined(each(block, 'elements', ELEMENTS, context), ' '),
  image: picture,
  video: (block, context) => {
    const [title, url] = [textIn(partIn(block, 'title') ?? {}, 'text'), textIn(block, 'title_url')];
    const shown = url || textIn(block, 'video_url');
    return joined([
      shown === '' ? literal(title) : linkTo(shown, title || shown),
      textOf(partIn(block, 'description'), context),
    ]);
  },
  input: (block, context) => textOf(partIn(block, 'label'), context),
  markdown: (block) => textIn(block, 'text'),
  table: (block, context) =>
    joined(
      (Array.isArray(block['rows']) ? block['rows'] : []).map((row: unknown) =>
        blocksIn(row)
          .map((cell) =>
            cell['type'] === 'raw_text'
              ? literal(textIn(cell, 'text'))
              : converted(cell, BLOCKS, 'block', context),
          )
          .map((cell) => cell.replaceAll(/\s+/g, ' '))
          .join(' | '),
      ),
    ),
  divider: () => '',
  file: () => '',
};

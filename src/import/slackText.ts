/** Slack's markup as Markdown: https://api.slack.com/reference/surfaces/formatting describes it. */
import { type LinkRecord, referenceTo, stripReferences } from './records.ts';

/** Stand for finished pieces while the rest of a text is converted. */
const [BEFORE, BEHIND] = ['\uE002', '\uE003'];
const PIECE = /\uE002(\d+)\uE003/g;

/** A code block, a span of code, or something between angle brackets. */
const TOKEN = /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>/g;

/** The Markdown of a text; people and channels in it become references, and so do links to messages, which `links` gets. */
export function markdownOf(source: string, links: LinkRecord[] = []): string {
  const pieces: string[] = [];
  const piece = (text: string): string => `${BEFORE}${pieces.push(text) - 1}${BEHIND}`;
  const literal = stripReferences(source)
    .replaceAll(/[\uE002\uE003]/g, '')
    .replaceAll(TOKEN, (_, block?: string, code?: string, token?: string) => {
      if (block !== undefined)
        return piece(`\n\`\`\`\n${unescaped(block).replace(/^\n|\n$/g, '')}\n\`\`\`\n`);
      if (code !== undefined) return piece(`\`${unescaped(code)}\``);
      return piece(meaningOf(token ?? '', links));
    });
  const text = lined(emphasized(unescaped(literal)));
  return text.replaceAll(PIECE, (_, index: string) => pieces[Number(index)] ?? '').trim();
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const BORDER = String.raw`[\s.,;:!?()[\]{}"'*_~\-–—…]`;
/** Text between two signs that stand at the borders of words. */
const emphasis = (sign: string): RegExp => {
  const [mark, other] = [`\\${sign}`, `[^\\s\\${sign}]`];
  return new RegExp(
    `(?<=^|${BORDER})${mark}(?=${other})([^\\n${mark}]*${other})${mark}(?=$|${BORDER})`,
    'gm',
  );
};
const [BOLD, STRUCK, SLANTED] = [emphasis('*'), emphasis('~'), emphasis('_')];

/** `_slanted_` becomes `*slanted*` last, or it would pass for bold. */
const emphasized = (text: string): string =>
  text.replaceAll(BOLD, '**$1**').replaceAll(STRUCK, '~~$1~~').replaceAll(SLANTED, '*$1*');

/** What begins a line: bullets become list items, a number sign begins no heading, three signs quote all that follows. */
function lined(text: string): string {
  const [before = '', ...quoted] = text.split(/^>>>/m);
  const rest = quoted.join('>>>');
  const lines = before.replaceAll(/^(\s*)[•◦▪︎]\s+/gm, '$1* ').replaceAll(/^(\s*)#(?=#{0,5}\s)/gm, '$1\\#');
  return rest === '' ? lines : lines + rest.trim().replaceAll(/^/gm, '> ');
}

/** The meaning of what stands between angle brackets: a person, a channel, a group, a date or a link. */
function meaningOf(token: string, links: LinkRecord[]): string {
  const bar = token.indexOf('|');
  const target = bar < 0 ? token : token.slice(0, bar);
  const label = bar < 0 ? undefined : unescaped(token.slice(bar + 1));
  if (target.startsWith('@')) return referenceTo('p', target.slice(1));
  if (target.startsWith('#')) return referenceTo('c', target.slice(1));
  if (target.startsWith('!')) return commandMeant(target.slice(1), label);
  const written = link(unescaped(target), label);
  const [, channelKey, seconds, fraction] = PERMALINK.exec(target) ?? [];
  if (channelKey === undefined) return written;
  const toMessage = ['near', { messageKey: `${channelKey}/${seconds}.${fraction}` }];
  const parts = ['channel', { channelKey }, ...(seconds === undefined ? [] : toMessage)];
  return referenceTo('l', String(links.push({ written, label, parts }) - 1));
}

/** The URL of a channel, or of a message in it by its time. */
const PERMALINK = /^https:\/\/[\w.-]+\.slack\.com\/archives\/([A-Z0-9]+)(?:\/p(\d+)(\d{6}))?\/?(?:\?[^#]*)?$/;

/** `!here`, `!channel` and `!everyone` call nobody any more; groups and dates show their label. */
function commandMeant(command: string, label: string | undefined): string {
  const [name = ''] = command.split('^');
  if (label !== undefined) return label;
  return ['here', 'channel', 'everyone'].includes(name) ? `**@${name}**` : name;
}

function link(target: string, label: string | undefined): string {
  const address = target.replace(/^(?:mailto|tel):/, '');
  if (label === undefined || label === target || label === address) return address;
  const [text, url] = [
    label.replaceAll(/[[\]]/g, String.raw`\$&`),
    target.replaceAll(/[()\s]/g, encodeURIComponent),
  ];
  return /^[a-z][a-z0-9+.-]*:/i.test(target) ? `[${text}](${escapedBrackets(url)})` : label;
}

const escapedBrackets = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

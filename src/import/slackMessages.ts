/** Messages of Slack's export: their text, their author, and the topic that a thread becomes. */
import { z } from 'zod';
import { decodeEntities } from '../base/html.ts';
import { list, optionalText, readableList, reportUnreadable, secondsInDigits } from './lists.ts';
import {
  type ExportRecord,
  type FileRecord,
  type FoundCounts,
  type LinkRecord,
  type MessageRecord,
  referenceTo,
  skippedRecord,
  stripReferences,
} from './records.ts';
import { AddedBlock, quotesOf, Threads } from './texts.ts';

// Slack's markup as Markdown: https://api.slack.com/reference/surfaces/formatting describes it.

/** Stand for converted parts while the rest of a text is converted. */
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
        return piece(`\n\`\`\`\n${decodeEntities(block).replace(/^\n|\n$/g, '')}\n\`\`\`\n`);
      if (code !== undefined) return piece(`\`${decodeEntities(code)}\``);
      return piece(meaningOf(token ?? '', links));
    });
  const text = lined(emphasized(decodeEntities(literal)));
  return text.replaceAll(PIECE, (_, index: string) => pieces[Number(index)] ?? '').trim();
}

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

/** Converts the beginnings of lines: bullets become list items, a number sign begins no heading, three signs quote all that follows. */
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
  const label = bar < 0 ? undefined : decodeEntities(token.slice(bar + 1));
  if (target.startsWith('@')) return referenceTo('p', target.slice(1));
  if (target.startsWith('#')) return referenceTo('c', target.slice(1));
  if (target.startsWith('!')) return commandMeant(target.slice(1), label);
  const written = link(decodeEntities(target), label);
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

const File = z.looseObject({
  id: z.string(),
  name: optionalText,
  title: optionalText,
  mimetype: optionalText,
  mode: optionalText,
  permalink: optionalText,
  url_private: optionalText,
});
type File = z.infer<typeof File>;

const Message = z.looseObject({
  ts: secondsInDigits,
  subtype: optionalText,
  user: optionalText,
  bot_id: optionalText,
  username: optionalText,
  text: z.string().catch(''),
  thread_ts: optionalText,
  edited: z.looseObject({ ts: secondsInDigits }).optional().catch(undefined),
  user_profile: z
    .looseObject({ real_name: optionalText, display_name: optionalText })
    .optional()
    .catch(undefined),
  bot_profile: z.looseObject({ name: optionalText }).optional().catch(undefined),
  reactions: readableList(z.looseObject({ name: z.string(), users: readableList(z.string()) })),
  files: readableList(File),
  file: File.optional().catch(undefined),
  attachments: list(AddedBlock),
});
type Message = z.infer<typeof Message>;

/** A message as it stands in a file of a day. */
export interface DatedMessage {
  readonly message: unknown;
  /** UNIX seconds. */
  readonly time: number;
  /** Its position in the archive. */
  readonly key: string;
  /** The key of its conversation. */
  readonly where: string;
  readonly to: (topic: string) => MessageRecord['to'];
}

/** Kinds of messages that people and bots write; the others report what happened in a channel. */
const WRITTEN: ReadonlySet<string> = new Set([
  'bot_message',
  'me_message',
  'file_share',
  'thread_broadcast',
  'file_comment',
  'slackbot_response',
  'assistant_app_thread',
  'huddle_thread_message',
]);

/** The topic of messages outside of threads. */
const NO_THREAD = 'imported from Slack';

export class SlackMessages {
  /** Names of the people whose records have been yielded, by their keys. */
  readonly known = new Map<string, string>();
  readonly #bytes: ReadonlyMap<string, string>;
  readonly #threads = new Threads(this.known);

  /** `bytes` are the entries of files by the files' keys. */
  constructor(bytes: ReadonlyMap<string, string>) {
    this.#bytes = bytes;
  }

  /** The records of one message: first its author, unless their record has been yielded before. */
  *recordsOf(dated: DatedMessage, found: FoundCounts): Iterable<ExportRecord> {
    found.messages += 1;
    const parsed = Message.safeParse(dated.message);
    if (!parsed.success) return yield skippedRecord('messages', dated.key, 'not understood');
    const message = parsed.data;
    const files = message.file ? [message.file] : message.files.items;
    found.files += files.length;
    yield* reportUnreadable(dated.key, message.file ? {} : { files: message.files }, found);
    yield* reportUnreadable(dated.key, { reactions: message.reactions }, found);
    for (const { users } of message.reactions.items) {
      found.reactions += users.items.length;
      yield* reportUnreadable(dated.key, { reactions: users }, found);
    }
    const problem = problemOf(message, files);
    if (problem !== undefined) return yield* this.#leftOut(dated, message, files, problem);
    const authorKey = message.user ?? message.bot_id ?? message.username ?? '';
    if (!this.known.has(authorKey)) {
      const name = nameIn(message, authorKey);
      this.known.set(authorKey, name);
      found.people += 1;
      yield { is: 'person', person: { key: authorKey, email: undefined, name } };
    }
    yield { is: 'message', message: this.#messageOf(dated, message, files, authorKey) };
  }

  *#leftOut(
    dated: DatedMessage,
    message: Message,
    files: readonly File[],
    reason: string,
  ): Iterable<ExportRecord> {
    yield skippedRecord('messages', `${dated.where}/${message.ts}`, reason);
    for (const { id } of files) yield skippedRecord('files', id, 'its message is not imported');
    for (const { name, users } of message.reactions.items)
      for (const user of users.items)
        yield skippedRecord(
          'reactions',
          `${dated.where}/${message.ts}/${name}/${user}`,
          'its message is not imported',
        );
  }

  #messageOf(
    dated: DatedMessage,
    message: Message,
    files: readonly File[],
    authorKey: string,
  ): MessageRecord {
    const links: LinkRecord[] = [];
    const convert = (text: string): string => markdownOf(text, links);
    const markdown = [convert(message.text), ...quotesOf(message.attachments, convert)]
      .filter(Boolean)
      .join('\n\n');
    const shown = message.subtype === 'me_message' ? `/me ${markdown}` : markdown;
    const edited = Number(message.edited?.ts);
    return {
      key: `${dated.where}/${message.ts}`,
      authorKey,
      sentAt: Math.round(dated.time * 1000),
      editedAt: edited > 0 ? Math.round(edited * 1000) : undefined,
      to: dated.to(this.#topicOf(dated, message, markdown)),
      text: [shown, ...files.map(({ id }) => referenceTo('f', id))].filter(Boolean).join('\n'),
      reactions: message.reactions.items.map(({ name, users }) => ({
        emojiName: name.replace(/::.*$/, ''),
        personKeys: users.items,
      })),
      files: files.map((file) => this.#fileOf(file)),
      links,
    };
  }

  #topicOf({ where }: DatedMessage, { ts, thread_ts: thread }: Message, markdown: string): string {
    if (thread === undefined) return NO_THREAD;
    const opening = thread === ts ? markdown : undefined;
    return this.#threads.topicOf({ where, key: thread, beganAt: Number(thread) * 1000, opening });
  }

  #fileOf(file: File): FileRecord {
    const { id, mimetype, name, title, mode, permalink, url_private: url } = file;
    return {
      key: id,
      name: name || title || id,
      page: mode === 'tombstone' ? undefined : pageAt(permalink ?? url),
      contentType: mimetype ?? 'application/octet-stream',
      entry: this.#bytes.get(id),
    };
  }
}

/** The URL without its query, in which an export has a secret; undefined if it is none of a page. */
function pageAt(text = ''): string | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

/** The reason why a message is left out; undefined if it is not. */
function problemOf(message: Message, files: readonly File[]): string | undefined {
  const { subtype, user, bot_id: bot, username } = message;
  if (subtype === 'tombstone') return 'deleted in Slack';
  if (subtype !== undefined && !WRITTEN.has(subtype)) return `a notice of Slack (${subtype})`;
  if ((user ?? bot ?? username ?? '') === '') return 'without an author';
  const isEmpty =
    message.text.trim() === '' &&
    files.length === 0 &&
    quotesOf(message.attachments, (text) => markdownOf(text)).length === 0;
  return isEmpty ? 'without a text' : undefined;
}

const nameIn = ({ user_profile: user, bot_profile: bot, username }: Message, key: string): string =>
  [username, user?.display_name, user?.real_name, bot?.name].find((name) => name) ?? key;

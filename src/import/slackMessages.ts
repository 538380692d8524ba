/** Messages of Slack's export: their text, their author, and the topic that a thread becomes. */
import { z } from 'zod';
import { decodeEntities } from '../base/html.ts';
import { knownFields, narrowing, type UnreadFields } from './reports.ts';
import { list, optionalText, readableList, reportUnreadable, secondsInDigits } from './lists.ts';
import {
  type ExportRecord,
  FileCounter,
  type FileRecord,
  type FoundCounts,
  type LinkRecord,
  type MessageRecord,
  referenceTo,
  skippedRecord,
} from './records.ts';
import { markdownOf, markdownOfBlocks } from './slackText.ts';
import { AddedBlock, combined, KNOWN_OF_ADDED, quotesOf, Threads } from './texts.ts';

const File = z.looseObject({
  id: z.string(),
  name: optionalText,
  title: optionalText,
  mimetype: optionalText,
  mode: optionalText,
  permalink: optionalText,
  url_private: optionalText,
  user: optionalText,
  initial_comment: z.looseObject({ comment: optionalText }).optional().catch(undefined),
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
  /** What somebody has written about a file, in a message of its own. */
  comment: z.looseObject({ comment: optionalText, user: optionalText }).optional().catch(undefined),
  attachments: readableList(AddedBlock),
  blocks: z.unknown().optional(),
  pinned_to: list(z.unknown()),
  is_ephemeral: narrowing,
});
type Message = z.infer<typeof Message>;

/** Fields that are read, and those that say nothing of their own. */
const KNOWN_OF_MESSAGE = knownFields(
  Message,
  `type team user_team source_team client_msg_id app_id bot_profile icons reply_count reply_users reply_users_count replies
   latest_reply is_locked is_thread_broadcast subscribed last_read parent_user_id upload display_as_bot root permalink event_ts
   channel channel_type pinned_info hidden mrkdwn unread_count x_files upload_reply_to bot_link inviter item_type item real_name
   language no_notifications new_broadcast`,
);
const KNOWN_OF_FILE = knownFields(
  File,
  `created timestamp filetype pretty_type user_team editable size is_external external_type is_public public_url_shared
   display_as_bot username url_private_download permalink_public is_starred has_rich_preview media_display_type thumb_64 thumb_80
   thumb_160 thumb_360 thumb_360_gif thumb_360_w thumb_360_h thumb_480 thumb_480_w thumb_480_h thumb_480_gif thumb_720 thumb_720_w
   thumb_720_h thumb_800 thumb_800_w thumb_800_h thumb_960 thumb_960_w thumb_960_h thumb_1024 thumb_1024_w thumb_1024_h thumb_video
   thumb_video_w thumb_video_h thumb_pdf thumb_pdf_w thumb_pdf_h thumb_tiny thumb_gif original_w original_h image_exif_rotation
   deanimate_gif pjpeg skipped_shares shares channels groups ims comments_count file_access source_team preview preview_highlight
   preview_is_truncated preview_plain_text lines lines_more edit_link mp4 mp4_low hls hls_embed vtt duration_ms audio_wave_samples
   is_channel_space linked_channel_id access updated date_delete num_stars non_owner_editable editor last_editor state
   converted_pdf has_more has_more_shares sent_to_self bot_id
   external_url external_id app_id app_name url_static_preview dm_mpdm_users_with_file_access teams_shared_with
   favorites saved quip_thread_id list_metadata list_limits title_blocks canvas_creator_id can_toggle_canvas_lock`,
);
const TEXTLESS = 'its message is not imported';

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

/** What a message says. */
interface SlackText {
  readonly markdown: string;
  readonly links: LinkRecord[];
  readonly unread: readonly string[];
}

/** The topic of messages outside of threads. */
const NO_THREAD = 'imported from Slack';

export class SlackMessages {
  /** Names of the people whose records have been yielded, by their keys. */
  readonly known = new Map<string, string>();
  readonly #bytes: ReadonlyMap<string, string>;
  readonly #files = new FileCounter();
  readonly #threads = new Threads(this.known);

  readonly #unread: UnreadFields;

  /** `bytes` are the entries of files by the files' keys. */
  constructor(bytes: ReadonlyMap<string, string>, unread: UnreadFields) {
    [this.#bytes, this.#unread] = [bytes, unread];
  }

  /** The records of one message: first its author, unless their record has been yielded before. */
  *recordsOf(dated: DatedMessage, found: FoundCounts): Iterable<ExportRecord> {
    found.messages += 1;
    const parsed = Message.safeParse(dated.message);
    if (!parsed.success) return yield skippedRecord('messages', dated.key, 'not understood');
    const message = parsed.data;
    const files = message.file ? [message.file] : message.files.items;
    this.#files.add(
      files.map(({ id: key }) => ({ key })),
      found,
    );
    yield* reportUnreadable(dated.key, message.file ? {} : { files: message.files }, found);
    yield* reportUnreadable(dated.key, { reactions: message.reactions }, found);
    for (const { users } of message.reactions.items) {
      found.reactions += users.items.length;
      yield* reportUnreadable(dated.key, { reactions: users }, found);
    }
    found.marks += message.pinned_to.length > 0 ? 1 : 0;
    const text = this.#textOf(message, files);
    const problem = problemOf(message, files, text.markdown);
    if (problem !== undefined) return yield* this.#leftOut(dated, message, files, problem);
    this.#walk(dated, message, files, text);
    if (message.pinned_to.length > 0)
      yield skippedRecord('marks', `${dated.where}/${message.ts}/pinned`, 'messages cannot be pinned here');
    const authorKey = authorOf(message);
    if (!this.known.has(authorKey)) {
      const name = nameIn(message, authorKey);
      this.known.set(authorKey, name);
      found.people += 1;
      // People whom the list of people lacks are of other workspaces.
      const role = message.user === undefined ? undefined : 'guest';
      found.access += role ? 1 : 0;
      yield { is: 'person', person: { key: authorKey, email: undefined, name, role } };
    }
    yield { is: 'message', message: this.#messageOf(dated, message, files, { ...text, authorKey }) };
  }

  /** What the message says, as Markdown; its links, and what of its blocks is not converted. */
  #textOf(message: Message, files: readonly File[]): SlackText {
    const [links, unread]: [LinkRecord[], string[]] = [[], []];
    const context = { links, unread: (field: string) => void unread.push(field) };
    const markdownOfText = (text: string): string => markdownOf(text, links);
    const blocks = markdownOfBlocks(message.blocks, context);
    // People's texts are whole in their blocks, where markup and what only looks so are told apart.
    const isWhole = unread.length === 0 && blocks !== '' && isRichText(message.blocks);
    const written = isWhole ? blocks : combined(markdownOfText(message.text), blocks);
    const comments = [message.comment?.comment, ...files.map(({ initial_comment: each }) => each?.comment)];
    const added = quotesOf(message.attachments.items, {
      markdownOf: markdownOfText,
      plain: decodeEntities,
      blocksOf: (value) => markdownOfBlocks(value, context),
    });
    const markdown = [
      comments.reduce((all: string, comment) => combined(all, markdownOfText(comment ?? '')), written),
      ...added,
    ];
    return { links, unread, markdown: markdown.filter(Boolean).join('\n\n') };
  }

  /** Counts what the message, its files and what apps have added say, and nothing is made of. */
  #walk({ key }: DatedMessage, message: Message, files: readonly File[], { unread }: SlackText): void {
    this.#unread.walk(message, 'message', key, KNOWN_OF_MESSAGE);
    for (const file of files) this.#unread.walk(file, 'file', key, KNOWN_OF_FILE);
    for (const added of message.attachments.items)
      this.#unread.walk(added, 'attachment', key, KNOWN_OF_ADDED);
    for (const field of unread) this.#unread.count(field, key);
    this.#unread.count('attachment: not understood', key, message.attachments.unreadable);
  }

  *#leftOut(
    dated: DatedMessage,
    message: Message,
    files: readonly File[],
    reason: string,
  ): Iterable<ExportRecord> {
    yield skippedRecord('messages', `${dated.where}/${message.ts}`, reason);
    if (message.pinned_to.length > 0)
      yield skippedRecord('marks', `${dated.where}/${message.ts}/pinned`, TEXTLESS);
    for (const { id: key } of files) yield { is: 'file left out', key, reason: TEXTLESS };
    for (const { name, users } of message.reactions.items)
      for (const user of users.items)
        yield skippedRecord('reactions', `${dated.where}/${message.ts}/${name}/${user}`, TEXTLESS);
  }

  #messageOf(
    dated: DatedMessage,
    message: Message,
    files: readonly File[],
    { links, markdown, authorKey }: SlackText & { readonly authorKey: string },
  ): MessageRecord {
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
    const { id, user: ownerKey, mimetype, name, title, mode, permalink, url_private: url } = file;
    return {
      key: id,
      ownerKey,
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

/** The author of a comment on a file is its commentator. */
const authorOf = ({ user, comment, file, bot_id: bot, username }: Message): string =>
  user ?? comment?.user ?? bot ?? username ?? file?.user ?? '';

const isRichText = (blocks: unknown): boolean =>
  Array.isArray(blocks) &&
  blocks.every((block: unknown) => (block as { type?: unknown } | null)?.type === 'rich_text');

/** The reason why a message is left out; undefined if it is not. */
function problemOf(message: Message, files: readonly File[], markdown: string): string | undefined {
  const { subtype } = message;
  if (subtype === 'tombstone') return 'deleted in Slack';
  if (message.is_ephemeral) return 'shown to one person only';
  if (subtype !== undefined && !WRITTEN.has(subtype)) return `a notice of Slack (${subtype.slice(0, 40)})`;
  if (authorOf(message) === '') return 'without an author';
  return markdown === '' && files.length === 0 ? 'without a text' : undefined;
}

const nameIn = ({ user_profile: user, bot_profile: bot, username }: Message, key: string): string =>
  [username, user?.display_name, user?.real_name, bot?.name].find((name) => name) ?? key;

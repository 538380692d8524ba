/** The texts of an export's messages as texts of this server: references resolved, Markdown rendered. */
import { NotReady, Refused } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import type { OrganizationLane } from '../../commands/lane/lanes.ts';
import { idPlaceholder } from '../../commands/messages/import.ts';
import { type RenderedText, renderText, type WrittenText } from '../../commands/messages/rendering.ts';
import { emojiByName } from '../../commands/organization/emoji.ts';
import { checkedContent, checkedTopic } from '../../commands/text.ts';
import type { EarlierChange } from '../../events/messages.ts';
import { linkTo, literal } from '../../import/texts.ts';
import type { Reconciliation } from '../../import/reconciliation.ts';
import {
  type EditRecord,
  type LinkPart,
  type LinkRecord,
  type MessageRecord,
  replaceReferences,
} from '../../import/records.ts';
import type { UploadedFile } from '../../organization/slices/files.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { plainHtml } from '../../rendering/plain.ts';
import { channelLinkTarget, RENDERER_VERSION } from '../../rendering/rendered.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { createTextRendering } from '../core/textRendering.ts';
import { pathIdOf } from '../../wire/files.ts';
import { emojiTable } from '../../rendering/emoji.ts';
import { splitText } from './marks.ts';

// Links of imported texts to what has been imported, too.

/** The possible targets of links. */
interface LinkTargets {
  readonly organization: OrganizationState;
  readonly people: ReadonlyMap<string, UserId>;
  readonly channels: ReadonlyMap<string, ChannelId>;
  /** Makes the keys under which messages are imported. */
  readonly keyOf: (...key: readonly string[]) => string;
  /** Whether a message has been imported, or is about to be. */
  readonly isImported: (keyHash: string) => boolean;
}

/** The Markdown of a link; as it was if something that it names is not imported. */
function linkMarkdown({ written, label, parts }: LinkRecord, targets: LinkTargets): string {
  const words: string[] = [];
  for (const part of parts) {
    const word = wordOf(part, targets);
    if (word === undefined) return written;
    words.push(word);
  }
  const shown = label ?? labelOf(parts, targets);
  return `[${shown.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](/#narrow/${words.join('/')})`;
}

function wordOf(part: LinkPart, targets: LinkTargets): string | undefined {
  if (typeof part === 'string') return part;
  if ('channelKey' in part) {
    const channel = channelOf(part.channelKey, targets);
    const link = { channel: '' };
    return (
      channel &&
      channelLinkTarget({ id: channel.channelId, name: channel.name }, link, undefined).split('/').at(-1)
    );
  }
  if ('messageKey' in part) {
    const keyHash = targets.keyOf('message', part.messageKey);
    return targets.isImported(keyHash) ? idPlaceholder(keyHash) : undefined;
  }
  const userIds = part.personKeys.map((key) => targets.people.get(key));
  if (userIds.includes(undefined)) return undefined;
  return `${userIds.join(',')}-${userIds.length > 1 ? 'group' : 'dm'}`;
}

const channelOf = (key: string, { organization, channels }: LinkTargets) =>
  organization.channels.byId.get(channels.get(key) ?? (0 as ChannelId));

/** The label of a URL without one. */
function labelOf(parts: readonly LinkPart[], targets: LinkTargets): string {
  const [channel] = parts.flatMap((part) =>
    typeof part === 'object' && 'channelKey' in part ? (channelOf(part.channelKey, targets)?.name ?? []) : [],
  );
  return channel === undefined ? 'an earlier conversation' : `#${channel}`;
}

// Emoji that an export names.

/** Names that other systems have beside the usual ones, and the emoji that they show. */
const ALIASES: Readonly<Record<string, string>> = {
  simple_smile: 'slightly_smiling_face',
  thumbsup_all: '+1',
  squirrel: 'chipmunk',
  shipit: 'chipmunk',
};

/** An emoji by its name, custom or not; undefined if there is none. */
export function emojiNamed(organization: OrganizationState, name: string) {
  try {
    return emojiByName(organization, emojiTable, name);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
    return alias === undefined ? undefined : emojiByName(organization, emojiTable, alias);
  }
}

/** The context of the conversion of texts. */
export interface TextImportContext {
  readonly lane: OrganizationLane;
  readonly renderer: Renderer;
  /** In whose name texts refer to people and channels. */
  readonly ownerId: UserId;
  /** Accounts and channels by the keys of their records. */
  readonly people: ReadonlyMap<string, UserId>;
  readonly channels: ReadonlyMap<string, ChannelId>;
  readonly reconciliation: Reconciliation;
  readonly keyOf: (...key: readonly string[]) => string;
  readonly withRetries: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The references that a message's texts contain. */
interface MessageReferences {
  /** Uploaded files by their keys. */
  readonly uploaded: ReadonlyMap<string, UploadedFile>;
  /** Whether a message is imported, or about to be, under a key (`importKeyOf`). */
  readonly isImported: (keyHash: string) => boolean;
}

/** Limits of a message's imported history: changes, and bytes of former texts. */
const MAX_HISTORY_CHANGES = 100;
const MAX_HISTORY_BYTES = 200_000;

export class ImportedTexts {
  readonly #context: TextImportContext;
  readonly #texts: ReturnType<typeof createTextRendering>;

  constructor(context: TextImportContext) {
    this.#context = context;
    const messageViews = () => Promise.reject(new NotReady('An import looks nothing up.'));
    this.#texts = createTextRendering({ renderer: context.renderer, messageViews });
  }

  /** The HTML of a channel's description. */
  async descriptionHtml(text: string): Promise<string> {
    const { lane, ownerId } = this.#context;
    return this.#texts.renderDescription(lane.state, text, ownerId);
  }

  /** A text with names in place of references. */
  resolved(
    text: string,
    { files, links = [] }: MessageRecord,
    { uploaded, isImported }: MessageReferences,
  ): string {
    const { people, channels, lane, keyOf } = this.#context;
    const { users, channels: known } = lane.state;
    return replaceReferences(text, (kind, key, label) => {
      if (kind === 'f') {
        const file = uploaded.get(key);
        const record = files.find((each) => each.key === key);
        const shown = label || record?.name || lastOf(key);
        const url = file ? `/user_uploads/${pathIdOf(lane.state.organizationId, file)}` : record?.page;
        return url === undefined ? `*${literal(shown.trim())}*` : linkTo(url, shown);
      }
      if (kind === 'e') {
        const known = [key, label ?? ''].find((name) => emojiNamed(lane.state, name));
        if (known === undefined) return literal(`:${label ?? key}:`);
        return `:${emojiNamed(lane.state, known)?.emojiName}:`;
      }
      if (kind === 'l') {
        const link = links[Number(key)];
        return link
          ? linkMarkdown(link, { organization: lane.state, people, channels, keyOf, isImported })
          : '';
      }
      if (kind === 'p' || kind === 's') {
        const user = users.byId.get(people.get(key) ?? (0 as UserId));
        if (user) return `${kind === 's' ? '@_' : '@'}**${user.fullName}|${user.userId}**`;
        return literal(`@${label || key}`);
      }
      const channel = known.byId.get(channels.get(key) ?? (0 as ChannelId));
      return channel && !channel.name.includes('*')
        ? `#**${channel.name}**`
        : literal(`#${channel?.name ?? (label || key)}`);
    });
  }

  /** A text that cannot be rendered is shown as it is. */
  async written(source: string): Promise<WrittenText> {
    const { lane, ownerId } = this.#context;
    const content = checkedContent(source);
    const render = async (organization: OrganizationState, text: typeof content): Promise<RenderedText> => {
      try {
        return await this.#context.withRetries(async () => this.#texts.render(organization, text, ownerId));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { ...NOTHING_MENTIONED, html: plainHtml(text), rendererVersion: RENDERER_VERSION };
      }
    };
    return renderText(render, lane.state, content, ownerId);
  }

  /**
   * The newest part of a message's history, oldest first. It begins behind a move from a channel that is not imported: nobody
   * knows who could read the messages there.
   */
  async earlierChanges(
    record: MessageRecord,
    senderId: UserId,
    references: MessageReferences,
  ): Promise<readonly EarlierChange[]> {
    const { edits = [] } = record;
    if (edits.length === 0) return [];
    const changes: EarlierChange[] = [];
    let bytes = 0;
    for (const edit of edits.toReversed()) {
      const change = await this.#changeOf(edit, record, senderId, references);
      bytes += Buffer.byteLength(change?.oldContent ?? '') + Buffer.byteLength(change?.oldHtml ?? '');
      if (change === undefined || bytes > MAX_HISTORY_BYTES || changes.length === MAX_HISTORY_CHANGES) {
        const reason = change ? 'older than what is kept of a history' : 'in a channel that is not imported';
        this.#leaveOut(record, reason, edits.length - changes.length);
        break;
      }
      changes.unshift(change);
    }
    this.#context.reconciliation.imported('edits', changes.length);
    return changes;
  }

  #leaveOut({ key }: MessageRecord, reason: string, count: number): void {
    this.#context.reconciliation.skipped('edits', key, reason, count);
  }

  async #changeOf(
    { editorKey = '', at, text, topics, channelKeys }: EditRecord,
    record: MessageRecord,
    senderId: UserId,
    references: MessageReferences,
  ): Promise<EarlierChange | undefined> {
    const { people, channels } = this.#context;
    const [oldChannelId, newChannelId] = [channelKeys?.from, channelKeys?.to].map((key) =>
      channels.get(key ?? ''),
    );
    if (channelKeys && (oldChannelId === undefined || newChannelId === undefined)) return undefined;
    return {
      editorId: people.get(editorKey) ?? senderId,
      at,
      ...(text !== undefined && (await this.#formerText(this.resolved(text, record, references)))),
      ...(topics && { oldTopic: topicOf(topics.from), newTopic: topicOf(topics.to) }),
      ...(channelKeys && { oldChannelId, newChannelId }),
    };
  }

  /** Of a text that would be too long, the beginning. */
  async #formerText(text: string) {
    const [beginning] = splitText(text);
    if (beginning === undefined) return { oldContent: '', oldRendererVersion: 0 };
    const { content, rendered } = await this.written(beginning);
    const { html, rendererVersion } = rendered;
    return {
      oldContent: content,
      ...(html !== undefined && { oldHtml: html }),
      oldRendererVersion: rendererVersion,
    };
  }
}

/** The topic as it may be stored; what cannot be shown has the empty one. */
export function topicOf(given: string): string {
  try {
    return checkedTopic(given);
  } catch (error) {
    if (error instanceof Refused) return '';
    throw error;
  }
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? path;

const NOTHING_MENTIONED = {
  mentionedUserIds: [],
  mentionedGroupIds: [],
  wildcards: [],
  links: [],
  widget: undefined,
} as const;

/** Drafts of messages, saved on the server, so that they follow the person. */
import { Refusal } from '@hansard/client';
import { client } from './connection.ts';
import { type Draft, drafts, updateState } from './data.ts';
import { type Conversation, conversationKey, otherUserIds } from './unread.ts';

/** The conversation of a draft; undefined for one without any. */
export function conversationOfDraft({ type, to, topic }: Draft): Conversation | undefined {
  if (type === 'stream' && to[0] !== undefined) return { channelId: to[0], topic };
  if (type === 'private' && to.length > 0) return { userIds: otherUserIds(to) };
  return undefined;
}

/** The newest draft of a conversation. */
export function draftOf(conversation: Conversation): Draft | undefined {
  const key = conversationKey(conversation);
  return [...drafts.peek().values()]
    .filter((draft) => {
      const its = conversationOfDraft(draft);
      return its !== undefined && conversationKey(its) === key;
    })
    .sort((one, other) => other.timestamp - one.timestamp)[0];
}

/** Drafts in a channel without a topic, which cannot be saved: they stay while the page is open. */
export interface Begun {
  topic: string;
  content: string;
}
const begun = new Map<number, Begun>();

export function begunIn(channelId: number): Begun {
  const known = begun.get(channelId) ?? { topic: '', content: '' };
  begun.set(channelId, known);
  return known;
}

/** Milliseconds without a key after which a draft is saved. */
const SAVE_DELAY_MS = 1_500;
/** Milliseconds without a key after which a text from another browser replaces the one here. */
const FOLLOW_DELAY_MS = 3 * SAVE_DELAY_MS;

/** Saves what is written in one conversation. */
export class DraftKeeper {
  readonly #conversation: Conversation;
  #id: number | undefined;
  #saved: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<unknown> = Promise.resolve();
  #content: string;
  #writtenAt = 0;

  constructor(conversation: Conversation) {
    const draft = draftOf(conversation);
    this.#conversation = conversation;
    this.#id = draft?.id;
    this.#saved = this.#content = draft?.content ?? '';
  }

  /** The text of the draft. */
  get content(): string {
    return this.#content;
  }

  write(content: string): void {
    this.#content = content;
    this.#writtenAt = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SAVE_DELAY_MS);
  }

  /** Takes what was written elsewhere, unless somebody writes here; answers whether the text has changed. */
  follow(): boolean {
    const isLevel = this.#content.trim() === this.#saved.trim();
    if (!isLevel || Date.now() - this.#writtenAt < FOLLOW_DELAY_MS) return false;
    const draft = draftOf(this.#conversation);
    const content = draft?.content ?? '';
    this.#id = draft?.id;
    if (content.trim() === this.#saved.trim()) return false;
    this.#saved = this.#content = content;
    return true;
  }

  /** The text was sent, or all of it was taken away. */
  clear(): void {
    this.#content = '';
    this.save();
  }

  /** Saves now: the page of the conversation is left. */
  save(): void {
    clearTimeout(this.#timer);
    // One call after the other; a draft that could not be saved is tried with the next change.
    this.#working = this.#working.then(() => this.#store()).catch(() => undefined);
  }

  async #store(): Promise<void> {
    const content = this.#content;
    if (content.trim() === this.#saved.trim()) return;
    const draft = this.#draft(content);
    if (content.trim() === '') {
      const id = this.#id;
      this.#id = undefined;
      if (id !== undefined) {
        await unlessGone(client.call('DELETE /drafts/:draft_id', { draft_id: id }));
        updateState({ type: 'drafts', op: 'remove', draft_id: id, id: -1 });
      }
    } else {
      const id = this.#id;
      const isThere =
        id !== undefined &&
        (await unlessGone(client.call('PATCH /drafts/:draft_id', { draft_id: id, draft })));
      if (!isThere) [this.#id] = (await client.call('POST /drafts', { drafts: [draft] })).ids;
      if (this.#id !== undefined)
        updateState({ type: 'drafts', op: 'update', draft: { ...draft, id: this.#id }, id: -1 });
    }
    this.#saved = content;
  }

  #draft(content: string) {
    const timestamp = Math.floor(Date.now() / 1000);
    return 'channelId' in this.#conversation
      ? {
          type: 'stream' as const,
          to: [this.#conversation.channelId],
          topic: this.#conversation.topic,
          content,
          timestamp,
        }
      : { type: 'private' as const, to: [...this.#conversation.userIds], topic: '', content, timestamp };
  }
}

/** Whether a draft was still there: it may have been sent or taken away in another browser. */
async function unlessGone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    return false;
  }
}

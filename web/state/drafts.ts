/** Drafts of messages, saved on the server, so that they follow the person. */
import { Refusal } from '@hansard/client';
import { type BegunText, begunText, forgetBegunText, keepBegunText } from './begunTexts.ts';
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

/** A draft in a channel without a topic, which the server does not take: this browser keeps it. */
export class BegunDraft {
  readonly #key: string;

  constructor(channelId: number) {
    this.#key = `channel ${channelId}`;
  }

  get content(): string {
    return begunText(this.#key)?.content ?? '';
  }
  get topic(): string {
    return begunText(this.#key)?.topic ?? '';
  }

  write(change: { readonly content: string } | { readonly topic: string }): void {
    keepBegunText(this.#key, { content: this.content, topic: this.topic, ...change });
  }

  /** The text was sent. */
  clear(): void {
    forgetBegunText(this.#key);
  }
}

/** Characters up to which a text is sent even while the page ends: browsers take 64 kB, and a character may be nine bytes in a form. */
const MAX_LAST_LENGTH = 5_000;
const whileEnding = (content: string) => ({ keepalive: content.length <= MAX_LAST_LENGTH });

/** Milliseconds without a key after which a draft is saved. */
const SAVE_DELAY_MS = 1_500;
/** Milliseconds without a key after which a text from another browser replaces the one here. */
const FOLLOW_DELAY_MS = 3 * SAVE_DELAY_MS;

/** Saves what is written in one conversation: in this browser at once, on the server a moment later. */
export class DraftKeeper {
  readonly #conversation: Conversation;
  readonly #key: string;
  #id: number | undefined;
  #saved: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<unknown> = Promise.resolve();
  #content: string;
  #writtenAt = 0;

  constructor(conversation: Conversation) {
    const draft = draftOf(conversation);
    this.#conversation = conversation;
    this.#key = conversationKey(conversation);
    this.#id = draft?.id;
    this.#saved = this.#content = draft?.content ?? '';
    const begun = begunText(this.#key);
    if (begun !== undefined) this.#goOn(begun);
  }

  /** Takes up what an earlier page has not saved. What was written elsewhere since stays as a draft of its own. */
  #goOn({ content, base }: BegunText): void {
    if (content.trim() === this.#saved.trim()) return forgetBegunText(this.#key);
    if (base.trim() !== this.#saved.trim()) {
      this.#id = undefined;
      this.#saved = '';
    }
    this.write(content);
  }

  /** The text of the draft. */
  get content(): string {
    return this.#content;
  }

  write(content: string): void {
    this.#content = content;
    this.#writtenAt = Date.now();
    keepBegunText(this.#key, { content, base: this.#saved });
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
    this.write('');
    this.save();
  }

  /** Saves now: the conversation is left, or the page is hidden. */
  save(): void {
    clearTimeout(this.#timer);
    // One call after the other; a draft that could not be saved is tried with the next change.
    this.#working = this.#working.then(() => this.#store()).catch(() => undefined);
  }

  async #store(): Promise<void> {
    const content = this.#content;
    if (content.trim() === this.#saved.trim()) return this.#settle(content);
    const known = this.#id === undefined ? draftOf(this.#conversation) : undefined;
    if (known?.content.trim() === content.trim()) {
      // An earlier page has saved it in its last moment.
      this.#id = known.id;
      return this.#settle(content);
    }
    const draft = this.#draft(content);
    if (content.trim() === '') {
      const id = this.#id;
      this.#id = undefined;
      if (id !== undefined) {
        await unlessGone(client.call('DELETE /drafts/:draft_id', { draft_id: id }, whileEnding(content)));
        updateState({ type: 'drafts', op: 'remove', draft_id: id, id: -1 });
      }
    } else {
      const id = this.#id;
      const isThere =
        id !== undefined &&
        (await unlessGone(
          client.call('PATCH /drafts/:draft_id', { draft_id: id, draft }, whileEnding(content)),
        ));
      if (!isThere)
        [this.#id] = (await client.call('POST /drafts', { drafts: [draft] }, whileEnding(content))).ids;
      if (this.#id !== undefined)
        updateState({ type: 'drafts', op: 'update', draft: { ...draft, id: this.#id }, id: -1 });
    }
    this.#settle(content);
  }

  /** The server has a text; this browser keeps what was written since. */
  #settle(content: string): void {
    this.#saved = content;
    if (this.#content === content) forgetBegunText(this.#key);
    else keepBegunText(this.#key, { content: this.#content, base: content });
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

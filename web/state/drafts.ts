/** What was begun and not sent: kept on the server, so that it follows the person. */
import { client } from './connection.ts';
import { type Draft, drafts } from './data.ts';
import { type Conversation, conversationKey, othersOf } from './unread.ts';

/** The conversation of a draft; undefined for one that does not say. */
export function conversationOfDraft({ type, to, topic }: Draft): Conversation | undefined {
  if (type === 'stream' && to[0] !== undefined) return { channelId: to[0], topic };
  if (type === 'private' && to.length > 0) return { userIds: othersOf(to) };
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

/** Milliseconds without a key after which a draft is saved. */
const SAVED_AFTER = 1_500;

/** Saves what is written in one conversation. */
export class DraftKeeper {
  readonly #conversation: Conversation;
  #id: number | undefined;
  #saved: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<unknown> = Promise.resolve();
  #content: string;

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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SAVED_AFTER);
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
      if (id !== undefined) await client.call('DELETE /drafts/:draft_id', { draft_id: id });
    } else if (this.#id !== undefined)
      await client.call('PATCH /drafts/:draft_id', { draft_id: this.#id, draft });
    else [this.#id] = (await client.call('POST /drafts', { drafts: [draft] })).ids;
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

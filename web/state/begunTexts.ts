/**
 * Texts that the reader has begun, kept in this browser with each key: a page that ends, however it ends, loses none. The server has
 * drafts of conversations a moment later; a text in a channel without a topic, and one that changes a message, is here alone.
 */
import { myId } from './data.ts';
import { localNames, localRecord, setLocalText } from './localValues.ts';

export interface BegunText {
  readonly content: string;
  /** The topic that was entered for it. */
  readonly topic: string;
  /** The text of the server's draft that this one replaces. */
  readonly base: string;
}

const EMPTY: BegunText = { content: '', topic: '', base: '' };

const nameOf = (key: string): string => `text ${myId.peek()} ${key}`;

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text under a key, which is a conversation's or one of its own; undefined if nothing was begun. */
export function begunText(key: string): BegunText | undefined {
  const { content, topic, base } = localRecord(nameOf(key));
  if (typeof content !== 'string') return undefined;
  return { content, topic: textOr(topic), base: textOr(base) };
}

/** Keeps a text under a key. */
export function keepBegunText(key: string, text: Partial<BegunText>): void {
  setLocalText(nameOf(key), JSON.stringify({ ...EMPTY, ...text }));
}

/** The text was sent or given up, or the server has it. */
export function forgetBegunText(key: string): void {
  setLocalText(nameOf(key), '');
}

/** Forgets all texts: the reader has logged out. */
export function forgetBegunTexts(): void {
  for (const name of localNames(nameOf(''))) setLocalText(name, '');
}

/** Calls a function when the page is hidden or ends, as long as the function that is returned has not been called. */
export function whenHidden(work: () => void): () => void {
  const onChange = (): void => {
    if (document.visibilityState === 'hidden') work();
  };
  addEventListener('visibilitychange', onChange);
  addEventListener('pagehide', work);
  return () => {
    removeEventListener('visibilitychange', onChange);
    removeEventListener('pagehide', work);
  };
}

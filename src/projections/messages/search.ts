/** A narrow prepared for reading: where its messages are found, and which of those match. */
import type { MessageId } from '../../ids.ts';
import { messageDocuments, type StoredMessage } from './document.ts';
import {
  isHopeless,
  looksThroughSharedHistory,
  type NarrowTerm,
  passes,
  positive,
  wantedIn,
} from './narrow.ts';
import { Personal } from './personal.ts';
import { type Direction, readMessages, storedMessage } from './reading.ts';
import { type History, type Stretch, stretchesOf } from './stretches.ts';
import { nextTurn } from '../../turns.ts';
import type { Viewer } from './viewer.ts';
import { placeTerms, wordedStretches } from './worded.ts';

interface Search {
  readonly isHopeless: boolean;
  /** The viewer's personal data about the messages read. */
  readonly personal: Personal;
  /** Whether reading stopped early because too few messages matched. */
  readonly isCutShort: boolean;
  read(direction: Direction, start: number, wanted: number): Promise<StoredMessage[]>;
  /** The message with this ID, if it matches. */
  at(messageId: number): Promise<StoredMessage[]>;
}

type Test = (message: StoredMessage) => boolean;

/** Messages examined by one search; clients continue from where it ended. */
const MOST_READ = 100_000;

/** Named messages read at once; others get a turn in between. */
const AT_ONCE = 500;

/** Prepares a narrow; `alsoAsked` is a further condition. */
export async function searchFor(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  alsoAsked: Test = () => true,
): Promise<Search> {
  const { documents, access } = viewer;
  const hopeless = isHopeless(narrow, viewer);
  const shared = looksThroughSharedHistory(narrow, access);
  const personal = new Personal(viewer);
  const history = shared ? 'shared' : 'personal';
  const stretches = hopeless ? [] : await stretchesFor(viewer, personal, narrow, history);
  const reaches: Test = shared
    ? (message) => access.mayReadMessage(message)
    : (message) => personal.hasReceived(message) || personal.holds(message);
  const meets = passes(narrow, personal);
  const shows: Test = (message) => reaches(message) && meets(message) && alsoAsked(message);
  const learn = (messages: readonly StoredMessage[]) => personal.learn(messages);
  const marks = positive(narrow, 'unread') && (await personal.learnAll());
  const budget = { left: MOST_READ };
  return {
    isHopeless: hopeless,
    personal,
    get isCutShort() {
      return budget.left <= 0;
    },
    read(direction, start, wanted) {
      const leap = marks && ((id: number, end: number) => marks.nextWithout('read', id, direction, end));
      const reading = { stretches, direction, start, wanted, shows, learn, budget, ...(leap && { leap }) };
      return readMessages(documents, reading);
    },
    async at(messageId) {
      const message = hopeless ? undefined : await storedMessage(documents, messageId);
      if (message) await learn([message]);
      return message && shows(message) ? [message] : [];
    },
  };
}

/** Where the messages of the narrow are found: in the index of words if it asks for any that are indexed. */
async function stretchesFor(
  viewer: Viewer,
  personal: Personal,
  narrow: readonly NarrowTerm[],
  history: History,
): Promise<readonly Stretch[]> {
  const wanted = wantedIn(narrow);
  if (wanted.every(({ indexWords }) => indexWords.length === 0))
    return stretchesOf(viewer, personal, narrow, history);
  const places = await stretchesOf(viewer, personal, placeTerms(narrow), history);
  return wordedStretches(places, narrow, wanted, personal.newestId);
}

/**
 * Of the named messages those that the viewer may read, received or not, and that match the narrow;
 * ascending.
 */
export async function readableAmong(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  messageIds: readonly MessageId[],
): Promise<StoredMessage[]> {
  const ids = [...new Set(messageIds)].sort((one, other) => one - other);
  const readable: StoredMessage[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    readable.push(...(await readableOf(viewer, narrow, ids.slice(start, start + AT_ONCE))));
    await nextTurn();
  }
  return readable;
}

async function readableOf(
  viewer: Viewer,
  narrow: readonly NarrowTerm[],
  ids: readonly MessageId[],
): Promise<readonly StoredMessage[]> {
  const loaded = await viewer.documents.load(messageDocuments, ids);
  const messages = ids.flatMap((messageId, index) => {
    const document = loaded[index];
    return document ? [{ messageId, ...document }] : [];
  });
  const personal = new Personal(viewer);
  await personal.learn(messages);
  const meets = passes(narrow, personal);
  return messages.filter((message) => viewer.access.mayReadMessage(message) && meets(message));
}

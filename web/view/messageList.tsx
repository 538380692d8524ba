/**
 * Messages in a scrolled box. A window of at most some hundred rows is in the document; it slides over what is loaded, and
 * what is loaded grows at both ends. Whatever comes or goes, the row that is being read stays where it is.
 */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { announcement } from '../state/announcements.ts';
import { serverConnection } from '../state/connection.ts';
import { type Feed, messageSignal } from '../state/feeds.ts';
import { textOf } from '../state/html.ts';
import { unsentIn } from '../state/outbox.ts';
import { trackReading } from '../state/routes.ts';
import { markSeen } from '../state/messageFlags.ts';
import type { Conversation } from '../state/unread.ts';
import { strings } from '../strings.ts';
import { MessageRow } from './messageRow.tsx';
import { usePrinting } from './printing.ts';
import { UnsentRow } from './unsentRow.tsx';

/** Rows in the document, and by how many the window slides. */
const SHOWN = 220;
const STEP = 24;
/** Pixels from an end of the box at which the window slides. */
const NEAR = 900;
/** Pixels from the bottom within which the list follows what is new. */
const AT_BOTTOM = 60;

/** The row that stays in place: its message, and how far below the top of the box it is. */
interface Held {
  readonly id: number;
  readonly top: number;
}

interface ListProps {
  readonly feed: Feed;
  readonly conversation: Conversation | undefined;
  /** The message that is to be shown; undefined for the one where reading begins. */
  readonly near: number | undefined;
}

export function MessageList({ feed, conversation, near }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<Held | 'bottom' | undefined>(undefined);
  /** Index of the first row from the end: new messages do not move it. */
  const end = useSignal(0);
  /** Whether what is read is more than a window above the newest that is loaded. */
  const isFar = useSignal(false);
  const ids = feed.ids.value;
  const size = ids.length;
  const isPrinting = usePrinting(feed);
  const last = isPrinting ? size : Math.min(size, Math.max(size - end.value, Math.min(SHOWN, size)));
  const shown = isPrinting ? ids : ids.slice(Math.max(0, last - SHOWN), last);
  const anchor = feed.anchor.value;
  // Messages that were loaded before need not contain the requested one.
  const isReady = near === undefined || anchor === near || feed.fault.value !== '';
  useStaying(box, held, feed, shown, isReady ? anchor : undefined, isReady);
  useSignalEffect(() => {
    const newest = feed.ids.value.at(-1);
    const message = feed.hasNewest.value && newest !== undefined ? messageSignal(newest)?.peek() : undefined;
    if (message && Date.now() / 1000 - message.timestamp < 10)
      announcement.value = `${message.sender_full_name}: ${textOf(message.content).slice(0, 200)}`;
  });

  function slide(): void {
    const { current } = box;
    if (current === null) return;
    remember(current, held, feed, end.peek() === 0);
    const total = feed.ids.peek().length;
    if (current.scrollTop < NEAR) {
      if (total - end.peek() > SHOWN) end.value = Math.min(end.peek() + STEP, total - SHOWN);
      else void feed.older();
    }
    if (current.scrollHeight - current.scrollTop - current.clientHeight < NEAR) {
      if (end.peek() > 0) end.value = Math.max(0, end.peek() - STEP);
      else void feed.newer();
    }
    isFar.value = current.scrollHeight - current.scrollTop - current.clientHeight > current.clientHeight;
    markVisible(current);
  }

  useEffect(() => trackReading(() => (box.current ? messageReadIn(box.current, feed) : undefined)), []);
  const jumps = feed.jumps.value;
  const jumpsBefore = useRef(jumps);
  useLayoutEffect(() => {
    if (jumps === jumpsBefore.current) return;
    end.value = 0;
    held.current = 'bottom';
    if (feed.hasNewest.peek() && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [jumps]);
  // Whoever has written sees it, wherever they were reading.
  const unsent = conversation === undefined ? [] : unsentIn(conversation);
  const newest = unsent.at(-1)?.localId;
  useLayoutEffect(() => {
    if (newest !== undefined) void feed.latest();
  }, [newest]);

  // At an end of the box there is nothing to scroll: what has come slides by itself.
  useEffect(() => {
    if (size > 0 && !feed.isLoading.peek() && feed.fault.peek() === '') slide();
  }, [size, feed.isLoading.value, end.value]);

  return (
    <div class="messages" ref={box} onScroll={slide} tabIndex={0} role="region" aria-label={strings.messages}>
      <div class="rows">
        <Beginning feed={feed} isFirst={last <= SHOWN} />
        {shown.map((id, index) => (
          <MessageRow
            key={id}
            id={id}
            before={shown[index - 1]}
            feed={feed}
            isIn={conversation !== undefined}
            isFirstUnread={id === anchor && feed.firstUnread}
          />
        ))}
        {(feed.hasNewest.value || feed.fault.value !== '') &&
          end.value === 0 &&
          unsent.map((each) => <UnsentRow key={each.localId} unsent={each} />)}
        {(unsent.length === 0 || feed.fault.value !== '') && <Ending feed={feed} />}
      </div>
      {size > 0 && (!feed.hasNewest.value || end.value > 0 || isFar.value) && (
        <button type="button" class="toLatest" onClick={() => void feed.latest()}>
          {strings.toLatest}
        </button>
      )}
    </div>
  );
}

function Beginning({ feed, isFirst }: { readonly feed: Feed; readonly isFirst: boolean }) {
  if (feed.ids.value.length === 0 || !isFirst) return null;
  const beginning = isSearch(feed) ? strings.search.beginning : strings.beginning;
  return (
    <p class="quiet edge">{feed.hasOldest.value ? beginning : feed.isLoading.value ? strings.loading : ''}</p>
  );
}

function Ending({ feed }: { readonly feed: Feed }) {
  // Without a connection the page says so once, and shows what it has.
  if (feed.fault.value !== '' && (serverConnection.value.kind === 'up' || feed.ids.value.length === 0))
    return (
      <p class="fault edge" role="alert">
        {feed.fault.value}
      </p>
    );
  if (feed.ids.value.length > 0) return null;
  return (
    <div class="empty">
      {feed.isLoading.value ? <p class="quiet">{strings.loading}</p> : <p>{nothingIn(feed)}</p>}
    </div>
  );
}

function nothingIn(feed: Feed): string {
  if (feed.key === 'mentions') return strings.noMentions;
  if (feed.key === 'starred') return strings.noStarred;
  return isSearch(feed) ? strings.search.nothing : strings.noMessages;
}

const isSearch = ({ key }: Feed): boolean => key.startsWith('search ');

type ElementRef = { readonly current: HTMLDivElement | null };
type HeldRef = { current: Held | 'bottom' | undefined };

/** Notes which row is at the top of the box. */
function remember(box: HTMLDivElement, held: HeldRef, feed: Feed, isEnd: boolean): void {
  const isBottom =
    isEnd && feed.hasNewest.peek() && box.scrollHeight - box.scrollTop - box.clientHeight < AT_BOTTOM;
  if (isBottom) {
    held.current = 'bottom';
    return;
  }
  const top = box.getBoundingClientRect().top;
  for (const row of rowsIn(box)) {
    const bounds = row.getBoundingClientRect();
    if (bounds.bottom > top) {
      held.current = { id: Number(row.dataset['id']), top: bounds.top - top };
      return;
    }
  }
}

/** The message at a quarter of the box, where a requested one is put; undefined at the end. */
function messageReadIn(box: HTMLElement, feed: Feed): number | undefined {
  const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AT_BOTTOM;
  if (isEnd && feed.hasNewest.peek()) return undefined;
  const middle = box.getBoundingClientRect().top + box.clientHeight / 4 + 1;
  const row = [...rowsIn(box)].find((each) => each.getBoundingClientRect().bottom > middle);
  return row && Number(row.dataset['id']);
}

const rowsIn = (box: HTMLElement): NodeListOf<HTMLElement> => box.querySelectorAll<HTMLElement>('[data-id]');
const rowOf = (box: HTMLElement, id: number): HTMLElement | null => box.querySelector(`[data-id="${id}"]`);

/** Puts the row that is being read back in its place after every change; at first, the one where reading begins. */
function useStaying(
  box: ElementRef,
  held: HeldRef,
  feed: Feed,
  shown: readonly number[],
  anchor: number | undefined,
  isReady: boolean,
): void {
  const isPositioned = useRef(false);
  function restoreScroll(): void {
    const { current } = box;
    if (current === null || shown.length === 0) return;
    const at = held.current;
    if (at === undefined || at === 'bottom') current.scrollTop = current.scrollHeight;
    else {
      const row = rowOf(current, at.id);
      if (row)
        current.scrollTop += row.getBoundingClientRect().top - current.getBoundingClientRect().top - at.top;
    }
  }
  useLayoutEffect(() => {
    const { current } = box;
    if (current && isReady && !isPositioned.current && !feed.isLoading.peek() && shown.length > 0) {
      isPositioned.current = true;
      if (anchor !== undefined && rowOf(current, anchor))
        held.current = { id: anchor, top: current.clientHeight / 4 };
      else held.current = 'bottom';
    }
    restoreScroll();
    if (isReady) markVisible(current);
  }, [shown.length, shown[0], shown.at(-1), feed.isLoading.value, isReady]);
  // Pictures that arrive and windows that change move rows as well.
  const placing = useRef(restoreScroll);
  placing.current = restoreScroll;
  useEffect(() => {
    const watcher = new ResizeObserver(() => placing.current());
    const { current } = box;
    if (current?.firstElementChild) watcher.observe(current.firstElementChild);
    if (current) watcher.observe(current);
    const onFocus = (): void => markVisible(box.current);
    addEventListener('focus', onFocus);
    return () => {
      watcher.disconnect();
      removeEventListener('focus', onFocus);
    };
  }, []);
}

/** Marks read what can be seen, while somebody looks. */
function markVisible(box: HTMLDivElement | null): void {
  if (box === null || !document.hasFocus()) return;
  const { bottom } = box.getBoundingClientRect();
  const seen = [...box.querySelectorAll<HTMLElement>('[data-unread]')].filter(
    (row) => row.getBoundingClientRect().bottom <= bottom + 24,
  );
  markSeen(seen.map((row) => Number(row.dataset['id'])));
}

/** Printing a list of messages: all of it, and not only the rows that can be seen. */
import { useSignal } from '@preact/signals';
import { flushSync } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { showNotice } from '../state/connection.ts';
import type { Feed } from '../state/feeds.ts';
import { strings } from '../strings.ts';

/** Messages up to which a list is loaded to its beginning before it is printed. */
const MAX_PRINTED = 5_000;

/** Whether the list is being printed. The keys for printing load all of it first; the browser's menu prints what is loaded. */
export function usePrinting(feed: Feed): boolean {
  const isPrinting = useSignal(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => void (isPrinting.value = true));
    const end = (): void => void (isPrinting.value = false);
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'p') return;
      if (feed.hasOldest.peek() && feed.hasNewest.peek()) return;
      event.preventDefault();
      void loadAll(feed).then(print);
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [feed]);
  return isPrinting.value;
}

async function loadAll(feed: Feed): Promise<void> {
  showNotice(strings.loading);
  const isMissing = (side: 'hasOldest' | 'hasNewest'): boolean =>
    !feed[side].peek() && feed.fault.peek() === '' && feed.ids.peek().length < MAX_PRINTED;
  while (isMissing('hasNewest')) await feed.newer();
  while (isMissing('hasOldest')) await feed.older();
}

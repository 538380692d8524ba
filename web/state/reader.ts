/**
 * The reader: the person whom this page shows. The session's cookie belongs to the browser, where somebody else may log in in
 * another tab; the page acts for nobody but its reader, so each call names them, and it is opened again once they have changed.
 */
import { localText, setLocalText } from './localValues.ts';

const KEPT = 'reader';

let shown: number | undefined;
let confirm = (): void => undefined;
let isSure = false;
let leave = (): void => undefined;

/** Resolves when the server has confirmed that the session is that of the reader: nothing is sent for them before. */
export const readerConfirmed = new Promise<void>((resolve) => (confirm = resolve));
export const isReaderConfirmed = (): boolean => isSure;

const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('hansard reader') : undefined;

/** The ID of the person who was logged in in this browser last; undefined if nobody is, as far as the page can know without asking. */
export const loggedInUserId = (): number | undefined => Number(localText(KEPT)) || undefined;

/** The ID of the reader; undefined as long as nobody is shown. Opens the page again if another tab has logged somebody else in. */
export function shownUserId(): number | undefined {
  const now = loggedInUserId();
  if (isSure && shown !== undefined && now !== undefined && now !== shown) leave();
  return shown;
}

/** Shows a person from now on; they are the reader if the server agrees. */
export function showReader(userId: number): void {
  shown = userId;
}

/** Records that the server has confirmed the reader, and tells the other tabs who is here. */
export function confirmReader(userId: number): void {
  shown = userId;
  setLocalText(KEPT, String(userId));
  others?.postMessage(userId);
  isSure = true;
  confirm();
}

/** The next opening shows nothing of the reader. */
export function forgetReader(): void {
  if (loggedInUserId() === shown) setLocalText(KEPT, '');
}

/** Nobody is logged in any more: the session has ended. The other tabs are told. */
export function endReader(): void {
  setLocalText(KEPT, '');
  if (shown !== undefined) others?.postMessage(null);
  shown = undefined;
}

/** Calls a function as soon as somebody else than the reader is logged in in this browser, or nobody. */
export function onOtherReader(listener: () => void): void {
  leave = listener;
}

/** The server has refused a call because somebody else is logged in. */
export const readerChanged = (): void => leave();

others?.addEventListener('message', ({ data }) => {
  if (shown !== undefined && data !== shown) leave();
});
for (const name of ['focus', 'pageshow', 'visibilitychange'])
  addEventListener(name, () => void shownUserId());

/**
 * The data saved in this browser: unsent messages and messages that were read, in IndexedDB. Everything else works without it, so
 * nothing waits for it for long: a browser may block it, lose it, or lock it for a page that it has put aside.
 */

const STORES = ['outbox', 'feeds', 'queue'] as const;
type Store = (typeof STORES)[number];

/** Milliseconds for which an answer is awaited, and once one has not come. */
const LONGEST_WAIT_MS = 3_000;
const IMPATIENT_WAIT_MS = 300;
let waitMs = LONGEST_WAIT_MS;

let opened: Promise<IDBDatabase | undefined> | undefined;
let reader = -1;

/** One database per person, so that nobody reads what another has left. */
export function openDatabase(userId: number): void {
  reader = userId;
  opened = open(`hansard ${userId}`);
}

/** The value, or undefined where there is an error or too long a wait. */
const within = <Value>(
  ask: (resolve: (value: Value | undefined) => void) => void,
): Promise<Value | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      waitMs = IMPATIENT_WAIT_MS;
      resolve(undefined);
    }, waitMs);
    try {
      ask((value) => {
        clearTimeout(timer);
        waitMs = LONGEST_WAIT_MS;
        resolve(value);
      });
    } catch {
      clearTimeout(timer);
      resolve(undefined);
    }
  });

const open = (name: string): Promise<IDBDatabase | undefined> =>
  within((resolve) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store);
    };
    request.onsuccess = () => {
      // The next question opens it again.
      request.result.onclose = () => (opened = undefined);
      resolve(request.result);
    };
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });

async function ask<Result>(
  store: Store,
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await (opened ??= open(`hansard ${reader}`));
  if (database === undefined) return undefined;
  return within((resolve) => {
    const transaction = database.transaction(store, mode);
    const request = question(transaction.objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
    // A browser that puts the page aside now would keep a transaction that has not ended, and lock the store for all pages.
    if (mode === 'readwrite') transaction.commit();
  });
}

export const stored = (store: Store, key: string): Promise<unknown> =>
  ask(store, 'readonly', (all) => all.get(key) as IDBRequest<unknown>);

/** Undefined where the browser does not answer. */
export const allStored = (store: Store): Promise<readonly unknown[] | undefined> =>
  ask(store, 'readonly', (all) => all.getAll() as IDBRequest<unknown[]>);

export const keep = (store: Store, key: string, value: unknown): Promise<unknown> =>
  ask(store, 'readwrite', (all) => all.put(value, key));

export const forget = (store: Store, key: string): Promise<unknown> =>
  ask(store, 'readwrite', (all) => all.delete(key));

/** Removes everything of the reader: they have logged out. */
export async function forgetEverything(): Promise<void> {
  await forgetSeen();
  await clear('outbox');
}

/** Removes what the reader has seen, not what they have written: their session has ended elsewhere. */
export async function forgetSeen(): Promise<void> {
  for (const store of ['feeds', 'queue'] as const) await clear(store);
}

const clear = (store: Store): Promise<unknown> => ask(store, 'readwrite', (all) => all.clear());

/** The data saved in this browser: unsent messages and messages that were read, in IndexedDB. Everything else works without it. */

const STORES = ['outbox', 'feeds', 'queue'] as const;
type Store = (typeof STORES)[number];

let opened: Promise<IDBDatabase | undefined> | undefined;

const READER = 'hansard reader';

/** The last reader of the page in this browser; undefined after a log-out. */
export function lastReader(): number | undefined {
  return Number(localStorage.getItem(READER) ?? '') || undefined;
}

let confirm = (): void => undefined;
let isSure = false;

/** Resolves when the server has confirmed that the session is that of the reader: nothing is sent for them before. */
export const readerConfirmed = new Promise<void>((resolve) => (confirm = resolve));
export const isReaderConfirmed = (): boolean => isSure;

/** Records that the server has confirmed the reader. */
export function confirmReader(userId: number): void {
  localStorage.setItem(READER, String(userId));
  isSure = true;
  confirm();
}

/** The next opening shows nothing of the reader. */
export function forgetReader(): void {
  localStorage.removeItem(READER);
}

/** One database per person, so that nobody reads what another has left. */
export function openDatabase(userId: number): void {
  opened = new Promise((resolve) => {
    const request = indexedDB.open(`hansard ${userId}`, 1);
    request.onupgradeneeded = () => {
      for (const name of STORES) request.result.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
    request.onblocked = () => resolve(undefined);
  });
}

async function within<Result>(
  store: Store,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await opened;
  if (database === undefined) return undefined;
  return new Promise((resolve) => {
    const request = ask(database.transaction(store, mode).objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

export const stored = (store: Store, key: string): Promise<unknown> =>
  within(store, 'readonly', (all) => all.get(key) as IDBRequest<unknown>);

export const allStored = async (store: Store): Promise<readonly unknown[]> =>
  (await within(store, 'readonly', (all) => all.getAll() as IDBRequest<unknown[]>)) ?? [];

export const keep = (store: Store, key: string, value: unknown): Promise<unknown> =>
  within(store, 'readwrite', (all) => all.put(value, key));

export const forget = (store: Store, key: string): Promise<unknown> =>
  within(store, 'readwrite', (all) => all.delete(key));

/** Removes everything of the reader: they have logged out. */
export async function forgetEverything(): Promise<void> {
  await forgetSeen();
  await clear('outbox');
}

/** Removes what the reader has seen, not what they have written: their session has ended elsewhere. */
export async function forgetSeen(): Promise<void> {
  forgetReader();
  for (const store of ['feeds', 'queue'] as const) await clear(store);
}

const clear = (store: Store): Promise<unknown> => within(store, 'readwrite', (all) => all.clear());

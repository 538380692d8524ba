/** What this browser keeps: unsent messages and what was read, in IndexedDB. Without it everything works but that. */

const STORES = ['outbox', 'feeds', 'queue'] as const;
type Store = (typeof STORES)[number];

let opened: Promise<IDBDatabase | undefined> | undefined;

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

/** Removes everything of the person: they have logged out. */
export async function forgetEverything(): Promise<void> {
  for (const store of STORES) await within(store, 'readwrite', (all) => all.clear());
}

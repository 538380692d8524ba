import type { EventStoreDBClient } from '@eventstore/db-client';
import { OperatorError } from '../../../errors.ts';
import { AppendDoor } from './appendDoor.ts';

/** What a log uses of a server; handed back by `release`. */
export interface Connection {
  readonly appends: AppendDoor;
  /** Reads have a connection of their own: a rebuild does not stand in the way of appends. */
  readonly reads: EventStoreDBClient;
  release(): Promise<void>;
}

interface Shared {
  readonly appends: AppendDoor;
  readonly reads: EventStoreDBClient;
  users: number;
}

/**
 * Logs of one process on the same server share its clients: the driver keeps one table of unanswered appends for
 * all its clients, so that the end of one client's stream would fail the appends of another.
 */
const sharedByUrl = new Map<string, Shared>();

/**
 * Opens the server at the connection string, or joins those who have it open; loads the driver when first used.
 * Throws OperatorError where the driver does not understand the string.
 */
export async function connect(url: string): Promise<Connection> {
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const shared = sharedByUrl.get(url) ?? newClients(EventStoreDBClient, url);
  sharedByUrl.set(url, shared);
  shared.users++;
  return { appends: shared.appends, reads: shared.reads, release: () => release(url, shared) };
}

function newClients(driver: typeof EventStoreDBClient, url: string): Shared {
  const [clients, about] = hushed(() => clientsOf(driver, url));
  if (about === undefined) return clients;
  throw new OperatorError(`EVENTSTOREDB_URL: ${about}`);
}

function clientsOf(driver: typeof EventStoreDBClient, url: string): Shared {
  try {
    const appends = new AppendDoor(driver.connectionString(url));
    return { appends, reads: driver.connectionString(url), users: 0 };
  } catch (cause) {
    // What the driver says may repeat a password.
    throw new OperatorError('EVENTSTOREDB_URL is not a URL that its driver understands.', { cause });
  }
}

/**
 * Does the work, and tells what the driver had to say of options that it does not take. That would go to the console,
 * followed by the whole address, with the password in it.
 */
function hushed<Made>(work: () => Made): [made: Made, warning: string | undefined] {
  const { warn } = console;
  let warning: string | undefined;
  Object.assign(console, { warn: (text: string) => (warning ??= text.split('\n', 1)[0]) });
  try {
    return [work(), warning];
  } finally {
    Object.assign(console, { warn });
  }
}

async function release(url: string, shared: Shared): Promise<void> {
  if (--shared.users > 0) return;
  sharedByUrl.delete(url);
  await Promise.all([shared.appends.close(), shared.reads.dispose()]);
}

import type { EventStoreDBClient } from '@eventstore/db-client';
import { OperatorError } from '../../../errors.ts';
import { AppendDoor } from './appendDoor.ts';

/** A log's share of a connection; returned by `release`. */
export interface Connection {
  readonly appends: AppendDoor;
  /** Reads have a connection of their own, so that a rebuild does not delay appends. */
  readonly reads: EventStoreDBClient;
  release(): Promise<void>;
}

interface Shared {
  readonly appends: AppendDoor;
  readonly reads: EventStoreDBClient;
  users: number;
}

/**
 * Logs of one process on the same server share its clients: the driver keeps one table of unanswered appends
 * for all its clients, so closing one client's stream would fail the appends of another.
 */
const sharedByUrl = new Map<string, Shared>();

/**
 * Opens the server at the connection string, or shares an open connection; loads the driver on first use.
 * Throws OperatorError if the driver does not understand the string.
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
    // The driver's message may contain a password.
    throw new OperatorError('EVENTSTOREDB_URL is not a URL that its driver understands.', { cause });
  }
}

/**
 * Runs the work and returns the driver's warnings about unknown options, which it would print to the console
 * together with the whole URL and its password.
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

import type { EventStoreDBClient } from '@eventstore/db-client';
import { OperatorError } from '../../../errors.ts';
import { ServerAddress } from './address.ts';
import { AppendQueue } from './appendDoor.ts';
import { Clients, disconnector } from './clients.ts';

/** A log's share of a connection; returned by `release`. */
export interface Connection {
  readonly appends: AppendQueue;
  /** Reads have a connection of their own, so that a rebuild does not delay appends. */
  readonly reads: Clients;
  release(): Promise<void>;
}

interface SharedConnection {
  readonly appends: AppendQueue;
  readonly reads: Clients;
  users: number;
}

/**
 * Seconds that a member of a cluster has for saying which one is the leader, before another one is asked; 5
 * by the driver's default, which is longer than an append may take.
 */
const GOSSIP_SECONDS = 1;

/** The driver's default, in ms. */
const KEEP_ALIVE_TIMEOUT = 10_000;

/**
 * Logs of one process on the same server share its clients: the driver keeps one table of unanswered appends
 * for all its clients, so closing one client's stream would fail the appends of another.
 */
const sharedByUrl = new Map<string, SharedConnection>();

/**
 * Opens the server at the connection string, or shares an open connection; loads the driver on first use.
 * Throws OperatorError if the driver does not understand the string.
 */
export async function connect(url: string): Promise<Connection> {
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const shared =
    sharedByUrl.get(url) ?? share(opener(EventStoreDBClient, url), disconnector(EventStoreDBClient));
  sharedByUrl.set(url, shared);
  shared.users++;
  return { appends: shared.appends, reads: shared.reads, release: () => release(url, shared) };
}

/** A server that is silent to reads or to appends is asked by neither any more. */
function share(...opening: ConstructorParameters<typeof Clients>): SharedConnection {
  const [reads, writes] = [new Clients(...opening), new Clients(...opening)];
  const appends = new AppendQueue(writes);
  writes.onRetired(() => reads.renew());
  reads.onRetired(() => appends.renewIfIdle());
  return { appends, reads, users: 0 };
}

let opened = 0;

/**
 * How to open a client. Channels of equal settings to one server share a connection, in the whole process; so
 * that each client has its own, each has a keep-alive time-out of its own.
 */
function opener(driver: typeof EventStoreDBClient, url: string): () => EventStoreDBClient {
  const address = new ServerAddress(url);
  const timeout = Number(address.setting('keepAliveTimeout') ?? KEEP_ALIVE_TIMEOUT);
  const gossipTimeout = address.setting('gossipTimeout') ?? GOSSIP_SECONDS;
  return () => {
    opened = (opened + 1) % 1_000;
    const keepAliveTimeout = timeout < 0 ? timeout : timeout + opened;
    try {
      return hushed(() => driver.connectionString(address.with({ gossipTimeout, keepAliveTimeout })));
    } catch (cause) {
      // The driver's message may contain a password.
      throw new OperatorError('EVENTSTOREDB_URL is not a URL that its driver understands.', { cause });
    }
  };
}

/** Runs the work without the driver's advice, which it would print to the console with URL and password. */
function hushed<Made>(work: () => Made): Made {
  const { warn } = console;
  Object.assign(console, { warn: () => {} });
  try {
    return work();
  } finally {
    Object.assign(console, { warn });
  }
}

async function release(url: string, shared: SharedConnection): Promise<void> {
  if (--shared.users > 0) return;
  sharedByUrl.delete(url);
  await Promise.all([shared.appends.close(), shared.reads.close()]);
}

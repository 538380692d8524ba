/** Connections to MongoDB and the meaning of its errors, for every engine that uses it. */
import type { MongoClient, WriteConcernSettings } from 'mongodb';
import { errorCode } from './errors.ts';

const TRANSIENT_NAMES =
  /Network|ServerSelection|PoolCleared|Closed|NotConnected|Timeout|ExpiredSession|WriteConcern/;
const TRANSIENT_LABELS = [
  'RetryableWriteError',
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
];
const OUT_OF_DISK_SPACE = 14031;

/** Socket errors that the driver passes on unchanged if the server ends while a command is being written. */
const SOCKET = /^(EPIPE|ECONN|ETIMEDOUT)/;

/** Whether an error comes from the driver or the server, and a later attempt may succeed. */
export function isTransientError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, errorLabels = [] } = error as { code?: unknown; errorLabels?: readonly string[] };
  if (SOCKET.test(String(code))) return true;
  const isTransient =
    TRANSIENT_NAMES.test(error.name) ||
    errorLabels.some((label) => TRANSIENT_LABELS.includes(label)) ||
    code === OUT_OF_DISK_SPACE;
  return error.name.startsWith('Mongo') && isTransient;
}

/** A write is acknowledged by most members of the replica set, with their journals on disk. */
const DURABLE: WriteConcernSettings = { w: 'majority', journal: true };

/** Milliseconds after which a server counts as not there, however long an answer of it may take. */
const SERVER_SELECTION_MS = 4_000;

/** A client with durable writes that gives up finding a server after `deadline` milliseconds, or four seconds. */
export async function createDurableClient(url: string, deadline: number): Promise<MongoClient> {
  const { MongoClient } = await import('mongodb');
  return new MongoClient(url, {
    writeConcern: DURABLE,
    serverSelectionTimeoutMS: Math.min(deadline, SERVER_SELECTION_MS),
    // Also of the driver's own looks at the server, which end its commands when they fail.
    connectTimeoutMS: deadline,
  });
}

const DUPLICATE_KEY = 11000;

/** Whether a document with the same key exists already. */
export const isDuplicateKey = (error: unknown): boolean => errorCode(error) === DUPLICATE_KEY;

/** The database that a connection string names. */
export const databaseName = (url: string): string | undefined =>
  /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];

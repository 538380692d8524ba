/**
 * Where the suites find MongoDB: `MONGODB_URL` names a real replica set, else `HANSARD_TEST_MONGOD` names a program
 * that is started once for all suites. With neither, the suites are skipped by name.
 */
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { MongoServer } from './server.ts';

const program = process.env['HANSARD_TEST_MONGOD'];
const givenUrl = process.env['MONGODB_URL'];

let shared: Promise<MongoServer> | undefined;
let sharedStandalone: Promise<MongoServer> | undefined;
let roomy: Promise<MongoServer> | undefined;

/** The connection string of the server that all suites share. */
export async function mongoUrl(): Promise<string> {
  if (givenUrl) return givenUrl;
  return (await (shared ??= MongoServer.start(programPath()))).url;
}

/** The same for a server that says it is no replica set. */
export async function standaloneMongoUrl(): Promise<string> {
  return (await (sharedStandalone ??= MongoServer.start(programPath(), { standalone: true }))).url;
}

/** The same for hundreds of thousands of documents. */
export async function roomyMongoUrl(): Promise<string> {
  if (givenUrl) return givenUrl;
  return (await (roomy ??= MongoServer.start(programPath(), { cacheSize: '4G' }))).url;
}

/** A server for one test alone, to be killed or frozen; the caller stops it. */
export const privateMongoServer = (): Promise<MongoServer> => MongoServer.start(programPath());

/**
 * Milliseconds that suites of a contract wait for a command: they ask what is answered, however busy the machine is. What the
 * server does after its own four seconds has tests of its own (`test/projections/store/mongodb/mongodb.test.ts`).
 */
export const CONTRACT_DEADLINE = 60_000;

/** A database name that no other test uses. */
export const freshDatabase = (): string => `hansard_test_${randomBytes(6).toString('hex')}`;

/** Deletes a test's database. */
export async function dropDatabase(url: string, database: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db(database).dropDatabase();
  await client.close();
}

/** A suite that needs any MongoDB. */
export function describeMongo(title: string, suite: () => void): void {
  if (givenUrl || program) describe(title, suite);
  else describe.skip(`${title} (skipped: neither MONGODB_URL nor HANSARD_TEST_MONGOD is set)`, suite);
}

/** A suite that needs a server which it may start, kill and freeze. */
export function describeOwnMongo(title: string, suite: (this: Mocha.Suite) => void): void {
  if (program) describe(title, suite);
  else describe.skip(`${title} (skipped: HANSARD_TEST_MONGOD is not set)`, suite);
}

function programPath(): string {
  if (!program) throw new Error('HANSARD_TEST_MONGOD is not set.');
  return program;
}

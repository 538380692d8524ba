/**
 * Checks whether `j: true` is effective on a MongoDB server. Servers and rights differ in what they reveal.
 */
import type { Db } from 'mongodb';

/**
 * A sentence about what the vault relies on. Throws an Error if the server admits that it stores nothing on
 * disk or has no journal.
 */
export async function durabilityReport(admin: Db): Promise<string> {
  const [build, status, options] = await Promise.all([
    answerTo(admin, 'buildInfo'),
    answerTo(admin, 'serverStatus'),
    answerTo(admin, 'getCmdLineOpts'),
  ]);
  const engine = at(status, 'storageEngine', 'name');
  if (at(status, 'storageEngine', 'persistent') === false || engine === 'ephemeralForTest') {
    throw new Error('This MongoDB keeps its data in memory only; a vault cannot be kept there.');
  }
  const journal = at(options, 'parsed', 'storage', 'journal', 'enabled');
  if (journal === false)
    throw new Error('This MongoDB runs without its journal; a vault cannot be kept there.');
  const server = `MongoDB ${text(at(build, 'version'), 'of unknown version')}`;
  const told =
    journal === true ? 'it says that its journal is on' : 'it does not tell whether its journal is on';
  return (
    `The vault relies on ${server} (storage engine ${text(engine, 'unknown')}) to have on disk ` +
    `what it acknowledges under w: majority, j: true; ${told}.`
  );
}

/** The answer to an administrative command; empty if the server or the user's rights refuse it. */
const answerTo = (admin: Db, command: string): Promise<unknown> =>
  admin.command({ [command]: 1 }).catch(() => ({}));

/** The value at a path of nested fields; undefined if the path ends early. */
const at = (answer: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((value, field) => (value as Record<string, unknown> | undefined)?.[field], answer);

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

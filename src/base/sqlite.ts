/**
 * The driver of SQLite, in the release that fits this Node: better-sqlite3 13 needs a newer Node than 20, and
 * 12 crashes Node 24 when statements are garbage-collected (docs/decisions/0034). The packages in drivers/
 * make npm install only the right one.
 */
import type BetterSqlite from 'better-sqlite3';
import { createRequire } from 'node:module';
import { messageOf, OperatorError } from './errors.ts';

export type { Database, RunResult, Statement } from 'better-sqlite3';

const isOfNode24 = Number.parseInt(process.versions.node, 10) >= 24;

/**
 * Opens databases; its errors are `Sqlite.SqliteError`. Loading this module opens one in memory, because the driver loads
 * its binary only then: it fails with OperatorError where that does not work.
 */
export const Sqlite = driver(isOfNode24 ? 'better-sqlite3-13' : 'better-sqlite3');

function driver(name: string): typeof BetterSqlite {
  try {
    const loaded = createRequire(import.meta.url)(name) as typeof BetterSqlite;
    new loaded(':memory:').close();
    return loaded;
  } catch (cause) {
    throw new OperatorError(driverComplaint(name, cause), { cause });
  }
}

/** The code of an error of SQLite; '' for any other. */
export const sqliteCode = (error: unknown): string => (error instanceof Sqlite.SqliteError ? error.code : '');

/** True for an error of the operating system or of a lock, after which a later attempt may succeed. */
export const isTransientSqlite = (error: unknown): error is Error =>
  /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|PROTOCOL|NOMEM)/.test(sqliteCode(error));

/** One sentence about an installed driver that cannot be loaded, with the command that repairs it. */
export function driverComplaint(name: string, error: unknown): string {
  const { node } = process.versions;
  const message = messageOf(error);
  if (message.includes(`Cannot find module '${name}'`))
    return (
      `The package ${name}, which Node ${node} needs, is not installed: run npm ci with this Node; ` +
      'if it is still missing, npm ci --foreground-scripts shows why npm left it out.'
    );
  if (
    /NODE_MODULE_VERSION|ELF|self-register|not a valid Win32|mach-o|incompatible architecture/i.test(message)
  )
    return `The package ${name} was built for another Node or another machine than this one (Node ${node}): run npm ci with this Node.`;
  const [reason = ''] = message.split('\n');
  return `The package ${name}, which Node ${node} needs, cannot be loaded (${reason}): run npm ci with this Node.`;
}

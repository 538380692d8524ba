/**
 * The driver of SQLite, in the release that fits this Node: better-sqlite3 13 needs a newer Node than 20, and
 * 12 crashes Node 24 when statements are garbage-collected (docs/decisions/0034). The packages in drivers/
 * make npm install only the right one.
 */
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { OperatorError } from './errors.ts';

export type { Database, RunResult, Statement } from 'better-sqlite3';

const isOfNode24 = Number.parseInt(process.versions.node, 10) >= 24;

/**
 * Opens databases; its errors are `Sqlite.SqliteError`. Without a driver, loading this module fails with
 * OperatorError.
 */
export const Sqlite = driver(isOfNode24 ? 'better-sqlite3-13' : 'better-sqlite3');

function driver(name: string): typeof BetterSqlite {
  try {
    return createRequire(import.meta.url)(name) as typeof BetterSqlite;
  } catch (cause) {
    const complaint =
      `The package ${name}, which Node ${process.versions.node} needs, is not installed: run npm ci; ` +
      'if it is still missing, npm ci --foreground-scripts shows why it was not compiled.';
    throw new OperatorError(complaint, { cause });
  }
}

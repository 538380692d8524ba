/** Every table of the permission matrix: what the files beside this one export as `…Tables`. */
import { readdirSync } from 'node:fs';
import type { Table } from './table.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && name !== 'tables.ts');
const modules = await Promise.all(
  files.map(async (name) => (await import(new URL(name, import.meta.url).href)) as object),
);

export const tables = modules
  .flatMap((module): readonly [string, unknown][] => Object.entries(module))
  .flatMap(([name, value]) => (name.endsWith('Tables') ? (value as readonly Table[]) : []));

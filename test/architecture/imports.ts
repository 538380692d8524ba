import { dirname } from 'node:path';
import { APART, DRIVERS, PORTS, type Row, TABLE } from './importTable.ts';
import { type Import, importsOf, type Module } from './sourceTree.ts';

/** Imports that the table does not allow, each with the sentence that it breaks. */
export const forbiddenImports = (tree: readonly Module[]): readonly string[] =>
  tree.flatMap((module) => importsOf(module).flatMap((found) => broken(found) ?? []));

function broken(found: Import): string | undefined {
  if (found.kind === 'node') return undefined;
  const reason = brokenByDriver(found);
  return reason && `src/${found.from} imports ${found.target}: ${reason}`;
}

function brokenByDriver(found: Import): string | undefined {
  const allowed = DRIVERS[found.target];
  if (allowed === undefined) return found.kind === 'package' ? brokenByPackage(found) : brokenByModule(found);
  return matches(found.from, allowed) ? undefined : `only ${allowed.join(', ')} may use this driver.`;
}

function brokenByPackage({ from, target }: Import): string | undefined {
  const row = rowOf(from);
  return row && !row.packages.includes(target) ? row.sentence : undefined;
}

function brokenByModule({ from, target, isTypeOnly }: Import): string | undefined {
  if (isTypeOnly && PORTS.includes(target)) return undefined;
  const row = rowOf(from);
  if (row === undefined) return undefined;
  if (folderOf(from) === folderOf(target)) return brokenByPart(from, target);
  if (isGround(target)) return undefined;
  const allowed = isTypeOnly ? [...row.modules, ...row.types] : row.modules;
  return matches(target, allowed) ? undefined : row.sentence;
}

function brokenByPart(from: string, target: string): string | undefined {
  const within = (path: string, part: string): boolean => path.startsWith(`${part}/`);
  const part = Object.keys(APART).find((folder) => within(from, folder) && !within(target, folder));
  const row = part === undefined ? undefined : APART[part];
  return row && !matches(target, row.modules) ? row.sentence : undefined;
}

/** Everything stands on `base/`; what is handed in as a thing is imported by type alone. */
const isGround = (path: string): boolean => path.startsWith('base/') && !PORTS.includes(path);

/** Undefined for the files that put the parts together: they may know everything. */
function rowOf(path: string): Row | undefined {
  const folder = folderOf(path);
  return Object.hasOwn(TABLE, folder) ? TABLE[folder] : undefined;
}

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

const matches = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => expressionOf(pattern).test(path));

const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replaceAll('.', '\\.').replaceAll(/\*\*?/g, (stars) => (stars === '**' ? '.+' : '[^/]+'))}$`,
  );

/** Modules that import each other in a circle, each circle once, types included. */
export const circles = (tree: readonly Module[]): readonly string[] =>
  circlesAmong(new Map(tree.map((module) => [module.path, modulesOf(module)])));

/** Room → the rooms that its files import. A folder's loose files are a room, and each of its sub-folders another. */
export function rooms(tree: readonly Module[]): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>();
  for (const module of tree) {
    const room = dirname(module.path);
    const others = modulesOf(module).map((path) => dirname(path));
    const found = [...(targets.get(room) ?? []), ...others.filter((other) => other !== room)];
    targets.set(room, [...new Set(found)]);
  }
  return targets;
}

/** Rooms that import each other in a circle. */
export const roomCircles = (tree: readonly Module[]): readonly string[] => circlesAmong(rooms(tree));

const modulesOf = (module: Module): readonly string[] =>
  importsOf(module).flatMap((found) => (found.kind === 'module' ? found.target : []));

function circlesAmong(targets: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set<string>();
  const finished = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.add(`A circle of imports: ${[...trail.slice(start), path].join(' → ')}`);
    if (start >= 0 || finished.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return [...found];
}

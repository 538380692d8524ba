/** The shape of the tree: how many files and folders there are, how long they are, and what a program loads at its start. */
import { dirname } from 'node:path';
import { rooms } from './imports.ts';
import { type Import, importsOf, type Module } from './sourceTree.ts';

const MAX_FILES = 615;
const MIN_MEAN_LINES = 140;
const MAX_FOLDERS = 70;
const MAX_FILES_PER_FOLDER = 24;
const MAX_FILES_AT_THE_ROOT = 2;
const MAX_SINGLE_USE_NEIGHBOURS = 86;
const MIN_LINES = 25;

/** Files that are short for a reason: programs, threads, and what is loaded at the moment that it is needed. */
const SHORT: Readonly<Record<string, string>> = {
  'main.ts': 'the program',
  'cli.ts': 'the program',
  'base/version.ts': 'reads the package once',
  'search/porter2.d.ts': 'types of a package that has none',
  'vault/passwordWorker.ts': 'a thread',
  'app/core/streamSizesWorker.ts': 'a thread',
  'app/core/logReadingWorker.ts': 'a thread',
  'app/signals.ts': 'loaded by programs that handle signals',
  'rendering/samples.ts': 'loaded by a process that has to start fast',
  'rendering/processWorker.ts': 'a process',
  'rendering/timestamps.ts': 'a row of the dialect',
  'cli/terminal/errorLine.ts': 'loaded before anything else',
  'cli/terminal/reportError.ts': 'loaded when a command fails',
  'cli/organizations/configPrint.ts': 'one command',
};

const linesOf = ({ text }: Module): number => text.trimEnd().split('\n').length;

/** What of the tree has outgrown its measures. */
export function misshapen(tree: readonly Module[]): readonly string[] {
  const files = new Map<string, number>();
  for (const { path } of tree) files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
  const crowded = [...files].filter(
    ([folder, count]) => count > (folder === '.' ? MAX_FILES_AT_THE_ROOT : MAX_FILES_PER_FOLDER),
  );
  const mean = tree.reduce((sum, module) => sum + linesOf(module), 0) / tree.length;
  const short = tree.filter((module) => linesOf(module) < MIN_LINES && !Object.hasOwn(SHORT, module.path));
  const single = singleUseNeighbours(tree);
  return [
    ...(tree.length > MAX_FILES ? [`src has ${tree.length} files, over ${MAX_FILES}.`] : []),
    ...(rooms(tree).size > MAX_FOLDERS ? [`src has ${rooms(tree).size} folders, over ${MAX_FOLDERS}.`] : []),
    ...(mean < MIN_MEAN_LINES
      ? [`A file of src has ${mean} lines on average, under ${MIN_MEAN_LINES}.`]
      : []),
    ...crowded.map(([folder, count]) => `src/${folder} has ${count} files: merge some, or make a folder.`),
    ...short.map(({ path }) => `src/${path} has under ${MIN_LINES} lines: it lives with what uses it.`),
    ...(single.length > MAX_SINGLE_USE_NEIGHBOURS
      ? [`${single.length} files have one importer, in their own folder: ${single.join(', ')}`]
      : []),
  ];
}

/** Files that one other file imports, which is in the same folder. */
function singleUseNeighbours(tree: readonly Module[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const module of tree)
    for (const { kind, target } of importsOf(module))
      if (kind === 'module') importers.set(target, (importers.get(target) ?? new Set()).add(module.path));
  return [...importers].flatMap(([path, [only, ...others]]) =>
    only !== undefined && others.length === 0 && dirname(only) === dirname(path) ? [path] : [],
  );
}

/** Packages that are loaded at once where a module is, sorted. */
export function eagerPackages(tree: readonly Module[], entry: string): readonly string[] {
  const modules = new Map(tree.map((module) => [module.path, module]));
  const [packages, seen, open] = [new Set<string>(), new Set([entry]), [entry]];
  const follow = ({ kind, target }: Import): void => {
    if (kind === 'package') packages.add(target);
    if (kind !== 'module' || seen.has(target)) return;
    seen.add(target);
    open.push(target);
  };
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const module = modules.get(path);
    if (module) importsOf(module).filter(isEager).forEach(follow);
  }
  return [...packages].sort();
}

const isEager = ({ isTypeOnly, isDynamic }: Import): boolean => !isTypeOnly && !isDynamic;

import { rooms } from '../test/architecture/imports.ts';
import { APART, DRIVERS, TABLE } from '../test/architecture/importTable.ts';
import type { Module } from '../test/architecture/sourceTree.ts';

const INTRODUCTION = `# Who imports whom

Generated from \`test/architecture/importTable.ts\` and from the imports of \`src/\`; do not edit. Paths are below \`src/\`.

## Allowed imports

Files of one folder may import each other, \`base\` and modules of Node, and types of the ports.
`;

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '-'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

/** `docs/generated/imports.md`: what each folder of `src/` may import, and what it imports. */
export const renderImportsMarkdown = (tree: readonly Module[]): string =>
  [
    INTRODUCTION,
    table(
      ['Folder', 'Modules', 'Types only', 'Packages', 'Rule'],
      Object.entries(TABLE).map(([folder, { modules, types, packages, sentence }]) => [
        list([folder]),
        ...[modules, types, packages].map(list),
        sentence,
      ]),
    ),
    '## Folders apart from the rest of their folder\n',
    table(
      ['Folder', 'Modules', 'Rule'],
      Object.entries(APART).map(([folder, { modules, sentence }]) => [
        list([folder]),
        list(modules),
        sentence,
      ]),
    ),
    '## Importers of drivers\n',
    table(
      ['Driver', 'Importers'],
      Object.entries(DRIVERS).map(([driver, importers]) => [list([driver]), list(importers)]),
    ),
    '## Imports\n',
    'A folder stands for its loose files; `.` is `src/` itself.\n',
    table(
      ['Folder', 'Imports'],
      [...rooms(tree)].sort().map(([folder, targets]) => [list([folder]), list([...targets].sort())]),
    ),
  ].join('\n');

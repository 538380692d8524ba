/** Files that pages name in backticks or link to, and whether they exist. */
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Module, readPages } from './sourceTree.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folders, beside a page's own, in which the name of a file may begin. */
const BASES = ['.', 'src', 'test', 'web', 'bench', 'docs'];

/** Names of files that this repository does not contain → why a page names them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'organization.json': 'in the archive of a data export',
  'users.json': 'in the archive of a data export',
  'user_groups.json': 'in the archive of a data export',
  'channels.json': 'in the archive of a data export',
  'last-backup.json': 'in the data folder of a server',
  'usergroups.json': "in Slack's exports",
  'docs/generated/contract.md': 'printed by `npm run docs` and not committed',
};

/** A name in backticks, with or without folders; a pattern such as `webPage*.test.ts` and a path of a URL are none. */
const NAMED = /`((?:\.\.\/)*\w[\w./-]*\.(?:tsx?|[cm]?js|json|md|ya?ml|css|sh))`/g;

/** The target of a link within the repository, without the heading that it leads to. */
const LINKED = /\]\((?!\w+:|#|\{)([^)#\s]+)(?:#[^)]*)?\)/g;

/** Pages that people write. Those that the code writes, and the changelog, which names files of its day, are none. */
export const writtenPages = (): readonly Module[] =>
  readPages().filter(({ path }) => !path.startsWith('docs/generated/') && path !== 'CHANGELOG.md');

/** Names of files in pages that do not exist. */
export const missingFiles = (pages: readonly Module[]): readonly string[] =>
  pages.flatMap((page) =>
    namesIn(page, NAMED)
      .filter((name) => !Object.hasOwn(ELSEWHERE, name))
      .filter((name) => ![dirname(page.path), ...BASES].some((base) => isThere(join(base, name))))
      .map((name) => `${page.path} names \`${name}\`, which does not exist.`),
  );

/** Links in pages that lead to no file. */
export const deadLinks = (pages: readonly Module[]): readonly string[] =>
  pages.flatMap((page) =>
    namesIn(page, LINKED)
      .filter((target) => !isThere(join(dirname(page.path), target)))
      .map((target) => `${page.path} links to ${target}, which does not exist.`),
  );

const namesIn = ({ text }: Module, pattern: RegExp): readonly string[] => [
  ...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name)),
];

const isThere = (path: string): boolean => existsSync(join(ROOT, normalize(path)));

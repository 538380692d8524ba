import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyNames, looseTypes, oversized, ownDryRuns, ownTime } from './architecture/code.ts';
import { unusedExports, unusedPackages } from './architecture/exports.ts';
import { circles, forbiddenImports, roomCircles } from './architecture/imports.ts';
import { TABLE } from './architecture/importTable.ts';
import { eagerPackages, misshapen } from './architecture/layout.ts';
import { pageFaults } from './architecture/page.ts';
import {
  type Module,
  readPages,
  readPageTree,
  readSourceTree,
  readWholeTree,
} from './architecture/sourceTree.ts';
import { dialectNames, outsideReferences, ownTimeLimits, unwantedWords } from './architecture/wording.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Packages that are used without being imported, and how. */
const NOT_IMPORTED = {
  'emojibase-data': 'its tables are read as files',
  'swagger-ui-dist': 'its page is served as files',
  remark: 'its parts are imported',
  jose: 'for the signed tokens of event queues, which come next',
};

/** Program, thread or process → the packages that its start waits for. */
const EAGER: Readonly<Record<string, readonly string[]>> = {
  'app/core/logReadingWorker.ts': ['zod'],
  'app/core/rebuildWorker.ts': ['zod'],
  'app/core/streamSizesWorker.ts': ['zod'],
  'app/historyWorker.ts': ['linkify-it', 'url-template', 'wink-porter2-stemmer', 'zod'],
  'app/serve.ts': [
    'busboy',
    'disposable-email-domains-js',
    'express',
    'linkify-it',
    'mime-types',
    'pino',
    'tar-stream',
    'url-template',
    'wink-porter2-stemmer',
    'yauzl',
    'yazl',
    'zod',
  ],
  'app/verificationWorker.ts': ['wink-porter2-stemmer', 'zod'],
  'cli.ts': ['commander'],
  'files/pictureWorker.ts': ['sharp'],
  'import/readingWorker.ts': ['mime-types', 'tar-stream', 'yauzl', 'zod'],
  'main.ts': [],
  'projections/store/sqlite/commitWorker.ts': [],
  'projections/store/sqlite/searchWorker.ts': [],
  'rendering/process.ts': [],
  'rendering/processWorker.ts': [
    'micromark-core-commonmark',
    'micromark-extension-cjk-friendly',
    'micromark-extension-cjk-friendly-gfm-strikethrough',
    'micromark-util-combine-extensions',
    'rehype-sanitize',
    'rehype-stringify',
    'remark-gfm',
    'remark-parse',
    'remark-rehype',
    'unified',
    'url-template',
  ],
  'rendering/threadWorker.ts': [
    'micromark-core-commonmark',
    'micromark-extension-cjk-friendly',
    'micromark-extension-cjk-friendly-gfm-strikethrough',
    'micromark-util-combine-extensions',
    'rehype-sanitize',
    'rehype-stringify',
    'remark-gfm',
    'remark-parse',
    'remark-rehype',
    'unified',
    'url-template',
  ],
  'vault/passwordWorker.ts': ['bcryptjs'],
};

/** Folders that put the parts together and may know them all. */
const COMPOSITION = ['app', 'cli'];

/** Fails with the sentences themselves. */
function expectNone(findings: readonly string[]): void {
  if (findings.length > 0) throw new Error(findings.join('\n'));
}

const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

describe('the house', () => {
  const tree = readSourceTree();
  const whole = readWholeTree();

  it('imports only along the arrows', () => expectNone(forbiddenImports(tree)));

  it('has a page that knows the interface alone', () => expectNone(pageFaults(readPageTree())));

  it('has no circles', () => expectNone(circles(tree)));

  it('has no circles of rooms', () => expectNone(roomCircles(tree)));

  it('says in every name what is inside', () =>
    expectNone(emptyNames(['src', 'test', 'bench', 'scripts', 'bin', 'docs'].flatMap(pathsBelow))));

  it('keeps files and functions to a page', () => expectNone(oversized(tree)));

  it('has few folders and files, none of them crowded or scattered', () => expectNone(misshapen(tree)));

  for (const [entry, packages] of Object.entries(EAGER))
    it(`loads no other package at the start of ${entry}`, () =>
      expect(eagerPackages(tree, entry)).to.deep.equal(packages));

  it('types everything and names every export', () => expectNone(looseTypes(tree)));

  it('takes time from the clock', () => expectNone(ownTime(tree)));

  it('runs dry in one place', () => expectNone(ownDryRuns(tree)));

  it('refers to nothing outside the repository', () => {
    const texts = [...whole, ...readPages()].filter(({ path }) => !path.startsWith('test/architecture'));
    expectNone(outsideReferences(texts));
  });

  it('has one time limit for all tests', () =>
    expectNone(ownTimeLimits(whole.filter(({ path }) => path !== 'test/architecture.test.ts'))));

  it('says things in plain words', () => {
    const pages = readPages().filter(
      ({ path }) => !path.startsWith('docs/generated/') && path !== 'CONTRIBUTING.md',
    );
    expectNone(unwantedWords([...tree, ...pages]));
  });

  it('names things by terms of the field', () => expectNone(dialectNames([...tree, ...readPageTree()])));

  it('exports what others use', () =>
    expectNone(unusedExports(whole).filter((finding) => /^(src|scripts)\//.test(finding))));

  it('depends on what it uses', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
    const packages = Object.keys(dependencies).filter((name) => !Object.hasOwn(NOT_IMPORTED, name));
    expectNone(unusedPackages(whole, packages));
  });

  it('has a row in the table for every folder', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const { name } of folders) expect([...Object.keys(TABLE), ...COMPOSITION]).to.include(name);
  });

  it('says of every folder of tests what it asks', () => {
    const page = readFileSync(join(ROOT, 'test/README.md'), 'utf8');
    const documented = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    const entries = readdirSync(join(ROOT, 'test'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(documented).to.have.members(folders);
  });
});

describe('the rules of the house', () => {
  const tree = readSourceTree();

  /** The tree with one more file in it. */
  const planted = (path: string, text: string): readonly Module[] => [...tree, { path, text }];
  const at = (path: string, text: string): readonly Module[] => [{ path, text }];

  const forbidden: readonly (readonly [string, string, RegExp])[] = [
    ['commands/planted.ts', "import { channelsOf } from '../projections/channels.ts';", /never read proj/],
    ['projections/planted.ts', "import { Lane } from '../commands/lane/lane.ts';", /never decide/],
    ['projections/planted.ts', "import type { Lane } from '../commands/lane/lane.ts';", /never decide/],
    ['organization/planted.ts', "import { x } from '../api/http/route.ts';", /follows from events alone/],
    ['events/planted.ts', "export * from '../organization/state.ts';", /depend on nothing but IDs, names/],
    ['api/planted.ts', "const driver = await import('mongodb');", /may use this driver/],
    [
      'api/planted.ts',
      "import { openStore } from '../projections/store/sqlite/readModels.ts';",
      /touches no storage/,
    ],
    [
      'projections/store/planted.ts',
      "import { foldBatch } from '../running/batch.ts';",
      /what they are made of/,
    ],
    ['events/log/planted.ts', "import type { AnyEvent } from '../catalog.ts';", /what they say/],
    ['api/http/planted.ts', "import { channelRoutes } from '../channels/channels.ts';", /knows no area/],
    ['commands/lane/planted.ts', "import { createFolder } from '../channels/folders.ts';", /knows no area/],
    ['projections/running/planted.ts', "import { users } from '../users.ts';", /same for all of them/],
    ['vault/planted.ts', "import { accessOf } from '../organization/access/access.ts';", /knows nobody/],
    ['rendering/planted.ts', "import express from 'express';", /function of the text/],
    ['base/ids.ts', "import type { User } from '../organization/slices/users.ts';", /everything stands/],
  ];
  for (const [path, text, sentence] of forbidden) {
    const [, imported] = /'(.*)'/.exec(text) ?? [];
    it(`do not let src/${path} ${text.includes('type {') ? 'know types of' : 'import'} ${imported}`, () => {
      const before = forbiddenImports(tree).length;
      const findings = forbiddenImports(planted(path, text));
      expect(findings).to.have.length(before + 1);
      expect(findings.at(-1)).to.match(sentence).and.include(path);
    });
  }

  it('let types of ports pass everywhere', () =>
    expectNone(forbiddenImports(at('vault/planted.ts', "import type { Config } from '../base/config.ts';"))));

  const strayImports: readonly (readonly [string, string, RegExp])[] = [
    ['web/view/planted.tsx', "import { x } from '../../src/base/ids.ts';", /interface alone/],
    ['web/state/planted.ts', "import { Link } from '../view/link.tsx';", /how it looks/],
    ['web/state/planted.ts', "import { render } from 'preact';", /how it looks/],
    ['web/view/planted.tsx', "import { html } from 'htm';", /packages/],
    ['packages/client/src/planted.ts', "import { z } from 'zod';", /no dependency/],
    ['packages/client/src/state/planted.ts', "import { x } from '../../../x.ts';", /no dependency/],
    ['web/view/planted.tsx', '<p dangerouslySetInnerHTML={x} />', /inserts HTML/],
    ['web/view/planted.tsx', 'element.innerHTML = x;', /inserts HTML/],
  ];
  for (const [path, text, sentence] of strayImports)
    it(`do not let ${path} say ${text}`, () => {
      const [found, ...others] = pageFaults([{ path, text }]);
      expect(found).to.match(sentence).and.include(path);
      expect(others).to.deep.equal([]);
    });

  it('find a circle through a third file', () => {
    const link = (from: string, to: string): Module => ({ path: from, text: `import { x } from './${to}';` });
    const [found, ...others] = circles([link('a.ts', 'b.ts'), link('b.ts', 'c.ts'), link('c.ts', 'a.ts')]);
    expect(found).to.include('a.ts → b.ts → c.ts → a.ts');
    expect(others).to.deep.equal([]);
  });

  it('find an export that nobody asks for, and let types shape what their own file exports', () => {
    const maker: Module = {
      path: 'src/a.ts',
      text: 'export const used = 1; export const idle = 2; export type Shape = 1; export type Lost = 2; const x: Shape = 1;',
    };
    const user: Module = { path: 'src/b.ts', text: "import { used as mine } from './a.ts';" };
    expect(unusedExports([maker, user]).map((finding) => /exports (\w+)/.exec(finding)?.[1])).to.deep.equal([
      'idle',
      'Lost',
    ]);
    const late: Module = { path: 'src/c.ts', text: "const { idle } = await import('./a.ts');" };
    expect(unusedExports([maker, user, late])).to.have.length(1);
    const starter: Module = { path: 'src/d.ts', text: "start(moduleUrl('a'));" };
    const started: Module = { path: 'src/e.ts', text: 'const { idle } = await import(address);' };
    expect(unusedExports([maker, user, started])).to.have.length(2);
    expect(unusedExports([maker, user, starter, started])).to.have.length(1);
    expect(unusedPackages([user], ['left-behind'])).to.have.length(1);
  });

  it('find names that say nothing, whole or as one word of several', () => {
    const paths = ['src/utils/text.ts', 'src/api/textHelpers.ts', 'src/commonality.ts', 'src/lane.ts'];
    expect(emptyNames(paths)).to.have.length(2);
  });

  it('find long files and long functions', () => {
    const lines = (count: number): string => '\n'.repeat(count);
    expect(oversized(at('long.ts', `export const x = 1;${lines(400)};`))).to.have.length(1);
    expect(oversized(at('long.ts', `const f = () => {${lines(59)}};`))).to.deep.equal([]);
    expect(oversized(at('long.ts', `const f = () => {${lines(60)}};`))).to.have.length(1);
  });

  it('find references to pages that readers do not have', () => {
    for (const text of [
      '// (spec/api.md 1)',
      '// DESIGN, "Time"',
      '// as LIMITS says',
      '// see endpoint-details 4',
    ])
      expect(outsideReferences(at('far.ts', text)), text).to.have.length(1);
    for (const text of [
      'const LIMITS = {};',
      '// test/spec/rows.ts',
      '// docs/generated/contract.md',
      "RATE_LIMITS: 'off'",
    ])
      expect(outsideReferences(at('near.ts', text)), text).to.deep.equal([]);
  });

  it('find a time limit that a test sets for itself', () => {
    for (const text of ['this.timeout(60_000);', 'it("x", () => {}).timeout(1);'])
      expect(ownTimeLimits(at('hasty.ts', text)), text).to.have.length(1);
    expect(ownTimeLimits(at('calm.ts', 'page.setDefaultTimeout(LONGEST_WAIT);'))).to.deep.equal([]);
  });

  it('find words that have a plainer one', () => {
    for (const text of [
      '// his own',
      '// whoever asks',
      "log('cannot read who is there')",
      '// put on record',
    ])
      expect(unwantedWords(at('odd.ts', text)), text).to.have.length(1);
    expect(unwantedWords(at('plain.ts', '// this history is theirs'))).to.deep.equal([]);
  });

  it('find names of the dialect, in every kind of declaration', () => {
    for (const text of [
      'const told = 1;',
      'function askedFor() {}',
      'const f = ({ x: said }: X) => said;',
      'class A { #wantedTerms = 1; }',
      'interface DoorOptions { readonly a: 1 }',
      'const x = { placeOf: 1 };',
    ])
      expect(dialectNames(at('odd.ts', text)), text).to.have.length(1);
    expect(dialectNames(at('plain.ts', 'const placeholder = { sayings: told };'))).to.deep.equal([]);
  });

  it('find any, and exports without a name', () => {
    expect(looseTypes(at('loose.ts', 'const f = (x: any): unknown => x as any;'))).to.have.length(2);
    expect(looseTypes(at('loose.ts', 'export default 1;'))).to.have.length(1);
    expect(looseTypes(at('loose.ts', 'export default function f() {}'))).to.have.length(1);
    expect(looseTypes(at('loose.ts', 'switch (x) { default: }'))).to.deep.equal([]);
  });

  it("find the machine's own time in every spelling", () => {
    const spellings = [
      'Date.now();',
      'new Date();',
      'new Date;',
      'setTimeout(f, 1);',
      'setInterval(f, 1);',
      'performance.now();',
      'process.hrtime.bigint();',
      "import { setTimeout as wait } from 'timers';",
    ];
    for (const text of spellings) expect(ownTime(at('late.ts', text)), text).not.to.deep.equal([]);
    expect(ownTime(at('base/clock.ts', 'Date.now();'))).to.deep.equal([]);
    expect(ownTime(at('late.ts', 'new Date(time).toISOString(); clock.setTimeout();'))).to.deep.equal([]);
  });

  it('find a dry run outside of the one place', () => {
    const call = 'lane.dryRun(definition, input, submission);';
    const elsewhere = [call, `const a = { handle() { ${call} } };`, `const submitAfterDryRun = 1; ${call}`];
    for (const text of elsewhere) expect(ownDryRuns(at('own.ts', text)), text).to.have.length(1);
    expect(ownDryRuns(at('x.ts', `const a = { submitAfterDryRun() { ${call} } };`))).to.deep.equal([]);
  });
});

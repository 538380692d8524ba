import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { contractPage, generatedPages } from '../scripts/pages.ts';
import { ERRORS } from '../src/api/docs/errors.ts';
import { document, fields } from './api/documentedFields.ts';
import { deadLinks, ELSEWHERE, missingFiles, writtenPages } from './architecture/pageFiles.ts';
import { readSourceTree } from './architecture/sourceTree.ts';

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('the operations page', () => {
  it('lists the event of every log line, and no other', () => {
    const inCode = readSourceTree().flatMap(({ text }) =>
      Array.from(text.matchAll(/\bevent: '(\w+\.\w+)'/g), ([, event]) => event),
    );
    const listed = Array.from(
      textOf('docs/operations.md').matchAll(/^\| `(\w+\.\w+)` /gm),
      ([, event]) => event,
    );
    expect(listed).to.deep.equal([...new Set(inCode)].sort());
  });
});

describe('the pages', () => {
  const pages = writtenPages();
  const planted = (text: string) => [{ path: 'src/events/README.md', text }];

  it('name only files that exist', () => {
    expect(missingFiles(pages)).to.deep.equal([]);
  });

  it('link only to files that exist', () => {
    expect(deadLinks(pages)).to.deep.equal([]);
  });

  it('name every file that is said to be elsewhere', () => {
    const named = pages.map(({ text }) => text).join('\n');
    expect(Object.keys(ELSEWHERE).filter((name) => !named.includes(`\`${name}\``))).to.deep.equal([]);
  });

  it('may name a file from their own folder, from the root, and from the folders of ours', () => {
    const names = ['catalog.ts', 'log/tail.ts', 'src/cli.ts', 'base/ids.ts', 'spec/row.ts', 'operations.md'];
    expect(missingFiles(planted(names.map((name) => `\`${name}\``).join(' ')))).to.deep.equal([]);
    expect(missingFiles(planted('`/api/v1/openapi.json`, `webPage*.test.ts`, `.test.ts`'))).to.deep.equal([]);
  });

  for (const name of ['lane.ts', 'log/lane.ts', '../lane.ts', 'src/ids.ts', 'test/lost.test.ts', 'lost.md'])
    it(`may not name ${name} where there is none`, () => {
      expect(missingFiles(planted(`The file \`${name}\`.`))).to.have.length(1);
    });

  it('may not link to a page that does not exist', () => {
    const links = '[a](../wire/README.md#wire) [b](https://example.com/x.md) [c](#here) [d](../lost.md#x)';
    expect(deadLinks(planted(links))).to.deep.equal([
      'src/events/README.md links to ../lost.md, which does not exist.',
    ]);
  });
});

describe('the generated pages', () => {
  for (const [path, text] of Object.entries(generatedPages()))
    it(`${path} says what the code says (\`npm run docs\` writes it again)`, () => {
      expect(textOf(path) === text, `${path} is stale: run npm run docs and commit it`).to.equal(true);
    });

  it('are printed with the contract, which is not committed', () => {
    const [[path, text] = [], ...others] = Object.entries(contractPage());
    expect(others).to.deep.equal([]);
    expect(textOf('.gitignore').split('\n')).to.include(path);
    expect(text).to.match(/^# /);
  });

  it('describe every field of an event, its type, and whose text it is', () => {
    const page = generatedPages()['docs/generated/events.md'];
    expect(page).to.include('### UserRenamed (version 1)');
    expect(page).to.include('| `oldFullName` | string | erasable: with the person in `userId` |');
    expect(page).to.include('| `oldRole` | 100 or 200 or 300 or 400 or 600 |  |');
    expect(page).to.include(
      '| `attempts` | integer |  |\n| `status` | integer | HTTP status of the answer. |',
    );
    expect(page).to.match(/^Stream: .* Events of alert words\. Nobody but their owner reads the texts/m);
    expect(page).to.match(
      /^Stream: .* Events of emoji reactions; .* Stories of people and channels only count/m,
    );
  });

  it('say what every field on the wire means (describe its schema in src/wire/, or the parameter at its route)', () => {
    const missing = fields.filter(({ description }) => !description);
    expect(missing.map(({ location, name }) => `${location} ${name}`)).to.deep.equal([]);
    expect(fields.length).to.be.greaterThan(2_000);
  });

  it('say what every named thing (at its name), every area (src/api/table.ts) and every code of an error (src/api/docs/errors.ts) is', () => {
    const things = Object.entries(document.components.schemas);
    expect(
      things.filter(([, { description = '' }]) => !description.endsWith('.')).map(([name]) => name),
    ).to.deep.equal([]);
    expect(document.tags.filter(({ description }) => !description)).to.deep.equal([]);
    for (const { description } of Object.values(ERRORS)) expect(description).to.match(/\.$/);
  });
});

import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { generatedPages } from '../scripts/pages.ts';
import { ERRORS } from '../src/api/docs/errors.ts';
import { document, fields } from './api/documentedFields.ts';
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

describe('the generated pages', () => {
  for (const [path, text] of Object.entries(generatedPages()))
    it(`${path} says what the code says (\`npm run docs\` writes it anew)`, () => {
      expect(textOf(path) === text, `${path} is stale: run npm run docs and commit it`).to.equal(true);
    });

  it('tell every field of an event, its type, and whose text it is', () => {
    const page = generatedPages()['docs/events.md'];
    expect(page).to.include('### UserRenamed (version 1)');
    expect(page).to.include('| `oldFullName` | string | erasable: with the person in `userId` |');
    expect(page).to.include('| `oldRole` | 100 or 200 or 300 or 400 or 600 |  |');
  });

  it('say what every field on the wire means (add its word to src/api/docs/words/)', () => {
    const missing = fields.filter(({ description }) => !description);
    expect(missing.map(({ location, name }) => `${location} ${name}`)).to.deep.equal([]);
    expect(fields.length).to.be.greaterThan(2_000);
  });

  it('say what every named thing, every area and every code of an error is', () => {
    const things = Object.entries(document.components.schemas);
    expect(
      things.filter(([, { description = '' }]) => !description.endsWith('.')).map(([name]) => name),
    ).to.deep.equal([]);
    expect(document.tags.filter(({ description }) => !description)).to.deep.equal([]);
    for (const { says } of Object.values(ERRORS)) expect(says).to.match(/\.$/);
  });
});

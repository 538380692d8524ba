import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { generatedPages } from '../scripts/pages.ts';

describe('the generated pages', () => {
  for (const [path, text] of Object.entries(generatedPages()))
    it(`${path} says what the code says (\`npm run docs\` writes it anew)`, () => {
      const committed = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
      expect(committed === text, `${path} is stale: run npm run docs and commit it`).to.equal(true);
    });

  it('tell every field of an event, its type, and whose text it is', () => {
    const page = generatedPages()['docs/events.md'];
    expect(page).to.include('### UserRenamed (version 1)');
    expect(page).to.include('| `oldFullName` | string | erasable: with the person in `userId` |');
    expect(page).to.include('| `oldRole` | 100 or 200 or 300 or 400 or 600 |  |');
  });
});

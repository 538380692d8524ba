import { expect } from 'chai';
import { getHeapSpaceStatistics } from 'node:v8';
import { EMPTY_DIRECTORY } from '../../src/rendering/directory.ts';
import { render } from '../../src/rendering/markdown.ts';

const TEXT =
  '**Bold**, [a link](https://example.com), `code` and *emphasis*, in one sentence as people write them.';
const TEXTS = 500;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

describe('rendering the same again and again', () => {
  it('leaves no hidden classes behind (decision 31)', () => {
    for (let round = 0; round < 2 * TEXTS; round += 1) render(TEXT, EMPTY_DIRECTORY);
    const before = oldBytes();
    for (let round = 0; round < TEXTS; round += 1) render(TEXT, EMPTY_DIRECTORY);
    expect((oldBytes() - before) / TEXTS).to.be.lessThan(4_000);
  });
});

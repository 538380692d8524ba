/**
 * Measures in a process of its own, where nothing else fills the old generation, by how much it grows for each text
 * rendered. Prints the bytes of each round, as one JSON line.
 */
import { getHeapSpaceStatistics } from 'node:v8';
import { EMPTY_DIRECTORY } from '../../src/rendering/rendered.ts';
import { render } from '../../src/rendering/markdown.ts';

const TEXT =
  '**Bold**, [a link](https://example.com), `code` and *emphasis*, in one sentence as people write them.';
const ROUNDS = 9;
const TEXTS = 300;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

function renderMany(): void {
  for (let text = 0; text < TEXTS; text += 1) render(TEXT, EMPTY_DIRECTORY);
}

function bytesOfRound(): number {
  const before = oldBytes();
  renderMany();
  return (oldBytes() - before) / TEXTS;
}

for (let round = 0; round < 3; round += 1) renderMany();
console.log(JSON.stringify(Array.from({ length: ROUNDS }, bytesOfRound)));

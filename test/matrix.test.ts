import { expect } from 'chai';
import { Matrix } from './matrix/scene.ts';
import { type Line, type Table, WORDS } from './matrix/table.ts';
import { tables } from './matrix/tables.ts';
import type { Answer } from './support/hansard.ts';

describe('who may do what where', () => {
  let matrix: Matrix | undefined;

  before(async () => {
    matrix = await Matrix.start(tables);
  });

  after(() => matrix?.stop());

  for (const table of tables)
    describe(`${table.request} ${JSON.stringify(table.fields)}`, () => {
      for (const line of table.lines)
        it(`${line.target}: ${[...new Set(line.words.values())].join(', ')}`, () => expectLine(table, line));

      it('is allowed to somebody', () => {
        expect(table.lines.flatMap(({ words }) => [...words.values()])).to.include('ok');
      });
    });

  /** All cells of a line at once; words are compared, so that a difference reads like the table. */
  async function expectLine(table: Table, { target, words }: Line): Promise<void> {
    const columns = [...words.keys()];
    const answers = await Promise.all(
      columns.map(async (column) => [column, await matrix!.ask(table, target, column)] as const),
    );
    const refusals = answers.map(([column, { body }]) => `${column}: ${String(body.msg)}`).join('\n');
    const answered = answers.map(([column, answer]) => [column, wordOf(answer, words.get(column)!)]);
    expect(Object.fromEntries(answered), refusals).to.deep.equal(
      Object.fromEntries(columns.map((column) => [column, words.get(column)])),
    );
  }

  it('is said of at least 2,000 cells', () => {
    const cells = tables.flatMap(({ lines }) => lines.flatMap(({ words }) => [...words.keys()]));
    expect(cells.length).to.be.at.least(2000);
  });
});

/** The word for an answer: that of the table if it fits, else any, else what was answered. */
function wordOf({ status, body }: Answer, expected: string): string {
  const fits = (word: string) => WORDS[word]?.status === status && WORDS[word].code === body.code;
  return fits(expected) ? expected : (Object.keys(WORDS).find(fits) ?? `${status} ${String(body.code)}`);
}

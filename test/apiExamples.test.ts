import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { apiExamples, EXAMPLES_PRELUDE, STREAMS } from '../scripts/apiExamples.ts';
import { EXAMPLES_PATH, exampleAnswers } from '../scripts/exampleAnswers.ts';
import { apiRoutes } from '../src/api/table.ts';
import { Tour } from './support/tour.ts';

/** A busy machine has not made the export, or the views, by then. */
const TIMED = /^ {2}"(?:GET \/export\/realm|POST \/record\/projections)"/;

describe('the examples of docs/generated/api.md', () => {
  let tour: Tour;

  before(async () => {
    tour = await Tour.start();
  });
  after(() => tour.stop());

  it('are one of every route, and of no other', () => {
    const routes = apiRoutes.map(({ name }) => name).filter((name) => !STREAMS.has(name));
    expect(apiExamples.map(({ route }) => route).sort()).to.deep.equal(routes.sort());
  });

  it('work one after the other as they stand, on a server started as the tour of README.md says', async () => {
    await tour.run(EXAMPLES_PRELUDE + apiExamples.map(({ shell }) => shell).join('\n'));
  });

  it('are each answered with success', async () => {
    const answers = await tour.answers();
    const refused = answers.flatMap(({ result, msg }, index) =>
      result === 'success' ? [] : [`${apiExamples[index]?.route}: ${String(msg)}`],
    );
    expect(refused, refused.join('\n')).to.deep.equal([]);
    expect(answers).to.have.lengthOf(apiExamples.length);
  });

  it('are answered as the OpenAPI document shows (`npm run examples` records it)', async () => {
    const recorded = await readFile(new URL(`../${EXAMPLES_PATH}`, import.meta.url), 'utf8');
    const kept = new Set(recorded.split('\n'));
    const answered = exampleAnswers(apiExamples, await tour.answers()).split('\n');
    const changed = answered.filter((line) => !kept.has(line) && !TIMED.test(line));
    expect(changed.join('\n')).to.equal('');
    expect(answered).to.have.lengthOf(kept.size);
  });

  it('use no field that means nothing', async () => {
    const ignored = (await tour.answers()).flatMap(
      (answer) => answer['ignored_parameters_unsupported'] ?? [],
    );
    expect(ignored).to.deep.equal([]);
  });
});

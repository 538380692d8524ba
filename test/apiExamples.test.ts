import { expect } from 'chai';
import { apiExamples, STREAMS } from '../scripts/apiExamples.ts';
import { apiRoutes } from '../src/api/table.ts';
import { Tour } from './support/tour.ts';

const API = 'API=http://localhost:9991/api/v1\nnode examples/push-bouncer.mjs 9993 &\n';

describe('the examples of docs/api.md', function () {
  this.timeout(180_000);
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
    await tour.run(API + apiExamples.map(({ shell }) => shell).join('\n'));
  });

  it('are each answered with success', async () => {
    const answers = await tour.answers();
    const refused = answers.flatMap(({ result, msg }, index) =>
      result === 'success' ? [] : [`${apiExamples[index]?.route}: ${String(msg)}`],
    );
    expect(refused, refused.join('\n')).to.deep.equal([]);
    expect(answers).to.have.lengthOf(apiExamples.length);
  });

  it('use no field that means nothing', async () => {
    const ignored = (await tour.answers()).flatMap(
      (answer) => answer['ignored_parameters_unsupported'] ?? [],
    );
    expect(ignored).to.deep.equal([]);
  });
});

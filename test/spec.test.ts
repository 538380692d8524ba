import { expect } from 'chai';
import { chapters } from './spec/chapters.ts';
import { type Row, titleOf } from './spec/row.ts';
import { SpecFixture } from './spec/scene.ts';

describe('the interface', () => {
  let shared: SpecFixture;

  before(async () => {
    shared = await SpecFixture.start();
  });

  after(() => shared.stop());

  for (const { about, rows, server } of chapters)
    describe(about, () => {
      const proved = new Set<Row>();
      let fixture: SpecFixture;

      before(async () => {
        fixture = server === undefined ? shared : await SpecFixture.start(server);
      });

      after(() => (fixture === shared ? undefined : fixture.stop()));

      for (const row of rows)
        it(titleOf(row), async () => {
          await fixture.prove(row);
          proved.add(row);
        });

      after('every row of docs/generated/contract.md is proved', () => {
        expect(rows.filter((row) => !proved.has(row)).map(titleOf)).to.deep.equal([]);
      });
    });
});

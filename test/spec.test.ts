import { expect } from 'chai';
import { chapters } from './spec/chapters.ts';
import { type Row, titleOf } from './spec/row.ts';
import { Scene } from './spec/scene.ts';

describe('the interface', () => {
  let shared: Scene;

  before(async () => {
    shared = await Scene.start();
  });

  after(() => shared.stop());

  for (const { about, rows, server } of chapters)
    describe(about, () => {
      const proved = new Set<Row>();
      let scene: Scene;

      before(async () => {
        scene = server === undefined ? shared : await Scene.start(server);
      });

      after(() => (scene === shared ? undefined : scene.stop()));

      for (const row of rows)
        it(titleOf(row), async () => {
          await scene.prove(row);
          proved.add(row);
        });

      after('every row of docs/generated/contract.md is proved', () => {
        expect(rows.filter((row) => !proved.has(row)).map(titleOf)).to.deep.equal([]);
      });
    });
});

import { expect } from 'chai';
import type { Db } from 'mongodb';
import { systemClock } from '../../src/base/clock.ts';
import { durabilityReport } from '../../src/vault/mongodb.ts';
import { openMongoVault } from '../../src/vault/mongodb.ts';
import { describeMongo, dropDatabase, freshDatabase, mongoUrl } from '../support/mongodb/describeMongo.ts';
import { describeVault } from './vault.ts';
import { mongoVaults } from './vault/engines.ts';

describeMongo('The vault in MongoDB', () => {
  describeVault('MongoDB', mongoVaults(mongoUrl));

  it('says at the start what it relies on', async () => {
    const [url, database] = [await mongoUrl(), freshDatabase()];
    const sentences: string[] = [];
    const onRelies = (sentence: string): void => void sentences.push(sentence);
    await (await openMongoVault({ url, database, clock: systemClock, onRelies })).close();
    expect(sentences).to.have.length(1);
    expect(sentences[0]).to.match(/^The vault relies on MongoDB \d.*journal/);
    await dropDatabase(url, database);
  });
});

describe('What a MongoDB server tells of its journal', () => {
  /** An admin database that gives these answers and refuses every other command. */
  const server = (answers: Readonly<Record<string, object>>): Db =>
    ({
      async command(command: object) {
        const answer = answers[Object.keys(command)[0] as string];
        if (!answer) throw new Error('not authorized');
        return answer;
      },
    }) as unknown as Db;
  const wiredTiger = { storageEngine: { name: 'wiredTiger', persistent: true } };

  it('is repeated where it says that the journal is on', async () => {
    const options = { parsed: { storage: { journal: { enabled: true } } } };
    const report = await durabilityReport(server({ serverStatus: wiredTiger, getCmdLineOpts: options }));
    expect(report).to.contain('wiredTiger').and.to.contain('it says that its journal is on');
  });

  it('is said to be missing where the user may not ask', async () => {
    expect(await durabilityReport(server({}))).to.contain('it does not tell whether its journal is on');
  });

  it('stops the start where it has no journal, or no disk', async () => {
    const journalOff = { getCmdLineOpts: { parsed: { storage: { journal: { enabled: false } } } } };
    const inMemory = { serverStatus: { storageEngine: { name: 'inMemory', persistent: false } } };
    for (const [answers, sentence] of [
      [journalOff, 'without its journal'],
      [inMemory, 'in memory only'],
    ] as const) {
      const refusal = await durabilityReport(server(answers)).catch((error: unknown) => error as Error);
      expect(refusal).to.be.instanceOf(Error).with.property('message').that.contains(sentence);
    }
  });
});

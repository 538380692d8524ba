import { expect } from 'chai';
import { systemClock } from '../../../src/clock.ts';
import { Misconfigured } from '../../../src/errors.ts';
import { openEventStoreDbLog } from '../../../src/events/log/eventstoredb.ts';
import { RefusedRights } from '../../../src/events/log/refusedRights.ts';
import { failureOf, sampleEvent } from '../../support/eventLogs.ts';
import { startEventStoreDb } from '../../support/eventstoredb/server.ts';

describe('A right that EventStoreDB refuses while the server runs', () => {
  it('is reported once until it is given back, while other streams go on', async () => {
    const denied = new Set<string>();
    const server = await startEventStoreDb({ batchAppend: false, denied });
    const rights = new RefusedRights();
    const said: string[] = [];
    rights.onRefused = (sentence) => said.push(sentence);
    rights.onGranted = (request) => said.push(`granted: ${request}`);
    const log = await openEventStoreDbLog({ url: server.url, clock: systemClock, rights });
    try {
      const append = (stream: string) => log.append(stream, [sampleEvent()], 'any');
      await append('organization-1');
      denied.add('append organization-1');
      for (let time = 0; time < 2; time += 1)
        expect(await failureOf(append('organization-1'))).to.be.instanceOf(Misconfigured);
      await append('organization-2');
      expect(said).to.have.lengthOf(1);
      expect(rights.sentences({ ofAll: false })).to.deep.equal(said);
      expect(said[0]).to.include('no right to append to organization-1');
      denied.clear();
      await append('organization-1');
      expect(said[1]).to.equal('granted: append to organization-1');
      denied.add('read $all');
      expect(await failureOf(log.nextPage(null))).to.be.instanceOf(Misconfigured);
      expect(rights.sentences({ ofAll: true })).to.have.lengthOf(1);
      denied.clear();
      expect((await log.nextPage(null)).events).to.have.lengthOf(3);
      expect(rights.sentences({ ofAll: true })).to.deep.equal([]);
    } finally {
      await log.close();
      server.kill();
    }
  });
});

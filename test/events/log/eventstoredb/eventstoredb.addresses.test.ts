import { expect } from 'chai';
import { systemClock } from '../../../../src/base/clock.ts';
import { OperatorError } from '../../../../src/base/errors.ts';
import { openEventStoreDbLog } from '../../../../src/events/log/eventstoredb/log.ts';
import { ServerAddress } from '../../../../src/events/log/eventstoredb/address.ts';
import { failureOf, sampleEvent } from '../../../support/eventLogs.ts';
import { startEventStoreDb } from '../../../support/eventstoredb/server.ts';

describe('The address of EventStoreDB', () => {
  for (const scheme of ['esdb', 'ESDB', 'kurrentdb', 'KurrentDB', 'kurrent', 'kdb'])
    for (const discover of ['', '+discover', '+Discover'])
      it(`may begin with ${scheme}${discover}://`, async () => {
        const server = await startEventStoreDb();
        const url = `${scheme}${discover}://127.0.0.1:${server.port}?TLS=false&Node-Preference=leader`;
        const log = await openEventStoreDbLog({ url, clock: systemClock });
        expect((await log.append('a', [sampleEvent()], 'no stream')).revision).to.equal(0);
        await log.close();
        server.kill();
      });

  for (const setting of ['tlsVerifyCert=false', 'TLS_VERIFY_CERT=false', 'foo=1', 'tls=false&bar'])
    it(`is refused with a sentence where it says ${setting}`, async () => {
      const url = `esdb://somebody:secret@127.0.0.1:1?${setting}`;
      const failure = await failureOf(openEventStoreDbLog({ url, clock: systemClock }));
      expect(failure).to.be.instanceOf(OperatorError);
      expect((failure as Error).message)
        .to.match(/^EVENTSTOREDB_URL: the driver has no setting [^\n]*\.$/)
        .and.not.match(/secret/);
    });

  for (const url of ['esdb://host:x', 'esdb://host?tls=perhaps', 'esdb://host?keepAliveTimeout=soon'])
    it(`is refused with a sentence where the driver does not understand it: ${url}`, async () => {
      const failure = await failureOf(openEventStoreDbLog({ url, clock: systemClock }));
      expect(failure).to.be.instanceOf(OperatorError);
    });

  for (const [url, expected] of [
    ['esdb://host', 'esdb://host?tls=true'],
    ['kdb://host/?tls=false', 'esdb://host/?tls=false&tls=true'],
    ['kurrentdb+discover://user:what?@host', 'esdb+discover://user:what?@host?tls=true'],
    ['esdb://user:a@one:2113,two:2113?tls=false', 'esdb://user:a@one:2113,two:2113?tls=false&tls=true'],
  ] as const)
    it(`is given further settings: ${url}`, () => {
      expect(new ServerAddress(url).with({ tls: 'true' })).to.equal(expected);
    });
});

import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock.ts';
import { Misconfigured, OperatorError } from '../../../../src/base/errors.ts';
import { LogUnavailable } from '../../../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../../../src/events/log/eventstoredb/log.ts';
import { createLogger } from '../../../../src/base/logger.ts';
import { temporaryFolder } from '../../../support/disk/temporaryFolder.ts';
import { failureOf } from '../../../support/eventLogs.ts';
import { selfSigned } from '../../../support/eventstoredb/certificate.ts';
import { type StandInOptions, startEventStoreDb } from '../../../support/eventstoredb/server.ts';

/** The error of a read of the log at a URL, on one line and without a secret. */
async function failureAt(url: string): Promise<Error> {
  const reading = async (): Promise<void> => {
    const log = await openEventStoreDbLog({ url, clock: systemClock });
    try {
      await log.head();
    } finally {
      await log.close();
    }
  };
  const failure = (await failureOf(reading())) as Error;
  expect(failure.message).to.not.match(/\n|secret/);
  return failure;
}

describe('An address of EventStoreDB', function () {
  let folder: string;
  let remove: () => Promise<void>;

  before(async () => ({ folder, remove } = await temporaryFolder()));
  after(() => remove());

  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  /** The error of a read at a stand-in whose certificate is its own authority. */
  async function failureWith(
    { key, certificate }: ReturnType<typeof selfSigned>,
    address: (port: number, authority: string) => string,
    options: StandInOptions = {},
  ): Promise<Error> {
    const server = await startEventStoreDb({ ...options, certificate: { key, certificate } });
    try {
      return await failureAt(address(server.port, file('ca.crt', certificate)));
    } finally {
      server.kill();
    }
  }

  const ACCOUNTS: StandInOptions = {
    accounts: { somebody: { password: 'secret', isAdmin: true } },
  };

  it('that has no account is told so, and a wrong password apart from it', async () => {
    const none = await failureWith(
      selfSigned(),
      (port, ca) => `esdb://localhost:${port}?tlsCAFile=${ca}`,
      ACCOUNTS,
    );
    expect(none).to.be.instanceOf(Misconfigured);
    expect(none.message).to.match(
      /^EVENTSTOREDB_URL: the server asks for an account, and the address has none/,
    );
    const wrong = await failureWith(
      selfSigned(),
      (port, ca) => `esdb://somebody:other@localhost:${port}?tlsCAFile=${ca}`,
      ACCOUNTS,
    );
    expect(wrong.message).to.match(/refuses the user name or the password/);
  });

  it('with tls=false is a mistake where the server speaks TLS', async () => {
    const failure = await failureWith(selfSigned(), (port) => `esdb://localhost:${port}?tls=false`);
    expect(failure).to.be.instanceOf(Misconfigured);
    expect(failure.message).to.match(/^EVENTSTOREDB_URL: the server speaks TLS, and tls=false /);
  });

  for (const [what, certificate, sentence] of [
    ['has expired', () => selfSigned(-0.5), /is not valid now/],
    ['is for another name', () => selfSigned(1, ['elsewhere.example']), /is for another name than the one/],
  ] as const)
    it(`is told that the certificate of the server ${what}`, async () => {
      const failure = await failureWith(
        certificate(),
        (port, ca) => `esdb://localhost:${port}?tlsCAFile=${ca}`,
      );
      expect(failure).to.be.instanceOf(Misconfigured);
      expect(failure.message).to.match(sentence);
    });

  it('is told that the authority of the server is not known', async () => {
    const failure = await failureWith(selfSigned(), (port) => `esdb://localhost:${port}`);
    expect(failure.message).to.match(/cannot be verified; tlsCAFile=/);
  });

  it('names a file that is missing, a folder, garbage, or lacks the other one', async () => {
    const garbage = file('garbage.pem', 'nonsense');
    const { certificate } = selfSigned();
    const good = file('good.crt', certificate);
    for (const [query, sentence] of [
      ['tlsCAFile=/missing/ca.crt', /: tlsCAFile names \/missing\/ca\.crt, which does not exist\.$/],
      [`tlsCAFile=${folder}`, /which cannot be read \(EISDIR\)/],
      [`tlscafile=${garbage}`, /garbage\.pem, which holds no certificate in PEM/],
      [`userCertFile=${good}`, /userCertFile needs userKeyFile beside it/],
      [
        `userCertFile=${good}&userKeyFile=/missing.key`,
        /userKeyFile names \/missing\.key, which does not exist/,
      ],
      [`userCertFile=${good}&userKeyFile=${good}`, /holds no private key/],
    ] as const) {
      const failure = await failureAt(`esdb://somebody:secret@localhost:1?${query}`);
      expect(failure, query).to.be.instanceOf(OperatorError);
      expect(failure.message).to.match(sentence);
    }
  });

  it('at which nothing answers is waited for, with a log line of one sentence', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await new Promise((resolve) => taken.close(resolve));
    for (const [address, reason] of [
      [`127.0.0.1:${port}`, /ECONNREFUSED/],
      ['nowhere.invalid:2113', /nowhere\.invalid/],
    ] as const) {
      const err = await failureAt(`esdb://somebody:secret@${address}?tls=false`);
      expect(err).to.be.instanceOf(LogUnavailable);
      expect(err.message).to.match(reason);
      const lines: string[] = [];
      createLogger('info', { write: (line) => void lines.push(line) }).warn(
        { event: 'test.one', err },
        'waits',
      );
      expect(JSON.parse(lines[0] ?? ''))
        .to.have.property('err')
        .that.has.all.keys('type', 'message');
    }
  });
});

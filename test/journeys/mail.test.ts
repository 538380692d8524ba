/** Mail on its way: servers that say later or no, that are not there, and a power cut in between. */
import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { linkIn } from '../support/mail/mailFolder.ts';
import { MailServer } from '../support/mail/mailServer.ts';
import { ServerProcess } from '../support/process.ts';
import { until } from '../support/waiting.ts';

/** What a reactor has put on record as given up. */
async function givenUp(folder: string): Promise<readonly string[]> {
  const log = openSqliteEventLog({ folder, clock: systemClock, readOnly: true });
  const reasons: string[] = [];
  for await (const page of log.readStream('reactor-invitationMail-1'))
    for (const { type, data } of page)
      if (type === 'EffectAbandoned') reasons.push((JSON.parse(data) as { reason: string }).reason);
  await log.close();
  return reasons;
}

describe('mail on its way', () => {
  let mail: MailServer;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    [mail, folder] = await Promise.all([MailServer.start(), temporaryFolder()]);
  });
  afterEach(async () => {
    await mail.stop();
    await folder.remove();
  });

  const start = () => Hansard.start({ folder: folder.folder, environment: { SMTP_URL: mail.url } });
  const hasCome = (address: string): boolean => mail.deliveries.some(({ to }) => to.includes(address));
  const invite = (owner: Person, ...addresses: readonly string[]) =>
    owner.post('/invites', { invitee_emails: addresses.join(), stream_ids: [] });

  it('is held up for nobody else by a server that says later, and comes when it says yes', async () => {
    const hansard = await start();
    mail.refuses = (address) =>
      address.startsWith('later') ? { code: 450, text: '4.2.1 Greylisted' } : undefined;
    await invite(await hansard.owner(), 'later@example.com', 'now1@example.com', 'now2@example.com');
    await until(() => hasCome('now1@example.com') && hasCome('now2@example.com'));
    expect(hasCome('later@example.com')).to.equal(false);
    mail.refuses = () => undefined;
    await until(() => hasCome('later@example.com'));
    await hansard.stop();
    expect(await givenUp(folder.folder)).to.deep.equal([]);
  });

  it('is given up where the server says no, on record without the address', async () => {
    const hansard = await start();
    mail.refuses = (address) =>
      address.startsWith('no') ? { code: 550, text: `5.1.1 <${address}> unknown` } : undefined;
    await invite(await hansard.owner(), 'no@example.com', 'yes@example.com');
    await hansard.settled();
    expect(mail.deliveries.map(({ to }) => to.join())).to.deep.equal(['yes@example.com']);
    expect(mail.offered).to.equal(2);
    await hansard.stop();
    expect(await givenUp(folder.folder)).to.deep.equal(['The mail server refused it: 550 5.1.1']);
  });

  it('waits for a server that is not there, also across a restart', async () => {
    const { port } = mail;
    const before = await start();
    await mail.stop();
    await invite(await before.owner(), 'grace@example.com');
    // Not `before.stop()`, which waits for what cannot be done.
    await before.app.stop();
    mail = await MailServer.start({}, port);
    const after = await start();
    await until(() => hasCome('grace@example.com'));
    await after.stop();
    expect(mail.deliveries).to.have.lengthOf(1);
  });

  it('comes at least once to everybody, under one ID and with one link, however often the server dies', async () => {
    const addresses = Array.from({ length: 40 }, (_, index) => `guest${index}@example.com`);
    const environment = { SMTP_URL: mail.url };
    let server = await ServerProcess.start(folder.folder, environment);
    expect((await invite(await server.login(), ...addresses)).status).to.equal(200);
    for (const due of [3, 15, 30]) {
      await until(() => mail.deliveries.length >= due);
      await server.kill();
      server = await ServerProcess.start(folder.folder, environment);
    }
    await until(() => addresses.every(hasCome));
    await server.stop();
    for (const address of addresses) {
      const letters = mail.deliveries.filter(({ to }) => to.includes(address)).map(({ letter }) => letter);
      const ids = new Set(letters.map(({ headers }) => headers.get('message-id')?.join()));
      const links = new Set(letters.map(linkIn));
      expect([ids.size, links.size], address).to.deep.equal([1, 1]);
    }
    // A kill comes between a mail and the record of it now and then; what had been on record is not sent again.
    expect(mail.deliveries.length).to.be.within(40, 40 + 3 * 3);
  });
});

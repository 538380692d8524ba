import { expect } from 'chai';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/base/config.ts';
import { NotReady, OperatorError, Refused } from '../../src/base/errors.ts';
import { createLogger } from '../../src/base/logger.ts';
import type { Mail, Mailer } from '../../src/mail/mail.ts';
import { openMailer } from '../../src/mail/mailer.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { letterOf } from '../support/mail/letter.ts';
import { MailServer } from '../support/mail/mailServer.ts';
import { TestClock } from '../support/testClock.ts';

const mail = (changes: Partial<Mail> = {}): Mail => ({
  id: 'mail:1',
  to: 'grace@example.com',
  fromName: 'Acme',
  subject: 'Hello',
  text: 'Come in: https://chat.example.com/join/secret',
  html: '<p>Come in: <a href="https://chat.example.com/join/secret">here</a></p>',
  ...changes,
});

const clock = new TestClock(Date.UTC(2026, 10, 21, 12));

async function mailerOf(
  environment: Readonly<Record<string, string>>,
  written: string[] = [],
): Promise<Mailer> {
  const config = readConfig({ EXTERNAL_HOST: 'chat.example.com:8443', ...environment });
  const logger = createLogger('trace', { write: (line: string) => void written.push(line) });
  return openMailer({ config, clock, logger });
}

const failureOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('mail by SMTP', () => {
  let server: MailServer;
  let mailer: Mailer;

  beforeEach(async () => {
    server = await MailServer.start();
    mailer = await mailerOf({ SMTP_URL: server.url });
  });
  afterEach(async () => {
    await mailer.close();
    await server.stop();
  });

  const sent = async (changes: Partial<Mail>) => {
    await mailer.send(mail(changes));
    return server.deliveries.at(-1)!;
  };

  it('comes to one address, with the headers that a machine owes to people', async () => {
    const { from, to, letter } = await sent({});
    expect({ from, to }).to.deep.equal({ from: 'noreply@chat.example.com', to: ['grace@example.com'] });
    expect(Object.fromEntries(letter.headers)).to.deep.include({
      from: ['Acme <noreply@chat.example.com>'],
      to: ['grace@example.com'],
      subject: ['Hello'],
      date: ['Sat, 21 Nov 2026 12:00:00 +0000'],
      'auto-submitted': ['auto-generated'],
    });
    expect(letter.text.trim()).to.equal(mail().text);
    expect(letter.html.trim()).to.equal(mail().html);
  });

  it('has an ID that follows from the cause alone, and says nothing of it', async () => {
    const ids = [];
    for (const changes of [{}, { subject: 'Again' }, { id: 'mail:2' }])
      ids.push((await sent(changes)).letter.headers.get('message-id')?.[0]);
    expect(ids[0]).to.match(/^<[0-9a-f]{40}@chat\.example\.com>$/);
    expect(ids[1]).to.equal(ids[0]);
    expect(ids[2]).not.to.equal(ids[0]);
  });

  it('says names and subjects in any script', async () => {
    const [fromName, subject] = ['Ада “Лавлейс”, Ltd.', `図書館へようこそ 🎉${' long'.repeat(40)}`];
    const { letter } = await sent({ fromName, subject });
    expect(letter.headers.get('from')?.[0]).to.include('<noreply@chat.example.com>').and.include('Лавлейс');
    expect(letter.headers.get('subject')).to.deep.equal([subject]);
    expect(letter.source.split('\r\n\r\n')[0]).to.match(/^[\x20-\x7e\r\n]*$/);
  });

  it('lets nobody write a header', async () => {
    const evil = 'Acme\r\nBcc: eve@example.com\r\n\r\n<b>body</b>';
    const { letter, to } = await sent({ fromName: evil, subject: evil, text: evil, html: evil });
    expect(to).to.deep.equal(['grace@example.com']);
    expect([...letter.headers.keys()]).not.to.include('bcc');
    const inFrom = await sent({ fromName: '"x" <eve@example.com>, ' });
    expect(inFrom.from).to.equal('noreply@chat.example.com');
  });

  const noAddresses = [
    'grace@example.com, eve@example.com',
    'Grace <grace@example.com>',
    'grace@example.com\r\nRCPT TO:<e@x>',
    '',
    'grace',
    '@example.com',
    'gra\u0000ce@example.com',
    '"a b"@example.com',
    'a@b@example.com',
  ];
  for (const to of noAddresses)
    it(`goes to nobody where the address is ${JSON.stringify(to)}`, async () => {
      expect(await failureOf(mailer.send(mail({ to })))).to.be.instanceOf(Refused);
      expect(server.offered).to.equal(0);
    });

  it('is given up where the server refuses the address for good, without a word of the address', async () => {
    server.refuses = (address) => ({ code: 550, text: `5.1.1 <${address}> unknown` });
    const failure = await failureOf(mailer.send(mail()));
    expect(failure)
      .to.be.instanceOf(Refused)
      .and.have.property('message', 'The mail server refused it: 550 5.1.1');
  });

  it('can be tried again where the server does not take it now, or is not there', async () => {
    server.refuses = () => ({ code: 450, text: '4.2.0 come back later' });
    expect(await failureOf(mailer.send(mail()))).to.be.instanceOf(NotReady);
    server.refuses = () => undefined;
    await mailer.send(mail());
    const { port } = server;
    await server.stop();
    expect(await failureOf(mailer.send(mail()))).to.be.instanceOf(NotReady);
    server = await MailServer.start({}, port);
    await mailer.send(mail());
    expect(server.deliveries).to.have.lengthOf(1);
  });

  it('waits for an operator who has given a wrong password, and says none', async () => {
    const guarded = await MailServer.start({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, answer) =>
        password === 'right' ? answer(null, { user: 'hansard' }) : answer(new Error('Wrong')),
    });
    const urlFor = (password: string) => guarded.url.replace('//', `//hansard:${password}@`);
    const wrong = await mailerOf({ SMTP_URL: urlFor('canary') });
    const failure = await failureOf(wrong.send(mail()));
    expect(failure).to.be.instanceOf(NotReady);
    expect((failure as Error).stack).not.to.include('canary');
    const right = await mailerOf({ SMTP_URL: urlFor('right') });
    await right.send(mail());
    expect(guarded.deliveries).to.have.lengthOf(1);
    await Promise.all([wrong.close(), right.close(), guarded.stop()]);
  });

  it('goes by TLS where the server offers it or the address says so, to a server that it can trust', async () => {
    const offering = await MailServer.start();
    const secure = await MailServer.start({ secure: true });
    const trusting = '?tls.rejectUnauthorized=false';
    const urls = [
      `smtp://127.0.0.1:${offering.port}${trusting}`,
      `smtps://127.0.0.1:${secure.port}${trusting}`,
    ];
    for (const SMTP_URL of urls) {
      const through = await mailerOf({ SMTP_URL });
      await through.send(mail());
      await through.close();
      const careful = await mailerOf({ SMTP_URL: SMTP_URL.replace(trusting, '') });
      expect(await failureOf(careful.send(mail()))).to.be.instanceOf(NotReady);
      await careful.close();
    }
    const taken = [offering, secure].flatMap(({ deliveries }) => deliveries.map(({ isByTls }) => isByTls));
    expect(taken).to.deep.equal([true, true]);
    await Promise.all([offering.stop(), secure.stop()]);
  });

  it('is from whom the settings say', async () => {
    const named = await mailerOf({ SMTP_URL: server.url, MAIL_FROM: 'chat@corp.example.com' });
    await named.send(mail());
    await named.close();
    const { from, letter } = server.deliveries.at(-1)!;
    expect(from).to.equal('chat@corp.example.com');
    expect(letter.headers.get('message-id')?.[0]).to.include('@corp.example.com>');
  });
});

describe('mail as files', () => {
  let folder: string;
  let remove: () => Promise<void>;

  beforeEach(async () => ({ folder, remove } = await temporaryFolder()));
  afterEach(() => remove());

  it('is one whole file for each, which its owner alone may read, before any server', async () => {
    const mailer = await mailerOf({ MAIL_DIR: join(folder, 'new', 'mail'), SMTP_URL: 'smtp://127.0.0.1:1' });
    await mailer.send(mail());
    await mailer.send(mail({ id: 'mail:2' }));
    await mailer.send(mail({ subject: 'The same once more' }));
    const files = await readdir(join(folder, 'new', 'mail'));
    expect(files.filter((name) => /^[0-9a-f]{40}\.eml$/.test(name))).to.have.lengthOf(2);
    expect(files).to.have.lengthOf(2);
    const path = join(folder, 'new', 'mail', files[0]!);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect(letterOf(await readFile(path, 'latin1')).text.trim()).to.equal(mail().text);
  });

  it('can be tried again where it could not be written, and leaves nothing half done', async () => {
    const mailer = await mailerOf({ MAIL_DIR: folder });
    await remove();
    expect(await failureOf(mailer.send(mail()))).to.be.instanceOf(NotReady);
  });

  it('does not start where the folder cannot be', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(
      await mailerOf({ MAIL_DIR: join(folder, 'file') }).catch((error: unknown) => error),
    ).to.be.instanceOf(OperatorError);
  });
});

describe('mail on a server that sends none', () => {
  it('is told to the log, without what stands in it', async () => {
    const written: string[] = [];
    const mailer = await mailerOf({}, written);
    expect(mailer.isSet).to.equal(false);
    await mailer.send(mail());
    expect(written.join('')).to.include('grace@example.com').and.include('SMTP_URL');
    expect(written.join('')).not.to.include('secret');
  });
});

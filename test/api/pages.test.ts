import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { MovedClock } from '../support/movedClock.ts';
import { type Shown, valueOf, visit } from '../support/visiting.ts';

const GOOD = { full_name: 'Grace Hopper', password: 'seven lanterns at sea', timezone: '' };
const ROOT = 'https://chat.example.com';
const NO_KEY = `${ROOT}/join/${'x'.repeat(32)}/`;

/** Statements about pages that hold whatever is on them. */
function expectPage({ headers, source }: Shown): void {
  expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
  expect(headers.get('cache-control')).to.equal('private, no-store');
  expect(headers.get('referrer-policy')).to.equal('no-referrer');
  expect(headers.get('x-frame-options')).to.equal('DENY');
  expect(headers.get('x-content-type-options')).to.equal('nosniff');
  expect(headers.get('content-security-policy'))
    .to.match(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; form-action 'self'; /)
    .and.not.include('unsafe')
    .and.not.include('script');
  expect(headers.get('set-cookie')).to.equal(null);
  expect(source)
    .to.match(/^<!doctype html>\s*<html lang="en">/)
    .and.not.match(/<script|javascript:|\son\w+=/i);
  expect(source.match(/<\/?(?:html|head|style|body)\b/g)?.join('')).to.equal(
    '<html<head<style</style</head<body</body</html',
  );
}

describe('the pages for people', () => {
  let hansard: Hansard;
  let owner: Person;
  let link: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  before(async () => {
    folder = await temporaryFolder();
    hansard = await Hansard.start({ environment: { MAIL_DIR: folder.folder } });
    owner = await hansard.owner();
    link = (await owner.post('/invites/multiuse')).body.invite_link as string;
  });
  after(async () => {
    await hansard.stop();
    await folder.remove();
  });

  it('run nothing, are kept by nobody, framed by nobody, and tell nobody their address', async () => {
    const pages = [link, NO_KEY, `${ROOT}/accounts/joined`, `${ROOT}/accounts/confirmation_sent`];
    for (const page of pages) expectPage(await visit(hansard, page));
    expectPage(await visit(hansard, link, { email: 'nobody' }));
    expectPage(await visit(hansard, link, undefined, 'DELETE'));
  });

  it('answer browsers on the front page and wherever there is nothing, and programs in JSON', async () => {
    const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const ask = async (path: string, accept: string, method = 'GET') => {
      const { headers, status } = await fetch(new URL(path, hansard.url), { method, headers: { accept } });
      expect(headers.get('vary'), path).to.equal('Accept');
      return [status, headers.get('content-type')?.split(';')[0]];
    };
    expect(await ask('/', html)).to.deep.equal([200, 'text/html']);
    expect(await ask('/no/such/page', html)).to.deep.equal([404, 'text/html']);
    expect(await ask('/no/such/page', html, 'POST')).to.deep.equal([404, 'application/json']);
    for (const accept of ['*/*', 'application/json', 'application/json, text/html', 'image/png'])
      expect(await ask('/no/such/page', accept), accept).to.deep.equal([404, 'application/json']);
    for (const path of ['/api', '/api/v1', '/api/v1/no/such/route'])
      expect(await ask(path, html), path).to.deep.equal([404, 'application/json']);
  });

  it('are there with and without a slash at their end, and as a head alone', async () => {
    for (const path of [link, link.slice(0, -1)]) {
      expect((await visit(hansard, path)).status).to.equal(200);
      const head = await visit(hansard, path, undefined, 'HEAD');
      expect([head.status, head.source]).to.deep.equal([200, '']);
    }
  });

  it('name what may be done with them', async () => {
    const answer = await visit(hansard, link, undefined, 'PUT');
    expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, POST']);
    const done = await visit(hansard, `${ROOT}/accounts/joined`, {});
    expect([done.status, done.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('say that there is nobody under a host name', async () => {
    const page = await visit(hansard, `https://nobody.chat.example.com/accounts/joined`);
    expect(page).to.deep.include({ status: 404, title: 'Nothing is here – Hansard' });
    expectPage(page);
  });

  it('refuse what is no form, and what is too large, as a page', async () => {
    const send = async (type: string, body: string): Promise<number> => {
      const answer = await fetch(new URL(new URL(link).pathname, hansard.url), {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(await answer.text()).to.include('<h1>');
      return answer.status;
    };
    expect(await send('application/json', '{}')).to.equal(400);
    expect(await send('application/x-www-form-urlencoded', `email=${'x'.repeat(1_100_000)}`)).to.equal(413);
    expect(await send('application/x-www-form-urlencoded; charset=x-unknown', 'email=x')).to.equal(400);
  });

  it('take nothing from the address but the key', async () => {
    const { source } = await visit(hansard, `${link}?email=eve@example.com&full_name=Eve&key=x`);
    expect(valueOf(source, 'email')).to.equal('');
    expect(source).not.to.include('eve');
  });

  it('show texts of people as texts', async () => {
    const evil = `<script>alert("1")</script>&'`;
    await owner.patch('/realm', { name: evil.slice(0, 40) });
    for (const page of [await visit(hansard, link), await visit(hansard, link, { email: evil })]) {
      expectPage(page);
      expect(page.source).to.include('&lt;script&gt;alert(&quot;1&quot;)');
    }
    await owner.patch('/realm', { name: 'Hansard' });
  });

  it('send people nowhere else', async () => {
    const email = 'somebody@example.com';
    const answers = [
      await visit(hansard, `${link}?next=https://evil.example`, { email, next: 'https://evil.example' }),
      await visit(hansard, link.replace('chat.example.com', 'evil.example'), { email }),
    ];
    expect(answers[0]!.headers.get('location')).to.equal('/accounts/confirmation_sent');
    expect(answers[1]!.headers.get('location')).to.equal(null);
  });
});

describe('the limits of pages', () => {
  let hansard: Hansard;
  let link: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const clock = new MovedClock();

  before(async () => {
    folder = await temporaryFolder();
    const RATE_LIMITS = JSON.stringify({
      anonymous: { requests: 20, seconds: 60 },
      login: { requests: 2, seconds: 600 },
    });
    hansard = await Hansard.start({
      clock,
      environment: { MAIL_DIR: folder.folder, RATE_LIMITS, MAX_STALENESS_SECONDS: '86400' },
    });
    link = (await (await hansard.owner()).post('/invites/multiuse')).body.invite_link as string;
  });
  after(async () => {
    await hansard.stop();
    await folder.remove();
  });

  it('let nobody have mail sent to an address again and again, in whatever spelling', async () => {
    const statuses = [];
    for (const email of ['grace@example.com', 'Grace@Example.com', ' GRACE@example.com', 'ada@example.com'])
      statuses.push((await visit(hansard, link, { email })).status);
    expect(statuses).to.deep.equal([303, 303, 429, 303]);
  });

  it('stop guesses of keys from one place, and say when to come back', async () => {
    clock.pass(60_000);
    const guesses = await Promise.all(Array.from({ length: 30 }, () => visit(hansard, NO_KEY)));
    expect(guesses.filter(({ status }) => status === 404)).to.have.lengthOf(20);
    const stopped = guesses.find(({ status }) => status === 429)!;
    expect(stopped.title).to.equal('Too many requests – Hansard');
    expect(Number(stopped.headers.get('retry-after'))).to.be.within(1, 60);
    expectPage(stopped);
    clock.pass(60_000);
    expect((await visit(hansard, NO_KEY)).status).to.equal(404);
  });
});

describe('joining where mail goes nowhere', () => {
  let hansard: Hansard;
  let owner: Person;
  const written: string[] = [];

  before(async () => {
    const logTo = { write: (line: string) => void written.push(line) };
    hansard = await Hansard.start({ logTo, environment: { LOG_LEVEL: 'info' } });
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  it('takes the address of who has a link as it is given', async () => {
    const { body } = await owner.post('/invites/multiuse');
    const link = body.invite_link as string;
    const wrong = await visit(hansard, link, { ...GOOD, email: owner.email });
    expect(wrong.status).to.equal(400);
    expect(wrong.source).to.include('already in use');
    expect((await visit(hansard, link, { ...GOOD, email: 'grace@example.com' })).status).to.equal(303);
    const grace = await hansard.login('grace@example.com', GOOD.password);
    expect((await grace.get('/users/me')).body.full_name).to.equal('Grace Hopper');
  });

  it('tells the log of a farewell', async () => {
    const { userId } = await hansard.person('Leaving');
    await owner.delete(`/users/${userId}`, { deactivation_notification_comment: 'Canary farewell' });
    await hansard.settled();
    const mailLines = written.filter((line) => line.includes('Your account at Hansard'));
    expect(mailLines).to.have.lengthOf(1);
    expect(mailLines[0]).to.include('leaving@example.com').and.not.include('Canary');
  });

  it('tells the log of an invitation, and not of its link', async () => {
    await owner.post('/invites', { invitee_emails: 'linus@example.com', stream_ids: [] });
    await hansard.settled();
    const mailLines = written.filter((line) => line.includes('linus@example.com'));
    expect(mailLines).to.have.lengthOf(1);
    expect(mailLines[0]).to.include('Owner invites you to Hansard').and.not.include('http');
  });
});

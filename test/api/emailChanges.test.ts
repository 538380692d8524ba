import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, OWNER_PASSWORD, Person } from '../support/hansard.ts';
import { lettersTo, linkIn } from '../support/mail/mailFolder.ts';

import { MovedClock } from '../support/movedClock.ts';
import { visit } from '../support/visiting.ts';

const HOUR = 60 * 60 * 1000;
const VOID = 'This link is not valid any more – Hansard';

describe('another e-mail address of one’s own', () => {
  const clock = new MovedClock();
  let mails: Awaited<ReturnType<typeof temporaryFolder>>;
  let hansard: Hansard;
  let count = 0;

  before(async () => {
    mails = await temporaryFolder();
    hansard = await Hansard.start({ clock, environment: { MAIL_DIR: mails.folder } });
  });
  after(async () => {
    await hansard.stop();
    await mails.remove();
  });

  const requestChange = async (person: Person): Promise<{ email: string; link: string }> => {
    const email = `new${(count += 1)}@example.com`;
    const { status, body } = await person.patch('/settings', { email });
    expect(status, JSON.stringify(body)).to.equal(200);
    return { email, link: linkIn((await lettersTo(mails.folder, email)).at(-1)!) };
  };
  const emailOf = async (person: Person): Promise<unknown> =>
    (await (await hansard.owner()).get(`/users/${person.userId}`)).body.user;

  it('takes effect when the link in the mail is followed and confirmed, and the old address is told', async () => {
    const person = await hansard.account('Ann');
    const { email, link } = await requestChange(person);
    expect((await visit(hansard, link)).title).to.equal('Confirm your new address – Hansard');
    expect(await emailOf(person)).to.include({ delivery_email: person.email });
    const confirmed = await visit(hansard, link, {});
    expect(confirmed.status).to.equal(303);
    expect((await visit(hansard, new URL(confirmed.headers.get('location')!, link).href)).status).to.equal(
      200,
    );
    expect(await emailOf(person)).to.include({ delivery_email: email });
    expect(await lettersTo(mails.folder, person.email)).to.have.length(1);
    expect((await visit(hansard, link, {})).title).to.equal(VOID);
  });

  it('is void after a day, after another change, and in another organization', async () => {
    const person = await hansard.account('Bob');
    const [first, second] = [await requestChange(person), await requestChange(person)];
    await visit(hansard, second.link, {});
    expect((await visit(hansard, first.link)).title).to.equal(VOID);
    const other = await hansard.account('Cleo');
    const late = await requestChange(other);
    clock.advance(24 * HOUR);
    expect((await visit(hansard, late.link)).title).to.equal(VOID);
    expect((await visit(hansard, late.link, {})).title).to.equal(VOID);
    expect((await visit(hansard, `${late.link.slice(0, -1)}x`)).status).to.equal(404);
  });

  it('is void once the password has changed, for somebody else may have asked', async () => {
    const person = await hansard.person('Gil');
    const { link } = await requestChange(person);
    const changed = await person.patch('/settings', {
      old_password: OWNER_PASSWORD,
      new_password: 'another-lamp-7',
    });
    expect(changed.status, String(changed.body.msg)).to.equal(200);
    expect((await visit(hansard, link)).title).to.equal(VOID);
    expect((await visit(hansard, link, {})).title).to.equal(VOID);
    expect(await emailOf(person)).to.include({ delivery_email: person.email });
  });

  it('is asked for twice an hour and five times a day', async () => {
    const person = await hansard.account('Dana');
    const wait = async () => {
      const { status, body } = await person.patch('/settings', { email: 'late@example.com' });
      return [status, body.code, Math.round(Number(body['retry-after']) / 3600)];
    };
    for (const _ of [1, 2]) await requestChange(person);
    expect(await wait()).to.deep.equal([429, 'RATE_LIMIT_HIT', 1]);
    clock.advance(HOUR + 1000);
    for (const _ of [1, 2]) await requestChange(person);
    clock.advance(HOUR + 1000);
    await requestChange(person);
    expect(await wait()).to.deep.equal([429, 'RATE_LIMIT_HIT', 22]);
  });

  it('is not that of somebody else, and none that the organization does not allow', async () => {
    const [one, other] = [await hansard.account('Eve'), await hansard.account('Fay')];
    const refusal = async (email: string) => (await one.patch('/settings', { email })).body.msg;
    expect(await refusal(other.email)).to.equal(`Email '${other.email}' already in use`);
    expect(await refusal('no address')).to.equal('Invalid email address.');
    expect(await refusal(one.email)).to.equal('');
  });

  it('is nothing that bots change', async () => {
    const owner = await hansard.owner();
    const { body } = await owner.post('/bots', { full_name: 'Bo', short_name: 'bo' });
    const { body: listed } = await owner.get('/bots');
    const [{ username }] = listed.bots as [{ username: string }];
    const account = { email: username, key: String(body.api_key), userId: Number(body.user_id) };
    const bot = new Person(hansard.url, account);
    expect((await bot.patch('/settings', { email: 'bo@example.com' })).body.msg).to.equal(
      'Bots do not change their address.',
    );
    expect((await bot.patch('/settings', { full_name: 'Bobo', timezone: 'Europe/Paris' })).status).to.equal(
      200,
    );
  });
});

describe('another e-mail address on a server without mail', () => {
  it('takes effect at once', async () => {
    const hansard = await Hansard.start();
    const owner = await hansard.owner();
    const person = await hansard.account('Ann');
    await person.patch('/settings', { email: 'ann.new@example.com' });
    const { body } = await owner.get(`/users/${person.userId}`);
    expect(body.user).to.include({ delivery_email: 'ann.new@example.com' });
    await hansard.stop();
  });
});

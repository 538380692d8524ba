import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { Hansard, type Person } from '../support/hansard.ts';
import { lettersTo, linkIn } from '../support/mail/mailFolder.ts';
import { MovedClock } from '../support/movedClock.ts';
import { visit as visitAt, valueOf } from '../support/visiting.ts';

const GOOD = { full_name: 'Grace Hopper', password: 'seven lanterns at sea', timezone: 'Europe/Berlin' };
const HOUR = 3_600_000;

describe('following an invitation', () => {
  const clock = new MovedClock();
  let mails: Awaited<ReturnType<typeof temporaryFolder>>;
  let hansard: Hansard;
  let owner: Person;
  let count = 0;

  before(async () => {
    mails = await temporaryFolder();
    hansard = await Hansard.start({
      clock,
      environment: { MAIL_DIR: mails.folder, INVITATIONS_PER_DAY: '1000' },
    });
    owner = await hansard.owner();
  });
  after(async () => {
    await hansard.stop();
    await mails.remove();
  });

  const visit = (link: string, fields?: Readonly<Record<string, string>>) => visitAt(hansard, link, fields);
  const newAddress = (): string => `guest${(count += 1)}@example.com`;

  /** The link of the last mail to somebody. */
  async function mailedLink(address: string): Promise<string> {
    await hansard.settled();
    const letters = await lettersTo(mails.folder, address);
    return linkIn(letters.at(-1)!);
  }

  async function invited(fields: Readonly<Record<string, unknown>> = {}, inviter = owner) {
    const address = newAddress();
    const { body } = await inviter.post('/invites', { invitee_emails: address, stream_ids: [], ...fields });
    expect(body).to.include({ result: 'success' });
    return { address, link: await mailedLink(address) };
  }

  const linkOf = async (fields: Readonly<Record<string, unknown>> = {}, inviter = owner): Promise<string> =>
    (await inviter.post('/invites/multiuse', fields)).body.invite_link as string;

  const titleOf = async (link: string): Promise<string> => (await visit(link)).title;
  const UNUSABLE = 'This invitation cannot be used – Hansard';

  describe('by mail', () => {
    it('shows a form with the address that was invited, and makes the account', async () => {
      const { address, link } = await invited();
      expect(link).to.match(/^https:\/\/chat\.example\.com\/accounts\/do_confirm\/\w{32}$/);
      const page = await visit(link);
      expect(page).to.deep.include({ status: 200, title: 'Join Hansard – Hansard' });
      expect(valueOf(page.source, 'email')).to.equal(address);
      const { status, headers } = await visit(link, GOOD);
      expect([status, headers.get('location')]).to.deep.equal([303, '/accounts/joined']);
      const grace = await hansard.login(address, GOOD.password);
      const { body } = await grace.get('/users/me');
      expect(body).to.include({ full_name: 'Grace Hopper', timezone: 'Europe/Berlin', role: 400 });
    });

    it('says in the mail who invites to what, and until when', async () => {
      const { address } = await invited({ invite_expires_in_minutes: 60 });
      const [letter] = await lettersTo(mails.folder, address);
      expect(letter!.headers.get('subject')).to.deep.equal(['Owner invites you to Hansard']);
      expect(letter!.headers.get('from')).to.deep.equal(['Hansard <noreply@chat.example.com>']);
      expect(letter!.text).to.match(/until \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    });

    it('does not let the visitor say another address', async () => {
      const { address, link } = await invited();
      await visit(link, { ...GOOD, email: 'eve@example.com' });
      await hansard.login(address, GOOD.password);
      const eve = { username: 'eve@example.com', password: GOOD.password };
      expect((await hansard.anonymous('POST', '/fetch_api_key', eve)).status).to.equal(401);
    });

    it('works once, also for many at once', async () => {
      const { link } = await invited();
      const answers = await Promise.all(Array.from({ length: 8 }, () => visit(link, GOOD)));
      const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
      expect(statuses).to.deep.equal([303, ...new Array<number>(7).fill(404)]);
      expect(await titleOf(link)).to.equal(UNUSABLE);
    });

    it('leads nowhere once it was revoked, sent again, or has expired', async () => {
      const idOf = async (address: string): Promise<string> => {
        const invites = (await owner.get('/invites')).body.invites as { id: number; email?: string }[];
        return String(invites.find(({ email }) => email === address)!.id);
      };
      const revoked = await invited();
      await owner.delete(`/invites/${await idOf(revoked.address)}`);
      const resent = await invited();
      await owner.post(`/invites/${await idOf(resent.address)}/resend`);
      const expiring = await invited({ invite_expires_in_minutes: 60 });
      const lasting = await invited({ invite_expires_in_minutes: null });
      clock.advance(2 * HOUR);
      for (const { link } of [revoked, resent, expiring]) {
        expect(await visit(link)).to.include({ status: 404, title: UNUSABLE });
        expect(await visit(link, GOOD)).to.include({ status: 404, title: UNUSABLE });
      }
      expect(await visit(lasting.link)).to.include({ status: 200 });
      await hansard.settled();
      const links = (await lettersTo(mails.folder, resent.address)).map(linkIn);
      expect(links).to.have.lengthOf(2);
      const anew = links.find((link) => link !== resent.link)!;
      expect(await visit(anew)).to.include({ status: 200 });
    });

    it('is nothing in another organization, nor as another kind of link', async () => {
      const acme = await hansard.organization('acme');
      const { link } = await invited({}, acme);
      expect(link).to.match(/^https:\/\/acme\.chat\.example\.com\//);
      const key = link.split('/').at(-1)!;
      const foreign = [
        `https://chat.example.com/accounts/do_confirm/${key}`,
        `https://acme.chat.example.com/join/${key}/`,
        `https://chat.example.com/join/${key}/`,
      ];
      for (const other of foreign) {
        expect(await titleOf(other), other).to.match(/^This invitation cannot be used/);
        expect((await visit(other, { ...GOOD, email: 'eve@example.com' })).status).to.equal(404);
      }
      expect((await visit(link)).status).to.equal(200);
      const link2 = await linkOf({}, acme);
      const rootLink = link2.replace('acme.', '');
      expect((await visit(rootLink)).status).to.equal(404);
    });

    it('shows what was not taken beside what was, without the password', async () => {
      const { link } = await invited();
      const wrong = { full_name: 'G', password: 'password', timezone: 'Mars/Olympus' };
      const { status, title, source } = await visit(link, wrong);
      expect([status, title]).to.deep.equal([400, 'Error: Join Hansard – Hansard']);
      expect(source).to.include('Your name: Name too short!').and.include('New password is too weak!');
      expect(source)
        .to.include('Invalid timezone')
        .and.match(/aria-describedby="full_name-fault full_name-hint"/);
      expect(valueOf(source, 'full_name')).to.equal('G');
      expect(valueOf(source, 'password')).to.equal('');
      const again = await visit(link, { ...GOOD, password: 'short' });
      expect(valueOf(again.source, 'full_name')).to.equal('Grace Hopper');
      expect(again.source).to.match(/value="Europe\/Berlin"\s+selected/);
      expect((await visit(link, GOOD)).status).to.equal(303);
    });

    it('says that somebody else has taken the address meanwhile', async () => {
      const { address, link } = await invited();
      const created = { email: address, full_name: 'Quick', password: GOOD.password };
      expect((await owner.post('/users', created)).status).to.equal(200);
      expect((await visit(link)).status).to.equal(404);
    });

    it('leads nowhere in an organization that has ended', async () => {
      const gone = await hansard.organization('gone');
      const { link } = await invited({}, gone);
      await gone.post('/realm/deactivate', {});
      expect((await visit(link)).status).to.equal(404);
      expect((await visit(link, GOOD)).status).to.equal(404);
    });
  });

  describe('by a link that many have', () => {
    it('asks for an address, and mails there what the account takes', async () => {
      const link = await linkOf({ invite_as: 600 });
      const address = newAddress();
      expect(valueOf((await visit(link)).source, 'email')).to.equal('');
      const { status, headers } = await visit(link, { email: ` ${address} ` });
      expect([status, headers.get('location')]).to.deep.equal([303, '/accounts/confirmation_sent']);
      const proof = await mailedLink(address);
      expect(valueOf((await visit(proof)).source, 'email')).to.equal(address);
      expect((await visit(proof, GOOD)).status).to.equal(303);
      const grace = await hansard.login(address, GOOD.password);
      expect((await grace.get('/users/me')).body.role).to.equal(600);
      // The link is for others now; the proof is not.
      expect((await visit(link)).status).to.equal(200);
      expect((await visit(proof, GOOD)).source).to.include('already in use');
    });

    it('leads nowhere once its maker is no administrator, nor do the proofs that it has mailed', async () => {
      const admin = await hansard.account('Demoted', 200);
      const link = await linkOf({ invite_as: 200 }, admin);
      const address = newAddress();
      await visit(link, { email: address });
      const proof = await mailedLink(address);
      expect((await visit(proof)).status).to.equal(200);
      await owner.patch(`/users/${admin.userId}`, { role: 600 });
      for (const followed of [link, proof]) {
        expect(await visit(followed)).to.include({ status: 404, title: UNUSABLE });
        expect((await visit(followed, { ...GOOD, email: address })).status).to.equal(404);
      }
      const { body } = await owner.get('/invites');
      const listed = (body.invites as { id: number; invited_by_user_id: number }[]).find(
        ({ invited_by_user_id: inviterId }) => inviterId === admin.userId,
      );
      expect(listed).to.include({ invited_as: 200, is_usable: false });
    });

    it('gives no channel that its maker was put out of since', async () => {
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true });
      const member = await hansard.account('Put Out', 200);
      const channel = (await owner.get('/get_stream_id', { stream: 'vault' })).body.stream_id as number;
      const principals = [member.userId];
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals });
      const link = await linkOf({ stream_ids: [channel] }, member);
      await owner.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals });
      const address = newAddress();
      await visit(link, { email: address });
      expect((await visit(await mailedLink(address), GOOD)).status).to.equal(303);
      const grace = await hansard.login(address, GOOD.password);
      expect((await grace.get('/users/me/subscriptions')).body.subscriptions).to.deep.equal([]);
      expect((await grace.get(`/streams/${channel}`)).status).to.equal(400);
    });

    it('makes no account for an address that was not proven', async () => {
      const link = await linkOf();
      const email = newAddress();
      await visit(link, { ...GOOD, email });
      const asking = { username: email, password: GOOD.password };
      expect((await hansard.anonymous('POST', '/fetch_api_key', asking)).status).to.equal(401);
    });

    it('tells by mail alone that an address has an account', async () => {
      const link = await linkOf();
      const answers = [await visit(link, { email: owner.email }), await visit(link, { email: newAddress() })];
      expect(answers[0]!.status).to.equal(answers[1]!.status);
      expect(answers[0]!.source).to.equal(answers[1]!.source);
      const [letter] = await lettersTo(mails.folder, owner.email);
      expect(letter!.text).to.include('has an account there already');
      expect(linkIn(letter!)).to.equal('https://chat.example.com/accounts/joined');
    });

    it('refuses what is no address, or none for this organization', async () => {
      const link = await linkOf();
      for (const email of [
        '',
        'grace',
        'a@b@c.example',
        'x@example.com\r\nBcc: eve@example.com',
        '"><b>@x',
      ]) {
        const { status, source } = await visit(link, { email });
        expect(status, email).to.equal(400);
        expect(source).to.include('Invalid email address.').and.not.include('"><b>');
      }
      const { source } = await visit(link, { email: 'user2@chat.example.com' });
      expect(source).to.include('Reserved for system bots.');
    });

    it('leads nowhere once it was revoked; neither do the proofs that came of it', async () => {
      const link = await linkOf();
      const address = newAddress();
      await visit(link, { email: address });
      const proof = await mailedLink(address);
      const { body } = await owner.get('/invites');
      for (const { id, is_multiuse } of body.invites as { id: number; is_multiuse: boolean }[])
        if (is_multiuse) await owner.delete(`/invites/multiuse/${id}`);
      expect(await titleOf(link)).to.equal(UNUSABLE);
      expect(await titleOf(proof)).to.equal(UNUSABLE);
    });

    it('takes a proof for a day, in its organization, as it was mailed', async () => {
      const link = await linkOf({ invite_expires_in_minutes: null });
      const address = newAddress();
      await visit(link, { email: address });
      const proof = await mailedLink(address);
      const acme = proof.replace('//', '//acme.');
      const changed = `${proof.slice(0, -3)}${proof.at(-3) === 'A' ? 'B' : 'A'}${proof.slice(-2)}`;
      for (const other of [acme, changed, proof.slice(0, -1), `${proof}A`])
        expect((await visit(other)).status, other).to.equal(404);
      clock.advance(23 * HOUR);
      expect((await visit(proof)).status).to.equal(200);
      clock.advance(2 * HOUR);
      expect((await visit(proof)).status).to.equal(404);
    });
  });
});

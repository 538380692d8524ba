import { expect } from 'chai';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { pushKey, pushToken } from '../support/bouncer.ts';
import { Hansard, OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { visit } from '../support/visiting.ts';

type Request = (owner: Person) => ReturnType<Person['get']>;

const NOBODY = 99_999;
const account = { email: 'not an address', full_name: 'Nina', password: 'correct horse battery 9' };
const webhook = { bot_type: 3, payload_url: 'https://example.com/hook', full_name: 'x', short_name: 'hook' };

const REFUSED: Readonly<Record<string, Request>> = {
  'POST /users': (owner) => owner.post('/users', account),
  'POST /users with a weak password': (owner) =>
    owner.post('/users', { ...account, email: 'nina@example.com', password: 'a' }),
  'POST /users/:user_id/reactivate': (owner) => owner.post(`/users/${NOBODY}/reactivate`),
  'POST /bots': (owner) => owner.post('/bots', webhook),
  'PATCH /bots/:bot_id': (owner) => owner.patch(`/bots/${NOBODY}`, { bot_owner_id: owner.userId }),
  'POST /bots/:bot_id/api_key/regenerate': (owner) => owner.post(`/bots/${NOBODY}/api_key/regenerate`),
  'PATCH /settings': (owner) =>
    owner.patch('/settings', {
      full_name: 'x',
      old_password: OWNER_PASSWORD,
      new_password: account.password,
    }),
  'POST /invites': (owner) =>
    owner.post('/invites', { invitee_emails: 'a@example.com', stream_ids: [NOBODY] }),
  'POST /invites/multiuse': (owner) => owner.post('/invites/multiuse', { stream_ids: [NOBODY] }),
  'PATCH /users/me/profile_data': (owner) =>
    owner.patch('/users/me/profile_data', { data: [{ id: NOBODY, value: 'x' }] }),
  'POST /mobile_push/register': (owner) =>
    owner.post('/mobile_push/register', {
      device_id: NOBODY,
      push_key_id: 1,
      push_key: pushKey(1),
      ...pushToken(),
    }),
  'POST /invites/:invite_id/resend': (owner) => owner.post(`/invites/${NOBODY}/resend`),
};

describe('a request that is refused', () => {
  let hansard: Hansard;
  let owner: Person;
  before(async () => {
    hansard = await Hansard.start({ environment: { PUSH_BOUNCER_URL: 'http://127.0.0.1:9' } });
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  const secretsKept = (): number => {
    const vault = new Database(join(hansard.folder, 'vault.sqlite'), { readonly: true });
    const { kept } = vault.prepare('SELECT count(*) AS kept FROM entries').get() as { kept: number };
    vault.close();
    return kept;
  };

  for (const [what, request] of Object.entries(REFUSED))
    it(`leaves no secret in the vault: ${what}`, async () => {
      const before = secretsKept();
      const { status, body } = await request(owner);
      expect([status, body.result], JSON.stringify(body)).to.deep.equal([400, 'error']);
      expect(secretsKept()).to.equal(before);
    });

  it('leaves no secret in the vault: the form for joining', async () => {
    const { body } = await owner.post('/invites/multiuse');
    const link = body.invite_link as string;
    const joined = { email: 'new@example.com', full_name: 'Nina', password: account.password };
    const before = secretsKept();
    for (const wrong of [{ email: OWNER_EMAIL }, { full_name: '' }, { password: 'a' }])
      expect(await visit(hansard, link, { ...joined, ...wrong })).to.include({
        status: 400,
        title: 'Error: Join Hansard – Hansard',
      });
    expect(secretsKept()).to.equal(before);
  });

  it('is told from one that is not: that leaves its secrets there', async () => {
    const before = secretsKept();
    await owner.post('/users', { ...account, email: 'nina@example.com' });
    expect(secretsKept()).to.equal(before + 2);
  });
});

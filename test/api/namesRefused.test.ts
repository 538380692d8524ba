import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { things } from '../support/makers.ts';
import { startCast } from './cast.ts';
import { expectRefusal, shownUser } from './expected.ts';

const INVISIBLE = ['\u200b\u200b', '\u2800\u2800', '\u3164\u00ad'] as const;
const OVERRIDING = ['a\u202eb', '\u2066ab'] as const;

describe('names and texts that nobody may give', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  before(async () => {
    ({ hansard, owner, member } = await startCast());
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'place' }] });
  });
  after(() => hansard.stop());

  const streamId = async (stream: string) =>
    (await owner.get('/get_stream_id', { stream })).body.stream_id as number;
  let people = 0;
  const person = (fields: Record<string, unknown>) => {
    const email = `new${(people += 1)}@example.com`;
    return owner.post('/users', { email, password: 'kiwi-lamp-42', full_name: 'New', ...fields });
  };

  const naming: Readonly<Record<string, (name: string) => Promise<{ status: number }>>> = {
    people: (name) => person({ full_name: name }),
    channels: (name) => owner.post('/users/me/subscriptions', { subscriptions: [{ name }] }),
    groups: (name) => owner.post('/user_groups/create', { name, description: '', members: [] }),
    folders: (name) => owner.post('/channel_folders/create', { name, description: '' }),
    fields: (name) => owner.post('/realm/profile_fields', { name, field_type: 1 }),
    topics: (topic) => owner.post('/messages', { type: 'channel', to: 'place', topic, content: 'x' }),
    organizations: (name) => owner.patch('/realm', { name }),
  };
  for (const [what, give] of Object.entries(naming))
    it(`has no names of ${what} of which nothing is visible, or that turn the text around`, async () => {
      for (const name of [...INVISIBLE, ...OVERRIDING])
        expect((await give(name)).status, JSON.stringify(name)).to.equal(400);
      expect((await give('שלום\u200f 👩\u200d🔬')).status, 'what is written so').to.equal(200);
    });

  it('lets nobody be called like the notification bot', async () => {
    for (const full_name of [
      'Notification Bot',
      'NOTIFICATION\u00a0bot',
      'notification-bot',
      'Notifi\u200bcation Bot',
    ])
      expectRefusal(await person({ full_name }), 'This name is reserved for the notification bot.');
    const renamed = await member.patch('/settings', { full_name: 'notification bot' });
    expectRefusal(renamed, 'This name is reserved for the notification bot.');
    const bot = { full_name: 'Notification Bot', short_name: 'notify', bot_type: 1 };
    expectRefusal(await member.post('/bots', bot), 'This name is reserved for the notification bot.');
  });

  it('takes no U+0000 in what is shown or said later', async () => {
    const id = await streamId('place');
    const { id: fieldId } = (await owner.post('/realm/profile_fields', { name: 'motto', field_type: 1 }))
      .body;
    const text = 'a\0b';
    const group = { name: 'nul', description: text, members: [] };
    const choices = { field_data: { [text]: { text: 'x', order: '1' } } };
    for (const answer of [
      await owner.patch('/realm', { welcome_message_custom_text: text }),
      await owner.patch('/realm', { description: text }),
      await owner.post('/invites', {
        invitee_emails: 'x@example.com',
        stream_ids: [],
        invite_expires_in_minutes: 10,
        welcome_message_custom_text: text,
      }),
      await owner.patch(`/streams/${id}`, { description: text }),
      await owner.post('/user_groups/create', group),
      await owner.post('/channel_folders/create', { name: 'nul', description: text }),
      await owner.post('/realm/profile_fields', { name: 'nul', hint: text, field_type: 1 }),
      await owner.post('/realm/profile_fields', { name: 'nul', field_type: 3, ...choices }),
      await member.patch('/users/me/profile_data', { data: [{ id: fieldId, value: text }] }),
      await owner.patch(`/users/${member.userId}`, { profile_data: [{ id: fieldId, value: text }] }),
      await owner.patch(`/realm/profile_fields/${fieldId}`, { hint: text }),
      await owner.patch(`/user_groups/${await things.group.make(owner)}`, { description: text }),
      await owner.patch(`/channel_folders/${await things.folder.make(owner)}`, { description: text }),
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'nul', description: text }] }),
      await owner.post('/invites/multiuse', { welcome_message_custom_text: text }),
      await member.post('/users/me/status', { status_text: text }),
      await owner.delete(`/users/${member.userId}`, { deactivation_notification_comment: text }),
    ]) {
      expect(answer.status).to.equal(400);
      expect(answer.body.msg).to.match(/null bytes/);
    }
  });

  it('takes what only looks like an escaped null byte', async () => {
    for (const text of ['\\u0000', 'a\\\\u0000b'])
      expect(await owner.post('/users/me/status', { status_text: text })).to.include({ status: 200 });
  });

  it('takes no address as password', async () => {
    const weak = await person({ email: 'new@example.com', password: 'NEW@example.com' });
    expectRefusal(weak, 'New password is too weak!');
  });
});

describe('addresses over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  before(async () => {
    ({ hansard, owner } = await startCast());
  });
  after(() => hansard.stop());

  it('are one in both forms of their domain, for accounts, log-ins and look-ups', async () => {
    const account = { password: 'kiwi-lamp-42', full_name: 'New' };
    const { user_id: userId } = (await owner.post('/users', { email: 'X@münchen.de', ...account })).body;
    expect((await shownUser(owner, userId as number))?.['delivery_email']).to.equal('X@xn--mnchen-3ya.de');
    const again = await owner.post('/users', { email: 'x@xn--mnchen-3ya.de', ...account });
    expectRefusal(again, "Email 'x@xn--mnchen-3ya.de' already in use");
    for (const username of ['x@MÜNCHEN.de', 'x@xn--mnchen-3ya.de']) {
      const login = await owner.post('/fetch_api_key', { username, password: account.password });
      expect(login.body).to.include({ result: 'success', user_id: userId });
      expect((await owner.get(`/users/${encodeURIComponent(username)}`)).body.user).to.include({
        user_id: userId,
      });
    }
    const hidden = await owner.post('/users', { email: 'y\u200b@example.com', ...account });
    expectRefusal(hidden, 'Invalid email address.');
  });
});

import { expect } from 'chai';
import { request } from 'node:http';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal } from './expected.ts';

describe('organizations by host name', () => {
  let hansard: Hansard;
  let owner: Person;
  let stranger: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    stranger = await hansard.organization('acme');
  });
  after(() => hansard.stop());

  /** The organization that a `Host` header means, by its name. */
  const realmAt = (host: string) =>
    new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const path = '/api/v1/server_settings';
      const sent = request(
        { host: '127.0.0.1', port: hansard.app.port, path, headers: { host } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
            resolve({ status: answer.statusCode ?? 0, body });
          });
        },
      );
      sent.on('error', reject).end();
    });

  it('knows the bare host, this machine and any address as the root organization, whatever the port', async () => {
    for (const host of [
      'chat.example.com',
      'chat.example.com:81',
      'localhost:9991',
      '127.0.0.1',
      '[::1]:80',
    ]) {
      const { body } = await realmAt(host);
      expect(body.realm_name, host).to.equal('Hansard');
    }
  });

  it('knows a subdomain as the organization that has claimed it', async () => {
    for (const host of ['acme.chat.example.com', 'ACME.chat.example.com:8443'])
      expect((await realmAt(host)).body).to.include({ realm_name: 'acme' });
  });

  it('knows no other host', async () => {
    for (const host of ['nowhere.chat.example.com', 'acme.example.com', 'example.org']) {
      const { status, body } = await realmAt(host);
      expect([status, body.code, body.msg], host).to.deep.equal([
        404,
        'NONEXISTENT_SUBDOMAIN',
        'Invalid subdomain',
      ]);
    }
    const nowhere = { 'x-forwarded-host': 'nowhere.chat.example.com' };
    expectRefusal(await owner.get('/users/me', {}, nowhere), 'Invalid subdomain', {
      code: 'NONEXISTENT_SUBDOMAIN',
      status: 404,
    });
  });

  it('answers about what is another organization’s as about what is not there', async () => {
    const subscriptions = [{ name: 'plans' }];
    await owner.post('/users/me/subscriptions', { subscriptions });
    const { body } = await owner.post('/messages', {
      type: 'channel',
      to: 'plans',
      topic: 't',
      content: 'x',
    });
    const path = `/messages/${String(body.id)}`;
    expectRefusal(await stranger.get(path), 'Invalid message(s)');
    expectRefusal(await stranger.post(`${path}/reactions`, { emoji_name: 'heart' }), 'Invalid message(s)');
    const toName = { type: 'channel', to: 'plans', topic: 't', content: 'x' };
    expectRefusal(await stranger.post('/messages', toName), "Channel 'plans' does not exist", {
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'plans',
    });
    expect((await stranger.get('/streams', { include_all: true })).body.streams).to.deep.equal([]);
    expect((await stranger.get('/messages', EVERYTHING)).body.messages).to.deep.equal([]);
  });

  it('counts messages, people and channels of each from one', async () => {
    const created = await stranger.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }] });
    expect(created.body.subscribed).to.deep.equal({ [stranger.userId]: ['plans'] });
    expect(stranger.userId).to.equal(owner.userId);
    const [ours, theirs] = await Promise.all([owner, stranger].map((person) => person.get('/streams')));
    const idsIn = (body: Record<string, unknown> | undefined) =>
      (body?.streams as { stream_id: number }[]).map(({ stream_id: id }) => id);
    expect(idsIn(theirs?.body)).to.deep.equal([1]);
    expect(idsIn(ours?.body)).to.deep.equal([1]);
  });
});

const EVERYTHING = { anchor: 'newest', num_before: 100, num_after: 0 };

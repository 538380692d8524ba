import { expect } from 'chai';
import { apiRoutes } from '../../src/api/table.ts';
import { Hansard, OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../support/hansard.ts';

const ACME = 'http://acme.chat.example.com:8443';
const PAGE = { 'x-requested-with': 'website', 'sec-fetch-site': 'same-site', origin: ACME };

type Headers = Readonly<Record<string, string>>;

describe('a page of another organization', () => {
  let hansard: Hansard;
  let owner: Person;
  let cookie: string;

  before(async () => {
    const environment = { EXTERNAL_SCHEME: 'http', EXTERNAL_HOST: 'chat.example.com:8443' };
    hansard = await Hansard.start({ environment });
    owner = await hansard.owner();
    await hansard.organization('acme');
    const login = { username: OWNER_EMAIL, password: OWNER_PASSWORD };
    const { headers } = await hansard.anonymous('POST', '/sessions', login);
    cookie = (headers.get('set-cookie') ?? '').split(';', 1)[0]!;
  });
  after(() => hansard.stop());

  const ask = async (method: string, path: string, more: Headers = {}) => {
    const { status, headers, body } = await hansard.anonymous(method, path, undefined, { cookie, ...more });
    return { status, body, headers, mayRead: headers.get('access-control-allow-origin') };
  };
  const pathOf = ({ path }: (typeof apiRoutes)[number]): string => path.replaceAll(/:\w+/g, '1');

  it('reads how many messages are unread, with the session’s cookie', async () => {
    const { id } = (await owner.post('/messages', { type: 'direct', to: [owner.userId], content: 'Note.' }))
      .body;
    await owner.post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
    const { status, body, mayRead, headers } = await ask('GET', '/users/me/unread_count', { origin: ACME });
    expect([status, mayRead]).to.deep.equal([200, ACME]);
    expect(body).to.deep.equal({ result: 'success', msg: '', count: 1 });
    expect(headers.get('access-control-allow-credentials')).to.equal('true');
    expect(headers.get('vary')).to.equal('Origin');
  });

  it('learns that nobody is logged in, without a dialog of the browser', async () => {
    const wrong = { origin: ACME, cookie: '' };
    const { status, headers, mayRead } = await ask('GET', '/users/me/unread_count', wrong);
    expect([status, mayRead, headers.get('www-authenticate')]).to.deep.equal([401, ACME, null]);
  });

  const foreign = [
    'https://evil.example',
    'https://acme.chat.example.com:8443',
    'http://acme.chat.example.com',
    'http://nobody.chat.example.com:8443',
    'http://acme.chat.example.com:8443.evil.example',
    'null',
    'http://evilchat.example.com:8443',
    'http://a.acme.chat.example.com:8443',
    'http://localhost:8443',
    'http://ACME.chat.example.com:8443',
    'acme.chat.example.com:8443',
    '',
    'http://127.0.0.1:8443',
  ];
  for (const origin of foreign)
    it(`is none of this server at “${origin}”, and reads nothing`, async () => {
      for (const path of ['/users/me/unread_count', '/server_settings']) {
        const { headers } = await ask('GET', path, { origin });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
      }
    });

  it('reads the count and what is public, and no other answer', async () => {
    const read: string[] = [];
    for (const route of apiRoutes.filter(({ method, longPoll }) => method === 'GET' && !longPoll)) {
      const answer = await fetch(hansard.url + pathOf(route), { headers: { cookie, origin: ACME } });
      if (answer.headers.has('access-control-allow-origin')) read.push(route.name);
      await answer.body?.cancel();
    }
    expect(read.sort()).to.deep.equal(['GET /server_settings', 'GET /users/me/unread_count']);
  });

  it('writes nothing, and may not ask for leave to', async () => {
    for (const route of apiRoutes.filter(({ method }) => method !== 'GET')) {
      const written = await ask(route.method, pathOf(route), PAGE);
      expect([written.status, written.mayRead], route.name).to.deep.equal([403, null]);
      const leave = { origin: ACME, 'access-control-request-method': route.method };
      const { headers } = await fetch(`${hansard.url}${pathOf(route)}`, {
        method: 'OPTIONS',
        headers: leave,
      });
      expect(headers.get('access-control-allow-methods'), route.name).to.equal(null);
      expect(headers.get('access-control-allow-origin'), route.name).to.equal(null);
    }
    const overridden = await ask('POST', '/users/me/unread_count?method=GET', PAGE);
    expect([overridden.status, overridden.mayRead]).to.deep.equal([405, null]);
  });
});

describe('the count of unread messages', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    member = await hansard.account('Mia');
    const principals = [owner.userId, member.userId];
    for (const name of ['design', 'noise'])
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
    await hansard.settled();
    await member.post('/mark_all_as_read');
  });
  after(() => hansard.stop());

  const count = async () => (await member.get('/users/me/unread_count')).body.count;
  const send = (to: string, topic = 't') =>
    owner.post('/messages', { type: 'channel', to, topic, content: 'x' });
  const channelId = async (stream: string) =>
    (await owner.get('/get_stream_id', { stream })).body.stream_id as number;

  it('has direct messages and those of channels, and loses what is read', async () => {
    expect(await count()).to.equal(0);
    const { body } = await send('design');
    await owner.post('/messages', { type: 'direct', to: [member.userId], content: 'x' });
    expect(await count()).to.equal(2);
    await member.post('/messages/flags', { messages: [body.id], op: 'add', flag: 'read' });
    expect(await count()).to.equal(1);
    await member.post('/mark_all_as_read');
  });

  it('leaves out what is muted', async () => {
    const [design, noise] = [await channelId('design'), await channelId('noise')];
    await member.patch(`/users/me/subscriptions/${noise}`, { property: 'is_muted', value: true });
    await member.post('/user_topics', { stream_id: design, topic: 'quiet', visibility_policy: 1 });
    await send('noise');
    await send('design', 'quiet');
    expect(await count()).to.equal(0);
    await member.post('/user_topics', { stream_id: noise, topic: 't', visibility_policy: 2 });
    expect(await count()).to.equal(1);
    await member.post('/mark_all_as_read');
  });

  it('is of the newest thousand', async () => {
    for (let sent = 0; sent < 1_000; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => send('design')));
    expect(await count()).to.equal(1_000);
    await send('design');
    expect(await count()).to.equal(1_000);
  });
});

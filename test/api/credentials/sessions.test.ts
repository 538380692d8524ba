import { expect } from 'chai';
import { apiRoutes } from '../../../src/api/table.ts';
import { MAX_SESSIONS_PER_USER } from '../../../src/commands/credentials/credentials.ts';
import { Hansard, OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../../support/hansard.ts';
import { visit } from '../../support/visiting.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { pollsWaiting } from '../../support/metrics.ts';

const DAY = 24 * 60 * 60 * 1000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PAGE = { 'x-requested-with': 'website', 'sec-fetch-site': 'same-origin' };

type Headers = Readonly<Record<string, string>>;

describe('a session in a browser', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    hansard = await Hansard.start({ clock });
    owner = await hansard.owner();
  });
  after(() => hansard.stop());

  const ask = (method: string, path: string, cookie: string, more: Headers = PAGE, fields?: Headers) =>
    hansard.anonymous(method, path, fields, { cookie, ...more });
  /** The headers of a page that shows a person. */
  const shows = ({ userId }: Pick<Person, 'userId'>): Headers => ({
    ...PAGE,
    'hansard-user': String(userId),
  });

  /** Logs in; answers with the cookie as a browser would send it, and what was set. */
  async function loggedIn(username = OWNER_EMAIL, password = OWNER_PASSWORD) {
    const fields = { username, password };
    const answer = await hansard.anonymous('POST', '/sessions', fields, { ...PAGE, 'user-agent': FIREFOX });
    const set = answer.headers.get('set-cookie') ?? '';
    return { answer, set, cookie: set.split(';', 1)[0] ?? '', id: String(answer.body.session_id) };
  }

  const statusOf = async (cookie: string): Promise<number> => (await ask('GET', '/users/me', cookie)).status;

  it('begins with a password, and its cookie is out of reach of scripts and other sites', async () => {
    const { answer, set, cookie } = await loggedIn();
    expect(answer.body).to.include({ result: 'success', user_id: owner.userId });
    expect(set).to.match(
      /^hansard-session=[a-zA-Z0-9]{32}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    );
    const { body } = await ask('GET', '/users/me', cookie);
    expect(body).to.include({ result: 'success', user_id: owner.userId });
  });

  it('is for TLS alone where the server is reached by TLS', async () => {
    const secure = await Hansard.start({ environment: { EXTERNAL_SCHEME: 'https' } });
    const fields = { username: OWNER_EMAIL, password: OWNER_PASSWORD };
    const set = (await secure.anonymous('POST', '/sessions', fields)).headers.get('set-cookie') ?? '';
    expect(set).to.match(/^__Host-hansard-session=\w{32}; .*; Secure$/);
    const cookie = set.split(';', 1)[0]!;
    expect((await secure.anonymous('GET', '/users/me', undefined, { cookie })).status).to.equal(200);
    await secure.stop();
  });

  it('does not begin with a wrong password, and sets no cookie then', async () => {
    const { answer, set } = await loggedIn(OWNER_EMAIL, 'wrong');
    expect(answer).to.deep.include({ status: 401 });
    expect(answer.body).to.include({ code: 'AUTHENTICATION_FAILED' });
    expect(set).to.equal('');
  });

  it('is listed with its browser, and ended from there', async () => {
    const [one, other] = [await loggedIn(), await loggedIn()];
    const { body } = await ask('GET', '/sessions', one.cookie);
    const sessions = body.sessions as { session_id: string; device: string; is_current: boolean }[];
    expect(sessions.find(({ session_id: id }) => id === one.id)).to.include({
      device: 'Firefox on Linux',
      is_current: true,
    });
    expect(sessions.find(({ session_id: id }) => id === other.id)).to.include({ is_current: false });
    const ended = await ask('DELETE', `/sessions/${other.id}`, one.cookie, shows(owner));
    expect([ended.status, ended.headers.get('set-cookie')]).to.deep.equal([200, null]);
    expect([await statusOf(one.cookie), await statusOf(other.cookie)]).to.deep.equal([200, 401]);
    expect((await ask('DELETE', `/sessions/${other.id}`, one.cookie, shows(owner))).status).to.equal(404);
  });

  it('ends by logging out, which takes the cookie away', async () => {
    const { cookie } = await loggedIn();
    const { status, headers } = await ask('DELETE', '/sessions/current', cookie, shows(owner));
    expect(status).to.equal(200);
    expect(headers.get('set-cookie')).to.match(/^hansard-session=; .*Max-Age=0/);
    expect(await statusOf(cookie)).to.equal(401);
    expect((await owner.delete('/sessions/current')).status).to.equal(404);
  });

  it('ends for a waiting poll, too', async () => {
    const { cookie } = await loggedIn();
    const queue = (await ask('POST', '/register', cookie, shows(owner), { fetch_event_types: '[]' })).body;
    const poll = ask(
      'GET',
      `/events?queue_id=${String(queue.queue_id)}&last_event_id=${String(queue.last_event_id)}`,
      cookie,
    );
    await pollsWaiting(hansard);
    await ask('DELETE', '/sessions/current', cookie, shows(owner));
    expect((await poll).status).to.equal(401);
  });

  it('of somebody else is treated as absent', async () => {
    const { id, cookie } = await loggedIn();
    const mia = await hansard.person('Mia');
    expect((await mia.delete(`/sessions/${id}`)).status).to.equal(404);
    expect(await statusOf(cookie)).to.equal(200);
  });

  it('ends with a new password, unless it is the one in which that was chosen', async () => {
    const leo = await hansard.person('Leo');
    const [one, other] = [await loggedIn(leo.email), await loggedIn(leo.email)];
    const change = { old_password: OWNER_PASSWORD, new_password: 'seven lanterns at sea' };
    expect((await ask('PATCH', '/settings', one.cookie, shows(leo), change)).status).to.equal(200);
    expect([await statusOf(one.cookie), await statusOf(other.cookie)]).to.deep.equal([200, 401]);
  });

  it('ends with the account, and does not come back with it', async () => {
    const ann = await hansard.person('Ann');
    const { cookie } = await loggedIn(ann.email);
    await owner.delete(`/users/${ann.userId}`);
    expect(await statusOf(cookie)).to.equal(401);
    await owner.post(`/users/${ann.userId}/reactivate`);
    expect(await statusOf(cookie)).to.equal(401);
  });

  it('ends after 90 days, and not a moment before', async () => {
    const { cookie } = await loggedIn();
    clock.advance(90 * DAY - 60_000);
    expect(await statusOf(cookie)).to.equal(200);
    clock.advance(60_000);
    expect(await statusOf(cookie)).to.equal(401);
    const fresh = await loggedIn();
    const { body } = await ask('GET', '/sessions', fresh.cookie);
    expect(body.sessions).to.have.length(1);
  });

  it('is one of fifty at most: the oldest ends', async () => {
    const eve = await hansard.person('Eve');
    const first = await loggedIn(eve.email);
    for (let more = 1; more < MAX_SESSIONS_PER_USER; more += 1) await loggedIn(eve.email);
    expect(await statusOf(first.cookie)).to.equal(200);
    await loggedIn(eve.email);
    expect(await statusOf(first.cookie)).to.equal(401);
    expect((await eve.get('/sessions')).body.sessions).to.have.length(MAX_SESSIONS_PER_USER);
  });

  it('of one organization admits to no other', async () => {
    await hansard.organization('acme');
    const { cookie } = await loggedIn();
    const elsewhere = { ...PAGE, 'x-forwarded-host': 'acme.chat.example.com' };
    expect((await ask('GET', '/users/me', cookie, elsewhere)).status).to.equal(401);
  });

  it('is refused without a dialog of the browser where a page asks', async () => {
    const nothing = await hansard.anonymous('GET', '/users/me', undefined, PAGE);
    expect([nothing.status, nothing.headers.get('www-authenticate')]).to.deep.equal([401, null]);
    const program = await hansard.anonymous('GET', '/users/me');
    expect(program.headers.get('www-authenticate')).to.match(/^Basic /);
  });

  it('begins where an invitation is accepted', async () => {
    const { body } = await owner.post('/invites/multiuse', {});
    const fields = {
      email: 'new@example.com',
      full_name: 'New',
      password: 'seven lanterns at sea',
      timezone: '',
    };
    const joined = await visit(hansard, String(body.invite_link), fields);
    expect(joined.status).to.equal(303);
    const cookie = (joined.headers.get('set-cookie') ?? '').split(';', 1)[0]!;
    expect((await ask('GET', '/users/me', cookie)).body).to.include({ full_name: 'New' });
  });

  describe('acts for nobody but the person whom the page shows', () => {
    let cookie: string;
    let mia: Person;
    before(async () => {
      ({ cookie } = await loggedIn());
      mia = await hansard.person('Mia');
    });

    const authenticated = apiRoutes.filter(({ who }) => who !== 'anyone');
    const pathOf = ({ path }: (typeof apiRoutes)[number]): string => path.replaceAll(/:\w+/g, '900000001');

    for (const route of authenticated)
      it(`as ${route.name}`, async () => {
        const { status, body } = await ask(route.method, pathOf(route), cookie, shows(mia));
        expect([status, body.code]).to.deep.equal([401, 'SESSION_OF_ANOTHER_USER']);
        if (route.method === 'GET') return;
        const unnamed = await ask(route.method, pathOf(route), cookie, PAGE);
        expect([unnamed.status, unnamed.body.msg]).to.deep.equal([
          403,
          'Writes in a session need the header Hansard-User',
        ]);
      });

    it('nor for what is no ID', async () => {
      for (const text of [
        '',
        '0',
        `${owner.userId}.0`,
        `0${owner.userId}`,
        `${owner.userId},${mia.userId}`,
        'me',
      ]) {
        const { status } = await ask('GET', '/users/me', cookie, { ...PAGE, 'hansard-user': text });
        expect(status, text).to.equal(401);
      }
    });

    it('and writes for that one', async () => {
      const note = { type: 'direct', to: `[${owner.userId}]`, content: 'Note.' };
      expect((await ask('POST', '/messages', cookie, shows(owner), note)).status).to.equal(200);
    });
  });

  describe('is used by no other site', () => {
    let cookie: string;
    before(async () => ({ cookie } = await loggedIn()));

    const writes = apiRoutes.filter(({ method }) => method !== 'GET');
    const pathOf = ({ path }: (typeof apiRoutes)[number]): string => path.replaceAll(/:\w+/g, '1');

    it('because only methods that other sites cannot hide change anything', () => {
      expect(apiRoutes.filter(({ kind, method }) => kind === 'write' && method === 'GET')).to.deep.equal([]);
    });

    for (const route of writes)
      it(`to ask for ${route.name}`, async () => {
        const headersOfOthers: readonly Headers[] = [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site', 'x-requested-with': 'x' },
          { origin: 'https://evil.example', 'x-requested-with': 'x' },
        ];
        for (const headers of headersOfOthers)
          expect((await ask(route.method, pathOf(route), cookie, headers)).status).to.equal(403);
        // A form of a browser that says neither where it comes from nor whose it is.
        if (route.who !== 'anyone')
          expect((await ask(route.method, pathOf(route), cookie, {})).status).to.equal(403);
      });

    it('and still admits afterwards', async () => expect(await statusOf(cookie)).to.equal(200));
  });

  for (const route of apiRoutes.filter(({ who }) => who !== 'anyone'))
    it(`is known to ${route.name}`, async () => {
      const answer = await ask(
        route.method,
        route.path.replaceAll(/:\w+/g, '900000001'),
        'hansard-session=x',
        PAGE,
      );
      expect([400, 401]).to.include(answer.status);
    });
});

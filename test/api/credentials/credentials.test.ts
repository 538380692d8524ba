import { expect } from 'chai';
import { Hansard, OWNER_EMAIL, OWNER_PASSWORD, type Person } from '../../support/hansard.ts';
import { expectRefusal, expectSuccess } from '../expected.ts';

const WRONG = 'Your username or password is incorrect';
const wrong = { code: 'AUTHENTICATION_FAILED', status: 401 };

describe('API keys over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let stranger: Person;

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    stranger = await hansard.organization('acme');
  });
  after(() => hansard.stop());

  const logIn = (username: string, password: string, headers?: Record<string, string>) =>
    hansard.anonymous('POST', '/fetch_api_key', { username, password }, headers);
  const atAcme = { 'x-forwarded-host': 'acme.chat.example.com' };

  it('are given for the password, with the real address, whatever the case of the user name', async () => {
    for (const username of [OWNER_EMAIL, ' OWNER@Example.com ']) {
      const answer = await logIn(username, OWNER_PASSWORD);
      expect(answer.body.api_key).to.match(/^[a-zA-Z0-9]{32}$/);
      expectSuccess(answer, { api_key: owner.key, email: OWNER_EMAIL, user_id: owner.userId });
    }
  });

  it('are not given for a wrong password, to nobody and for nothing, without a hint which it was', async () => {
    for (const [username, password] of [
      [OWNER_EMAIL, 'kiwi-lamp-43'],
      ['nobody@example.com', OWNER_PASSWORD],
      [OWNER_EMAIL, ''],
    ] as const) {
      const answer = await logIn(username, password);
      expectRefusal(answer, WRONG, wrong);
      expect(answer.headers.get('www-authenticate')).to.equal('Basic realm="chat.example.com"');
    }
  });

  it('are given to addresses only', async () => {
    for (const username of [
      '',
      'owner',
      'owner@',
      `${'o'.repeat(250)}@example.com`,
      'a@b.example, c@d.example',
    ])
      expectRefusal(await logIn(username, OWNER_PASSWORD), 'Enter a valid email address.');
  });

  it('are not given to a deactivated account, of which nobody learns without its password', async () => {
    const leaver = await hansard.person('Lea Ver');
    await owner.delete(`/users/${leaver.userId}`);
    const locked = { code: 'USER_DEACTIVATED', status: 401 };
    expectRefusal(await logIn(leaver.email, OWNER_PASSWORD), 'Account is deactivated', locked);
    expectRefusal(await logIn(leaver.email, 'not the password'), WRONG, wrong);
    expectRefusal(await logIn(leaver.email, ''), WRONG, wrong);
  });

  it('belong to one organization, and who knocks at the wrong door is told so', async () => {
    const elsewhere = { code: 'NONEXISTENT_SUBDOMAIN', status: 404 };
    expectRefusal(await logIn(stranger.email, OWNER_PASSWORD), 'Invalid subdomain', elsewhere);
    expectRefusal(await logIn(OWNER_EMAIL, OWNER_PASSWORD, atAcme), 'Invalid subdomain', elsewhere);
    const nowhere = { 'x-forwarded-host': 'nowhere.chat.example.com' };
    expectRefusal(await logIn(OWNER_EMAIL, OWNER_PASSWORD, nowhere), 'Invalid subdomain', elsewhere);
    expectSuccess(await logIn(stranger.email, OWNER_PASSWORD, atAcme), {
      api_key: stranger.key,
      email: stranger.email,
      user_id: stranger.userId,
    });
  });

  it('say nothing of a password that is right elsewhere, where the address has an account here', async () => {
    const both = { email: 'both@example.com', full_name: 'Bo Th', password: OWNER_PASSWORD };
    await owner.post('/users', both);
    const another = { ...both, password: `${OWNER_PASSWORD} at acme` };
    await stranger.post('/users', another);
    expectRefusal(await logIn(both.email, both.password, atAcme), WRONG, wrong);
    expectRefusal(await logIn(both.email, another.password), WRONG, wrong);
    const { status } = await logIn(both.email, another.password, atAcme);
    expect(status).to.equal(200);
  });

  it('open the organization that they are of, and no other', async () => {
    const invalid = { code: 'INVALID_API_KEY', status: 401 };
    const { authorization = '' } = stranger.headers;
    expectRefusal(await owner.get('/users/me', {}, { authorization }), 'Invalid API key', invalid);
    expectRefusal(await owner.get('/users/me', {}, atAcme), 'Invalid API key', invalid);
    const swapped = `Basic ${Buffer.from(`${OWNER_EMAIL}:${stranger.key}`).toString('base64')}`;
    const answer = await owner.get('/users/me', {}, { authorization: swapped });
    expectRefusal(answer, 'Invalid API key', invalid);
  });

  it('are asked for with both parameters, by POST only', async () => {
    for (const name of ['username', 'password']) {
      const fields = { username: OWNER_EMAIL, password: OWNER_PASSWORD, [name]: undefined };
      const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      expectRefusal(
        await hansard.anonymous('POST', '/fetch_api_key', present),
        `Missing '${name}' argument`,
        { code: 'REQUEST_VARIABLE_MISSING', var_name: name },
      );
    }
    const { status, body } = await hansard.anonymous('GET', '/fetch_api_key');
    expect(status).to.equal(405);
    expect(body).to.deep.equal({
      result: 'error',
      msg: 'Method Not Allowed',
      allowed_methods: ['OPTIONS', 'POST'],
    });
    const fields = { username: OWNER_EMAIL, password: OWNER_PASSWORD, token: 'x' };
    const ignored = await hansard.anonymous('POST', '/fetch_api_key', fields);
    expect(ignored.body.ignored_parameters_unsupported).to.deep.equal(['token']);
  });
});

describe('guessing at a password over HTTP', () => {
  let hansard: Hansard;
  let acme: Person;

  beforeEach(async () => {
    hansard = await Hansard.start({ environment: { RATE_LIMITS: 'on' } });
    acme = await hansard.organization('acme');
  });
  afterEach(() => hansard.stop());

  const guess = (subdomain = '', password = 'a guess', username = OWNER_EMAIL) =>
    hansard.anonymous('POST', '/fetch_api_key', { username, password }, hostOf(subdomain));
  const hostOf = (subdomain: string) =>
    subdomain === '' ? undefined : { 'x-forwarded-host': `${subdomain}.chat.example.com` };
  const elsewhere = { code: 'NONEXISTENT_SUBDOMAIN', status: 404 };

  it('ends after five guesses in half an hour', async () => {
    for (let tries = 0; tries < 5; tries += 1) expectRefusal(await guess(), WRONG, wrong);
    const { status, body, headers } = await guess();
    expect(status).to.equal(429);
    expect(body).to.include({ code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit' });
    expect(Number(headers.get('retry-after'))).to.be.within(1700, 1800);
  });

  it('goes on at no other host, where the right one is then answered as a wrong one is', async () => {
    await hansard.organization('beta');
    for (let tries = 0; tries < 3; tries += 1) expectRefusal(await guess('acme'), WRONG, wrong);
    for (let tries = 0; tries < 2; tries += 1) expectRefusal(await guess('beta'), WRONG, wrong);
    expectRefusal(await guess('beta', OWNER_PASSWORD), WRONG, wrong);
    expect((await guess('', OWNER_PASSWORD)).status).to.equal(429);
  });

  it('locks no account of the same address in another organization', async () => {
    const both = { email: OWNER_EMAIL, full_name: 'Bo Th', password: OWNER_PASSWORD };
    await acme.post('/users', both);
    for (let tries = 0; tries < 6; tries += 1) await guess();
    expect((await guess('acme', OWNER_PASSWORD)).status).to.equal(200);
  });

  it('is over once it was right, at whichever host', async () => {
    for (let tries = 0; tries < 4; tries += 1) expectRefusal(await guess('acme'), WRONG, wrong);
    expectRefusal(await guess('acme', OWNER_PASSWORD), 'Invalid subdomain', elsewhere);
    for (let tries = 0; tries < 5; tries += 1) expectRefusal(await guess(), WRONG, wrong);
  });

  it('is answered alike for every password where the account has none to log in with', async () => {
    const owner = await hansard.owner();
    await owner.patch('/realm', { authentication_methods: { Email: false, LDAP: true } });
    expectRefusal(await guess('acme', OWNER_PASSWORD), WRONG, wrong);
  });

  it('is answered alike for every password at the host of an organization that has ended', async () => {
    expectSuccess(await acme.post('/realm/deactivate', { deletion_delay_days: 14 }));
    expectRefusal(await guess('acme', OWNER_PASSWORD), WRONG, wrong);
    expectRefusal(await guess('', OWNER_PASSWORD, acme.email), WRONG, wrong);
  });
});

import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { type Answer, Hansard, OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { hmacToken, keyToken, SECRET } from '../support/tokens.ts';
import { expectRefusal, expectSuccess } from './expected.ts';

const BAD = 'Bad JSON web token';
const wrong = { code: 'AUTHENTICATION_FAILED', status: 401 };
const atAcme = { 'x-forwarded-host': 'acme.chat.example.com' };
const nowInSeconds = () => Math.floor(Date.now() / 1000);

describe('API keys for signed tokens', () => {
  const acme = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const edwards = generateKeyPairSync('ed25519');
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pemOf = ({ publicKey }: typeof acme) => publicKey.export({ type: 'spki', format: 'pem' });
  let hansard: Hansard;
  let owner: Person;
  let stranger: Person;

  before(async () => {
    const keys = {
      '': { key: SECRET, algorithms: ['HS256'] },
      acme: { key: pemOf(acme), algorithms: ['RS256', 'PS256'] },
      edwards: { key: pemOf(edwards), algorithms: ['EdDSA'] },
      curve: { key: pemOf(curve), algorithms: ['ES256'] },
    };
    hansard = await Hansard.start({ environment: { JWT_AUTH_KEYS: JSON.stringify(keys) } });
    owner = await hansard.owner();
    stranger = await hansard.organization('acme');
    await hansard.organization('globex');
  });
  after(() => hansard.stop());

  const fetchKey = (
    token: string,
    fields: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => hansard.anonymous('POST', '/jwt/fetch_api_key', { token, ...fields }, headers);

  it('are given to who has the address that the token names, in any case', async () => {
    for (const email of [OWNER_EMAIL, 'OWNER@Example.com'])
      expectSuccess(await fetchKey(hmacToken({ email })), { api_key: owner.key, email: OWNER_EMAIL });
  });

  it('come with the whole account, where it is asked for', async () => {
    const { body } = await owner.get('/users/me');
    const { user } = (await fetchKey(hmacToken({ email: OWNER_EMAIL }), { include_profile: true })).body;
    const { max_message_id: _, profile_data: __, ...account } = body;
    expect({ result: 'success', msg: '', ...(user as object) }).to.deep.equal(account);
    expect(user).to.include({ delivery_email: OWNER_EMAIL, role: 100, bot_type: null, bot_owner_id: null });
    expect(user).to.have.property('avatar_url').that.is.a('string');
    expect(
      (await fetchKey(hmacToken({ email: OWNER_EMAIL }), { include_profile: false })).body,
    ).not.to.have.property('user');
  });

  it('show an account that has only just been made', async () => {
    const ann = await hansard.account('Ann Justmade');
    const { body } = await fetchKey(hmacToken({ email: ann.email }), { include_profile: true });
    expect(body).to.have.nested.property('user.user_id', ann.userId);
  });

  it('belong to one organization, whose own key signs', async () => {
    const token = keyToken({ email: stranger.email }, acme.privateKey, { alg: 'RS256' });
    expectSuccess(await fetchKey(token, {}, atAcme), { api_key: stranger.key, email: stranger.email });
    expectRefusal(await fetchKey(token), BAD);
    expectRefusal(await fetchKey(hmacToken({ email: stranger.email }), {}, atAcme), BAD);
  });

  it('are given for signatures of every kind', async () => {
    const kinds = { edwards: [edwards, 'EdDSA'], curve: [curve, 'ES256'] } as const;
    for (const [subdomain, [{ privateKey }, alg]] of Object.entries(kinds)) {
      const person = await hansard.organization(subdomain);
      const host = { 'x-forwarded-host': `${subdomain}.chat.example.com` };
      const token = keyToken({ email: person.email }, privateKey, { alg });
      expectSuccess(await fetchKey(token, {}, host), { api_key: person.key, email: person.email });
    }
  });

  it('are refused in four texts, one for each thing that may be wrong with a token', async () => {
    const nowhere = { 'x-forwarded-host': 'globex.chat.example.com' };
    const off = 'JWT authentication is not enabled for this organization';
    expectRefusal(await fetchKey(hmacToken({ email: OWNER_EMAIL }), {}, nowhere), off);
    expectRefusal(await fetchKey('', {}, nowhere), off);
    const none = 'No JSON web token passed in request';
    expectRefusal(await fetchKey(''), none);
    expectRefusal(await hansard.anonymous('POST', '/jwt/fetch_api_key', {}), none);
    expectRefusal(await fetchKey('token'), BAD);
    const nobody = 'No email specified in JSON web token claims';
    for (const email of [undefined, null, '', ' ', 42, true, [OWNER_EMAIL], { email: OWNER_EMAIL }])
      expectRefusal(await fetchKey(hmacToken({ email })), nobody);
    expectRefusal(await fetchKey(hmacToken({ Email: OWNER_EMAIL, sub: OWNER_EMAIL })), nobody);
  });

  it('are not given to who is not there, is a bot, or has left', async () => {
    const bot = await owner.post('/bots', { full_name: 'Bot', short_name: 'ticker' });
    const { body } = await owner.get(`/users/${String(bot.body.user_id)}`);
    const { email } = body.user as { email: string };
    const failed = 'Your username or password is incorrect';
    expectRefusal(await fetchKey(hmacToken({ email })), failed, wrong);
    expectRefusal(await fetchKey(hmacToken({ email: 'nobody@example.com' })), failed, wrong);
    expectRefusal(await fetchKey(hmacToken({ email: 'no address' })), failed, wrong);
    const leaver = await hansard.account('Lea Ver');
    await owner.delete(`/users/${leaver.userId}`);
    const gone = { code: 'USER_DEACTIVATED', status: 401 };
    expectRefusal(await fetchKey(hmacToken({ email: leaver.email })), 'Account is deactivated', gone);
  });

  it('tell nobody who has an account in another organization', async () => {
    const failed = 'Your username or password is incorrect';
    expectRefusal(await fetchKey(hmacToken({ email: stranger.email })), failed, wrong);
    const elsewhere = { code: 'NONEXISTENT_SUBDOMAIN', status: 404 };
    const nowhere = { 'x-forwarded-host': 'nowhere.chat.example.com' };
    const token = hmacToken({ email: OWNER_EMAIL });
    expectRefusal(await fetchKey(token, {}, nowhere), 'Invalid subdomain', elsewhere);
  });

  it('count from `nbf` and `iat` until `exp`, where the token has them', async () => {
    const at = async (times: Readonly<Record<string, unknown>>) =>
      (await fetchKey(hmacToken({ email: OWNER_EMAIL, ...times }))).body;
    const now = nowInSeconds();
    expect(await at({ exp: now + 60, nbf: now - 60, iat: now - 60 })).to.include({ result: 'success' });
    expect(await at({ nbf: now + 5, iat: now + 5 })).to.include({ result: 'success' });
    for (const times of [
      { exp: now },
      { exp: now - 1 },
      { exp: 0 },
      { exp: -1 },
      { exp: String(now + 60) },
      { exp: null },
      { nbf: now + 60 },
      { nbf: String(now) },
      { nbf: null },
      { iat: now + 60 },
      { iat: String(now) },
      { iat: [now] },
      { exp: now + 60, nbf: now + 3600 },
    ])
      expect(await at(times), JSON.stringify(times)).to.include({ msg: BAD, code: 'BAD_REQUEST' });
  });

  it('are asked for by POST only, without credentials, and other parameters mean nothing', async () => {
    expect((await hansard.anonymous('GET', '/jwt/fetch_api_key')).status).to.equal(405);
    const token = hmacToken({ email: OWNER_EMAIL });
    const answer = await fetchKey(token, { json_web_token: 'x' }, { authorization: 'Basic nonsense' });
    expect(answer.body).to.deep.include({
      api_key: owner.key,
      ignored_parameters_unsupported: ['json_web_token'],
    });
    expectRefusal(await fetchKey(token, { include_profile: 'yes' }), 'include_profile is not valid JSON');
  });

  it('are not given in an organization that has ended', async () => {
    await stranger.post('/realm/deactivate');
    const token = keyToken({ email: stranger.email }, acme.privateKey, { alg: 'RS256' });
    expectRefusal(await fetchKey(token, {}, atAcme), 'This organization has been deactivated', {
      code: 'REALM_DEACTIVATED',
      status: 401,
    });
  });
});

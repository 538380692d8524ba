import { expect } from 'chai';
import fc from 'fast-check';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Answer, Hansard, OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { encoded, hmacToken, keyToken, OTHER_SECRET, SECRET, unsignedToken } from '../support/tokens.ts';
import { expectRefusal } from './expected.ts';

const BAD = 'Bad JSON web token';
const claims = { email: OWNER_EMAIL };
const acmeClaims = { email: 'owner@acme.example.com' };
const acme = generateKeyPairSync('rsa', { modulusLength: 2048 });
const thief = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const acmePem = acme.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const acmeDer = acme.publicKey.export({ type: 'spki', format: 'der' });

const good = hmacToken(claims);
const [header = '', payload = '', signature = ''] = good.split('.');

/** What is wrong → the token, for the root organization, which takes HS256. */
const forged: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['none', 'None', 'NONE', 'nOnE', '', null, 0, ['HS256'], { HS256: 1 }, undefined, 'HS257', 'hs256'].map(
      (alg) => [`the algorithm ${JSON.stringify(alg)}`, unsignedToken(claims, alg)],
    ),
  ),
  'no algorithm, but the signature of another token': unsignedToken(claims, 'none', signature),
  'no signature': `${header}.${payload}.`,
  'no signature and no second dot': `${header}.${payload}`,
  'half a signature': `${header}.${payload}.${signature.slice(0, 20)}`,
  'a longer signature': `${good}AAAA`,
  'the signature of other claims': `${header}.${encoded({ email: 'ann@example.com' })}.${signature}`,
  'the signature of another header': `${encoded({ alg: 'HS256' })}.${payload}.${signature}`,
  'another key': hmacToken(claims, OTHER_SECRET),
  'an empty key': hmacToken(claims, ''),
  'a shorter key': hmacToken(claims, SECRET.slice(1)),
  'the key of another subdomain': keyToken(claims, acme.privateKey, { alg: 'RS256' }),
  'an algorithm of the same key that is not allowed': hs512(claims),
  'a curve that is not configured': keyToken(claims, curve.privateKey, { alg: 'ES256' }),
  'a `kid` that is a path to an empty file': hmacToken(claims, '', { kid: '../../../../dev/null' }),
  'a `kid` that is SQL': hmacToken(claims, 'x', { kid: "' UNION SELECT 'x' --" }),
  'a `kid` that is a URL': hmacToken(claims, 'x', { kid: 'http://127.0.0.1/key' }),
  'a `kid` of the root organization': hmacToken(claims, OTHER_SECRET, { kid: '' }),
  'its own key in `jwk`': hmacToken(claims, OTHER_SECRET, {
    jwk: { kty: 'oct', k: encoded(OTHER_SECRET), alg: 'HS256' },
  }),
  'a public key in `jwk`': keyToken(claims, thief.privateKey, {
    alg: 'RS256',
    jwk: thief.publicKey.export({ format: 'jwk' }),
  }),
  'a certificate in `x5c`': keyToken(claims, thief.privateKey, {
    alg: 'RS256',
    x5c: [thief.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
  }),
  'a critical extension that nobody knows': hmacToken(claims, SECRET, { crit: ['hansard'], hansard: 1 }),
  'a critical claim': hmacToken({ ...claims, exp: 2e9 }, SECRET, { crit: ['exp'], exp: 2e9 }),
  'an empty list of critical extensions': hmacToken(claims, SECRET, { crit: [] }),
  'critical extensions that are no list': hmacToken(claims, SECRET, { crit: 'b64' }),
  'a payload that is not encoded': unencoded(),
  'another token as its payload': hmacToken(good, SECRET, { cty: 'JWT' }),
  'the flattened JSON form': JSON.stringify({ protected: header, payload, signature }),
  'the general JSON form': JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
  'the form of an encrypted token': `${encoded({ alg: 'dir', enc: 'A128GCM' })}..${header}.${payload}.${signature}`,
  ...Object.fromEntries(
    [[OWNER_EMAIL], OWNER_EMAIL, 42, null, true, '"x"', '', '{', '{"email":"owner@example.com"'].map(
      (text) => [`the payload ${JSON.stringify(text)}`, hmacToken(text)],
    ),
  ),
  'a header that is a list': resigned(encoded([{ alg: 'HS256' }])),
  'a header that is no JSON': resigned(encoded('{"alg":"HS256"')),
  'no header': resigned(''),
  'the word Bearer before it': `Bearer ${good}`,
  'a blank before it': ` ${good}`,
  'a fourth part': `${good}.x`,
  'nothing but dots': '..',
  'one dot': '.',
  'control characters': '\u0000.\u0001.\u0002',
  'characters of no alphabet': '\u{1F600}.\u{1F600}.\u{1F600}',
  'a signature of a megabyte': `${header}.${payload}.${'A'.repeat(1_000_000)}`,
  'claims of a megabyte, well signed': hmacToken({ ...claims, more: 'x'.repeat(700_000) }),
  'a megabyte of dots': '.'.repeat(1_000_000),
  'a megabyte of brackets': hmacToken('['.repeat(700_000)),
  'an expiry long past': hmacToken({ ...claims, exp: 1 }),
};

/** For the organization `acme`, which takes RS256 and PS256. */
const forgedForAcme: Readonly<Record<string, string>> = {
  'its public key taken for a shared secret, as PEM': hmacToken(acmeClaims, acmePem),
  'its public key taken for a shared secret, without the last line break': hmacToken(
    acmeClaims,
    acmePem.trim(),
  ),
  'its public key taken for a shared secret, as DER': hmacToken(acmeClaims, acmeDer),
  'its public key taken for a shared secret, in Base64': hmacToken(acmeClaims, acmeDer.toString('base64')),
  'no algorithm': unsignedToken(acmeClaims),
  'the key of the root organization': hmacToken(acmeClaims),
  'the key of a thief': keyToken(acmeClaims, thief.privateKey, { alg: 'RS256' }),
  'a signature by another algorithm of its key': keyToken(acmeClaims, acme.privateKey, { alg: 'PS256' }),
  'an algorithm of its key that is not allowed': keyToken(acmeClaims, acme.privateKey, { alg: 'RS512' }),
  'a curve, with a signature of zeros': unsignedToken(acmeClaims, 'ES256', encoded('\0'.repeat(64))),
  'a signature of zeros': unsignedToken(acmeClaims, 'RS256', encoded('\0'.repeat(256))),
  'an empty signature': unsignedToken(acmeClaims, 'RS256'),
};

function hs512(body: unknown): string {
  const text = `${encoded({ alg: 'HS512', typ: 'JWT' })}.${encoded(body)}`;
  return `${text}.${createHmac('sha512', SECRET).update(text).digest('base64url')}`;
}

/** RFC 7797, signed as that says. */
function unencoded(): string {
  const head = encoded({ alg: 'HS256', b64: false, crit: ['b64'] });
  const mac = createHmac('sha256', SECRET).update(`${head}.${JSON.stringify(claims)}`);
  return `${head}.${payload}.${mac.digest('base64url')}`;
}

function resigned(head: string): string {
  return `${head}.${payload}.${createHmac('sha256', SECRET).update(`${head}.${payload}`).digest('base64url')}`;
}

describe('a forged token', () => {
  let hansard: Hansard;
  let owner: Person;

  before(async () => {
    const keys = {
      '': { key: SECRET, algorithms: ['HS256'] },
      acme: { key: acmePem, algorithms: ['RS256', 'PS256'] },
    };
    hansard = await Hansard.start({ environment: { JWT_AUTH_KEYS: JSON.stringify(keys) } });
    owner = await hansard.owner();
    await hansard.organization('acme');
  });
  after(() => hansard.stop());

  const fetchKey = (token: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    hansard.anonymous('POST', '/jwt/fetch_api_key', { token }, headers);

  it('is none if the right key has signed it', async () => {
    expect((await fetchKey(good)).body).to.include({ api_key: owner.key });
    const atAcme = keyToken(acmeClaims, acme.privateKey, { alg: 'RS256' });
    const answer = await fetchKey(atAcme, { 'x-forwarded-host': 'acme.chat.example.com' });
    expect(answer.body).to.include({ email: acmeClaims.email });
  });

  for (const [what, token] of Object.entries(forged))
    it(`is refused: ${what}`, async () => expectRefusal(await fetchKey(token), BAD));

  for (const [what, token] of Object.entries(forgedForAcme))
    it(`is refused where there is a key pair: ${what}`, async () =>
      expectRefusal(await fetchKey(token, { 'x-forwarded-host': 'acme.chat.example.com' }), BAD));

  it('is refused with all that is larger than a request may be', async () => {
    expect((await fetchKey('x'.repeat(1_100_000))).status).to.equal(413);
  });

  it('has nobody fetch the keys that it points at', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/keys`;
    for (const name of ['jku', 'x5u', 'kid', 'iss']) {
      const token = keyToken({ ...claims, iss: url }, thief.privateKey, { alg: 'RS256', [name]: url });
      expectRefusal(await fetchKey(token), BAD);
      expectRefusal(await fetchKey(hmacToken(claims, OTHER_SECRET, { [name]: url })), BAD);
    }
    listener.close();
    expect(connections).to.equal(0);
  });

  it('is refused wherever a good one was changed', async () => {
    // The last character of a signature holds bits that mean nothing.
    const index = fc.nat({ max: good.length - 2 });
    const character = fc.constantFrom(...'ABCxyz019-_.=+/ \n{"\u0000é');
    const changed = fc.tuple(index, character).map(([at, by]) => good.slice(0, at) + by + good.slice(at + 1));
    await fc.assert(
      fc.asyncProperty(changed, async (token) => {
        const { status, body } = await fetchKey(token);
        if (token !== good) expect({ status, msg: body.msg }).to.deep.equal({ status: 400, msg: BAD });
      }),
      { numRuns: 200 },
    );
  });

  it('is refused whatever its header says', async () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.jsonValue({ maxDepth: 2 }));
    const name = fc.constantFrom(
      'alg',
      'typ',
      'cty',
      'kid',
      'jku',
      'jwk',
      'x5u',
      'x5c',
      'crit',
      'b64',
      'zip',
      'enc',
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), fc.jsonValue(), async (more, body) => {
        expectRefusal(await fetchKey(hmacToken(body, OTHER_SECRET, more)), BAD);
      }),
      { numRuns: 200 },
    );
  });
});

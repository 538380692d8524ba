import { expect } from 'chai';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { openWebTokens } from '../../src/api/http/webTokens.ts';
import { systemClock } from '../../src/base/clock.ts';
import { OperatorError } from '../../src/base/errors.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { serverRefusing } from '../support/process.ts';
import { hmacToken, SECRET } from '../support/tokens.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed25519 = generateKeyPairSync('ed25519');
const publicPem = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();
const privatePem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

function opening(key: string, ...algorithms: readonly string[]) {
  const warnings: string[] = [];
  const logger = { warn: (_fields: object, text: string) => void warnings.push(text) };
  const settings = { acme: { key, algorithms: [...algorithms] } };
  const tokens = openWebTokens(settings, { clock: systemClock, logger });
  return { tokens, warnings };
}

describe('the keys of signed tokens', () => {
  it('are a secret, or a public key that fits every algorithm it is for', async () => {
    for (const [key, ...algorithms] of [
      [SECRET.repeat(2), 'HS256', 'HS384', 'HS512'],
      [publicPem(rsa), 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
      [publicPem(p256), 'ES256'],
      [publicPem(ed25519), 'EdDSA', 'Ed25519'],
    ] as const) {
      const { tokens, warnings } = opening(key, ...algorithms);
      expect(await tokens).to.have.property('emailIn');
      expect(warnings).to.deep.equal([]);
    }
  });

  const mistakes: readonly (readonly [what: string, key: string, algorithm: string])[] = [
    ['a public key as a shared secret', publicPem(rsa), 'HS256'],
    ['a private key as a shared secret', privatePem, 'HS512'],
    ['a secret as a public key', SECRET, 'RS256'],
    ['a private key', privatePem, 'RS256'],
    ['a key of too few bits', publicPem(shortRsa), 'PS256'],
    ['a key of another kind', publicPem(p256), 'RS256'],
    ['a key of another curve', publicPem(p256), 'ES384'],
    ['a key for another signature', publicPem(rsa), 'Ed25519'],
    ['a file that is broken', publicPem(rsa).replace('MII', 'xxx'), 'RS256'],
    ['half a file', publicPem(rsa).slice(0, 100), 'RS256'],
    ['a certificate that is none', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'RS256'],
  ];
  for (const [what, key, algorithm] of mistakes)
    it(`are refused in one sentence, without the key: ${what} for ${algorithm}`, async () => {
      const error: unknown = await opening(key, algorithm).tokens.catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(OperatorError);
      const keyKind = algorithm.startsWith('HS') ? 'a shared secret' : 'a public key in PEM';
      expect((error as Error).message).to.equal(
        `JWT_AUTH_KEYS has a key for acme that does not fit ${algorithm}, which takes ${keyKind}.`,
      );
    });

  it('are warned about where a secret is shorter than its hash', async () => {
    const { tokens, warnings } = opening('short', 'HS256');
    const email = await (await tokens).emailIn('acme', hmacToken({ email: 'ann@example.com' }, 'short'));
    expect(email).to.equal('ann@example.com');
    expect(warnings).to.deep.equal(['The key of JWT_AUTH_KEYS for acme is shorter than HS256 requires.']);
  });

  it('that do not fit end the start with one sentence and exit code 2', async () => {
    const { folder, remove } = await temporaryFolder();
    const keys = { '': { key: SECRET, algorithms: ['HS256', 'RS256'] } };
    const environment = { DATA_DIR: folder, PORT: '0', JWT_AUTH_KEYS: JSON.stringify(keys) };
    const { code, stdout, stderr } = await serverRefusing(environment);
    await remove();
    expect({ code, stdout, stderr }).to.deep.equal({
      code: 2,
      stdout: '',
      stderr:
        'JWT_AUTH_KEYS has a key for the root organization that does not fit RS256, which takes a public key in PEM.\n',
    });
  });
});

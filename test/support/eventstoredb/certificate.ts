/** A certificate of its own for a server at localhost: signed by itself, so that it is its own authority. */
import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const OBJECT_ID = 0x06;
const UTF8_TEXT = 0x0c;
const TIME = 0x17;
const OCTETS = 0x04;
const NUMBER = 0x02;
const BITS = 0x03;
const TRUE = Buffer.from('0101ff', 'hex');

/** What is written of the names of things, in hexadecimal. */
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const ALTERNATIVE_NAMES = '551d11';
const BASIC_CONSTRAINTS = '551d13';

/** One element of DER: its tag, its length, what is in it. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const objectId = (hexadecimal: string): Buffer => element(OBJECT_ID, Buffer.from(hexadecimal, 'hex'));

const time = (milliseconds: number): Buffer =>
  element(
    TIME,
    Buffer.from(`${new Date(milliseconds).toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`),
  );

const extension = (id: string, value: Buffer): Buffer =>
  element(SEQUENCE, objectId(id), element(OCTETS, element(SEQUENCE, value)));

/** Key and certificate of a host in PEM, since yesterday and for so many days more. */
export function selfSigned(
  days = 1,
  host = 'localhost',
): { readonly key: string; readonly certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = element(SEQUENCE, objectId(ECDSA_WITH_SHA256));
  const name = element(
    SEQUENCE,
    element(SET, element(SEQUENCE, objectId(COMMON_NAME), element(UTF8_TEXT, Buffer.from(host)))),
  );
  const day = 86_400_000;
  const statement = element(
    SEQUENCE,
    element(0xa0, element(NUMBER, Buffer.from([2]))),
    element(NUMBER, Buffer.from([1])),
    algorithm,
    name,
    element(SEQUENCE, time(Date.now() - day), time(Date.now() + days * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(
      0xa3,
      element(
        SEQUENCE,
        extension(ALTERNATIVE_NAMES, element(0x82, Buffer.from(host))),
        extension(BASIC_CONSTRAINTS, TRUE),
      ),
    ),
  );
  const signature = element(BITS, Buffer.from([0]), sign('sha256', statement, privateKey));
  const whole = element(SEQUENCE, statement, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

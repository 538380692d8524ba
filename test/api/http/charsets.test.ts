import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import { AS_MEMBER, bodyOf, startExample, type ExampleServer } from './exampleServer.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

describe('The character set of a form', () => {
  let example: ExampleServer;
  before(async () => {
    example = await startExample();
  });
  after(() => example.server.stop());

  const sent = async (
    type: string,
    body: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const all = { ...AS_MEMBER, 'content-type': type, ...headers };
    const answer = await example.send('POST', '/api/v1/echo', Buffer.from(body as string, 'latin1'), all);
    const { topic, msg } = await bodyOf(answer);
    return topic ?? msg;
  };
  /** Bytes as Latin-1 text. */
  const as = (text: string, encoding: BufferEncoding): string =>
    Buffer.from(text, encoding).toString('latin1');

  it('is obeyed, escaped or not, by any of its names', async () => {
    for (const charset of ['ISO-8859-1', '"iso-8859-1"', 'ISO8859_1', 'latin1', 'windows-1252'])
      for (const topic of ['caf\xe9+au+lait', 'caf%E9%20au%20lait'])
        expect(await sent(`${URLENCODED}; charset=${charset}`, `kind=direct&topic=${topic}`)).to.equal(
          'café au lait',
        );
    expect(await sent(`${URLENCODED}; charset=Shift_JIS`, 'kind=direct&topic=%82%a0')).to.equal('あ');
    for (const charset of ['utf8', 'UTF_8', '"UTF-8"'])
      expect(await sent(`${URLENCODED}; charset=${charset}`, 'kind=direct&topic=caf%C3%A9')).to.equal('café');
  });

  it('of a multipart body is that of parts that are no UTF-8 and name none', async () => {
    const part = (text: string, more = '') =>
      `--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\ndirect\r\n--x\r\nContent-Disposition: form-data; name="topic"${more}\r\n\r\n${text}\r\n--x--`;
    const type = 'multipart/form-data; boundary=x';
    expect(await sent(`${type}; charset=ISO-8859-1`, part('caf\xe9'))).to.equal('café');
    expect(await sent(`${type}; charset=ISO8859_15`, part('\xa4 5'))).to.equal('€ 5');
    expect(await sent(type, part('caf\xe9'))).to.equal('The request is not valid UTF-8');
    const own = '\r\nContent-Type: text/plain; charset=ISO8859_1';
    expect(await sent(type, part('caf\xe9', own))).to.equal('café');
    const utf8 = '\r\nContent-Type: text/plain; charset=utf8';
    expect(await sent(`${type}; charset=ISO-8859-1`, part('caf\xe9', utf8))).to.equal(
      'The request is not valid UTF-8',
    );
    for (const encoding of ['base64', 'quoted-printable'])
      expect(await sent(type, part('YQ==', `\r\nContent-Transfer-Encoding: ${encoding}`))).to.equal(
        'Unsupported content transfer encoding',
      );
    expect(await sent(type, part('a', '\r\nContent-Transfer-Encoding: 8bit'))).to.equal('a');
  });

  it('is refused where it is unknown, or bytes are none of its text', async () => {
    for (const charset of ['x-unknown', 'utf-16', 'UTF_16BE'])
      expect(await sent(`${URLENCODED}; charset=${charset}`, 'kind=direct&topic=a')).to.equal(
        'Unsupported character set',
      );
    expect(await sent(`${URLENCODED}; charset=shift_jis`, 'kind=direct&topic=%ff')).to.equal(
      'The request is not valid shift_jis',
    );
    expect(await sent(`${URLENCODED}; charset=utf8`, 'kind=direct&topic=%e9')).to.equal(
      'The request is not valid UTF-8',
    );
    expect(await sent(URLENCODED, as('kind=direct&topic=é', 'latin1'))).to.equal(
      'The request is not valid UTF-8',
    );
  });

  it('is no compression: that is refused', async () => {
    const body = gzipSync('kind=direct&topic=a').toString('latin1');
    expect(await sent(URLENCODED, body, { 'content-encoding': 'gzip' })).to.equal(
      'Unsupported content encoding',
    );
  });
});

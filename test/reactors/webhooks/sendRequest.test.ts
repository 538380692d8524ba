import { expect } from 'chai';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type Clock, systemClock } from '../../../src/base/clock.ts';
import {
  createWebhookSender,
  MAX_BODY_BYTES,
  type WebhookRequest,
  REQUEST_TIMEOUT_MS,
  type PosterOptions,
  type WebhookResponse,
} from '../../../src/reactors/webhooks/sendRequest.ts';
import {
  HOSTILITIES,
  type Listening,
  type Receiver,
  type ReceiverAnswer,
  startHostile,
  startReceiver,
} from '../../support/receivers.ts';
import { until } from '../../support/waiting.ts';

const TOO_LATE = 'no answer within 15 seconds';

/** Time in which fifteen seconds are over soon. */
const hurried: Clock = {
  ...systemClock,
  after: (delay, action) => systemClock.after(delay === REQUEST_TIMEOUT_MS ? 400 : delay, action),
};

const post = (
  url: string,
  options: Partial<PosterOptions> = {},
  more: Partial<WebhookRequest> = {},
  ending = new AbortController(),
): Promise<WebhookResponse> =>
  createWebhookSender({ clock: systemClock, allowsPrivateNetworks: true, ...options })(
    { url, headers: { 'x-test': 'yes' }, body: '{"a":"ä"}', turn: 0, ...more },
    ending.signal,
  );

describe('a post', () => {
  const open: Listening[] = [];
  after(() => Promise.all(open.map((each) => each.close())));

  const receiver = async (answer: ReceiverAnswer = {}): Promise<Receiver> => {
    const made = await startReceiver(() => answer);
    open.push(made);
    return made;
  };
  const hostile = async (kind: keyof typeof HOSTILITIES, clock = systemClock): Promise<WebhookResponse> => {
    const made = await startHostile(HOSTILITIES[kind]);
    open.push(made);
    return post(made.url, { clock });
  };

  it('brings its headers and its body, and what was answered', async () => {
    const { url, received } = await receiver({ status: 201, body: { content: 'ok' } });
    expect(await post(`${url}?a=1#part`)).to.deep.equal({
      kind: 'answered',
      status: 201,
      body: '{"content":"ok"}',
      isWhole: true,
      retryAfter: undefined,
    });
    expect(received[0]).to.include({ path: '/hook?a=1', text: '{"a":"ä"}' });
    expect(received[0]!.headers).to.include({ 'x-test': 'yes', host: new URL(url).host });
  });

  it('asks for no encoding, and reads what is encoded all the same', async () => {
    const json = '{"content":"Grüße"}';
    const packed: Readonly<Record<string, Buffer>> = {
      gzip: gzipSync(json),
      'X-Gzip': gzipSync(json),
      br: brotliCompressSync(json),
      deflate: deflateSync(json),
      'deflate ': deflateRawSync(json),
      'gzip, br': brotliCompressSync(gzipSync(json)),
      identity: Buffer.from(json),
    };
    for (const [encoding, body] of Object.entries(packed)) {
      const made = await receiver({ body, headers: { 'content-encoding': encoding } });
      expect(await post(made.url), encoding).to.include({ body: json, isWhole: true });
      expect(made.received[0]?.headers['accept-encoding']).to.equal('identity');
    }
  });

  it('reads an answer in the character set that it names', async () => {
    for (const [charset, body] of [
      ['; charset=ISO-8859-1', Buffer.from('Grüße', 'latin1')],
      ['; charset=iso8859_1', Buffer.from('Grüße', 'latin1')],
      ['; charset="utf-16le"', Buffer.from('Grüße', 'utf16le')],
      ['', Buffer.from('\ufeffGrüße')],
    ] as const) {
      const { url } = await receiver({ body, headers: { 'content-type': `application/json${charset}` } });
      expect(await post(url), charset).to.include({ body: 'Grüße', isWhole: true });
    }
  });

  it('does not take for whole what cannot be decoded, or is too much unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1_048_576));
    for (const [headers, body] of [
      [{ 'content-encoding': 'compress' }, Buffer.from('{}')],
      [{ 'content-encoding': 'constructor' }, Buffer.from('{}')],
      [{ 'content-encoding': 'gzip' }, Buffer.from('{}')],
      [{ 'content-encoding': 'gzip' }, gzipSync('{}').subarray(0, 15)],
      [{ 'content-encoding': 'gzip' }, bomb],
      [{ 'content-encoding': 'gzip, gzip, gzip, gzip' }, Buffer.from('{}')],
      [{ 'content-type': 'application/json; charset=x-unknown' }, Buffer.from('{}')],
      [{ 'content-type': 'application/json' }, Buffer.from('"Grüße"', 'latin1')],
    ] as const) {
      const { url } = await receiver({ body, headers });
      expect(await post(url), JSON.stringify(headers)).to.include({ kind: 'answered', isWhole: false });
    }
  });

  it('tells the receiver the name that it dials by the address', async () => {
    const { port, received } = await receiver();
    const names: string[] = [];
    const resolve = async (name: string) => (names.push(name), ['127.0.0.1']);
    await post(`http://Hook.Example.com:${port}/`, { resolve });
    expect(names).to.deep.equal(['hook.example.com']);
    expect(received[0]!.headers.host).to.equal(`hook.example.com:${port}`);
  });

  it('takes another one of several addresses at each turn', async () => {
    const { port } = await receiver();
    const resolve = async () => ['127.0.0.1', '127.9.9.9'];
    const at = (turn: number) => post(`http://hook.example.com:${port}/`, { resolve }, { turn });
    expect((await at(0)).kind).to.equal('answered');
    expect(await at(1)).to.deep.equal({ kind: 'unanswered', reason: 'ECONNREFUSED' });
    expect((await at(2)).kind).to.equal('answered');
  });

  it('does not go where it is sent on', async () => {
    const elsewhere = await receiver();
    const { url } = await receiver({ status: 307, headers: { location: elsewhere.url } });
    expect(await post(url)).to.include({ kind: 'answered', status: 307 });
    expect(elsewhere.connections).to.equal(0);
  });

  it('says when the receiver wants to be asked again', async () => {
    const { url } = await receiver({ status: 429, headers: { 'retry-after': '7' } });
    expect(await post(url)).to.include({ status: 429, retryAfter: '7' });
  });

  it('reads 64 KiB of the answer', async () => {
    const exactly = await receiver({ body: 'x'.repeat(MAX_BODY_BYTES) });
    expect(await post(exactly.url)).to.include({ isWhole: true, body: 'x'.repeat(MAX_BODY_BYTES) });
    const more = await receiver({ body: 'x'.repeat(MAX_BODY_BYTES + 1) });
    expect(await post(more.url)).to.include({ isWhole: false, body: 'x'.repeat(MAX_BODY_BYTES) });
    expect(await hostile('endless')).to.include({ kind: 'answered', isWhole: false });
  });

  const nobody = (reason: string): WebhookResponse => ({ kind: 'unanswered', reason });
  const endsFor = (what: string, kind: keyof typeof HOSTILITIES, reason: string) =>
    it(`ends where ${what}`, async () => {
      const clock = reason === TOO_LATE ? hurried : systemClock;
      expect(await hostile(kind, clock)).to.deep.equal(nobody(reason));
    });
  endsFor('a body comes byte by byte', 'slow', TOO_LATE);
  endsFor('a header comes byte by byte', 'slowHeader', TOO_LATE);
  endsFor('nothing comes', 'silent', TOO_LATE);
  endsFor('a header of 10 MB comes', 'longHeader', 'HPE_HEADER_OVERFLOW');
  endsFor('headers come without end', 'manyHeaders', 'HPE_HEADER_OVERFLOW');
  endsFor('interim answers come without end', 'interim', 'the connection broke');
  endsFor('another protocol is wanted', 'upgrade', 'the connection broke');
  endsFor('no HTTP comes', 'garbage', 'HPE_INVALID_CONSTANT');
  endsFor('the connection is closed', 'closing', 'ECONNRESET');
  endsFor('less comes than was announced', 'short', 'ECONNRESET');

  it('knows a refusal whose body never comes', async () => {
    const made = await startHostile((socket) =>
      socket.write('HTTP/1.1 503 Unavailable\r\nContent-Length: 10\r\nRetry-After: 3\r\n\r\nno'),
    );
    open.push(made);
    expect(await post(made.url, { clock: hurried })).to.include({ status: 503, body: 'no', retryAfter: '3' });
  });

  it('ends where nobody has the name, or a name server never answers', async () => {
    const failing = (code: string) => async () => Promise.reject(Object.assign(new Error(), { code }));
    const url = 'http://hook.example.com/';
    expect(await post(url, { resolve: failing('ENOTFOUND') })).to.deep.equal(nobody('ENOTFOUND'));
    expect(await post(url, { resolve: async () => [] })).to.deep.equal(nobody('its name has no address'));
    const waiting = () => new Promise<never>(() => {});
    expect(await post(url, { resolve: waiting, clock: hurried })).to.deep.equal(nobody(TOO_LATE));
  });

  it('ends when the server does', async () => {
    const made = await startHostile(HOSTILITIES.silent);
    open.push(made);
    const ending = new AbortController();
    const outcome = post(made.url, { clock: systemClock }, {}, ending);
    await until(() => made.connections > 0);
    ending.abort();
    expect(await outcome).to.have.property('kind', 'unanswered');
  });
});

import { expect } from 'chai';
import { connect } from 'node:net';
import { AS_MEMBER, bodyOf, startExample, type Body, type ExampleServer } from './exampleServer.ts';

describe('Hostile requests', () => {
  let example: ExampleServer;
  before(async () => {
    example = await startExample();
  });
  after(() => example.server.stop());

  const echo = (body: Body, headers: Record<string, string> = {}): Promise<Response> =>
    example.send('POST', '/api/v1/echo', body, { ...AS_MEMBER, ...headers });
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  /** Everything the server says on a connection until it closes it. */
  const exchange = (...pieces: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(example.port, '127.0.0.1', () => pieces.forEach((piece) => socket.write(piece)));
      let heard = '';
      socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(heard));
    });

  it('that expect something else than to be let go on are refused', async () => {
    const heard = await exchange(
      'GET /api/v1/caller HTTP/1.1\r\nHost: localhost\r\nExpect: foo\r\nConnection: close\r\n\r\n',
    );
    expect(heard)
      .to.match(/^HTTP\/1\.1 417 Expectation Failed\r\n/)
      .and.include('no-store');
    const body = '{"result":"error","msg":"Expectation Failed","code":"BAD_REQUEST"}\n';
    expect(heard.endsWith(`\r\n\r\n${body}`)).to.equal(true);
  });

  it('with 100,000 parameters are refused', async () => {
    const answer = await echo('a=1&'.repeat(100_000), FORM);
    expect(answer.status).to.equal(400);
    expect(await bodyOf(answer)).to.include({ msg: 'Too many parameters (limit: 1000)' });
  });

  it('with 1,001 parameters over query and body are refused, with 1,000 answered', async () => {
    const query = `?${'q=1&'.repeat(500)}`;
    const send = (count: number): Promise<Response> =>
      example.send('POST', `/api/v1/echo${query}`, `kind=direct&${'b=1&'.repeat(count - 1)}`, {
        ...AS_MEMBER,
        ...FORM,
      });
    expect((await send(500)).status).to.equal(200);
    expect((await send(501)).status).to.equal(400);
  });

  it('with 1,001 multipart fields are refused', async () => {
    const parts = new FormData();
    for (let i = 0; i <= 1000; i++) parts.append('a', '1');
    expect(await bodyOf(await echo(parts))).to.include({ msg: 'Too many parameters (limit: 1000)' });
  });

  const wide = `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":1`).join()}}`;
  const bombs: Readonly<Record<string, string>> = {
    '100,000 levels deep': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '50,000 keys wide': wide,
    '50,000 keys wide in a list': `[${wide}]`,
    'of 150,000 wrong elements': `[${'{},'.repeat(150_000)}{}]`,
    'of 150,000 wrong elements within a string and without': `["\\"${',['.repeat(10)}",${'1,'.repeat(150_000)}1]`,
  };
  for (const [shape, list] of Object.entries(bombs))
    it(`with JSON ${shape} are refused before it is parsed`, async () => {
      const answer = await echo(`kind=direct&list=${list}`, FORM);
      expect(await bodyOf(answer)).to.include({ msg: 'list is too large', code: 'BAD_REQUEST' });
    });

  it('are told from long lists and texts full of brackets', async () => {
    const to = `[${'1,'.repeat(20_000)}1]`;
    expect((await echo(new URLSearchParams({ kind: 'direct', to }))).status).to.equal(200);
    const list = JSON.stringify([{ name: '[{\\"'.repeat(10_000) }]);
    expect((await echo(new URLSearchParams({ kind: 'direct', list }))).status).to.equal(200);
  });

  it('cannot reach a prototype', async () => {
    await echo(
      'kind=direct&__proto__[polluted]=1&constructor.prototype.polluted=1&list=[{"__proto__":{"polluted":1}}]',
      FORM,
    );
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });

  it('with a body of more than a megabyte are refused', async () => {
    const answer = await echo(`kind=direct&topic=${'x'.repeat(1_048_576)}`, FORM);
    expect(answer.status).to.equal(413);
    expect((await echo('x'.repeat(10_485_760), FORM)).status).to.equal(413);
  });

  it('that announce far more, or wait to be asked for too much, are refused although none of it comes', async () => {
    const head = (length: number, more = ''): string =>
      `POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${more}\r\n`;
    expect(await exchange(head(99_999_999))).to.match(/^HTTP\/1.1 413 /);
    expect(await exchange(head(1_048_577, 'Expect: 100-continue\r\n'))).to.match(/^HTTP\/1.1 413 /);
  });

  it('that wait to be asked for what a request may be are asked for it', async () => {
    const headers = [
      'POST /api/v1/echo HTTP/1.1',
      'Host: localhost',
      'Expect: 100-continue',
      'Connection: close',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 11',
      `Authorization: ${AS_MEMBER.authorization}`,
      '',
      '',
    ];
    const heard = await exchange(headers.join('\r\n'), 'kind=direct');
    expect(heard).to.match(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });

  it('whose chunks never end are refused without keeping them', async () => {
    const head =
      'POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n' +
      `Authorization: ${AS_MEMBER.authorization}\r\n\r\n`;
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    expect(await exchange(head, ...Array.from({ length: 18 }, () => chunk))).to.match(/^HTTP\/1.1 413 /);
  });

  it('in a packed body, an unknown content type or character set are refused', async () => {
    const refusals: readonly (readonly [Record<string, string>, string])[] = [
      [{ ...FORM, 'content-encoding': 'gzip' }, 'Unsupported content encoding'],
      [{ 'content-type': 'application/json' }, 'Unsupported content type'],
      [{ 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' }, 'Unsupported character set'],
      [{ 'content-type': 'multipart/form-data' }, 'Malformed multipart body'],
    ];
    for (const [headers, msg] of refusals) {
      const answer = await echo('kind=direct', headers);
      expect([answer.status, (await bodyOf(answer))['msg']]).to.deep.equal([400, msg]);
    }
  });

  it('of bytes that are no UTF-8 are refused, escaped or not', async () => {
    const problem = { msg: 'The request is not valid UTF-8' };
    expect(await bodyOf(await echo(Buffer.from([0x61, 0x3d, 0xff]), FORM))).to.include(problem);
    for (const escaped of ['caf%e9', '%ED%A0%80', '100%+caf%E9', '%C3', '\uFFFD%FF', '%C3é%A9']) {
      expect(await bodyOf(await echo(`kind=direct&topic=${escaped}`, FORM)), escaped).to.include(problem);
      expect(await bodyOf(await echo(`kind=direct&${escaped}=1`, FORM)), escaped).to.include(problem);
    }
    const query = await example.send('POST', '/api/v1/echo?kind=direct&topic=caf%e9', '', AS_MEMBER);
    expect(await bodyOf(query)).to.include(problem);
  });

  it('are not taken for what was sent so: replacement characters, and letters beside broken percent signs', async () => {
    const kept = {
      '%EF%BF%BD': '\uFFFD',
      '\uFFFD': '\uFFFD',
      'é%zz+%C3%A9%': 'é%zz é%',
      '%F0%9F%8D%8B%4': '🍋%4',
    };
    for (const [sent, topic] of Object.entries(kept))
      expect(await bodyOf(await echo(`kind=channel&topic=${sent}`, FORM))).to.include({ topic });
  });

  it('of bytes that are no UTF-8 are refused in the texts of a multipart body, not in its files', async () => {
    const part = (more: string): Body =>
      new Blob([
        `--x\r\nContent-Disposition: form-data; name="topic"${more}\r\n\r\n`,
        new Uint8Array([0xef, 0xbf, 0xbd, 0xff]),
        '\r\n--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\ndirect\r\n--x--',
      ]);
    const answer = async (more: string) =>
      bodyOf(await echo(part(more), { 'content-type': 'multipart/form-data; boundary=x' }));
    const problem = { msg: 'The request is not valid UTF-8' };
    expect(await answer('')).to.include(problem);
    expect(await answer('\r\nContent-Type: text/plain; charset=utf-8')).to.include(problem);
    expect(await answer('; filename="a"')).to.include({ kind: 'direct' });
    expect(await answer('\r\nContent-Type: application/octet-stream')).to.include({ kind: 'direct' });
  });

  it('in a multipart body that name no parameter are refused', async () => {
    const body = '--x\r\nContent-Disposition: form-data\r\n\r\ndirect\r\n--x--';
    const answer = await echo(body, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(await bodyOf(answer)).to.include({ msg: 'Malformed multipart body' });
  });

  it('in a multipart body that is cut off are refused', async () => {
    for (const file of ['', '; filename="a"']) {
      const body = `--x\r\nContent-Disposition: form-data; name="kind"${file}\r\n\r\ndire`;
      const answer = await echo(body, { 'content-type': 'multipart/form-data; boundary=x' });
      expect(await bodyOf(answer), file).to.include({ msg: 'Malformed multipart body' });
    }
  });

  const HEAD = 'POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\n';
  const smuggled: Readonly<Record<string, string>> = {
    'two lengths': `${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\na=1`,
    'a length and chunks': `${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a length that is no number': `${HEAD}Content-Length: 3x\r\n\r\na=1`,
    'a negative length': `${HEAD}Content-Length: -1\r\n\r\n`,
    'a chunk that lies about its size': `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\na=1\r\n0\r\n\r\n`,
    'an unknown transfer encoding last': `${HEAD}Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`,
    'a space before the colon': `${HEAD}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    'a bare line feed in a header': `${HEAD}X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'no HTTP at all': 'hello\r\n\r\n',
  };
  for (const [shape, bytes] of Object.entries(smuggled))
    it(`with ${shape} get 400 and a closed connection`, async () => {
      const heard = await exchange(bytes);
      expect(heard).to.match(/^HTTP\/1.1 400 /);
      expect(heard).to.match(/Connection: close/i);
      expect(heard.match(/HTTP\/1.1/g)).to.have.length(1);
    });

  const hosts: Readonly<Record<string, string>> = {
    'no host': '',
    'an empty host': 'Host:\r\n',
    'a host of two words': 'Host: a b\r\n',
    'a host with a path': 'Host: a/b\r\n',
    'a host with a user': 'Host: a@b\r\n',
    'a port that is none': 'Host: a:b\r\n',
    'two hosts': 'Host: localhost\r\nhost: localhost\r\n',
  };
  for (const [shape, lines] of Object.entries(hosts))
    it(`with ${shape} get 400, wherever they go`, async () => {
      for (const path of ['/api/v1/server_settings', '/api/v1/openapi.json', '/health/live']) {
        const heard = await exchange(`GET ${path} HTTP/1.1\r\n${lines}\r\n`);
        expect(heard, path).to.match(/^HTTP\/1.1 400 .*Connection: close/s);
        expect(heard, path).to.include('"msg":"Invalid Host header","code":"BAD_REQUEST"');
      }
    });

  it('are told from those with a port, an address, or HTTP/1.0 without a host', async () => {
    const path = '/api/v1/server_settings';
    for (const host of ['localhost:9991', '127.0.0.1', '[::1]:80', 'a_b.example.com.', 'LOCALHOST'])
      expect(
        await exchange(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        host,
      ).to.match(/^HTTP\/1.1 200 /);
    expect(await exchange(`GET ${path} HTTP/1.0\r\n\r\n`)).to.match(/^HTTP\/1.1 200 /);
  });

  it('with headers of more than 16 kB get 431', async () => {
    expect(await exchange(`${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`)).to.match(/^HTTP\/1.1 431 /);
  });
});

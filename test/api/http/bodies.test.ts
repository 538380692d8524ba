import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { z } from 'zod';
import { text } from '../../../src/api/http/parameters.ts';
import { routes, write } from '../../../src/api/http/route.ts';
import { TestClock } from '../../support/testClock.ts';
import { until } from '../../support/waiting.ts';
import { AS_MEMBER, bodyOf, startExample, type ExampleServer } from './exampleServer.ts';

const MEGABYTE = 1_048_576;
const FORM = 'application/x-www-form-urlencoded';

/** A connection that says what it is told to, and keeps what it hears. */
class Line {
  heard = '';
  isClosed = false;
  readonly #socket: Socket;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (chunk: Buffer) => (this.heard += chunk.toString()));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => (this.isClosed = true));
  }

  write(words: string): this {
    this.#socket.write(words);
    return this;
  }

  /** Resolves when it has heard an answer or the end. */
  async answered(): Promise<string> {
    await until(() => this.isClosed || this.heard !== '');
    return this.heard;
  }

  end(): void {
    this.#socket.destroy();
  }
}

const headOf = (length: number, more: Readonly<Record<string, string>> = AS_MEMBER): string =>
  ['POST /api/v1/echo HTTP/1.1', 'Host: localhost', `Content-Type: ${FORM}`, `Content-Length: ${length}`]
    .concat(Object.entries(more).map(([name, value]) => `${name}: ${value}`))
    .join('\r\n')
    .concat('\r\n\r\n');

/** Measurements of a call that is quick enough at once, and of one that is not: who shares a core makes none quicker. */
const [FEWEST_TURNS, MOST_TURNS] = [8, 240];

/** Milliseconds of this process that the quickest of several calls takes; more are made until one takes less than `wanted`. */
async function quickest(call: () => Promise<unknown>, target = Infinity): Promise<number> {
  let best = Infinity;
  for (let turn = 0; turn < FEWEST_TURNS || (turn < MOST_TURNS && best >= target); turn += 1) {
    const { user, system } = process.cpuUsage();
    await call();
    const { user: userAfter, system: systemAfter } = process.cpuUsage();
    best = Math.min(best, (userAfter + systemAfter - user - system) / 1000);
  }
  return best;
}

describe('A body', () => {
  let example: ExampleServer;
  afterEach(() => example.server.stop());

  /** A later request is answered once all that was sent before has been read, and any answer to that has come. */
  const everythingRead = async (): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1) {
      const headers = { ...AS_MEMBER, 'content-type': FORM };
      expect((await example.send('POST', '/api/v1/echo', 'kind=direct', headers)).status).to.equal(200);
    }
  };

  it('is waited for no longer than a moment from who has no credentials, or wrong ones', async () => {
    example = await startExample();
    for (const more of [{}, { authorization: 'Basic x' }]) {
      const line = new Line(example.port).write(headOf(MEGABYTE, more));
      expect(await line.answered()).to.match(/^HTTP\/1.1 401 /);
      line.end();
    }
  });

  it('is waited for no longer than a moment from who has used up the limit', async () => {
    example = await startExample({
      environment: {
        RATE_LIMITS: '{"user":{"requests":1,"seconds":60},"anonymous":{"requests":1,"seconds":60}}',
      },
    });
    await example.get('/api/v1/revision', AS_MEMBER);
    await example.get('/api/v1/caller');
    const login = headOf(MEGABYTE, {}).replace('/echo', '/login');
    for (const head of [headOf(MEGABYTE), login]) {
      const line = new Line(example.port).write(head);
      expect(await line.answered()).to.match(/^HTTP\/1.1 429 /);
      line.end();
    }
  });

  it('is counted where it is refused', async () => {
    example = await startExample({
      environment: {
        RATE_LIMITS: '{"user":{"requests":2,"seconds":60},"anonymous":{"requests":2,"seconds":60}}',
      },
    });
    for (const path of ['echo', 'login']) {
      const send = (): Promise<Response> =>
        example.send('POST', `/api/v1/${path}`, 'a=%ff', { ...AS_MEMBER, 'content-type': FORM });
      expect([(await send()).status, (await send()).status, (await send()).status]).to.deep.equal([
        400, 400, 429,
      ]);
    }
  });

  it('is asked for when it is known that it will be read, and not before', async () => {
    example = await startExample();
    const line = new Line(example.port).write(headOf(11, { Expect: '100-continue' }));
    expect(await line.answered()).to.match(/^HTTP\/1.1 401 /);
  });

  it('has ten seconds and one more for each 64 kB', async () => {
    const clock = new TestClock();
    example = await startExample({ clock });
    const [short, long] = [100, MEGABYTE].map((length) =>
      new Line(example.port).write(`${headOf(length)}kind=`),
    );
    await until(() => clock.timers > 0);
    await everythingRead();
    await clock.advance(9000);
    await everythingRead();
    expect(short!.heard).to.equal('');
    await clock.advance(2000);
    expect(await short!.answered()).to.match(/^HTTP\/1.1 408 .*Connection: close/s);
    await clock.advance(14_000);
    await everythingRead();
    expect(long!.heard).to.equal('');
    await clock.advance(2000);
    expect(await long!.answered()).to.match(/^HTTP\/1.1 408 /);
    for (const line of [short!, long!]) line.end();
  });

  it('finds no room where sixteen megabytes of its address are on their way, until they are answered or gone', async () => {
    example = await startExample({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const from = (address: string): Line =>
      new Line(example.port)
        .write(headOf(MEGABYTE, { ...AS_MEMBER, 'X-Forwarded-For': address }))
        .write(`kind=direct&topic=${'x'.repeat(1_040_000)}`);
    const lines = Array.from({ length: 16 }, () => from('203.0.113.1'));
    await everythingRead();
    expect(lines.filter(({ heard }) => heard !== '')).to.deep.equal([]);
    const refused = from('203.0.113.1');
    expect(await refused.answered()).to.match(/^HTTP\/1.1 429 .*Retry-After: 1/s);
    const other = from('203.0.113.2').write('x'.repeat(MEGABYTE - 1_040_000 - 'kind=direct&topic='.length));
    expect(await other.answered()).to.match(/^HTTP\/1.1 200 /);
    for (const line of lines.splice(0, 8)) line.end();
    await until(async () => {
      const welcome = from('203.0.113.1').write(
        'x'.repeat(MEGABYTE - 1_040_000 - 'kind=direct&topic='.length),
      );
      lines.push(welcome);
      return /^HTTP\/1.1 200 /.test(await welcome.answered());
    });
    for (const line of [...lines, refused, other]) line.end();
  });

  it('finds no room where 128 megabytes are on their way in all', async () => {
    example = await startExample({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const from = (address: string): Line =>
      new Line(example.port)
        .write(headOf(MEGABYTE, { ...AS_MEMBER, 'X-Forwarded-For': address }))
        .write(`kind=direct&topic=${'x'.repeat(1_040_000)}`);
    const lines = Array.from({ length: 140 }, (_, index) => from(`203.0.113.${Math.floor(index / 10)}`));
    const refused = () => lines.filter(({ heard }) => /^HTTP\/1.1 503 .*"SERVER_NOT_READY"/s.test(heard));
    await until(() => refused().length >= 10);
    await everythingRead();
    expect(refused().length).to.be.within(10, 13);
    for (const line of lines) line.end();
  });

  it('may be as large as its route says', async () => {
    const declared = (maxBodyBytes: number) =>
      write({
        ...({ who: 'anyone', summary: 'Measure', params: { said: text() }, maxBodyBytes } as const),
        response: z.strictObject({ length: z.int() }),
        handle: ({ params }) => ({ length: params.said.length }),
      });
    example = await startExample({
      routes: routes({ 'POST /measure': declared(100), 'PATCH /measure': declared(2 * MEGABYTE) }),
    });
    const statusOf = async (method: string, length: number, query = ''): Promise<number> => {
      const body = `said=${'x'.repeat(length - 'said='.length)}`;
      const headers = { 'content-type': FORM };
      return (await example.send(method, `/api/v1/measure${query}`, body, headers)).status;
    };
    expect([await statusOf('POST', 100), await statusOf('POST', 101)]).to.deep.equal([200, 413]);
    for (const [method, query] of [
      ['PATCH', ''],
      ['POST', '?method=PATCH'],
    ] as const) {
      expect(await statusOf(method, 2 * MEGABYTE, query)).to.equal(200);
      expect(await statusOf(method, 2 * MEGABYTE + 1, query)).to.equal(413);
    }
  });

  const part = (name: string): string => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;
  const hostile: Readonly<Record<string, readonly [type: string, body: string]>> = {
    'of 21,000 empty parts': ['multipart/form-data; boundary=x', `${part('a').repeat(20_500)}--x--`],
    'of 1,000 parts with long heads': [
      'multipart/form-data; boundary=x',
      `${part(`a"${';b="c"'.repeat(150)};d="`).repeat(1000)}--x--`,
    ],
    'of 170,000 escapes beside broken ones': [FORM, `username=${'%41%zz'.repeat(170_000)}`],
    'of 170,000 escapes that are no UTF-8': [FORM, `username=${'%e9%zz'.repeat(170_000)}`],
    'of 340,000 escapes': [FORM, `username=${'%41'.repeat(340_000)}`],
    'of 500,000 parameters': [FORM, 'a&'.repeat(500_000)],
    'of 500,000 parameters without a name': [FORM, '=&'.repeat(500_000)],
  };
  for (const [shape, [type, body]] of Object.entries(hostile))
    it(`${shape} costs what a plain one of its size costs and 25 ms more at most`, async () => {
      example = await startExample();
      const send = (contentType: string, bytes: string) => async (): Promise<void> => {
        await (await example.send('POST', '/api/v1/login', bytes, { 'content-type': contentType })).text();
      };
      const plain = await quickest(send(FORM, `username=${'x'.repeat(body.length - 'username='.length)}`));
      expect(await quickest(send(type, body), plain + 25)).to.be.below(plain + 25);
    });

  it('in parts may have 1,000 of them, and no more', async () => {
    example = await startExample();
    const answerTo = async (count: number) => {
      const body = `${part('a').repeat(count - 1)}${part('kind').slice(0, -2)}direct\r\n--x--`;
      return example.send('POST', '/api/v1/echo', body, {
        ...AS_MEMBER,
        'content-type': 'multipart/form-data; boundary=x',
      });
    };
    expect((await answerTo(1000)).status).to.equal(200);
    expect(await bodyOf(await answerTo(1001))).to.include({ msg: 'Too many parameters (limit: 1000)' });
  });
});

import { expect } from 'chai';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { text } from '../../../src/api/http/parameters.ts';
import { read, routes } from '../../../src/api/http/route.ts';
import { TestClock } from '../../support/testClock.ts';
import { until } from '../../support/waiting.ts';
import { startExample, type ExampleServer } from './exampleServer.ts';

const wordRoutes = routes({
  'POST /say': read({
    who: 'anyone',
    summary: '',
    params: { word: text() },
    response: z.strictObject({ word: z.string() }),
    handle: ({ params: { word } }) => ({ word }),
  }),
});

const HEAD = 'POST /api/v1/say HTTP/1.1\r\nHost: localhost\r\n';
const FORM = `${HEAD}Content-Type: application/x-www-form-urlencoded\r\n`;

/** A connection, and all that it heard when it is closed. */
function speak(port: number, words: string): { socket: Socket; heard: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => void (words && socket.write(words)));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  return { socket, heard: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}

describe('A server that is asked to stop', () => {
  let example: ExampleServer;
  let clock: TestClock;
  beforeEach(async () => {
    clock = new TestClock();
    example = await startExample({ routes: wordRoutes, clock });
  });

  /** The three that a stop sets together; what is looked at beside is one. */
  const timersOfStop = () => until(() => clock.timers >= 2);

  /** A later request is answered once all that was sent before has been read. */
  const everythingRead = async (): Promise<void> => {
    for (let turn = 0; turn < 2; turn += 1)
      await speak(example.port, `${HEAD}Connection: close\r\n\r\n`).heard;
  };

  it('does so although new connections never cease to come', async () => {
    const answers: string[] = [];
    let isOver = false;
    const comeAgain = async (): Promise<void> => {
      while (!isOver) answers.push(await speak(example.port, `${HEAD}Connection: close\r\n\r\n`).heard);
    };
    const visitors = Array.from({ length: 50 }, comeAgain);
    await until(() => answers.length >= 100);
    let isStopped = false;
    void example.server.stop().then(() => (isStopped = true));
    // Pending connections are accepted for 200 ms, and what is on its way then has a second; not the ten of the longest stop.
    await until(async () => {
      if (clock.monotonic() < 1_400) await clock.advance(200);
      return isStopped;
    });
    isOver = true;
    await Promise.all(visitors);
    for (const answer of answers.filter((text) => text !== ''))
      expect(answer).to.match(/Missing 'word' argument.*\}\n$/s);
  });

  it('waits a second, not ten, for requests that do not arrive wholly', async () => {
    const halves = [
      'POST /api/v1/say HT',
      HEAD,
      `${FORM}Content-Length: 10\r\n\r\nword=`,
      `${FORM}Transfer-Encoding: chunked\r\n\r\n5\r\nword=\r\n`,
    ].map((half) => speak(example.port, half));
    await everythingRead();
    let isStopped = false;
    const stopped = example.server.stop().then(() => (isStopped = true));
    await timersOfStop();
    await clock.advance(999);
    expect(isStopped).to.equal(false);
    await clock.advance(1);
    await stopped;
    for (const { heard } of halves) expect(await heard).to.equal('');
  });

  it('answers what arrives within that second, and closes the connection', async () => {
    const { socket, heard } = speak(example.port, `${FORM}Content-Length: 10\r\n\r\nword=`);
    await everythingRead();
    const stopped = example.server.stop();
    await timersOfStop();
    socket.write('hello');
    expect(await heard).to.match(/Connection: close.*"word":"hello"/s);
    await stopped;
  });

  it('closes the connection with every answer that it still gives, documents too', async () => {
    const half = speak(example.port, 'GET /api/v1/openapi.json HTTP/1.1\r\n');
    await everythingRead();
    const stopped = example.server.stop();
    await timersOfStop();
    half.socket.write('Host: localhost\r\n\r\n');
    expect(await half.heard).to.match(/^HTTP\/1.1 200 .*Connection: close/s);
    await stopped;
  });

  it('waits a quarter of a second, not ten, for connections that say nothing', async () => {
    const silent = Array.from({ length: 3 }, () => speak(example.port, ''));
    await everythingRead();
    const stopped = example.server.stop();
    await timersOfStop();
    await clock.advance(250);
    await stopped;
    for (const { heard } of silent) expect(await heard).to.equal('');
  });
});

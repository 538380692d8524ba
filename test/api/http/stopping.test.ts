import { expect } from 'chai';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { text } from '../../../src/api/http/parameters.ts';
import { read, routes } from '../../../src/api/http/route.ts';
import { pause, systemClock } from '../../../src/clock.ts';
import { startExample, type ExampleServer } from './exampleServer.ts';

const saying = routes({
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
  beforeEach(async () => (example = await startExample({ routes: saying })));

  const millisecondsOfStop = async (): Promise<number> => {
    const asked = performance.now();
    await example.server.stop();
    return performance.now() - asked;
  };

  it('does so although new connections never cease to come', async () => {
    const answers: string[] = [];
    let isOver = false;
    const comeAgain = async (): Promise<void> => {
      while (!isOver) answers.push(await speak(example.port, `${HEAD}Connection: close\r\n\r\n`).heard);
    };
    const visitors = Array.from({ length: 50 }, comeAgain);
    while (answers.length < 100) await pause(systemClock, 5);
    const took = await millisecondsOfStop();
    isOver = true;
    await Promise.all(visitors);
    expect(took).to.be.below(1_500);
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
    await pause(systemClock, 100);
    expect(await millisecondsOfStop()).to.be.within(500, 4_000);
    for (const { heard } of halves) expect(await heard).to.equal('');
  });

  it('answers what arrives within that second, and closes the connection', async () => {
    const { socket, heard } = speak(example.port, `${FORM}Content-Length: 10\r\n\r\nword=`);
    await pause(systemClock, 100);
    const stopped = example.server.stop();
    await pause(systemClock, 100);
    socket.write('hello');
    expect(await heard).to.match(/Connection: close.*"word":"hello"/s);
    await stopped;
  });

  it('closes the connection with every answer that it still gives, documents too', async () => {
    const half = speak(example.port, 'GET /api/v1/openapi.json HTTP/1.1\r\n');
    await pause(systemClock, 100);
    const stopped = example.server.stop();
    await pause(systemClock, 100);
    half.socket.write('Host: localhost\r\n\r\n');
    expect(await half.heard).to.match(/^HTTP\/1.1 200 .*Connection: close/s);
    await stopped;
  });

  it('does not wait for connections that say nothing', async () => {
    const silent = Array.from({ length: 3 }, () => speak(example.port, ''));
    await pause(systemClock, 100);
    expect(await millisecondsOfStop()).to.be.below(900);
    for (const { heard } of silent) expect(await heard).to.equal('');
  });
});

import { expect } from 'chai';
import { createServer as createHttp } from 'node:http';
import {
  createSecureServer,
  createServer as createHttp2,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { systemClock } from '../../../../src/base/clock.ts';
import { Misconfigured } from '../../../../src/base/errors.ts';
import type { EventLog } from '../../../../src/events/log/eventLog.ts';
import { openEventStoreDbLog } from '../../../../src/events/log/eventstoredb/log.ts';
import { appendFailure, readFailure } from '../../../../src/events/log/eventstoredb/failures.ts';
import { selfSigned } from '../../../support/eventstoredb/certificate.ts';
import { failureOf, sampleEvent } from '../../../support/eventLogs.ts';

const notFound = (_: Http2ServerRequest, response: Http2ServerResponse): void => {
  response.statusCode = 404;
  response.end();
};

/** Servers of each kind that may answer at the URL; whether the URL asks for TLS; and the sentence of the error. */
const others: readonly [kind: string, start: () => Server, tls: boolean, sentence: RegExp][] = [
  ['a web server', () => createHttp((_, response) => response.end('hello')), false, /no EventStoreDB/],
  ['an HTTP/2 server of another kind', () => createHttp2(notFound), false, /no EventStoreDB/],
  [
    'something that speaks first',
    () => createTcp((socket) => socket.end('SSH-2.0\r\n')),
    false,
    /no EventStoreDB/,
  ],
  [
    'a server without TLS',
    () => createHttp((_, response) => response.end('hello')),
    true,
    /does not speak TLS/,
  ],
  [
    'a server with a certificate of its own',
    () => {
      const { key, certificate: cert } = selfSigned();
      return createSecureServer({ key, cert }, notFound);
    },
    true,
    /certificate/,
  ],
];

describe('What EventStoreDB refuses', () => {
  for (const [kind, start, tls, sentence] of others)
    it(`is one sentence where ${kind} answers`, async () => {
      const server = start();
      const sockets: Socket[] = [];
      server.on('connection', (socket: Socket) => sockets.push(socket));
      await new Promise<void>((resolve) => server.listen(0, resolve));
      const { port } = server.address() as AddressInfo;
      const url = `esdb://somebody:secret@localhost:${port}?tls=${tls}`;
      const log: EventLog = await openEventStoreDbLog({ url, clock: systemClock });
      for (const failure of [
        await failureOf(log.head()),
        await failureOf(log.append('a', [sampleEvent()], 'any')),
      ]) {
        expect(failure).to.be.instanceOf(Misconfigured);
        expect((failure as Error).message)
          .to.match(sentence)
          .and.match(/^EVENTSTOREDB_URL: [^\n]*$/);
        expect((failure as Error).message).to.not.include('secret');
      }
      await log.close();
      for (const socket of sockets) socket.destroy();
      server.close();
    });

  for (const [what, error, sentence] of [
    ['wrong credentials', { code: 16 }, /user name or the password/],
  ] as const)
    it(`is one sentence for ${what}`, () => {
      const thrown = Object.assign(new Error('refused'), error);
      for (const failure of [readFailure(thrown), appendFailure(thrown, 'a', 'any')]) {
        expect(failure).to.be.instanceOf(Misconfigured);
        expect((failure as Error).message).to.match(sentence);
      }
    });

  for (const [what, error] of [
    ['a missing right', { code: 7 }],
    ['a missing right, as the driver names it', { type: 'access-denied' }],
  ] as const)
    it(`names the right and the stream for ${what}`, () => {
      const thrown = Object.assign(new Error('refused'), error);
      for (const [failure, sentence] of [
        [readFailure(thrown), /all events.*\$admins/],
        [readFailure(thrown, 'read organization-1'), /no right to read organization-1;/],
        [appendFailure(thrown, 'organization-1', 'any'), /no right to append to organization-1;/],
        [
          appendFailure(thrown, 'ephemeral-1', 'any', 'set the metadata of ephemeral-1'),
          /no right to set the metadata of ephemeral-1;/,
        ],
      ] as const) {
        expect(failure).to.be.instanceOf(Misconfigured);
        expect((failure as Error).message).to.match(sentence);
      }
    });
});

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const PEM = file('hook.example.com.pem');

/** The result of a request in a process that trusts these certificates besides the usual ones. */
async function outcomeOf(url: string, trusted: string): Promise<unknown> {
  const words = ['--import', 'tsx', file('sendOneRequest.ts'), url];
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: trusted };
  return JSON.parse((await promisify(execFile)(process.execPath, words, { env })).stdout) as unknown;
}

describe('a post to a receiver with a certificate', () => {
  let server: Server;
  const named: unknown[] = [];
  const url = (name: string) => `https://${name}:${(server.address() as AddressInfo).port}/`;

  before(async () => {
    const pem = readFileSync(PEM);
    server = createServer({ key: pem, cert: pem }, (request, response) => {
      named.push((request.socket as TLSSocket & { servername: unknown }).servername);
      response.end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => void server.close());

  it('dials the address and asks for the name, which the certificate must have', async () => {
    expect(await outcomeOf(url('hook.example.com'), PEM)).to.include({ kind: 'answered', status: 200 });
    expect(named).to.deep.equal(['hook.example.com']);
    expect(await outcomeOf(url('other.example.com'), PEM)).to.deep.equal({
      kind: 'unanswered',
      reason: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(named).to.have.length(1);
  });

  it('ends where nobody trusts the certificate, or an address has none', async () => {
    const reasonOf = async (name: string, trusted: string) =>
      ((await outcomeOf(url(name), trusted)) as { readonly reason?: string }).reason;
    expect(await reasonOf('hook.example.com', '')).to.equal('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(await reasonOf('127.0.0.1', PEM)).to.equal('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(named).to.have.length(1);
  });
});

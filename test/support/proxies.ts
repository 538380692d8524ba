/**
 * The proxies of `deploy/`, run with their real programs: the files as they are, with this machine's ports, certificate and
 * nodes in the places that an operator fills in. Suites are skipped by name where a program is not installed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from './disk/temporaryFolder.ts';
import { selfSigned } from './eventstoredb/certificate.ts';
import { sleep } from './waiting.ts';
import { freePort } from './ports.ts';

/** The host name that both files are filled in with. */
export const PROXY_HOST = 'chat.example.com';

const deployed = (name: string): string =>
  readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/** What an operator fills in. */
interface Site {
  readonly folder: string;
  readonly plainPort: string;
  readonly tlsPort: string;
  /** Ports of the nodes on this machine. */
  readonly nodes: readonly string[];
}

interface Program {
  readonly words: (site: Site) => readonly string[];
  readonly environment: (site: Site) => Readonly<Record<string, string>>;
}

/** `text` with every match replaced; fails where there is none, because then the file has changed. */
function filledIn(text: string, pattern: RegExp, words: string): string {
  if (!pattern.test(text)) throw new Error(`The file has nothing like ${pattern}.`);
  return text.replace(pattern, words);
}

function caddyfile({ folder, plainPort, tlsPort }: Site): string {
  const file = filledIn(deployed('Caddyfile'), /\/certificates\//g, `${folder}/`);
  const options = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${tlsPort}\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n`;
  return options + file;
}

function nginxConf({ folder, plainPort, tlsPort, nodes }: Site): string {
  let file = deployed('nginx.conf');
  const [, options = ''] = /^ *server 127\.0\.0\.1:9991(.*);$/m.exec(file) ?? [];
  const servers = nodes.map((port) => `  server 127.0.0.1:${port}${options};`).join('\n');
  file = filledIn(file, /^ *server 127\.0\.0\.1:9991.*;$/m, servers);
  file = filledIn(file, /\/etc\/letsencrypt\/live\/chat\.example\.com\//g, `${folder}/`);
  file = filledIn(file, /listen 443 /g, `listen 127.0.0.1:${tlsPort} `);
  file = filledIn(file, /listen 80;/g, `listen 127.0.0.1:${plainPort};`);
  file = file.replaceAll('[::]:443', `[::1]:${tlsPort}`).replaceAll('[::]:80', `[::1]:${plainPort}`);
  writeFileSync(join(folder, 'hansard.conf'), file);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join('\n');
  return `daemon off;\npid ${folder}/pid;\nerror_log stderr error;\nevents {}\nhttp {\n  access_log off;\n${paths}\n  include ${folder}/hansard.conf;\n}\n`;
}

function fileOf(site: Site, name: string, text: string): string {
  const path = join(site.folder, name);
  writeFileSync(path, text);
  return path;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  caddy: {
    words: (site) => [
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      fileOf(site, 'Caddyfile', caddyfile(site)),
    ],
    environment: ({ folder, nodes }) => ({
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      EXTERNAL_HOST: PROXY_HOST,
      HANSARD_NODES: nodes.map((port) => `127.0.0.1:${port}`).join(' '),
    }),
  },
  nginx: {
    words: (site) => ['-e', 'stderr', '-c', fileOf(site, 'nginx.conf', nginxConf(site))],
    environment: () => ({}),
  },
};

/** A proxy that is listening. */
export class ProxyServer {
  readonly port: number;
  readonly plainPort: number;
  /** Its own authority. */
  readonly certificate: string;
  readonly #child: ChildProcess;
  readonly #remove: () => Promise<void>;
  /** What it has said on standard error. */
  stderr = '';

  private constructor(site: Site, certificate: string, child: ChildProcess, remove: () => Promise<void>) {
    this.port = Number(site.tlsPort);
    this.plainPort = Number(site.plainPort);
    this.certificate = certificate;
    this.#child = child;
    this.#remove = remove;
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
  }

  /** In front of nodes at these ports of the loopback interface. */
  static async start(name: string, nodes: readonly (number | string)[]): Promise<ProxyServer> {
    const { folder, remove } = await temporaryFolder();
    const { key, certificate } = selfSigned(1, [PROXY_HOST, `*.${PROXY_HOST}`]);
    const [plainPort, tlsPort] = [await freePort(), await freePort()];
    const site = { folder, plainPort, tlsPort, nodes: nodes.map(String) };
    writeFileSync(join(folder, 'privkey.pem'), key);
    writeFileSync(join(folder, 'fullchain.pem'), certificate);
    // Workers of nginx run as another user.
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'tmp'));
    const program = PROGRAMS[name]!;
    const environment = { PATH: searchPath(), ...program.environment(site) };
    const child = spawn(name, program.words(site), { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    const proxy = new ProxyServer(site, certificate, child, remove);
    await proxy.#listening();
    return proxy;
  }

  async stop(): Promise<void> {
    const ended = this.#hasEnded ? undefined : once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
    await this.#remove();
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async #listening(): Promise<void> {
    while (!(await isListening(this.port))) {
      if (this.#hasEnded) throw new Error(`The proxy ended instead of starting: ${this.stderr}`);
      await sleep(20);
    }
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (is: boolean) => (): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });
}

/** An answer as a client of a proxy gets it. */
export interface ProxyAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Requests over kept connections of HTTP/1.1, to one host name of a proxy. */
export class ProxyClient {
  readonly #proxy: ProxyServer;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(proxy: ProxyServer, headers: Readonly<Record<string, string>> = {}, host = PROXY_HOST) {
    this.#proxy = proxy;
    this.#headers = { host, ...headers };
  }

  /** An answer whose body is still to come. */
  open(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: string | Readable = '',
  ): Promise<IncomingMessage> {
    const { port, certificate: ca } = this.#proxy;
    const servername = PROXY_HOST;
    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port,
        ca,
        servername,
        agent: this.#agent,
        method,
        path,
        headers: { ...this.#headers, ...headers },
      });
      outgoing.on('error', reject).on('response', resolve);
      if (typeof body === 'string') outgoing.end(body);
      else body.pipe(outgoing);
    });
  }

  async ask(...request: Parameters<ProxyClient['open']>): Promise<ProxyAnswer> {
    const answer = await this.open(...request);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Debian has nginx where only root looks. */
const searchPath = (): string => `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

const isInstalled = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH: searchPath() } }).status === 0;

/** A suite for each of the proxies. */
export function describeProxies(title: string, suite: (this: Mocha.Suite, name: string) => void): void {
  for (const name of Object.keys(PROGRAMS))
    if (isInstalled(name))
      describe(`${name} ${title}`, function () {
        suite.call(this, name);
      });
    else describe.skip(`${name} ${title} (skipped: ${name} is not installed)`, () => undefined);
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { type Clock, pause } from '../../../base/clock.ts';
import { Misconfigured, OperatorError } from '../../../base/errors.ts';
import { LogUnavailable } from '../eventLog.ts';

/** Product names that connection strings begin with; the driver knows the first one only. */
const SCHEME = /^(?:esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\//i;

/** The part that the driver takes for user name and password. */
const ACCOUNT = /^[^:]+:[^@]+@/;

/** Settings of the driver, which ignores case, `-` and `_` in their names. */
const SETTINGS = [
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'connectionName',
  'nodePreference',
  'gossipTimeout',
  'discoveryInterval',
  'maxDiscoverAttempts',
  'defaultDeadline',
  'keepAliveInterval',
  'keepAliveTimeout',
  'throwOnAppendFailure',
];

const plain = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');

/** A connection string that settings can be added to. */
export class ServerAddress {
  readonly #text: string;
  readonly #settings: ReadonlyMap<string, string>;

  /** OperatorError for a setting that the driver does not know: it would ignore it. */
  constructor(url: string) {
    this.#text = url
      .trim()
      .replace(SCHEME, (_, discover?: string) => (discover ? 'esdb+discover://' : 'esdb://'));
    const [, query = ''] = this.#servers.split(/\?(.*)/s);
    const settings = query.split('&').map((setting) => setting.split('=') as [string, string?]);
    for (const [name] of settings) if (name !== '') requireKnown(name);
    this.#settings = new Map(settings.map(([name, value = '']) => [plain(name), value]));
  }

  /** The value of a setting; undefined if it is not in the address. */
  setting(name: string): string | undefined {
    return this.#settings.get(plain(name));
  }

  /** The string for the driver; a setting given here overrides that of the address. */
  with(settings: Readonly<Record<string, string | number>>): string {
    const added = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return `${this.#text}${this.#servers.includes('?') ? '&' : '?'}${added.join('&')}`;
  }

  /** Hosts and settings; a password may hold any character. */
  get #servers(): string {
    return this.#text.replace(/^[^:]+:\/\//, '').replace(ACCOUNT, '');
  }
}

function requireKnown(name: string): void {
  if (SETTINGS.some((setting) => plain(setting) === plain(name))) return;
  const advice =
    plain(name) === 'tlsverifycert'
      ? 'certificates are always verified, and tlsCAFile=… names the authority of a private one'
      : `there are ${SETTINGS.join(', ')}`;
  throw new OperatorError(`EVENTSTOREDB_URL: the driver has no setting ${name}: ${advice}.`);
}

// Errors in the address of a server, found from the address and from the server's answers.

/** Options of the address that name files, and how such a file is read. */
const FILES: readonly (readonly [option: string, kind: string, read: (content: Buffer) => unknown])[] = [
  ['tlsCAFile', 'certificate', (content) => new X509Certificate(content)],
  ['userCertFile', 'certificate', (content) => new X509Certificate(content)],
  ['userKeyFile', 'private key', (content) => createPrivateKey(content)],
];

/** Milliseconds within which a TLS server answers a greeting. */
const GREETING = 1_000;

interface Address {
  readonly account: string | undefined;
  readonly hosts: readonly string[];
  readonly option: (name: string) => string | undefined;
}

/** A connection string; the driver takes option names in any case. */
function addressOf(url: string): Address {
  const [, account, hosts = '', query = ''] =
    /^[^:]*:\/\/(?:([^@/?]*)@)?([^/?]*)[^?]*\??(.*)$/.exec(url) ?? [];
  const options = [...new URLSearchParams(query)];
  const option = (name: string): string | undefined =>
    options.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return { account, hosts: hosts.split(','), option };
}

/** Throws OperatorError if a file that the address names is missing, unreadable or no certificate or key. */
export function requireFiles(url: string): void {
  const { option } = addressOf(url);
  for (const [name, kind, read] of FILES) {
    const path = option(name);
    if (path !== undefined) requireFile(name, path, kind, read);
  }
  for (const [one, other] of [
    ['userCertFile', 'userKeyFile'],
    ['userKeyFile', 'userCertFile'],
  ] as const)
    if (option(one) !== undefined && option(other) === undefined)
      throw new OperatorError(`EVENTSTOREDB_URL: ${one} needs ${other} beside it.`);
}

function requireFile(name: string, path: string, kind: string, read: (content: Buffer) => unknown): void {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new OperatorError(`EVENTSTOREDB_URL: ${name} names ${path}, which ${reason}.`, { cause });
  }
  try {
    read(content);
  } catch (cause) {
    throw new OperatorError(`EVENTSTOREDB_URL: ${name} names ${path}, which holds no ${kind} in PEM.`, {
      cause,
    });
  }
}

/** Runs a read of the server; a failure explains the error in the address, where that can be found. */
export async function explained<Answer>(
  url: string,
  clock: Clock,
  read: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    const sentence = await mistakeIn(addressOf(url), clock, error);
    throw sentence === undefined
      ? error
      : new Misconfigured(`EVENTSTOREDB_URL: ${sentence}`, { cause: error });
  }
}

async function mistakeIn(address: Address, clock: Clock, error: unknown): Promise<string | undefined> {
  const code: unknown = error instanceof Misconfigured && Reflect.get(Object(error.cause), 'code');
  if (!address.account && (code === 7 || code === 16))
    return 'the server asks for an account, and the address has none: esdb://user:password@….';
  const isPlain = address.option('tls')?.toLowerCase() === 'false';
  if (!isPlain || !(error instanceof LogUnavailable)) return undefined;
  const answers = await Promise.all(address.hosts.map((host) => speaksTls(host, clock)));
  return answers.includes(true)
    ? 'the server speaks TLS, and tls=false in the address says that it does not.'
    : undefined;
}

/** Whether a server answers a greeting of TLS; its certificate does not matter. */
async function speaksTls(host: string, clock: Clock): Promise<boolean> {
  const [, name = '', port = '2113'] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(host) ?? [];
  const socket = connect({
    host: name,
    port: Number(port),
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
  });
  const answer = new Promise<boolean>((resolve) => {
    socket.once('secureConnect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  try {
    return await Promise.race([answer, pause(clock, GREETING).then(() => false)]);
  } finally {
    socket.on('error', () => {});
    socket.destroy();
  }
}

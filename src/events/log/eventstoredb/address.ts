import { OperatorError } from '../../../errors.ts';

/** Product names that connection strings begin with; the driver knows the first one only. */
const SCHEME = /^(?:esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\//i;

/** What the driver takes for user name and password. */
const ACCOUNT = /^[^:]+:[^@]+@/;

/** Settings of the driver, which ignores case, `-` and `_` in their names. */
const SETTINGS = [
  ...['tls', 'tlsCAFile', 'userCertFile', 'userKeyFile', 'connectionName', 'nodePreference'],
  ...['gossipTimeout', 'discoveryInterval', 'maxDiscoverAttempts', 'defaultDeadline'],
  ...['keepAliveInterval', 'keepAliveTimeout', 'throwOnAppendFailure'],
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

  /** The string for the driver; a setting given here counts, whatever the address says. */
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

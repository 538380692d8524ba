/** Checks of the settings: those that are valid and yet no good idea. */
import { suggestion } from '../../app/core/requireOrganization.ts';
import { settingNames } from '../../base/config.ts';
import { type Check, fault, ok, skipped, warning } from './check.ts';

const spelling: Check = {
  name: 'settings-spelling',
  advice: 'Correct the name of the variable; `hansard config print` shows the settings in use.',
  examine({ environment }) {
    const others = Object.keys(environment).filter((name) => /^[A-Z]+_[A-Z_]+$/.test(name));
    for (const name of others.filter((each) => !settingNames.includes(each))) {
      const near = suggestion(name, settingNames);
      if (near !== '') return warning(`The variable ${name} is unknown.${near}`);
    }
    return ok('No variable looks like a misspelt setting.');
  },
};

const isLocal = (host: string): boolean => /^(localhost|127\.|\[?::1)/.test(host);

const externalHost: Check = {
  name: 'external-host',
  advice: 'Set EXTERNAL_HOST to the host name that people use: links in mails begin with it.',
  examine: ({ config }) =>
    config.externalHostIsSet
      ? ok(`People reach the server at ${config.externalHost}.`)
      : warning('EXTERNAL_HOST is not set: links lead to localhost, and every host name is answered.'),
};

const externalScheme: Check = {
  name: 'external-scheme',
  advice: 'Put a proxy with TLS in front (deploy/ has examples): passwords and keys travel in every request.',
  examine({ config: { externalScheme: scheme, externalHost: host } }) {
    if (scheme === 'https') return ok('People use https.');
    return isLocal(host)
      ? skipped('The server is for this machine.')
      : fault('People use http, without TLS.');
  },
};

/** The number of bits that are fixed, of an address or network. */
const bitsOf = (network: string): number =>
  Number(network.split('/')[1] ?? (network.includes(':') ? 128 : 32));

const trustedProxies: Check = {
  name: 'trusted-proxies',
  advice: 'List in TRUSTED_PROXIES exactly the IP addresses of your proxies.',
  examine({ config: { TRUSTED_PROXIES: proxies, externalHost: host } }) {
    const widest = proxies.find((network) => bitsOf(network) < (network.includes(':') ? 32 : 8));
    if (widest !== undefined)
      return fault(`TRUSTED_PROXIES trusts ${widest}: nearly anybody can claim any IP address and host.`);
    if (proxies.length > 0) return ok(`Proxies at ${proxies.join(', ')} are trusted.`);
    return isLocal(host)
      ? skipped('There is no proxy.')
      : warning('TRUSTED_PROXIES is not set: behind a proxy, everybody has the IP address of the proxy.');
  },
};

const rateLimits: Check = {
  name: 'rate-limits',
  advice: 'Remove RATE_LIMITS=off: without limits, passwords can be guessed as fast as the server answers.',
  examine: ({ config }) =>
    config.RATE_LIMITS === null ? fault('Rate limits are off.') : ok('Rate limits are on.'),
};

const bootstrapPassword: Check = {
  name: 'bootstrap-password',
  advice:
    'Remove BOOTSTRAP_OWNER_PASSWORD from the environment: it is needed once, and stays readable there.',
  async examine({ config, log }) {
    if (config.BOOTSTRAP_OWNER_PASSWORD === undefined) return ok('No password is in the environment.');
    const isUsed = (await (await log()).head()) !== null;
    return isUsed
      ? warning('The password of the first owner is still in the environment.')
      : ok('The first start will use it.');
  },
};

const operationsPort: Check = {
  name: 'operations-port',
  advice: 'Set OPERATIONS_PORT, so that only your monitoring can read /metrics.',
  examine: ({ config: { OPERATIONS_PORT: port, OPERATIONS_HOST: host } }) =>
    port === undefined
      ? warning('Anybody who reaches the server can read /metrics.')
      : ok(`Metrics are served at ${host}:${port}.`),
};

const webhookNetworks: Check = {
  name: 'webhook-networks',
  advice: 'Unset WEBHOOK_ALLOW_PRIVATE_NETWORKS unless your bots run in a private network.',
  examine: ({ config }) =>
    config.WEBHOOK_ALLOW_PRIVATE_NETWORKS
      ? warning('People can have webhooks sent to private IP addresses.')
      : ok('Webhooks cannot be sent to private IP addresses.'),
};

const projectionDelay: Check = {
  name: 'projection-delay',
  advice: 'Unset PROJECTION_DELAY_MS: it is for tests.',
  examine: ({ config: { PROJECTION_DELAY_MS: delay } }) =>
    delay > 0 ? warning(`All views are delayed by ${delay} ms.`) : ok('Views are not delayed.'),
};

export const settingsChecks: readonly Check[] = [
  spelling,
  externalHost,
  externalScheme,
  trustedProxies,
  rateLimits,
  bootstrapPassword,
  operationsPort,
  webhookNetworks,
  projectionDelay,
];

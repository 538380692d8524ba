/** Checks of what lies between the server, its people and the services that it uses. */
import { lookup } from 'node:dns/promises';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { DAY_MS, systemClock } from '../../base/clock.ts';
import { organizationHostWithPort } from '../../base/config.ts';
import { SERVICE_VERSION } from '../../base/version.ts';
import { type Check, fault, type Finding, ok, skipped, unknown, warning } from './check.ts';

/** Milliseconds that anybody gets to answer. */
const TIMEOUT_MS = 5_000;

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  const code = ((cause ?? error) as { readonly code?: string }).code;
  return code ?? message;
};

const asking = (url: string): Promise<Response> =>
  fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });

const running: Check = {
  name: 'server',
  advice: 'Start the server; its log on standard error says why it ended.',
  async examine({ server }) {
    return (await server()) === null
      ? warning('No server runs on this data folder.')
      : ok('The server runs.');
  },
};

const ready: Check = {
  name: 'server-ready',
  advice: 'Follow the reasons given; the log of the server has more details.',
  async examine({ server }) {
    const vitals = await server();
    if (vitals === null) return unknown('No server runs here.');
    const { reasons, degraded = [] } = vitals.health;
    if (reasons.length > 0) return fault(reasons.join(' '));
    return degraded.length > 0 ? warning(degraded.join(' ')) : ok('The server is ready.');
  },
};

const release: Check = {
  name: 'release',
  advice: 'Restart the server, so that it runs the release that is installed.',
  async examine({ server }) {
    const vitals = await server();
    if (vitals === null) return ok(`Hansard ${SERVICE_VERSION} is installed.`);
    return vitals.release === SERVICE_VERSION
      ? ok(`Hansard ${SERVICE_VERSION} is installed and runs.`)
      : warning(`Hansard ${vitals.release} runs, ${SERVICE_VERSION} is installed.`);
  },
};

const externalAddress: Check = {
  name: 'external-address',
  advice: 'Check DNS, firewall and proxy: people reach the server at EXTERNAL_HOST only.',
  async examine({ config, server }) {
    if (!config.externalHostIsSet) return skipped('EXTERNAL_HOST is not set.');
    const url = `${config.externalScheme}://${config.externalHost}/health/live`;
    try {
      const answer = await asking(url);
      const text = await answer.text();
      if (answer.ok && text.includes('"live"')) return ok(`${url} answers.`);
      return fault(`${url} answers ${answer.status}, which is not this server.`);
    } catch (error) {
      const isExpected = (await server()) === null;
      return (isExpected ? unknown : fault)(`${url} does not answer (${reasonOf(error)}).`);
    }
  },
};

const wildcard: Check = {
  name: 'wildcard-host',
  advice: 'Create a wildcard DNS record for EXTERNAL_HOST: each organization has a host name of its own.',
  async examine({ config, lanes }) {
    if (!config.externalHostIsSet) return skipped('EXTERNAL_HOST is not set.');
    const subdomain = [...(await lanes()).server.state.idBySubdomain.keys()].find(Boolean);
    if (subdomain === undefined) return skipped('No organization has a host name of its own.');
    const host = organizationHostWithPort(config, subdomain).replace(/:\d+$/, '');
    return lookup(host).then(
      ({ address }) => ok(`${host} is ${address}.`),
      (error: unknown) => fault(`${host} is not known in DNS (${reasonOf(error)}).`),
    );
  },
};

const certificate: Check = {
  name: 'certificate',
  advice: 'Renew the certificate, for EXTERNAL_HOST and *.EXTERNAL_HOST; Caddy does it by itself.',
  examine({ config }) {
    if (!config.externalHostIsSet || config.externalScheme !== 'https')
      return skipped('People do not use TLS.');
    const [host = '', port = '443'] = config.externalHost.split(':');
    return new Promise<Finding>((resolve) => {
      const names = isIP(host) ? {} : { servername: host };
      const socket = connectTls({
        host,
        port: Number(port),
        rejectUnauthorized: false,
        timeout: TIMEOUT_MS,
        ...names,
      });
      const end = (finding: Finding): void => {
        socket.destroy();
        resolve(finding);
      };
      socket.once('secureConnect', () => {
        const until = Date.parse(socket.getPeerCertificate().valid_to);
        const complaint = socket.authorized ? undefined : String(socket.authorizationError);
        end(certificateFinding(host, until, complaint));
      });
      socket.once('timeout', () => end(unknown(`${host} does not answer on port ${port}.`)));
      socket.once('error', (error) =>
        end(unknown(`${host} has no TLS on port ${port} (${reasonOf(error)}).`)),
      );
    });
  },
};

function certificateFinding(host: string, until: number, complaint: string | undefined): Finding {
  const days = Math.floor((until - systemClock.now()) / DAY_MS);
  if (Number.isNaN(days)) return unknown(`${host} shows no certificate.`);
  if (days < 0) return fault(`The certificate of ${host} has expired.`);
  if (complaint) return fault(`The certificate of ${host} is not trusted: ${complaint}.`);
  const sentence = `The certificate of ${host} is valid for ${days} days.`;
  return days < 14 ? warning(sentence) : ok(sentence);
}

const mail: Check = {
  name: 'mail',
  advice: 'Set SMTP_URL to a mail server that accepts its user and password, or MAIL_DIR to a folder.',
  async examine({ config: { SMTP_URL: url, MAIL_DIR: folder } }) {
    if (folder !== undefined)
      return access(folder, constants.W_OK).then(
        () => ok(`Mail is written to ${folder}.`),
        () => fault(`${folder} cannot be written to.`),
      );
    if (url === undefined) return warning('No mail is sent: invitations do not arrive.');
    const { verifySmtp } = await import('../../mail/smtp.ts');
    return verifySmtp(url).then(
      () => ok('The mail server accepts this server.'),
      (error: Error) => fault(error.message.replace(/\.?$/, '.')),
    );
  },
};

const bouncer: Check = {
  name: 'push-bouncer',
  advice: 'Check PUSH_BOUNCER_URL and the firewall: phones get no notifications without the bouncer.',
  async examine({ config: { PUSH_BOUNCER_URL: url } }) {
    if (url === undefined) return skipped('No push notifications are sent.');
    const { origin } = new URL(url);
    try {
      const { headers, status } = await asking(origin);
      if (status >= 500) return fault(`${origin} answers ${status}.`);
      const apart = Math.abs(Date.parse(headers.get('date') ?? '') - systemClock.now()) / 1_000;
      return apart > 30
        ? warning(`${origin} answers, and its clock differs by ${Math.round(apart)} s.`)
        : ok(`${origin} answers.`);
    } catch (error) {
      return fault(`${origin} does not answer (${reasonOf(error)}).`);
    }
  },
};

const proxies: Check = {
  name: 'proxies',
  advice: 'Check that the proxy runs, and that TRUSTED_PROXIES has its present IP address.',
  async examine({ config: { TRUSTED_PROXIES: trusted } }) {
    const single = trusted
      .map((network) => network.split('/')[0] ?? '')
      .filter((_, nth) => isSingle(trusted[nth]));
    if (single.length === 0) return skipped('TRUSTED_PROXIES has no single IP address.');
    const reached = await Promise.all(single.map(async (address) => (await isReachable(address)) || address));
    const silent = reached.filter((each) => each !== true);
    return silent.length > 0
      ? warning(`No proxy answers at ${silent.join(', ')}.`)
      : ok('Each proxy can be reached.');
  },
};

const isSingle = (network = ''): boolean => !network.includes('/') || /\/(32|128)$/.test(network);

/** Whether a machine answers at a usual port; a refusal is an answer. */
const isReachable = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: 443, timeout: TIMEOUT_MS / 2 });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', (error) => end(reasonOf(error) === 'ECONNREFUSED'));
  });

export const networkChecks: readonly Check[] = [
  running,
  ready,
  release,
  externalAddress,
  wildcard,
  certificate,
  mail,
  bouncer,
  proxies,
];

/** A server with services that are made up: two organizations, a few people, no storage at all. */
import { createServer, type ApiServer, type ServerOptions } from '../../../src/api/server.ts';
import { ChannelListings } from '../../../src/api/listings/channels.ts';
import { PresenceListings } from '../../../src/api/listings/presences.ts';
import { UserListings } from '../../../src/api/listings/users.ts';
import { createMetrics } from '../../../src/api/http/metrics.ts';
import type { OnResponse } from '../../../src/api/http/pipeline.ts';
import type { Route } from '../../../src/api/http/route.ts';
import { serverSettingsRoutes } from '../../../src/api/organization/serverSettings.ts';
import type { Health } from '../../../src/api/http/vitals.ts';
import type { Account, ServedOrganization } from '../../../src/api/http/servedOrganization.ts';
import type { Services } from '../../../src/api/http/services.ts';
import type { Vitals } from '../../../src/api/http/vitals.ts';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import type { Submit } from '../../../src/commands/define.ts';
import { type Config, organizationUrl, readConfig } from '../../../src/base/config.ts';
import { NotReady } from '../../../src/base/errors.ts';
import type { CredentialId, OrganizationId, UserId } from '../../../src/base/ids.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { emptyOrganization } from '../../../src/organization/state.ts';
import { compatibility } from '../../../src/wire/compatibility.ts';
import { checkAnswer, checkErrorForm } from '../responseCheck.ts';
import { exampleRoutes } from './exampleRoutes.ts';

/** An account whose API key is its number, padded to 32 characters. */
const account = (userId: number, email: string, more: Partial<Account> = {}): Account => ({
  userId: userId as UserId,
  email,
  isActive: true,
  isMember: true,
  isBot: false,
  isSendOnly: false,
  apiKeyCredentialId: `credential-${userId}` as CredentialId,
  ...more,
});

export const keyOf = (userId: number): string => String(userId).padStart(32, 'k');

export const basic = (email: string, key: string): string =>
  `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

export const AS_MEMBER = { authorization: basic('member@example.com', keyOf(1)) };
export const AS_GUEST = { authorization: basic('guest@example.com', keyOf(2)) };
export const AS_BOT = { authorization: basic('bot@example.com', keyOf(3)) };
export const AS_INACTIVE = { authorization: basic('gone@example.com', keyOf(4)) };

interface Options extends ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly log?: (line: string) => void;
  readonly routes?: readonly Route[];
  readonly health?: () => Health;
  readonly vitals?: Partial<Vitals>;
}

/** What `fetch` may send. */
export type Body = NonNullable<RequestInit['body']>;

export interface ExampleServer {
  readonly url: string;
  readonly port: number;
  readonly server: ApiServer;
  /** People of the root organization; tests change them. */
  readonly people: Map<number, Account>;
  /** Keys that were looked up. */
  readonly lookUps: string[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  send(method: string, path: string, body: Body, headers?: Record<string, string>): Promise<Response>;
}

/** Every revision that `submit` answers is one higher than the last. */
function organizationOf(
  id: number,
  subdomain: string,
  people: Map<number, Account>,
  config: Config,
): ServedOrganization {
  let revision = 6;
  const submit: Submit = async (definition, input, { actor }) => {
    const context = { actor, now: 0, nextRevision: 0, facts: undefined as never };
    return { result: definition.decide(state, input, context).result, revision: ++revision };
  };
  const state = emptyOrganization(id as OrganizationId);
  return {
    id: id as OrganizationId,
    subdomain,
    name: subdomain || 'Root',
    isActive: subdomain !== 'closed',
    url: organizationUrl(config, subdomain),
    hasWebPublicChannels: false,
    state,
    requireFresh: () => undefined,
    waitForRevision: async () => undefined,
    account: (userId) => people.get(userId),
    session: () => undefined,
    accountByEmail: (email) => [...people.values()].find((one) => one.email === email.toLowerCase()),
    presence: unused,
    submit,
    submitAfterDryRun: unused,
    host: 'localhost',
  };
}

const examplePeople = (): Map<number, Account> =>
  new Map([
    [1, account(1, 'member@example.com')],
    [2, account(2, 'guest@example.com', { isMember: false })],
    [3, account(3, 'bot@example.com', { isBot: true })],
    [4, account(4, 'gone@example.com', { isActive: false })],
  ]);

/** `GET /refusal` answers any code with any field. */
const checkExample: OnResponse = (route, status, body) =>
  route?.name === 'GET /refusal' && status >= 400 ? checkErrorForm(body) : checkAnswer(route, status, body);

export async function startExample(options: Options = {}): Promise<ExampleServer> {
  const people = examplePeople();
  const lookUps: string[] = [];
  const config = readConfig({ RATE_LIMITS: 'off', ...options.environment });
  const organizations = new Map(
    ['', 'acme', 'closed'].map((name, index) => [name, organizationOf(index + 1, name, people, config)]),
  );
  const health = (): Health => options.health?.() ?? { reasons: [], projections: [] };
  const services: Services = {
    clock: options.clock ?? systemClock,
    config,
    logger: createLogger(options.log ? 'debug' : 'silent', { write: (line) => options.log?.(line) }),
    metrics: createMetrics(),
    compatibility: options.environment?.COMPATIBILITY_NAMES === undefined ? undefined : compatibility,
    mailer: { isSet: false, send: unused },
    organizations: {
      bySubdomain: (subdomain) => organizations.get(subdomain),
      all: () => organizations.values(),
    },
    secrets: {
      async findApiKey(key) {
        lookUps.push(key);
        const userId = /^k+(\d+)$/.exec(key)?.[1];
        if (userId === undefined) return undefined;
        const organizationId = (userId.startsWith('9') ? 2 : 1) as OrganizationId;
        return { organizationId, credentialId: `credential-${userId}` as CredentialId };
      },
      findSession: unused,
      issueSession: unused,
      storePassword: unused,
      issueApiKey: unused,
      issueBotToken: unused,
      issueInvitations: unused,
      issueInvitationLink: unused,
      showInvitationLink: unused,
      findInvitation: unused,
      issueSigningSecret: unused,
      sealText: unused,
      openText: unused,
      passwordHash: unused,
      showApiKey: unused,
      showBotToken: unused,
      showSigningSecret: unused,
      storePushKey: unused,
      showPushKey: unused,
      storePushRegistration: unused,
    },
    pictures: { squares: unused, fitted: unused, emoji: unused },
    storedPictures: { measure: unused, thumbnail: unused },
    files: {
      store: unused,
      open: unused,
      sizeOf: unused,
      savePartial: unused,
      findPartial: unused,
      findPartialsOf: unused,
      removePartial: unused,
    },
    passwords: { hash: unused, verify: unused, close: unused },
    webTokens: { emailIn: unused },
    push: null,
    eventQueues: {
      generation: 0,
      register: unused,
      require: unused,
      poll: unused,
      follow: unused,
      requireNotForeign: unused,
      delete: unused,
      waitingOf: unused,
      addEphemeral: unused,
    },
    emoji: { codeOf: () => undefined, namesOf: () => [], namesByCode: () => new Map() },
    render: unused,
    renderDescription: unused,
    views: { level: () => Promise.reject(new NotReady('No views here')) },
    listings: {
      users: new UserListings(noSources),
      channels: new ChannelListings(noSources),
      presences: new PresenceListings(),
    },
    tracing: undefined,
    health: async () => health(),
    record: {
      eventsBefore: unused,
      projections: unused,
      rebuild: unused,
      inspect: unused,
      rebuildProgress: unused,
      verify: unused,
      verification: unused,
    },
    vitals: async () => ({
      release: '1.2.3',
      now: 0,
      health: health(),
      backlogs: [],
      storage: undefined,
      backups: { takenAt: null, position: null, verifiedAt: null, isVerified: null },
      clockBehindMs: 0,
      limits: { openFiles: null, memory: { totalBytes: 0, freeBytes: 0 } },
      ...options.vitals,
    }),
  };
  const routes = options.routes ?? [...exampleRoutes, ...serverSettingsRoutes];
  const server = createServer(services, routes, { onAnswer: options.onAnswer ?? checkExample });
  const port = await server.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    server,
    people,
    lookUps,
    get: (path, headers = {}) => fetch(`${url}${path}`, { headers }),
    send: (method, path, body, headers = {}) => fetch(`${url}${path}`, { method, body, headers }),
  };
}

/** No route of these tests asks for it. */
const unused = (): never => {
  throw new Error('Not to be asked for here');
};

const noSources = {
  clock: systemClock,
  views: { get: unused, load: unused, find: unused },
  touched: unused,
};

/** The JSON body of an answer. */
export const bodyOf = async (answer: Response): Promise<Record<string, unknown>> =>
  (await answer.json()) as Record<string, unknown>;

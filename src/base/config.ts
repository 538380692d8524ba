/**
 * The settings: environment variables → checked values. Every default works without set-up. An invalid value
 * is an `OperatorError` of one sentence that names the variable.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { OperatorError } from './errors.ts';
import { LOG_LEVELS } from './logger.ts';

/** One window of calls: at most `requests` in any `seconds`. */
const RateRule = z.strictObject(
  {
    requests: z.int('must be a whole number').positive('must be more than 0'),
    seconds: z.number('must be a number').positive('must be more than 0'),
  },
  'must have requests and seconds and nothing else',
);
export type RateRule = z.infer<typeof RateRule>;

/** Rate limits by kind of caller; null switches all of them off. */
const RateRules = z.strictObject(
  {
    user: RateRule.default({ requests: 200, seconds: 60 }),
    poll: RateRule.default({ requests: 200, seconds: 1 }),
    anonymous: RateRule.default({ requests: 100, seconds: 60 }),
    login: RateRule.default({ requests: 5, seconds: 1800 }),
  },
  'must be on, off or rules for user, poll, anonymous and login in JSON',
);
export type RateRules = z.infer<typeof RateRules>;

const someText = z.string('must be text').min(1, 'must not be empty');

/** Accepted signature algorithms of tokens: with a shared secret (HS…) or a public key. */
const JWT_ALGORITHMS = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The key with which an organization verifies tokens: a shared secret, or a public key in PEM. */
const JwtKey = z.strictObject(
  {
    key: someText,
    algorithms: z
      .array(z.enum(JWT_ALGORITHMS, `must be of ${JWT_ALGORITHMS.join(', ')}`), 'must be a list')
      .min(1, 'must not be empty'),
  },
  'must have key and algorithms and nothing else',
);
const JwtKeys = z.record(z.string(), JwtKey, 'must be a JSON object: subdomain to key and algorithms');
/** Subdomain, '' for the root organization → the key of its tokens. */
export type JwtKeys = Readonly<z.infer<typeof JwtKeys>>;

const onOrOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(fallback)
    .transform((value) => value === 'on');

const numberFrom = (least: number, most: number) =>
  z
    .string()
    .regex(/^-?\d{1,12}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const wholeNumber = (fallback: number, least: number, most: number) =>
  numberFrom(least, most).default(fallback);

const optionalNumber = (least: number, most: number) => numberFrom(least, most).optional();

/** The URL must name a host; a list of several hosts is for the driver to understand. */
const address = (...protocols: readonly string[]) =>
  z
    .string()
    .refine((value) => protocols.some((protocol) => namesHost(value, `${protocol}//`)), {
      message: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    })
    .optional();

/** Past and present names of the product; the log's engine gives its driver the one that it knows. */
const EVENTSTOREDB_PROTOCOLS = ['esdb', 'kurrentdb', 'kurrent', 'kdb'].flatMap((name) => [
  `${name}:`,
  `${name}+discover:`,
]);

const namesHost = (value: string, beginning: string): boolean =>
  (URL.canParse(value) || value.includes(',')) &&
  value.toLowerCase().startsWith(beginning) &&
  /^([^/?#]*@)?[^/?#@:]/.test(value.slice(beginning.length));

/** An IP address or a network: `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  const isPrefix =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  return family !== 0 && isPrefix && rest.length === 0;
}

const networks = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((values) => values.every(isNetwork), 'must be IP addresses or networks, separated by commas');

/** JSON text of a schema; some words may stand for whole texts. */
const jsonText = <Schema extends z.ZodType>(schema: Schema, words: Readonly<Record<string, string>> = {}) =>
  z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(Object.hasOwn(words, value) ? (words[value] ?? '') : value) as unknown;
      } catch {
        const others = Object.keys(words).length > 0 ? `${Object.keys(words).join(', ')} or ` : '';
        context.addIssue(`must be ${others}JSON text`);
        return z.NEVER;
      }
    })
    .pipe(schema);

const rateLimits = jsonText(RateRules.nullable(), { on: '{}', off: 'null' }).prefault('on');

/** The local part of an e-mail address. */
const LocalAddress = z.string().regex(/^[a-z0-9][\w.+-]{0,63}@localhost$/i);

const HOST_NAME =
  /^(?=.{1,253}(:|$))[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;

const hostName = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => HOST_NAME.test(value) && Number(value.split(':')[1] ?? 0) <= 65_535, {
    message: 'must be a host name, with or without a port',
  })
  .optional();

/** The settings by the names of their variables. */
const Environment = z.object({
  PORT: wholeNumber(9991, 0, 65535),
  OPERATIONS_PORT: optionalNumber(0, 65535),
  OPERATIONS_HOST: z
    .string()
    .refine((value) => isIP(value) !== 0, 'must be an IP address')
    .default('127.0.0.1'),
  NODE_URL: address('http:').refine(
    (url) => url === undefined || new URL(url).port !== '',
    'must name a port',
  ),
  DATA_DIR: z.string().default('./data'),
  BOOTSTRAP_OWNER_EMAIL: z
    .union([z.email(), LocalAddress], 'must be an e-mail address')
    .default('owner@localhost'),
  BOOTSTRAP_OWNER_PASSWORD: z.string().optional(),
  BOOTSTRAP_ORGANIZATION_NAME: z.string().default('Hansard'),
  EXTERNAL_HOST: hostName,
  EXTERNAL_SCHEME: z.enum(['http', 'https'], 'must be http or https').optional(),
  TRUSTED_PROXIES: networks,
  EVENTSTOREDB_URL: address(...EVENTSTOREDB_PROTOCOLS),
  MONGODB_URL: address('mongodb:', 'mongodb+srv:'),
  JWT_AUTH_KEYS: jsonText(JwtKeys).optional(),
  RATE_LIMITS: rateLimits,
  MAX_CONNECTIONS: wholeNumber(20_000, 1, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1000, 1, 1_000_000),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: onOrOff('off'),
  WEB_PUBLIC_CHANNELS: onOrOff('off'),
  WEB_APP: onOrOff('on'),
  INVITATION_LINK_VALIDITY_MINUTES: wholeNumber(14400, 1, 5_256_000),
  INVITATIONS_PER_DAY: wholeNumber(100, 0, 10_000),
  MAX_FILE_UPLOAD_SIZE_MIB: wholeNumber(100, 0, 100_000),
  UPLOAD_QUOTA_MIB: wholeNumber(0, 0, 1_000_000_000),
  UPLOAD_QUOTA_PER_USER_MIB: wholeNumber(0, 0, 1_000_000_000),
  COMPATIBILITY_NAMES: z.enum(['zulip'], 'must be zulip or absent').optional(),
  PUSH_BOUNCER_URL: address('http:', 'https:'),
  SMTP_URL: address('smtp:', 'smtps:'),
  MAIL_DIR: z.string().optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ENDPOINT_URL: address('http:', 'https:'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  MAX_STALENESS_SECONDS: wholeNumber(30, 1, 86_400),
  PROJECTION_DELAY_MS: wholeNumber(0, 0, 60_000),
});

/** Checked settings, by the names of the variables they come from. */
export type Environment = z.infer<typeof Environment>;

/** Settings as the server uses them. */
export interface Config extends Environment {
  /** Host name that clients use, with its port; `localhost:PORT` unless set. */
  readonly externalHost: string;
  /** Whether EXTERNAL_HOST was set: if so, unknown host names belong to no organization. */
  readonly externalHostIsSet: boolean;
  /** Whether a BOOTSTRAP_… variable was set. */
  readonly bootstrapIsSet: boolean;
  /** How clients connect; unless set, `https` if a proxy that could terminate TLS stands in front. */
  readonly externalScheme: 'http' | 'https';
}

/** Settings of JSON text, in which line breaks and tabs are layout. */
const JSON_SETTINGS: ReadonlySet<string> = new Set(['JWT_AUTH_KEYS', 'RATE_LIMITS']);

/**
 * A text that somebody set, without a byte order mark: editors show neither that nor control characters, which would
 * become part of a password or path. Throws `OperatorError`, whose sentence begins with `what`, for control characters and
 * for what was not UTF-8.
 */
export function visibleText(text: string, what: string, mayHaveLayout = false): string {
  const unmarked = text.replace(/^\uFEFF/, '');
  if (/[\uFFFD\p{Cs}]/u.test(unmarked)) throw new OperatorError(`${what} is not text in UTF-8.`);
  const isControlled = /[\p{Cc}\uFEFF]/u.test(
    mayHaveLayout ? unmarked.replaceAll(/[\t\r\n]/g, '') : unmarked,
  );
  if (isControlled)
    throw new OperatorError(`${what} contains an invisible control character, such as a carriage return.`);
  return unmarked;
}

/** Reads the settings; an empty variable counts as absent. Throws `OperatorError`. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(
    Object.entries(environment)
      .filter((entry): entry is [string, string] => entry[0] in Environment.shape && Boolean(entry[1]))
      .map(([name, value]) => [name, visibleText(value, name, JSON_SETTINGS.has(name))]),
  );
  const parsed = Environment.safeParse(present);
  if (!parsed.success) throw new OperatorError(sentenceOf(parsed.error));
  const settings = parsed.data;
  if (settings.PORT !== 0 && settings.PORT === settings.OPERATIONS_PORT)
    throw new OperatorError('OPERATIONS_PORT must not be PORT.');
  return {
    ...settings,
    externalHost: settings.EXTERNAL_HOST ?? `localhost:${settings.PORT}`,
    externalHostIsSet: settings.EXTERNAL_HOST !== undefined,
    bootstrapIsSet: Object.keys(present).some((name) => name.startsWith('BOOTSTRAP_')),
    externalScheme: settings.EXTERNAL_SCHEME ?? (settings.TRUSTED_PROXIES.length > 0 ? 'https' : 'http'),
  };
}

/** `PORT must be a whole number.` Values are never repeated: they may be secrets. */
function sentenceOf({ issues: [issue] }: z.ZodError): string {
  const [name, ...path] = issue?.path ?? [];
  const where = path.length > 0 ? ` (at ${path.join('.')})` : '';
  return `${String(name)} ${issue?.message}${where}.`;
}

const SECRETS: ReadonlySet<string> = new Set([
  'BOOTSTRAP_OWNER_PASSWORD',
  'JWT_AUTH_KEYS',
  'EVENTSTOREDB_URL',
  'MONGODB_URL',
  'SMTP_URL',
  'PUSH_BOUNCER_URL',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]);

/** The names of all variables. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

/** Variables whose default depends on others, or that are stored in another form. */
const IN_FORCE: Readonly<Record<string, (config: Config) => unknown>> = {
  RATE_LIMITS: ({ RATE_LIMITS: rules }) => rules ?? 'off',
  EXTERNAL_HOST: ({ externalHost }) => externalHost,
  EXTERNAL_SCHEME: ({ externalScheme }) => externalScheme,
};

/**
 * The host of an organization, with the port if there is one; '' is the subdomain of the root organization.
 */
export const organizationHostWithPort = (
  { externalHost }: Pick<Config, 'externalHost'>,
  subdomain: string,
): string => (subdomain === '' ? externalHost : `${subdomain}.${externalHost}`);

/**
 * The URL of an organization as its members know it, without a trailing slash; '' is the subdomain of the
 * root organization.
 */
export const organizationUrl = (
  config: Pick<Config, 'externalScheme' | 'externalHost'>,
  subdomain: string,
): string => `${config.externalScheme}://${organizationHostWithPort(config, subdomain)}`;

/** The host name of an organization, without a port: the domain of its bots' e-mail addresses. */
export const organizationHost = (config: Pick<Config, 'externalHost'>, subdomain: string): string =>
  organizationHostWithPort(config, subdomain).replace(/:\d+$/, '');

/** Whether a value is a URL that names an account. */
function hasUserInfo(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
}

/** The settings in force, for `config print`; secrets, and URLs that may contain one, are masked. */
export const maskConfig = (config: Config): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    settingNames.map((name) => {
      const value = IN_FORCE[name]?.(config) ?? config[name as keyof Environment];
      const isSecret = value !== undefined && (SECRETS.has(name) || hasUserInfo(value));
      return [name, isSecret ? '***' : (value ?? null)];
    }),
  );

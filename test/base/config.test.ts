import { expect } from 'chai';
import { maskConfig, organizationUrl, readConfig } from '../../src/base/config.ts';
import { OperatorError } from '../../src/base/errors.ts';

describe('The settings', () => {
  it('needs nothing to be set', () => {
    expect(readConfig({ PATH: '/bin', HOME: '/root' })).to.deep.include({
      PORT: 9991,
      DATA_DIR: './data',
      TRUSTED_PROXIES: [],
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: false,
      WEB_PUBLIC_CHANNELS: false,
      WEB_APP: true,
      INVITATION_LINK_VALIDITY_MINUTES: 14400,
      INVITATIONS_PER_DAY: 100,
      MAX_FILE_UPLOAD_SIZE_MIB: 100,
      UPLOAD_QUOTA_MIB: 0,
      UPLOAD_QUOTA_PER_USER_MIB: 0,
      MAX_CONNECTIONS: 20_000,
      MAX_CONNECTIONS_PER_ADDRESS: 1000,
      LOG_LEVEL: 'info',
      MAX_STALENESS_SECONDS: 30,
      PROJECTION_DELAY_MS: 0,
      RATE_LIMITS: {
        user: { requests: 200, seconds: 60 },
        poll: { requests: 200, seconds: 1 },
        anonymous: { requests: 100, seconds: 60 },
        login: { requests: 5, seconds: 1800 },
      },
      externalHost: 'localhost:9991',
      externalHostIsSet: false,
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ PORT: '', EXTERNAL_HOST: '' })).to.include({ PORT: 9991, externalHostIsSet: false });
  });

  it('names the external host by its port unless it is set', () => {
    expect(readConfig({ PORT: '80' }).externalHost).to.equal('localhost:80');
    expect(readConfig({ EXTERNAL_HOST: 'Chat.Example.com' })).to.include({
      externalHost: 'chat.example.com',
      externalHostIsSet: true,
    });
  });

  it('is reached by TLS where a proxy stands before it, unless it is told otherwise', () => {
    const addressOf = (environment: Readonly<Record<string, string>>) =>
      organizationUrl(readConfig({ EXTERNAL_HOST: 'chat.example.com', ...environment }), 'acme');
    expect(addressOf({})).to.equal('http://acme.chat.example.com');
    expect(addressOf({ TRUSTED_PROXIES: '10.0.0.1' })).to.equal('https://acme.chat.example.com');
    expect(addressOf({ TRUSTED_PROXIES: '10.0.0.1', EXTERNAL_SCHEME: 'http' })).to.match(/^http:/);
    expect(organizationUrl(readConfig({}), '')).to.equal('http://localhost:9991');
  });

  it('reads rules of rate limits, with the defaults for those left out', () => {
    expect(readConfig({ RATE_LIMITS: 'off' }).RATE_LIMITS).to.equal(null);
    const rules = readConfig({ RATE_LIMITS: '{"user":{"requests":9,"seconds":1.5}}' }).RATE_LIMITS;
    expect(rules?.user).to.deep.equal({ requests: 9, seconds: 1.5 });
    expect(rules?.login).to.deep.equal({ requests: 5, seconds: 1800 });
  });

  const mistakes: readonly (readonly [string, string, string])[] = [
    ['PORT', '99999', 'PORT must be from 0 to 65535.'],
    ['PORT', 'http', 'PORT must be a whole number.'],
    ['OPERATIONS_PORT', '65536', 'OPERATIONS_PORT must be from 0 to 65535.'],
    ['OPERATIONS_HOST', 'localhost', 'OPERATIONS_HOST must be an IP address.'],
    ['NODE_URL', 'http://10.0.0.2', 'NODE_URL must name a port.'],
    ['EXTERNAL_HOST', 'https://x', 'EXTERNAL_HOST must be a host name, with or without a port.'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/8,proxy',
      'TRUSTED_PROXIES must be IP addresses or networks, separated by commas.',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES must be IP addresses or networks, separated by commas.',
    ],
    [
      'MONGODB_URL',
      'localhost',
      'MONGODB_URL must be an address that begins with mongodb:// or mongodb+srv://.',
    ],
    [
      'MONGODB_URL',
      'mongodb://',
      'MONGODB_URL must be an address that begins with mongodb:// or mongodb+srv://.',
    ],
    [
      'EVENTSTOREDB_URL',
      'esdb://?tls=false',
      'EVENTSTOREDB_URL must be an address that begins with esdb:// or esdb+discover:// or kurrentdb:// or ' +
        'kurrentdb+discover:// or kurrent:// or kurrent+discover:// or kdb:// or kdb+discover://.',
    ],
    [
      'PUSH_BOUNCER_URL',
      'http:x',
      'PUSH_BOUNCER_URL must be an address that begins with http:// or https://.',
    ],
    ['SMTP_URL', 'smtp://', 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
    ['EXTERNAL_HOST', 'a..b', 'EXTERNAL_HOST must be a host name, with or without a port.'],
    ['EXTERNAL_HOST', 'chat:99999', 'EXTERNAL_HOST must be a host name, with or without a port.'],
    ['INVITATIONS_PER_DAY', '10001', 'INVITATIONS_PER_DAY must be from 0 to 10000.'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '0', 'MAX_CONNECTIONS_PER_ADDRESS must be from 1 to 1000000.'],
    ['MAX_STALENESS_SECONDS', '-1', 'MAX_STALENESS_SECONDS must be from 1 to 86400.'],
    ['RATE_LIMITS', 'maybe', 'RATE_LIMITS must be on, off or JSON text.'],
    [
      'RATE_LIMITS',
      '[]',
      'RATE_LIMITS must be on, off or rules for user, poll, anonymous and login in JSON.',
    ],
    [
      'RATE_LIMITS',
      '{"users":{}}',
      'RATE_LIMITS must be on, off or rules for user, poll, anonymous and login in JSON.',
    ],
    [
      'RATE_LIMITS',
      '{"user":{"requests":"1","seconds":1}}',
      'RATE_LIMITS must be a whole number (at user.requests).',
    ],
    [
      'RATE_LIMITS',
      '{"user":{"requests":1,"seconds":0}}',
      'RATE_LIMITS must be more than 0 (at user.seconds).',
    ],
    ['RATE_LIMITS', '{"user":5}', 'RATE_LIMITS must have requests and seconds and nothing else (at user).'],
    ['JWT_AUTH_KEYS', '[]', 'JWT_AUTH_KEYS must be a JSON object: subdomain to key and algorithms.'],
    ['JWT_AUTH_KEYS', '{"a":{"key":""}}', 'JWT_AUTH_KEYS must not be empty (at a.key).'],
    [
      'JWT_AUTH_KEYS',
      '{"a":{"key":"x","algorithms":["none"]}}',
      'JWT_AUTH_KEYS must be of HS256, HS384, HS512, RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, ' +
        'EdDSA, Ed25519 (at a.algorithms.0).',
    ],
    [
      'JWT_AUTH_KEYS',
      '{"a":{"key":"x","algorithms":[]}}',
      'JWT_AUTH_KEYS must not be empty (at a.algorithms).',
    ],
    ['WEB_APP', 'yes', 'WEB_APP must be on or off.'],
    ['WEB_PUBLIC_CHANNELS', 'yes', 'WEB_PUBLIC_CHANNELS must be on or off.'],
    ['JWT_AUTH_KEYS', '{', 'JWT_AUTH_KEYS must be JSON text.'],
    ['COMPATIBILITY_NAMES', 'other', 'COMPATIBILITY_NAMES must be zulip or absent.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['EXTERNAL_SCHEME', 'ftp', 'EXTERNAL_SCHEME must be http or https.'],
    ['MAIL_FROM', 'Chat <chat@x>', 'MAIL_FROM must be an e-mail address.'],
    ['SMTP_URL', 'http://mail', 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
    ['BOOTSTRAP_OWNER_EMAIL', 'me', 'BOOTSTRAP_OWNER_EMAIL must be an e-mail address.'],
  ];
  for (const [name, value, sentence] of mistakes)
    it(`says in one sentence: ${sentence} (${value})`, () => {
      expect(() => readConfig({ [name]: value })).to.throw(OperatorError, sentence);
    });

  const wellFormed: readonly (readonly [string, string])[] = [
    ['BOOTSTRAP_OWNER_EMAIL', 'owner@localhost'],
    ['BOOTSTRAP_OWNER_EMAIL', 'ada@example.com'],
    ['MONGODB_URL', 'mongodb://ada:secret@a.example.com:27017,b.example.com:27018/chat?replicaSet=rs0'],
    ['MONGODB_URL', 'mongodb://[::1]:27017'],
    ['EVENTSTOREDB_URL', 'esdb://a:2113,b:2113,c:2113?tls=false'],
    ['SMTP_URL', 'smtps://ada:secret@mail.example.com'],
    ['PUSH_BOUNCER_URL', 'https://push.example.com/bouncer'],
    ['EXTERNAL_HOST', 'chat-1.example.com:8443'],
  ];
  for (const [name, value] of wellFormed)
    it(`takes ${name}=${value}`, () => {
      expect(readConfig({ [name]: value })).to.include({ [name]: value });
    });

  const invisible: readonly (readonly [string, string])[] = [
    ['DATA_DIR', '/srv/chat\r'],
    ['DATA_DIR', '/srv/\u0000chat'],
    ['BOOTSTRAP_OWNER_PASSWORD', 'lamp\u0007'],
    ['BOOTSTRAP_ORGANIZATION_NAME', 'Acme\u0085'],
    ['MONGODB_URL', 'mongodb://a\uFEFF'],
  ];
  for (const [name, value] of invisible)
    it(`refuses what nobody sees: ${name}=${JSON.stringify(value)}`, () => {
      const sentence = `${name} contains an invisible control character, such as a carriage return.`;
      expect(() => readConfig({ [name]: value })).to.throw(OperatorError, sentence);
    });

  it('refuses what was not UTF-8, and takes off a byte order mark', () => {
    expect(() => readConfig({ MAIL_DIR: '/srv/caf\uFFFD' })).to.throw('MAIL_DIR is not text in UTF-8.');
    expect(readConfig({ DATA_DIR: '\uFEFF/srv/chat' }).DATA_DIR).to.equal('/srv/chat');
  });

  it('takes line breaks in JSON, and none but those', () => {
    const keys = '{\r\n\t"a": {"key": "k", "algorithms": ["HS256"]}\n}';
    expect(readConfig({ JWT_AUTH_KEYS: keys }).JWT_AUTH_KEYS).to.have.property('a');
    expect(() => readConfig({ JWT_AUTH_KEYS: `${keys}\u0007` })).to.throw('control character');
  });

  it('knows whether anything of the first organization is set', () => {
    expect(readConfig({ PORT: '80', BOOTSTRAP_OWNER_PASSWORD: '' }).bootstrapIsSet).to.equal(false);
    for (const name of ['BOOTSTRAP_OWNER_PASSWORD', 'BOOTSTRAP_ORGANIZATION_NAME'])
      expect(readConfig({ [name]: 'a stone in the river' }).bootstrapIsSet, name).to.equal(true);
  });

  it('never repeats a secret that is wrong', () => {
    const keys = '{"":{"key":"canary-key","algorithms":[]}}';
    expect(() => readConfig({ JWT_AUTH_KEYS: keys }))
      .to.throw(OperatorError)
      .with.property('message')
      .not.include('canary');
  });

  it('is printed as it is in force', () => {
    expect(maskConfig(readConfig({ PORT: '80' }))).to.include({
      BOOTSTRAP_OWNER_EMAIL: 'owner@localhost',
      BOOTSTRAP_ORGANIZATION_NAME: 'Hansard',
      EXTERNAL_HOST: 'localhost:80',
      EXTERNAL_SCHEME: 'http',
      BOOTSTRAP_OWNER_PASSWORD: null,
    });
    expect(maskConfig(readConfig({ EXTERNAL_HOST: 'a.example' })).EXTERNAL_HOST).to.equal('a.example');
    expect(maskConfig(readConfig({ RATE_LIMITS: 'off' })).RATE_LIMITS).to.equal('off');
  });

  it('is printed without secrets', () => {
    const masked = maskConfig(
      readConfig({
        BOOTSTRAP_OWNER_PASSWORD: 'canary',
        JWT_AUTH_KEYS: '{"":{"key":"canary","algorithms":["HS256"]}}',
        EVENTSTOREDB_URL: 'esdb://user:canary@localhost',
        MONGODB_URL: 'mongodb://user:canary@localhost',
        SMTP_URL: 'smtp://user:canary@localhost',
        AWS_SECRET_ACCESS_KEY: 'canary',
        AWS_SESSION_TOKEN: 'canary',
        AWS_ENDPOINT_URL: 'https://canary:x@s3.example.com',
        NODE_URL: 'http://:canary@10.0.0.1:9992',
      }),
    );
    expect(JSON.stringify(masked)).not.to.include('canary');
    expect(masked).to.include({ PORT: 9991, BOOTSTRAP_OWNER_PASSWORD: '***', MAIL_DIR: null });
  });
});

import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteEventLog } from '../../src/events/log/sqlite/log.ts';
import { bytesIn } from '../support/disk/bytesIn.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { newPushDevice, pushKey, pushToken, TestBouncer } from '../support/bouncer.ts';
import { type Answer, Hansard, OWNER_EMAIL, type Person } from '../support/hansard.ts';
import { startReceiver } from '../support/receivers.ts';
import { hmacToken, OTHER_SECRET } from '../support/tokens.ts';

/** What goes in through each input that takes a secret, and must not be seen again. */
const CANARIES = {
  ownerPassword: 'canary-owner-Zq81-password',
  memberPassword: 'canary-member-Zq82-password',
  refusedPassword: 'canary-refused-Zq83-password',
  wrongPassword: 'canary-wrong-Zq84-password',
  passwordOfNobody: 'canary-nobody-Zq85-password',
  passwordInQuery: 'canary-query-Zq86-password',
  wrongKey: 'canaryZq87wrongkeyabcdefghijklmn',
  malformedKey: 'canary-malformed-Zq88',
  bearerToken: 'canary-bearer-Zq89-token',
  bouncerPassword: 'canary-bouncer-Zq99-password',
  cookie: 'canary-cookie-Zq90-session',
  tokenSecret: 'canary-secret-Zq91-of-signed-tokens',
} as const;

const BCRYPT = ['$2a$', '$2b$', '$2y$'];

describe('secrets', () => {
  const written: string[] = [];
  const answers: Answer[] = [];
  const secrets: string[] = [...Object.values(CANARIES)];
  let folder: string;
  let removeFolder: () => Promise<void>;
  let metrics: string;
  /** Of every file of the running server, by name. */
  let bytes: ReadonlyMap<string, string>;

  before(async () => {
    ({ folder, remove: removeFolder } = await temporaryFolder());
    const bouncer = await TestBouncer.start();
    const hansard = await Hansard.start({
      folder,
      environment: {
        BOOTSTRAP_OWNER_PASSWORD: CANARIES.ownerPassword,
        LOG_LEVEL: 'trace',
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'on',
        PUSH_BOUNCER_URL: bouncer.url.replace('//', `//chat:${CANARIES.bouncerPassword}@`),
        JWT_AUTH_KEYS: JSON.stringify({ '': { key: CANARIES.tokenSecret, algorithms: ['HS256'] } }),
      },
      logTo: { write: (line: string) => void written.push(line) },
    });
    await putInEverySecret(hansard);
    bytes = await bytesIn(folder);
    metrics = await (await fetch(new URL('/metrics', hansard.url))).text();
    await hansard.stop();
    await bouncer.stop();
  });
  after(() => removeFolder());

  async function putInEverySecret(hansard: Hansard): Promise<void> {
    const owner = await hansard.login(OWNER_EMAIL, CANARIES.ownerPassword);
    const account = (password: string, email: string) => ({ email, full_name: 'Ca Nary', password });
    const created = await owner.post('/users', account(CANARIES.memberPassword, 'member@example.com'));
    const member = await hansard.login('member@example.com', CANARIES.memberPassword);
    secrets.push(owner.key, member.key);
    const logIn = (username: string, password: string) =>
      hansard.anonymous('POST', '/fetch_api_key', { username, password });
    const logInWith = (token: string) => hansard.anonymous('POST', '/jwt/fetch_api_key', { token });
    const good = hmacToken({ email: 'nobody@example.com' }, CANARIES.tokenSecret);
    const bad = hmacToken({ email: OWNER_EMAIL }, OTHER_SECRET);
    secrets.push(good, bad);
    const basic = (key: string) => `Basic ${Buffer.from(`${OWNER_EMAIL}:${key}`).toString('base64')}`;
    const authorizations = [
      basic(CANARIES.wrongKey),
      basic(CANARIES.malformedKey),
      `Bearer ${CANARIES.bearerToken}`,
    ];
    secrets.push(...authorizations.map((header) => header.split(' ')[1]!));
    answers.push(
      created,
      await owner.post('/users', account(CANARIES.refusedPassword, 'member@example.com')),
      await member.post('/users', account(CANARIES.refusedPassword, 'other@example.com')),
      await logIn(OWNER_EMAIL, CANARIES.wrongPassword),
      await logIn('nobody@example.com', CANARIES.passwordOfNobody),
      await hansard.anonymous('POST', `/fetch_api_key?password=${CANARIES.passwordInQuery}`, {
        username: 'x',
      }),
      await hansard.anonymous('GET', '/users/me', undefined, { cookie: `session=${CANARIES.cookie}` }),
      await owner.get('/users'),
      await member.post('/messages', { type: 'direct', to: [owner.userId], content: 'hello' }),
    );
    for (const token of [good, bad]) answers.push(await logInWith(token));
    for (const authorization of authorizations)
      answers.push(await owner.get('/users/me', {}, { authorization }));
    await owner.delete(`/users/${member.userId}`);
    answers.push(await member.get('/users/me'));
    secrets.push(...(await secretsOfDevices(hansard, owner)));
    secrets.push(await secretOfLink(owner), ...(await secretsOfBots(hansard, owner)));
  }

  /** What the address ends with by which anybody joins. */
  async function secretOfLink(owner: Person): Promise<string> {
    const { body } = await owner.post('/invites/multiuse');
    const { invites } = (await owner.get('/invites')).body;
    expect(invites).to.have.nested.property('[0].link_url', body.invite_link);
    return (body.invite_link as string).split('/').at(-2)!;
  }

  /** An outgoing webhook's key, the one it is given instead, its token and what signs it, and the owner's next key. */
  async function secretsOfBots(hansard: Hansard, owner: Person): Promise<readonly string[]> {
    // It fails, and says all it was told.
    const receiver = await startReceiver(({ text, headers }) => ({ status: 404, body: { text, headers } }));
    const hook = { bot_type: 3, payload_url: receiver.url };
    const made = await owner.post('/bots', { full_name: 'Ca Nary Bot', short_name: 'canary', ...hook });
    const renewed = await owner.post(`/bots/${String(made.body.user_id)}/api_key/regenerate`);
    const { bots } = (await owner.get('/bots')).body;
    const [listed] = bots as readonly {
      readonly services: readonly Readonly<Record<'token' | 'signing_secret', string>>[];
    }[];
    const { token, signing_secret } = listed!.services[0]!;
    const message = { type: 'direct', to: [made.body.user_id], content: 'Tell everything.' };
    await owner.post('/messages', message);
    await hansard.settled();
    expect(receiver.received).to.have.length(1);
    await receiver.close();
    const own = await owner.post('/users/me/api_key/regenerate');
    const keys = [made, renewed, own].map(({ body }) => body.api_key as string);
    return [...keys, token, signing_secret, signing_secret.replace('whsec_', '')];
  }

  /** What an app tells of itself: its key, and what only the bouncer can read. */
  async function secretsOfDevices(hansard: Hansard, owner: Person): Promise<readonly string[]> {
    const secret = { ...pushToken(), push_key: pushKey(0x5a) };
    await newPushDevice((path, fields) => owner.post(path, { ...fields }), secret);
    await hansard.settled();
    answers.push(await owner.post('/mobile_push/e2ee/test_notification'));
    return [secret.push_key, secret.encrypted_push_registration];
  }

  /** The secrets, and beginnings of password hashes, that a text holds. */
  const leaksIn = (text: string): readonly string[] =>
    [...secrets, ...BCRYPT].filter((secret) => text.includes(secret));

  it('come in by every way that is tried here', () => {
    expect(answers.map(({ status }) => status)).to.deep.equal([
      200, 400, 400, 401, 401, 400, 401, 200, 200, 401, 400, 401, 401, 401, 401, 200,
    ]);
    expect(secrets).to.have.lengthOf(28);
    expect(written.length).to.be.greaterThan(10);
  });

  it('are not in the event log, as it is replayed', async () => {
    const log = openSqliteEventLog({ folder, clock: systemClock, readOnly: true });
    const events: string[] = [];
    for await (const page of log.readAll())
      events.push(...page.map(({ type, data, metadata }) => `${type} ${data} ${metadata}`));
    await log.close();
    expect(events.join('\n')).to.include('UserCreated').and.include('hello');
    expect(leaksIn(events.join('\n'))).to.deep.equal([]);
  });

  it('are not in the bytes of the log, of its journal and of the views', () => {
    const visible = [...bytes].filter(([name]) => !name.startsWith('vault.'));
    expect(visible.map(([name]) => name)).to.include.members(['log.sqlite', 'log.sqlite-wal']);
    expect(bytes.get('log.sqlite-wal')).to.include('UserCreated');
    for (const [name, text] of visible) expect(leaksIn(text), name).to.deep.equal([]);
  });

  it('are in the vault as what they cannot be read from', () => {
    const vault = [...bytes].filter(([name]) => name.startsWith('vault.')).map(([, text]) => text);
    expect(vault.join('')).to.include('$2');
    expect(leaksIn(vault.join('')).filter((secret) => !BCRYPT.includes(secret))).to.deep.equal([]);
  });

  it('are not in the process log, however much of it is written', () => {
    expect(written.join('')).to.include('POST /fetch_api_key');
    expect(leaksIn(written.join(''))).to.deep.equal([]);
  });

  it('are not in the metrics', () => {
    expect(metrics).to.include('POST /users');
    expect(leaksIn(metrics)).to.deep.equal([]);
  });

  it('are not in any answer but the one that gives the key', () => {
    expect(leaksIn(JSON.stringify(answers.map(({ body }) => body)))).to.deep.equal([]);
  });
});

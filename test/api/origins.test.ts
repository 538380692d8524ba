import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiRoutes } from '../../src/api/table.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Hansard, Person } from '../support/hansard.ts';
import { startCast } from './cast.ts';
import { newPushDevice, opened, pushKey, TestBouncer } from '../support/bouncer.ts';
import { type Hook, makeHook, ON_THIS_MACHINE } from './hooks.ts';
import { siteOf, upload } from './uploads.ts';

/** As people know the server, whatever its own address and that of its proxy are. */
const OWN = 'https://chat.example.org:8443';
/** Places that are none of the server. */
const FOREIGN: ReadonlySet<string> = new Set([
  'https://secure.gravatar.com',
  'https://twitter.com',
  'https://github.com',
  'https://mastodon.social',
  // A name of XML, not a place.
  'http://www.w3.org',
]);

const originsIn = (text: string): readonly string[] => [
  ...new Set(
    Array.from(text.matchAll(/https?:\/\/[^\s"'<>\\)/?#]+/g), ([origin]) => origin).filter(
      (origin) => !FOREIGN.has(origin),
    ),
  ),
];

describe('URLs that are shown', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let mails: Awaited<ReturnType<typeof temporaryFolder>>;
  let hook: Hook;
  let bouncer: TestBouncer;

  before(async () => {
    mails = await temporaryFolder();
    bouncer = await TestBouncer.start();
    ({ hansard, owner, member } = await startCast({
      environment: {
        EXTERNAL_HOST: 'chat.example.org:8443',
        EXTERNAL_SCHEME: 'https',
        MAIL_DIR: mails.folder,
        PUSH_BOUNCER_URL: bouncer.url,
        TRUSTED_PROXIES: '127.0.0.0/8, ::1',
        ...ON_THIS_MACHINE,
      },
    }));
    await everything();
    await hansard.settled();
  });
  after(async () => {
    await hansard.stop();
    await hook.receiver.close();
    await bouncer.stop();
    await mails.remove();
  });

  /** Does once what URLs are shown of. */
  async function everything(): Promise<void> {
    await newPushDevice((path, fields) => member.post(path, { ...fields }));
    await hansard.settled();
    const principals = [owner.userId, member.userId];
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals });
    hook = await makeHook(hansard, owner);
    const file = await upload(hansard, owner);
    const send = (content: string, where: object = { type: 'channel', to: 'design', topic: 't' }) =>
      owner.post('/messages', { ...where, content });
    const { body } = await send(`[notes](${file}) #**design>t** @**Mia Member**`);
    await send('hello', { type: 'direct', to: [hook.bot.userId] });
    await send(`for you: ${file}`, { type: 'direct', to: [member.userId] });
    const { body: plans } = await owner.get('/get_stream_id', { stream: 'plans' });
    await owner.patch(`/messages/${body['id'] as number}`, {
      stream_id: plans['stream_id'],
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
    });
    const minute = Math.floor(Date.now() / 1000) + 60;
    await owner.post('/reminders', { message_id: body['id'], scheduled_delivery_timestamp: minute });
    await owner.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
    await owner.post('/invites/multiuse', { stream_ids: [] });
    await member.patch('/settings', { email: 'mia2@example.com' });
    await owner.post('/export/realm');
    const leaver = await hansard.account('Leaver');
    await owner.delete(`/users/${leaver.userId}`, { deactivation_notification_comment: 'Farewell.' });
  }

  const expectOwn = (shown: ReadonlyMap<string, string>): void => {
    const foreign = [...shown].flatMap(([where, text]) =>
      originsIn(text).flatMap((origin) =>
        origin === OWN || hook.receiver.url.startsWith(origin) ? [] : [`${where}: ${origin}`],
      ),
    );
    expect(foreign).to.deep.equal([]);
    expect([...shown].some(([, text]) => text.includes(OWN))).to.equal(true);
  };
  /** As the proxy passes a request on that was made without encryption. */
  const textOf = async (path: string, who: Person | undefined, init: RequestInit = {}): Promise<string> => {
    const headers = { ...who?.headers, 'x-forwarded-proto': 'http', ...(init.headers as object) };
    const answer = await fetch(siteOf(hansard) + path, { redirect: 'manual', ...init, headers });
    return `${answer.headers.get('location') ?? ''} ${answer.headers.get('link') ?? ''} ${await answer.text()}`;
  };

  it('in answers are those of EXTERNAL_SCHEME and EXTERNAL_HOST', async () => {
    const shown = new Map<string, string>();
    for (const { method, path, pathParameters } of apiRoutes)
      if (method === 'GET' && pathParameters.length === 0 && path !== '/events/stream')
        for (const who of [owner, member])
          shown.set(`${path} ${who.userId}`, await textOf(`/api/v1${path}`, who));
    for (const path of ['/api/v1/messages?anchor=newest&num_before=100&num_after=0', '/api/v1/users/me'])
      shown.set(path, await textOf(path, owner));
    const registered = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    for (const who of [owner, member])
      shown.set(`register ${who.userId}`, await textOf('/api/v1/register', who, { ...registered, body: '' }));
    expectOwn(shown);
  });

  it('on pages are the same', async () => {
    const { body } = await owner.get('/invites');
    const links = (body['invites'] as { link_url?: string }[]).flatMap(({ link_url }) => link_url ?? []);
    expect(links).to.have.length.greaterThan(0);
    const shown = new Map<string, string>([['links', links.join(' ')]]);
    for (const path of ['/', '/nowhere', ...links.map((link) => new URL(link).pathname)])
      shown.set(path, await textOf(path, undefined, { headers: { accept: 'text/html' } }));
    expectOwn(shown);
  });

  it('in mails and webhooks are the same', async () => {
    const names = (await readdir(mails.folder)).filter((name) => name.endsWith('.eml'));
    expect(names).to.have.length.at.least(3);
    const decoded = (text: string): string =>
      text
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    const shown = new Map<string, string>();
    for (const name of names) shown.set(name, decoded(await readFile(join(mails.folder, name), 'latin1')));
    for (const { text } of hook.receiver.received) shown.set('webhook', text);
    expect(shown.has('webhook')).to.equal(true);
    expectOwn(shown);
  });

  it('in what is pushed are the same', async () => {
    await member.post('/mark_all_as_read');
    await member.post('/mobile_push/e2ee/test_notification');
    await hansard.settled();
    const read = await Promise.all(
      bouncer.notifications.map((notification) => opened(notification, pushKey(7))),
    );
    expect(new Set(read.map(({ type }) => type))).to.deep.equal(new Set(['message', 'remove', 'test']));
    const realmUrls = bouncer.heard.map(({ payload: { realm_url } }) => realm_url);
    const shown = read.map((payload, index) => [`push ${index}`, JSON.stringify(payload)] as const);
    expectOwn(new Map([...shown, ['realm_url', realmUrls.join(' ')]]));
    expect(read.map(({ realm_url }) => realm_url)).to.satisfy((urls: unknown[]) =>
      urls.every((url) => url === OWN),
    );
  });
});

import { expect } from 'chai';
import { bytesIn } from '../support/disk/bytesIn.ts';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import type { Person } from '../support/hansard.ts';
import { lettersTo, linkIn } from '../support/mail/mailFolder.ts';
import { ServerProcess } from '../support/process.ts';
import { until } from '../support/waiting.ts';

const CANARIES = ['canary-joined-Zq71 password', 'canary-refused-Zq72', 'canary-late-Zq73 password'] as const;

/** What leads in, and is nobody else's business: the ends of links, and what was typed in behind them. */
describe('what an invitation keeps secret', () => {
  const secrets: string[] = [...CANARIES];
  const statuses: number[] = [];
  const folders: Awaited<ReturnType<typeof temporaryFolder>>[] = [];
  let output: string;
  let metrics: string;
  let bytes: ReadonlyMap<string, string>;

  before(async () => {
    folders.push(await temporaryFolder(), await temporaryFolder());
    const [data, mails] = folders.map(({ folder }) => folder) as [string, string];
    const server = await ServerProcess.start(data, { MAIL_DIR: mails, LOG_LEVEL: 'trace' });
    await inviteAndJoin(server, mails);
    metrics = await (await fetch(new URL('/metrics', server.url))).text();
    bytes = await bytesIn(data);
    const { stdout, stderr } = await server.stop();
    output = stdout + stderr;
  });
  after(() => Promise.all(folders.map(({ remove }) => remove())));

  async function inviteAndJoin(server: ServerProcess, mails: string): Promise<void> {
    const owner = await server.login();
    const visit = async (path: string, fields?: Readonly<Record<string, string>>, method = 'GET') => {
      const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : { method };
      statuses.push((await fetch(new URL(server.url).origin + path, { ...init, redirect: 'manual' })).status);
    };
    const keyOf = (link: string): string => {
      const key = new URL(link).pathname.split('/').filter(Boolean).at(-1)!;
      secrets.push(key);
      return key;
    };
    const mailedKey = async (address: string): Promise<string> => {
      const letter = await until(async () => (await lettersTo(mails, address)).at(0));
      return keyOf(linkIn(letter));
    };
    const many = keyOf(await newLink(owner));
    await owner.post('/invites', { invitee_emails: 'grace@example.com', stream_ids: [] });
    const single = await mailedKey('grace@example.com');
    const [joined, refused, late] = CANARIES;
    const grace = { full_name: 'Grace', password: joined };
    await visit(`/accounts/do_confirm/${single}`);
    await visit(`/accounts/do_confirm/${single}`, { full_name: '', password: refused });
    await visit(`/accounts/do_confirm/${single}`, grace);
    await visit(`/accounts/do_confirm/${single}`, { ...grace, password: late });
    await visit(`/join/${many}/`);
    await visit(`/join/${many}`, { email: 'linus@example.com' });
    await visit(`/accounts/do_confirm/${await mailedKey('linus@example.com')}`);
    // Copied wrongly, asked for in the wrong way.
    for (const path of [
      `/accounts/do_confirm/${single}/more`,
      `//join/${many}/`,
      `/${single}`,
      `/JOIN/${many}/`,
    ])
      await visit(path);
    await visit(`/join/${many}/?key=${many}`, undefined, 'DELETE');
    await visit(`/join/${many}/%E0%A4%A`);
    await visit(`/join/%E0%A4%A/${many}`);
  }

  const newLink = async (owner: Person): Promise<string> =>
    (await owner.post('/invites/multiuse')).body.invite_link as string;

  const leaksIn = (text: string): readonly string[] => secrets.filter((secret) => text.includes(secret));

  it('comes in by every way that is tried here', () => {
    expect(statuses).to.deep.equal([200, 400, 303, 404, 200, 303, 200, 404, 404, 404, 404, 405, 404, 404]);
    expect(secrets).to.have.lengthOf(6);
  });

  it('is not in what the process says, however much that is', () => {
    expect(output).to.include('page.answered').and.include('GET /accounts…').and.include('GET /join/:key');
    expect(leaksIn(output)).to.deep.equal([]);
  });

  it('is not in the log, the views and whatever else is on the disk, but in the vault', () => {
    expect([...bytes.keys()]).to.include('log.sqlite');
    expect([...bytes.values()].join(''))
      .to.include('InvitationAccepted')
      .and.include('grace@example.com');
    for (const [name, text] of bytes) expect(leaksIn(text), name).to.deep.equal([]);
  });

  it('is not in the metrics, which count visits by what they are for', () => {
    expect(metrics).to.include('POST /accounts/do_confirm/:key').and.include('GET /join/:key');
    expect(leaksIn(metrics)).to.deep.equal([]);
  });
});

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/disk/temporaryFolder.ts';
import { OWNER_PASSWORD, type Person } from '../support/hansard.ts';
import { command, ServerProcess } from '../support/process.ts';
import { distinctSends, isAcknowledged, type Send, Senders } from '../support/sending.ts';
import { until } from '../support/waiting.ts';

/** Sends a second while views are rebuilt. */
const RATE = 500;
/** Earlier messages, so that a rebuild takes its time. */
const EARLIER = 3_000;

describe('two people in conversation', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  let owner: Person;
  let ann: Person;
  let lastId: number;

  before(async () => {
    ({ folder, remove } = await temporaryFolder());
    server = await ServerProcess.start(folder);
    owner = await server.login();
    const account = { email: 'ann@example.com', full_name: 'Ann Example', password: OWNER_PASSWORD };
    await owner.post('/users', account);
    ann = await server.login('ann@example.com');
  });
  after(async () => {
    await server.kill();
    await remove();
  });

  const say = async (person: Person, fields: Readonly<Record<string, unknown>>): Promise<number> => {
    const { status, body } = await person.post('/messages', fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.id as number;
  };

  /** Questions about what lies before a message, each with the part of its answer that must never change. */
  const earlierAnswers = async (): Promise<Readonly<Record<string, string>>> => {
    const range = 'num_before=200&num_after=0&include_anchor=true';
    const narrow = encodeURIComponent('[{"operator":"channel","operand":"design"}]');
    const direct = encodeURIComponent(`[{"operator":"dm","operand":[${ann.userId}]}]`);
    const questions: Readonly<Record<string, string>> = {
      page: `/messages?anchor=${lastId}&${range}`,
      source: `/messages?anchor=${lastId}&${range}&apply_markdown=false`,
      beginning: '/messages?anchor=oldest&num_before=0&num_after=50',
      channel: `/messages?anchor=${lastId}&${range}&narrow=${narrow}`,
      direct: `/messages?anchor=newest&num_before=50&num_after=0&narrow=${direct}`,
      message: `/messages/${lastId}`,
      channels: '/streams',
      users: '/users',
      subscriptions: '/users/me/subscriptions?include_subscribers=true',
    };
    const answers: Record<string, string> = {};
    for (const person of [owner, ann])
      for (const [name, path] of Object.entries(questions)) {
        // A busy machine may be behind with the views; clients try again then.
        const { status, text } = await until(async () => {
          const answer = await server.text(person, path);
          return answer.status !== 503 && answer;
        });
        expect(status, `${path}: ${text}`).to.equal(200);
        answers[`${person.email} ${name}`] = withoutTheLater(text);
      }
    return answers;
  };

  it('say things in a channel and in private, and react', async () => {
    const subscriptions = [{ name: 'design', description: 'Where *colours* are chosen' }];
    await owner.post('/users/me/subscriptions', { subscriptions, principals: [owner.userId, ann.userId] });
    const colours = { type: 'channel', to: 'design', topic: 'colours' };
    const first = await say(owner, { ...colours, content: 'Is **red** fine, @**Ann Example**?' });
    await say(ann, { ...colours, topic: 'Colours', content: 'Yes.' });
    expect((await ann.post(`/messages/${first}/reactions`, { emoji_name: 'heart' })).status).to.equal(200);
    await say(owner, { type: 'direct', to: [ann.userId], content: 'Between us: `blue`' });
    lastId = await say(ann, { type: 'direct', to: owner.email, content: 'I thought so' });
    const { body } = await owner.get(`/messages/${first}`);
    expect(body.message).to.include({ subject: 'colours', sender_id: owner.userId });
    expect(body).to.have.nested.property('message.reactions[0].emoji_name', 'heart');
  });

  it('go on talking while every view is rebuilt, and all that was said before reads the same', async () => {
    const senders = new Senders({ url: server.url, person: owner, channel: 'design' }, 64);
    lastId = await fill(senders);
    const before = await earlierAnswers();
    let rebuilding = true;
    const sending = senders.sendAtRate(RATE, 'meanwhile', () => rebuilding);
    await until(() => senders.answered > EARLIER);
    const generations = await servedGenerations();
    const rebuilt = command(['projections', 'rebuild'], { DATA_DIR: folder });
    void rebuilt.then(() => (rebuilding = false));
    let readings = 0;
    for (; rebuilding; readings += 1) expect(await earlierAnswers()).to.deep.equal(before);
    const { code, stderr } = await rebuilt;
    expect(code, stderr).to.equal(0);
    const sends = await sending;
    senders.close();
    expect(sends.filter((send) => !isAcknowledged(send))).to.deep.equal([]);
    expect(readings).to.be.above(0);
    expect(await earlierAnswers()).to.deep.equal(before);
    await expectAllSent(sends);
    for (const [name, generation] of Object.entries(await servedGenerations()))
      expect(generation, name).to.be.above(generations[name]!);
  });

  it('find everything as it was when the views were deleted while the server was down', async () => {
    const before = await earlierAnswers();
    expect((await server.stop()).code).to.equal(0);
    await rm(join(folder, 'views'), { recursive: true });
    server = await ServerProcess.start(folder);
    [owner, ann] = [server.known(owner), server.known(ann)];
    await server.ready();
    expect(await earlierAnswers()).to.deep.equal(before);
  });

  it('leave views that are what the log says', async () => {
    await server.ready();
    const { code, stdout, stderr } = await command(['projections', 'verify'], { DATA_DIR: folder });
    expect(code, stdout + stderr).to.equal(0);
  });

  const fill = async (senders: Senders): Promise<number> => {
    const sends = distinctSends('earlier', EARLIER);
    await senders.sendAll(sends);
    return Math.max(...sends.map(({ id }) => id ?? 0));
  };

  /** The generation that is served, by projection. */
  const servedGenerations = async (): Promise<Readonly<Record<string, number>>> => {
    const { stdout } = await command(['projections', 'list', '--json'], { DATA_DIR: folder });
    const listed = JSON.parse(stdout) as readonly { projection: string; generation: number }[];
    expect(listed).not.to.deep.equal([]);
    return Object.fromEntries(listed.map(({ projection, generation }) => [projection, generation]));
  };

  const expectAllSent = async (sends: readonly Send[]): Promise<void> => {
    const range = { anchor: lastId, num_before: 0, num_after: 5_000, include_anchor: false };
    const { body } = await owner.get('/messages', { ...range, apply_markdown: false });
    const messages = body.messages as readonly { id: number; content: string }[];
    const expected = sends.map(({ id, content }) => ({ id, content })).sort((a, b) => a.id! - b.id!);
    expect(messages.map(({ id, content }) => ({ id, content }))).to.deep.equal(expected.slice(0, 5_000));
  };
});

/** What is counted over all that was ever said, and so changes with every later message. */
function withoutTheLater(text: string): string {
  return text.replaceAll(/"found_newest":(true|false)/g, '"found_newest":…');
}

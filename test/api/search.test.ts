import { expect } from 'chai';
import { Hansard, type Person } from '../support/hansard.ts';
import { expectRefusal } from './expected.ts';

interface Found {
  readonly id: number;
  readonly match_content?: string;
  readonly match_subject?: string;
}

describe('search over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let ann: Person;
  let bob: Person;
  const channels: Record<string, number> = {};
  const messageIds: Record<string, number> = {};

  before(async () => {
    hansard = await Hansard.start();
    owner = await hansard.owner();
    ann = await hansard.account('Ann Example');
    bob = await hansard.person('Bob Example');
    const principals = [owner.userId, ann.userId];
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'design' }],
      principals: [...principals, bob.userId],
    });
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      principals,
      invite_only: true,
    });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'elsewhere' }] });
    for (const name of ['design', 'secret', 'elsewhere']) {
      const { body } = await owner.get('/get_stream_id', { stream: name });
      channels[name] = body.stream_id as number;
    }
    messageIds.first = await send(
      owner,
      'design',
      'Deployments',
      'We are **running** the migration on `db_main.prod`',
    );
    messageIds.second = await send(ann, 'design', 'logo', 'The café ran out of "red paint" & <b>more</b>');
    messageIds.secret = await send(owner, 'secret', 'plans', 'The migration of the café is a secret');
    messageIds.elsewhere = await send(owner, 'elsewhere', 'plans', 'A migration elsewhere');
    messageIds.link = await send(
      bob,
      'design',
      '',
      'See [the report](https://example.com/files/Report-2024_final.pdf)',
    );
    messageIds.cjk = await send(bob, 'design', 'logo', '昨日東京都に行きました');
    messageIds.direct = await direct(owner, [ann], 'psst, the migration');
  });
  after(() => hansard.stop());

  const sent = async (who: Person, fields: Readonly<Record<string, unknown>>) =>
    (await who.post('/messages', fields)).body.id as number;
  const send = (who: Person, channel: string, topic: string, content: string) =>
    sent(who, { type: 'channel', to: channel, topic, content });
  const direct = (who: Person, to: readonly Person[], content: string) =>
    sent(who, { type: 'direct', to: to.map(({ userId }) => userId), content });
  const range = { anchor: 'newest', num_before: 100, num_after: 0 };
  const read = (who: Person, narrow: unknown, more: object = {}) =>
    who.get('/messages', { ...range, narrow, ...more });
  const messages = async (who: Person, ...narrow: readonly unknown[]) =>
    (await read(who, narrow)).body.messages as readonly Found[];
  const named = (id: number) => Object.keys(messageIds).find((name) => messageIds[name] === id) ?? String(id);
  const search = async (who: Person, text: string, ...others: readonly unknown[]) =>
    (await messages(who, ['search', text], ...others)).map(({ id }) => named(id));

  it('finds words in any form and case, in text and topic together', async () => {
    expect(await search(owner, 'run')).to.deep.equal(['first']);
    expect(await search(owner, 'MIGRATIONS deployment')).to.deep.equal(['first']);
    expect(await search(owner, 'cafe')).to.deep.equal(['second', 'secret']);
    expect(await search(owner, 'cafe paint')).to.deep.equal(['second']);
    expect(await search(owner, 'nowhere')).to.deep.equal([]);
  });

  it('finds phrases, names of files, URLs, their parts, beginnings of words, and two characters of many', async () => {
    expect(await search(owner, '"red paint"')).to.deep.equal(['second']);
    expect(await search(owner, '"paint red"')).to.deep.equal([]);
    expect(await search(owner, 'db_main.prod')).to.deep.equal(['first']);
    expect(await search(owner, 'prod')).to.deep.equal(['first']);
    expect(await search(owner, 'Report-2024_final.pdf')).to.deep.equal(['link']);
    expect(await search(owner, 'https://example.com/files/')).to.deep.equal(['link']);
    expect(await search(owner, 'final')).to.deep.equal(['link']);
    expect(await search(owner, 'migr*')).to.deep.equal(['first', 'secret', 'elsewhere', 'direct']);
    expect(await search(owner, 'mi*')).to.deep.equal(['first', 'secret', 'elsewhere', 'direct']);
    expect(await search(owner, '東京')).to.deep.equal(['cjk']);
    expect(await search(owner, '京東')).to.deep.equal([]);
  });

  it('finds what each may read, and nothing else', async () => {
    expect(await search(ann, 'migration')).to.deep.equal(['first', 'secret', 'direct']);
    expect(await search(bob, 'migration')).to.deep.equal(['first']);
    expect(await search(bob, 'migration', ['channel', channels.elsewhere])).to.deep.equal(['elsewhere']);
    expect(await search(bob, 'migration', ['channels', 'public'])).to.deep.equal(['first', 'elsewhere']);
    expect(await search(ann, 'migration', ['is', 'dm'])).to.deep.equal(['direct']);
    expect(await search(ann, 'the', ['sender', ann.userId])).to.deep.equal(['second']);
    expect(await search(ann, 'report', ['has', 'link'])).to.deep.equal(['link']);
    expect(await search(ann, 'the', ['topic', 'LOGO'])).to.deep.equal(['second']);
    const without = { operator: 'search', operand: 'cafe', negated: true };
    expect(await search(ann, 'migration', without)).to.deep.equal(['first', 'direct']);
  });

  it('marks what was found in HTML, and only where something is searched', async () => {
    const [found] = await messages(owner, ['search', 'run "red'], ['channel', 'design']);
    expect(found).to.equal(undefined);
    const [first] = await messages(owner, ['search', 'run deploy']);
    expect(first?.match_content).to.equal(
      '<p>We are <strong><span class="highlight">running</span></strong> the migration on <code>db_main.prod</code></p>',
    );
    expect(first?.match_subject).to.equal('<span class="highlight">Deployments</span>');
    const [second] = await messages(owner, ['search', 'paint"'], ['topic', 'logo']);
    expect(second?.match_content).to.contain('red <span class="highlight">paint</span>');
    expect(second?.match_content).to.contain('&lt;b&gt;more&lt;/b&gt;');
    const [plain] = await messages(owner, ['topic', 'logo']);
    expect(plain).not.to.have.any.keys('match_content', 'match_subject');
    const [direct] = await messages(owner, ['search', 'psst']);
    expect(direct?.match_subject).to.equal('');
  });

  it('tells which of given messages a narrow finds, with what it searches for marked', async () => {
    const matches = async (who: Person, ids: readonly (number | undefined)[], narrow: readonly unknown[]) =>
      (await who.get('/messages/matches_narrow', { msg_ids: ids, narrow })).body.messages;
    const all = Object.values(messageIds);
    expect(await matches(bob, all, [['search', 'report']])).to.deep.equal({
      [String(messageIds.link)]: {
        match_content:
          '<p>See <a href="https://example.com/files/Report-2024_final.pdf">the <span class="highlight">report</span></a></p>',
        match_subject: 'general chat',
      },
    });
    expect(
      await matches(bob, [messageIds.secret, messageIds.direct], [['search', 'migration']]),
    ).to.deep.equal({});
    expect(await matches(bob, [messageIds.cjk, messageIds.link], [['topic', 'logo']])).to.have.all.keys(
      String(messageIds.cjk),
    );
  });

  it('finds a message as its sender read it last: edited, moved, gone', async () => {
    const id = await send(ann, 'design', 'zebra', 'an ocelot');
    expect(await search(ann, 'ocelot zebra')).to.deep.equal([String(id)]);
    await ann.patch(`/messages/${id}`, { content: 'a lynx' });
    expect(await search(ann, 'ocelot')).to.deep.equal([]);
    expect(await search(ann, 'lynx zebra')).to.deep.equal([String(id)]);
    await owner.patch(`/messages/${id}`, {
      stream_id: channels.secret,
      topic: 'puma',
      send_notification_to_new_thread: false,
    });
    expect(await search(owner, 'lynx puma', ['channel', 'secret'])).to.deep.equal([String(id)]);
    expect(await search(owner, 'zebra')).to.deep.equal([]);
    expect(await search(bob, 'lynx')).to.deep.equal([]);
    await owner.delete(`/messages/${id}`);
    expect(await search(owner, 'lynx')).to.deep.equal([]);
  });

  it('takes punctuation literally, and an empty operand for nothing', async () => {
    const id = await send(ann, 'design', 'signs', 'well :-) -> done');
    expect(await search(ann, ':-)')).to.deep.equal([String(id)]);
    expect(await search(ann, '->')).to.deep.equal([String(id)]);
    expect(await search(ann, '', ['topic', 'signs'])).to.deep.equal([String(id)]);
  });

  it('counts what is asked for twice once, in one term or several', async () => {
    const id = await send(ann, 'design', 'repeated', 'plain 0xff');
    const terms = Array.from({ length: 49 }, () => ['search', 'plai* 0* plai*'] as const);
    expect((await read(ann, terms)).status).to.equal(200);
    expect(await search(ann, 'plai* 0*', ...terms.slice(1))).to.deep.equal([String(id)]);
  });

  it('refuses more than 200 words', async () => {
    const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
    expect((await read(ann, [['search', words(200)]])).status).to.equal(200);
    const desc = 'more than 200 words';
    expectRefusal(await read(ann, [['search', words(201)]]), `Invalid narrow operator: ${desc}`, {
      code: 'BAD_NARROW',
      desc,
    });
  });
});

import { expect } from 'chai';
import type { Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess } from '../expected.ts';

const VOTE = '{"type":"vote","key":"canned,0","vote":1}';

describe('polls and to-do lists over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, member, guest } = await startCast());
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  });
  after(() => hansard.stop());

  const send = async (content: string, topic = 't'): Promise<number> =>
    (await owner.post('/messages', { type: 'channel', to: 'design', topic, content })).body['id'] as number;
  const add = (who: Person, message_id: number, content = VOTE, msg_type = 'widget') =>
    who.post('/submessage', { message_id, msg_type, content });
  const messageOf = async (id: number): Promise<Record<string, unknown>> =>
    (await member.get(`/messages/${id}`)).body['message'] as Record<string, unknown>;

  it('begin with the text, and go on with what people add', async () => {
    const id = await send('/poll Where to?\nHome\nAway');
    expectSuccess(await add(member, id));
    const submessages = (await messageOf(id))['submessages'] as { id: number }[];
    const added = submessages[1]?.id ?? 0;
    expect(added).to.be.above(id);
    expect(submessages).to.deep.equal([
      {
        id,
        message_id: id,
        sender_id: owner.userId,
        msg_type: 'widget',
        content: '{"widget_type":"poll","extra_data":{"question":"Where to?","options":["Home","Away"]}}',
      },
      { id: added, message_id: id, sender_id: member.userId, msg_type: 'widget', content: VOTE },
    ]);
  });

  it('are begun by who wrote the message', async () => {
    const id = await send('no poll');
    expectRefusal(await add(member, id), 'You cannot attach a submessage to this message.');
    expectSuccess(await add(owner, id));
    expectSuccess(await add(member, id));
    expect((await messageOf(id))['submessages']).to.have.length(2);
  });

  it('keep the title that their author gives them', async () => {
    for (const [text, change] of [
      ['/poll Lunch?\nyes\nno', '{"type":"question","question":"Dinner?"}'],
      ['/todo', '{"type":"new_task_list_title","title":"Chores"}'],
    ] as const) {
      const id = await send(text);
      expectRefusal(await add(member, id, change), "You can't edit a question unless you are the author.");
      expectSuccess(await add(owner, id, change));
    }
  });

  it('take as much at once as a message, and no more', async () => {
    const id = await send('/todo');
    expectSuccess(await add(member, id, JSON.stringify('x'.repeat(9_998))));
    const tooLong = await add(member, id, JSON.stringify('x'.repeat(9_999)));
    expectRefusal(tooLong, 'content is too long (limit: 10000 characters)');
  });

  it('take JSON, of widgets, for messages that one may read', async () => {
    const id = await send('/todo');
    expectRefusal(await add(member, id, '{'), 'Invalid json for submessage');
    expect((await add(member, id, VOTE, 'other')).body).to.include({ msg: 'Invalid msg_type' });
    for (const [who, unreadable] of [
      [guest, id],
      [member, 999_999],
    ] as const)
      expectRefusal(await add(who, unreadable), 'Invalid message(s)');
    expectLoginFirst(await hansard.anonymous('POST', '/submessage', {}));
  });

  it('stand beside the links of the topic', async () => {
    const id = await send('x', 'see hansard.example.org, or https://a.b/c?d.');
    expect((await messageOf(id))['topic_links']).to.deep.equal([
      { text: 'hansard.example.org', url: 'https://hansard.example.org' },
      { text: 'https://a.b/c?d', url: 'https://a.b/c?d' },
    ]);
    expect((await messageOf(await send('x', 'v1.2 of main.js')))['topic_links']).to.deep.equal([]);
  });
});

describe('rendering over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;

  before(async () => {
    ({ hansard, owner, member } = await startCast());
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true });
  });
  after(() => hansard.stop());

  const rendered = async (who: Person, content: string): Promise<unknown> =>
    (await who.post('/messages/render', { content })).body['rendered'];

  it('shows what a message would look like', async () => {
    expect(await rendered(member, '*a*')).to.equal('<p><em>a</em></p>');
    expect(await rendered(member, 'plain')).to.equal('<p>plain</p>');
    expectRefusal(await member.post('/messages/render', { content: ' ' }), 'Message must not be empty');
    expectLoginFirst(await hansard.anonymous('POST', '/messages/render', { content: 'x' }));
  });

  it('links to channels that the writer may see, and to the newest message of a topic', async () => {
    const sent = { type: 'channel', to: 'secret', topic: 'plans', content: 'x' };
    const id = (await owner.post('/messages', sent)).body['id'] as number;
    expect(await rendered(owner, '#**secret>Plans** #**secret>other**'))
      .to.contain(`/topic/Plans/with/${id}"`)
      .and.contain('/topic/other"');
    expect(await rendered(member, '#**secret>plans** #**design**')).to.match(
      /^<p>#\*\*secret&gt;plans\*\* <a class="stream"/,
    );
  });

  it('turns emoticons into emoji for who has set so', async () => {
    expect(await rendered(member, 'well (:')).to.equal('<p>well (:</p>');
    expectSuccess(await member.patch('/settings', { translate_emoticons: true }));
    expect(await rendered(member, 'well (:')).to.contain('emoji-1f642');
  });
});

import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import type { Hansard, Person } from '../support/hansard.ts';
import type { Listening, Received, ReceiverAnswer } from '../support/receivers.ts';
import { startCast } from './cast.ts';
import { listIn } from './expected.ts';
import { type Hook, makeHook, ON_THIS_MACHINE, toldOf } from './hooks.ts';

const TOPIC = 'logo';

describe('an outgoing webhook', () => {
  let hansard: Hansard;
  let owner: Person;
  let member: Person;
  let guest: Person;
  const open: Listening[] = [];

  before(async () => {
    ({ hansard, owner, member, guest } = await startCast({ environment: ON_THIS_MACHINE }));
    const principals = [owner, member, guest].map(({ userId }) => userId);
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
  });
  after(async () => {
    await hansard.stop();
    await Promise.all(open.map((each) => each.close()));
  });

  const hook = async (answer: Parameters<typeof makeHook>[2] = {}, maker = member): Promise<Hook> => {
    const made = await makeHook(hansard, maker, answer);
    open.push(made.receiver);
    return made;
  };
  const inDesign = (content: string, by = owner, to = 'design') =>
    by.post('/messages', { type: 'channel', to, topic: TOPIC, content });
  const direct = (content: string, to: readonly Person[], by = owner) =>
    by.post('/messages', { type: 'direct', to: to.map(({ userId }) => userId), content });
  const naming = ({ fullName }: Hook, text = 'what about it?') => `@**${fullName}** ${text}`;

  /** The newest messages that somebody reads. */
  const newest = async (viewer: Person, count: number, narrow: readonly object[] = []) => {
    await hansard.settled();
    const asked = { anchor: 'newest', num_before: count, num_after: 0, apply_markdown: false, narrow };
    return listIn(await viewer.get('/messages', asked), 'messages');
  };
  const said = async (viewer: Person, count: number, narrow?: readonly object[]) =>
    (await newest(viewer, count, narrow)).map(({ content }) => content);
  const withHook = ({ bot }: Hook, ...others: readonly Person[]) => [
    { operator: 'dm', operand: [bot, ...others].map(({ userId }) => userId) },
  ];

  it('is told what is said directly to the bot', async () => {
    const echo = await hook();
    const { body } = await direct('Is it *raining*?', [echo.bot]);
    await hansard.settled();
    expect(echo.receiver.received).to.have.length(1);
    const payload = toldOf(echo.receiver);
    const read = await owner.get(`/messages/${String(body.id)}`, { client_gravatar: false });
    const { flags: _, ...message } = read.body.message as Readonly<Record<string, unknown>>;
    expect(payload).to.deep.equal({
      bot_email: echo.bot.email,
      bot_full_name: echo.fullName,
      data: 'Is it *raining*?',
      trigger: 'direct_message',
      token: payload.token,
      message: {
        ...message,
        content: 'Is it *raining*?',
        content_type: 'text/x-markdown',
        rendered_content: '<p>Is it <em>raining</em>?</p>',
      },
    });
    expect(payload.message).to.include({
      id: body.id,
      type: 'private',
      subject: '',
      sender_id: owner.userId,
    });
  });

  it('is told where it is named in a channel, whoever may read that', async () => {
    const echo = await hook();
    const people = [{ name: 'hush' }];
    await owner.post('/users/me/subscriptions', { subscriptions: people, invite_only: true });
    await inDesign(naming(echo));
    await inDesign(naming(echo), owner, 'hush');
    await hansard.settled();
    const [open1, hidden] = [toldOf(echo.receiver), toldOf(echo.receiver, 1)];
    expect(open1).to.include({ trigger: 'mention', data: naming(echo) });
    expect(open1.message).to.include({ type: 'stream', subject: TOPIC, display_recipient: 'design' });
    expect(hidden.message).to.include({ display_recipient: 'hush' });
  });

  it('is told where a group is named that it is in', async () => {
    const echo = await hook();
    const members = [echo.bot.userId, member.userId];
    const group = { name: 'weather people', description: '', members };
    await owner.post('/user_groups/create', group);
    await inDesign('@*weather people* are you there?');
    await hansard.settled();
    expect(echo.receiver.received).to.have.length(1);
  });

  it('is told nothing of what is silent, in code, for everybody, elsewhere, or by bots', async () => {
    const [echo, other] = [await hook(), await hook()];
    await inDesign(`@_**${echo.fullName}**`);
    await inDesign(`\`@**${echo.fullName}**\``);
    await inDesign('@**all** hello');
    await inDesign(echo.fullName);
    await direct(naming(echo), [member]);
    await direct(naming(echo), [echo.bot], other.bot);
    await inDesign(naming(echo), echo.bot);
    await hansard.settled();
    expect([echo, other].map(({ receiver }) => receiver.connections)).to.deep.equal([0, 0]);
  });

  it('is told once, by several bots each for itself', async () => {
    const [one, two] = [await hook(), await hook()];
    await inDesign(`${naming(one)} ${naming(two)} ${naming(one)}`);
    await direct('both of you', [one.bot, two.bot]);
    await hansard.settled();
    for (const { receiver, bot } of [one, two]) {
      expect(receiver.received).to.have.length(2);
      expect(toldOf(receiver)).to.include({ bot_email: bot.email });
    }
    const tokens = [one, two].map(({ receiver }) => toldOf(receiver).token);
    expect(new Set(tokens).size).to.equal(2);
  });

  it('is told nothing once it is deactivated', async () => {
    const echo = await hook();
    await member.delete(`/bots/${echo.bot.userId}`);
    await inDesign(naming(echo));
    await hansard.settled();
    expect(echo.receiver.connections).to.equal(0);
  });

  it('proves by token and signature who tells it', async () => {
    const echo = await hook();
    await direct('hello', [echo.bot]);
    await hansard.settled();
    const [{ headers, text }] = echo.receiver.received as [Received];
    const mine = listIn(await member.get('/bots'), 'bots').find(
      ({ username }) => username === echo.bot.email,
    );
    const [service] = mine!.services as readonly { token: string; signing_secret: string }[];
    expect(toldOf(echo.receiver).token).to.equal(service!.token);
    const key = Buffer.from(service!.signing_secret.replace('whsec_', ''), 'base64');
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).to.equal(`v1,${signature}`);
    expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).to.be.below(30);
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['user-agent']).to.match(/^HansardOutgoingWebhook\/\d+\.\d+\.\d+$/);
  });

  describe('whose receiver answers', () => {
    const replies = async (body: unknown, status = 200) => {
      const echo = await hook({ status, body });
      await direct('hello', [echo.bot]);
      return (await said(owner, 5, withHook(echo))).slice(1);
    };

    const gives = (what: string, body: unknown, expected: readonly string[]) =>
      it(`${what} says ${expected.length === 0 ? 'nothing' : expected.join()}`, async () =>
        expect(await replies(body)).to.deep.equal(expected));
    gives('with content', { content: 'It rains.' }, ['It rains.']);
    gives('with the older field', { response_string: 'old', content: 'new' }, ['old']);
    gives('with null in the older field', { response_string: null, content: 'new' }, ['new']);
    gives('with a number', { content: 42 }, ['42']);
    gives('that nothing is wanted', { response_not_required: true, content: 'x' }, []);
    gives('with blanks', { content: '  \n ' }, []);
    gives('with nothing in it', {}, []);
    gives('with null fields', { content: null, response_string: null, widget_content: null }, []);
    gives('with an empty text', '""', []);
    gives('with no body', '', []);
    gives('with HTML', '<p>hi</p>', ['Failure! Invalid JSON in response']);
    gives('with a list', [1], ['Failure! Invalid response format']);
    gives('with null', 'null', ['Failure! Invalid response format']);
    gives('with a text', '"hi"', ['Failure! Invalid response format']);
    gives('with fields of other types', { content: { a: 1 } }, ['Failure! Invalid response format']);
    gives('with a null byte', { content: 'a\0b' }, ['Failure! Message must not contain null bytes']);
    gives('with too much', `{"content":"${'x'.repeat(70_000)}"}`, ['Failure! Invalid JSON in response']);
    gives('with a deep nest', '['.repeat(30_000) + ']'.repeat(30_000), ['Failure! Invalid response format']);
    gives('with an unknown widget', { content: 'x', widget_content: { widget_type: 'game' } }, [
      'Failure! Widgets: widget_content is not understood',
    ]);

    it('is quoted in the same topic, as the bot, by a client of its own', async () => {
      const echo = await hook((_, nth) => ({ body: { content: `answer *${nth}*` } }));
      const people = { subscriptions: [{ name: 'closed' }], invite_only: true };
      await owner.post('/users/me/subscriptions', people);
      await inDesign(naming(echo), guest);
      await inDesign(naming(echo), owner, 'closed');
      const answers = await newest(owner, 2, [{ operator: 'sender', operand: echo.bot.userId }]);
      for (const answer of answers)
        expect(answer).to.include({
          subject: TOPIC,
          sender_id: echo.bot.userId,
          client: 'OutgoingWebhookResponse',
        });
      const seen = answers.map(({ display_recipient: to, content }) => `${String(to)}: ${String(content)}`);
      expect(seen).to.have.members(['design: answer *1*', 'closed: answer *2*']);
    });

    it('may show a widget', async () => {
      const choices = [{ type: 'multiple_choice', short_name: 'A', long_name: 'Yes', reply: 'yes' }];
      const extra_data = { type: 'choices', heading: 'Really?', choices };
      const widget = { widget_type: 'zform', extra_data };
      for (const widget_content of [widget, JSON.stringify(widget)]) {
        const echo = await hook({ body: { content: 'Really?', widget_content } });
        await direct('hello', [echo.bot]);
        const [, answer] = await newest(owner, 2, withHook(echo));
        const [submessage] = answer!.submessages as readonly { content: string }[];
        expect(JSON.parse(submessage!.content)).to.deep.equal(widget);
      }
    });

    it('is told nowhere where the channel has been archived meanwhile, but to the owner', async () => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const echo = await hook(async () => (await released, { body: { content: 'too late' } }));
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'closing' }] });
      const { body } = await owner.get('/get_stream_id', { stream: 'closing' });
      await inDesign(naming(echo), owner, 'closing');
      while (echo.receiver.connections === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await owner.delete(`/streams/${String(body.stream_id)}`);
      release();
      const notices = await said(member, 1, [{ operator: 'is', operand: 'dm' }]);
      expect(notices[0]).to.include("Not authorized to send to channel 'closing'");
    });
  });

  describe('whose receiver refuses', () => {
    const refusing = async (answer: ReceiverAnswer) => {
      const echo = await hook(answer);
      await inDesign(naming(echo));
      const [told] = await said(owner, 1, [{ operator: 'sender', operand: echo.bot.userId }]);
      const [notice] = await said(member, 1, [{ operator: 'is', operand: 'dm' }]);
      return { echo, told, notice };
    };

    it('says so in the conversation, and its owner is told more', async () => {
      const { echo, told, notice } = await refusing({ status: 404, body: 'Nothing `here`' });
      expect(told).to.equal('Failure! Third party responded with 404');
      expect(notice).to.match(/^A message \(ID \d+\) to your bot @_\*\*Hook Number \d+\|\d+\*\* triggered/);
      expect(notice).to.include('The webhook got a response with status code *404*.');
      expect(notice).to.include('```\nNothing `here`\n```');
      expect(echo.receiver.received).to.have.length(1);
    });

    it('by sending elsewhere is not followed', async () => {
      const elsewhere = await hook();
      const { told } = await refusing({ status: 302, headers: { location: elsewhere.receiver.url } });
      expect(told).to.equal('Failure! Third party responded with 302');
      expect(elsewhere.receiver.connections).to.equal(0);
    });

    it('for good is told nothing more until its address is set again', async () => {
      const { echo } = await refusing({ status: 410 });
      await inDesign(naming(echo));
      await hansard.settled();
      expect(echo.receiver.received).to.have.length(1);
      const found = listIn(await member.get('/bots'), 'bots').find(
        ({ username }) => username === echo.bot.email,
      );
      expect(found!.services).to.have.nested.property('[0].is_disabled', true);
      await member.patch(`/bots/${echo.bot.userId}`, { service_payload_url: echo.receiver.url });
      await inDesign(naming(echo));
      await hansard.settled();
      expect(echo.receiver.received).to.have.length(2);
    });

    it('for now is told again, under the same ID and signed anew, and its late answer is said', async () => {
      const echo = await hook((_, nth) =>
        nth === 1 ? { status: 500, body: 'oops' } : { body: { content: 'there' } },
      );
      await direct('hello', [echo.bot]);
      while (echo.receiver.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
      const texts = (await said(owner, 3, withHook(echo))).slice(1);
      expect(texts).to.deep.equal(['Failure! Third party responded with 500', 'there']);
      const [first, second] = echo.receiver.received.map(({ headers }) => headers);
      expect(first!['webhook-id']).to.equal(second!['webhook-id']);
      expect(first!['webhook-signature']).to.not.equal(second!['webhook-signature']);
      const waited = Number(second!['webhook-timestamp']) - Number(first!['webhook-timestamp']);
      expect(waited).to.be.within(0, 3);
    });
  });
});

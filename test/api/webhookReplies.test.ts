import { expect } from 'chai';
import type { ReceiverAnswer } from '../support/receivers.ts';
import { until } from '../support/waiting.ts';
import { listedBot } from './bots.ts';
import { type Hooks, naming, serviceOf, signatureOf, startHooks, withHook } from './hooks.ts';

describe('an outgoing webhook', () => {
  let hansard: Hooks['hansard'];
  let owner: Hooks['owner'];
  let member: Hooks['member'];
  let guest: Hooks['guest'];
  let hook: Hooks['hook'];
  let inDesign: Hooks['inDesign'];
  let direct: Hooks['direct'];
  let newest: Hooks['newest'];
  let contentsOf: Hooks['contentsOf'];
  let stop: Hooks['stop'];

  before(async () => {
    ({ hansard, owner, member, guest, hook, inDesign, direct, newest, contentsOf, stop } =
      await startHooks());
  });
  after(() => stop());

  describe('whose receiver answers', () => {
    const replies = async (body: unknown, status = 200) => {
      const echo = await hook({ status, body });
      await direct('hello', [echo.bot]);
      return (await contentsOf(owner, 5, withHook(echo))).slice(1);
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
    gives('with half a character', String.raw`{"content":"a\ud83db"}`, ['a\ufffdb']);
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
          subject: 'logo',
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
      await until(() => echo.receiver.connections > 0);
      await owner.delete(`/streams/${String(body.stream_id)}`);
      release();
      const notices = await contentsOf(member, 1, [{ operator: 'is', operand: 'dm' }]);
      expect(notices[0]).to.include("Not authorized to send to channel 'closing'");
    });
  });

  describe('whose receiver refuses', () => {
    const refusing = async (answer: ReceiverAnswer) => {
      const echo = await hook(answer);
      await inDesign(naming(echo));
      const [reply] = await contentsOf(owner, 1, [{ operator: 'sender', operand: echo.bot.userId }]);
      const [notice] = await contentsOf(member, 1, [{ operator: 'is', operand: 'dm' }]);
      return { echo, told: reply, notice };
    };

    it('says so in the conversation, and its owner is told more', async () => {
      const { echo, told: reply, notice } = await refusing({ status: 404, body: 'Nothing `here`' });
      expect(reply).to.equal('Failure! Third party responded with 404');
      expect(notice).to.match(/^A message \(ID \d+\) to your bot @_\*\*Hook Number \d+\|\d+\*\* triggered/);
      expect(notice).to.include('The webhook got a response with status code *404*.');
      expect(notice).to.include('```\nNothing `here`\n```');
      expect(echo.receiver.received).to.have.length(1);
    });

    it('at length is quoted to its owner up to a whole character', async () => {
      const { notice } = await refusing({ status: 404, body: `a${'🦉'.repeat(2_000)}` });
      expect(notice).to.include(`\na${'🦉'.repeat(299)}\n`);
    });

    it('by sending elsewhere is not followed', async () => {
      const elsewhere = await hook();
      const { told: reply } = await refusing({ status: 302, headers: { location: elsewhere.receiver.url } });
      expect(reply).to.equal('Failure! Third party responded with 302');
      expect(elsewhere.receiver.connections).to.equal(0);
    });

    it('for good is told nothing more until its address is set again', async () => {
      const { echo } = await refusing({ status: 410 });
      await inDesign(naming(echo));
      await hansard.settled();
      expect(echo.receiver.received).to.have.length(1);
      const found = await listedBot(member, echo.bot.email);
      expect(found!.services).to.have.nested.property('[0].is_disabled', true);
      await member.patch(`/bots/${echo.bot.userId}`, { service_payload_url: echo.receiver.url });
      await inDesign(naming(echo));
      await hansard.settled();
      expect(echo.receiver.received).to.have.length(2);
    });

    it('is not told again of a message that has been deleted meanwhile', async () => {
      let release = (): void => {};
      const deleted = new Promise<void>((resolve) => (release = resolve));
      const echo = await hook(async (_, nth) => (await deleted, { status: nth < 3 ? 503 : 200 }));
      const { body } = await direct('forget this', [echo.bot]);
      await until(() => echo.receiver.received.length > 0);
      await owner.delete(`/messages/${String(body.id)}`);
      release();
      await hansard.settled();
      // What is said now is told again in its turn, when the first one would have been.
      await direct('remember this', [echo.bot]);
      await until(() => echo.receiver.received.length >= 3);
      const dataTexts = echo.receiver.received.map(({ text }) => (JSON.parse(text) as { data: string }).data);
      expect(dataTexts).to.deep.equal(['forget this', 'remember this', 'remember this']);
    });

    it('and answers late, answers where the message has gone', async () => {
      const echo = await hook((_, nth) => (nth === 1 ? { status: 503 } : { body: { content: 'found you' } }));
      const { body } = await inDesign(naming(echo));
      await hansard.settled();
      const moved = { topic: 'elsewhere', send_notification_to_new_thread: false };
      expect((await owner.patch(`/messages/${String(body.id)}`, moved)).status).to.equal(200);
      await until(() => echo.receiver.received.length >= 2);
      const [answer] = await newest(owner, 1, [{ operator: 'sender', operand: echo.bot.userId }]);
      expect(answer).to.include({ content: 'found you', subject: 'elsewhere' });
    });

    it('for now is told again, under the same ID and signed anew, and its late answer is said', async () => {
      const echo = await hook((_, nth) =>
        nth === 1 ? { status: 500, body: 'oops' } : { body: { content: 'there' } },
      );
      await direct('hello', [echo.bot]);
      await until(() => echo.receiver.received.length >= 2);
      const texts = (await contentsOf(owner, 3, withHook(echo))).slice(1);
      expect(texts).to.deep.equal(['Failure! Third party responded with 500', 'there']);
      const service = await serviceOf(echo, member);
      for (const received of echo.receiver.received)
        expect(received.headers['webhook-signature']).to.equal(signatureOf(received, service));
      const [first, second] = echo.receiver.received.map(({ headers }) => headers);
      expect(first!['webhook-id']).to.equal(second!['webhook-id']);
      const waited = Number(second!['webhook-timestamp']) - Number(first!['webhook-timestamp']);
      expect(waited).to.be.within(0, 3);
    });
  });
});

import { expect } from 'chai';
import { WebhookMessage } from '../../../src/wire/messages.ts';
import type { Received } from '../../support/receivers.ts';
import { listIn } from '../expected.ts';
import { createBot } from '../../../src/commands/people/bots.ts';
import type { UserId } from '../../../src/base/ids.ts';
import { Hansard } from '../../support/hansard.ts';
import { temporaryFolder } from '../../support/disk/temporaryFolder.ts';
import { type Hooks, naming, serviceOf, signatureOf, startHooks, payloadOf } from '../hooks.ts';

describe('an outgoing webhook', () => {
  let hansard: Hooks['hansard'];
  let owner: Hooks['owner'];
  let member: Hooks['member'];
  let hook: Hooks['hook'];
  let inDesign: Hooks['inDesign'];
  let direct: Hooks['direct'];
  let stop: Hooks['stop'];

  before(async () => {
    ({ hansard, owner, member, hook, inDesign, direct, stop } = await startHooks());
  });
  after(() => stop());

  it('is told what is said directly to the bot', async () => {
    const echo = await hook();
    const { body } = await direct('Is it *raining*?', [echo.bot]);
    await hansard.settled();
    expect(echo.receiver.received).to.have.length(1);
    const payload = payloadOf(echo.receiver);
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
    expect(WebhookMessage.parse(payload.message)).to.deep.equal(payload.message);
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
    const [open1, hidden] = [payloadOf(echo.receiver), payloadOf(echo.receiver, 1)];
    expect(open1).to.include({ trigger: 'mention', data: naming(echo) });
    expect(open1.message).to.include({ type: 'stream', subject: 'logo', display_recipient: 'design' });
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
      expect(payloadOf(receiver)).to.include({ bot_email: bot.email });
    }
    const tokens = [one, two].map(({ receiver }) => payloadOf(receiver).token);
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
    const [received] = echo.receiver.received as [Received];
    const { headers } = received;
    const service = await serviceOf(echo, member);
    expect(payloadOf(echo.receiver).token).to.equal(service.token);
    expect(headers['webhook-signature']).to.equal(signatureOf(received, service));
    expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).to.be.below(30);
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['user-agent']).to.match(/^HansardOutgoingWebhook\/\d+\.\d+\.\d+$/);
  });
});

describe('an outgoing webhook of before there were signatures', () => {
  it('is given what it is signed with at the next start', async () => {
    const { folder, remove } = await temporaryFolder();
    const first = await Hansard.start({ folder });
    const { userId } = await first.owner();
    const lane = first.app.lanes.bySubdomain('')!;
    const [apiKeyCredentialId, tokenCredentialId] = await Promise.all([
      first.app.founding.secrets.issueApiKey(lane.state.organizationId),
      first.app.founding.secrets.issueBotToken(lane.state.organizationId),
    ]);
    const names = { fullName: 'Old Bot', shortName: 'old', domain: 'example.com', type: 3, defaults: {} };
    const service = {
      name: 'old',
      interface: 1,
      baseUrl: 'https://old.example.com/',
      tokenCredentialId,
    } as const;
    const by = { actor: userId as UserId, client: 'test', correlationId: 'test' };
    await lane.submit(createBot, { ...names, service, apiKeyCredentialId }, by);
    await first.stop();
    const second = await Hansard.start({ folder });
    const [bot] = listIn(await (await second.owner()).get('/bots'), 'bots');
    expect(bot)
      .to.have.nested.property('services[0].signing_secret')
      .that.matches(/^whsec_/);
    await second.stop();
    await remove();
  });
});

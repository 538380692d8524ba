import { expect } from 'chai';
import {
  createBot,
  deactivateBot,
  regenerateBotKey,
  updateBot,
  type CreateBotInput,
  type UpdateBotInput,
} from '../../../src/commands/people/bots.ts';
import { reactivateUser } from '../../../src/commands/people/users.ts';
import type { DomainEvent } from '../../../src/events/define.ts';
import type { CredentialId } from '../../../src/base/ids.ts';
import { example } from '../../support/examples.ts';
import {
  ADMIN,
  BOT,
  forbidden,
  given,
  GUEST,
  handedOver,
  id,
  MEMBER,
  NEXT,
  none,
  OTHER,
  OWNER,
  OWNERS_BOT,
  PUBLIC,
  refused,
  scene,
  secrets,
  service,
  SYSTEM_BOT,
} from '../botScene.ts';
import { verdictOn } from '../verdict.ts';

describe('creating a bot', () => {
  const input: CreateBotInput = {
    fullName: 'Weather',
    shortName: 'weather',
    domain: 'chat.example.com',
    type: 1,
    defaults: {},
    service: null,
    apiKeyCredentialId: 'key' as CredentialId,
  };
  const verdict = (wanted: Partial<CreateBotInput>, actor = MEMBER, ...more: readonly DomainEvent[]) =>
    verdictOn(scene(...more), createBot, { ...input, ...wanted }, actor);

  it('makes an account of the caller with an address made of the short name', () => {
    const { passwordCredentialId: _, ...account } = example.userCreated({ userId: NEXT }).data;
    expect(verdict({ shortName: ' weather ' })).to.deep.equal([
      {
        type: 'UserCreated',
        data: {
          ...account,
          email: 'weather-bot@chat.example.com',
          fullName: 'Weather',
          apiKeyCredentialId: 'key',
          bot: { type: 1, ownerId: MEMBER, isSystem: false },
        },
      },
      example.botSetUp({ botId: NEXT, defaults: none, service: null }),
    ]);
  });

  it('records its defaults and its service', () => {
    const defaults = { sendingChannel: 'Design', eventsChannel: 'design', allPublicChannels: true };
    const [, setUp] = verdict({ type: 3, defaults, service }) as readonly DomainEvent[];
    expect(setUp).to.deep.equal(
      example.botSetUp({
        botId: NEXT,
        defaults: { sendingChannelId: PUBLIC, eventsChannelId: PUBLIC, allPublicChannels: true },
        service,
      }),
    );
  });

  it('gives an outgoing webhook what it is signed with', () => {
    const signingCredentialId = 'signing' as CredentialId;
    const [, , signed] = verdict({ type: 3, service, signingCredentialId }) as readonly DomainEvent[];
    expect(signed).to.deep.equal(example.botSigningSecretIssued({ botId: NEXT, credentialId: 'signing' }));
  });

  it('asks for one permission, and for less where the bot only sends', () => {
    const noBots = given('can_create_bots_group', 'role:nobody');
    const noneAtAll = given('can_create_write_only_bots_group', 'role:nobody');
    for (const type of [1, 3]) expect(verdict({ type }, MEMBER, noBots)).to.deep.equal(forbidden);
    expect(verdict({ type: 2 }, MEMBER, noBots)).to.have.length(2);
    expect(verdict({ type: 2 }, MEMBER, noBots, noneAtAll)).to.deep.equal(forbidden);
    expect(verdict({ type: 2 }, MEMBER, noneAtAll)).to.have.length(2);
    for (const type of [1, 2, 3]) expect(verdict({ type }, GUEST)).to.deep.equal(forbidden);
  });

  const refuses = (what: string, wanted: Partial<CreateBotInput>, says: string) =>
    it(`refuses ${what}`, () => expect(verdict(wanted)).to.deep.equal(refused(says)));
  refuses('unknown types', { type: 5 }, 'Invalid bot type');
  refuses('embedded bots', { type: 4 }, 'Embedded bots are not enabled.');
  refuses('a blank short name', { shortName: '  ' }, 'Bad name or username');
  refuses('what makes no address', { shortName: 'a b' }, 'Bad name or username');
  refuses('a name that is too short', { fullName: 'W' }, 'Name too short!');
  refuses('a name that somebody uses', { fullName: 'user 4' }, 'Name is already in use!');
  refuses(
    'channels that do not exist',
    { defaults: { sendingChannel: 'nope' } },
    "Invalid channel name 'nope'",
  );
  refuses(
    'channels that its maker cannot read',
    { defaults: { eventsChannel: 'secret' } },
    "Invalid channel name 'secret'",
  );

  it('refuses an address that somebody has or had', () => {
    const taken = example.userCreated({ userId: NEXT, email: 'WEATHER-bot@chat.example.com' });
    const gone = example.userDeactivated({ userId: NEXT });
    expect(verdict({}, MEMBER, taken)).to.deep.equal(refused('Username already in use'));
    expect(verdict({}, MEMBER, taken, gone)).to.deep.equal(refused('Username already in use'));
  });

  it('takes a name that nobody uses any more', () => {
    const gone = example.userDeactivated({ userId: OTHER });
    expect(verdict({ fullName: 'User 4' }, MEMBER, gone)).to.have.length(2);
  });
});

describe('who administers a bot', () => {
  const key = { botId: id(BOT), credentialId: 'new' as CredentialId };

  it('is its owner, and administrators', () => {
    for (const actor of [MEMBER, ADMIN, OWNER])
      expect(verdictOn(scene(), regenerateBotKey, key, actor)).to.deep.equal([
        example.apiKeyRegenerated({ userId: BOT, credentialId: 'new' }),
      ]);
    for (const actor of [OTHER, GUEST, BOT])
      expect(verdictOn(scene(), regenerateBotKey, key, actor)).to.deep.equal(forbidden);
  });

  it('is no administrator where the bot has the role of an owner', () => {
    const strong = { ...key, botId: id(OWNERS_BOT) };
    expect(verdictOn(scene(), regenerateBotKey, strong, ADMIN)).to.deep.equal(forbidden);
    for (const actor of [OWNER, OTHER])
      expect(verdictOn(scene(), regenerateBotKey, strong, actor)).to.have.length(1);
  });

  it("is nobody where it is a person, the organization's own bot, or not there", () => {
    for (const botId of [MEMBER, SYSTEM_BOT, 99].map(id)) {
      const noSuchBot = refused('No such bot');
      expect(verdictOn(scene(), regenerateBotKey, { ...key, botId }, OWNER)).to.deep.equal(noSuchBot);
      expect(verdictOn(scene(), deactivateBot, { botId }, OWNER)).to.deep.equal(noSuchBot);
      expect(verdictOn(scene(), updateBot, { botId, defaults: {} }, OWNER)).to.deep.equal(noSuchBot);
    }
  });
});

describe('deactivating a bot', () => {
  it('happens once', () => {
    const gone = example.userDeactivated({ userId: BOT });
    expect(verdictOn(scene(), deactivateBot, { botId: id(BOT) }, MEMBER)).to.deep.equal([gone]);
    expect(verdictOn(scene(gone), deactivateBot, { botId: id(BOT) }, MEMBER)).to.deep.equal([]);
    expect(verdictOn(scene(), deactivateBot, { botId: id(BOT) }, OTHER)).to.deep.equal(forbidden);
  });
});

describe('reactivating a bot', () => {
  const gone = (...userIds: readonly number[]) =>
    scene(...userIds.map((userId) => example.userDeactivated({ userId })));
  const back = example.userReactivated({ userId: BOT });

  it('asks what making one of its type asks', () => {
    const noBots = (...more: readonly DomainEvent[]) =>
      scene(example.userDeactivated({ userId: BOT }), given('can_create_bots_group', 'role:nobody'), ...more);
    for (const actor of [MEMBER, ADMIN, OWNER])
      expect(verdictOn(noBots(), reactivateUser, { userId: id(BOT) }, actor)).to.deep.equal(forbidden);
    expect(verdictOn(noBots(), reactivateUser, { userId: id(BOT) }, null)).to.deep.equal([back]);
    const sendsOnly = example.userCreated({
      userId: NEXT,
      fullName: 'Sender',
      bot: { type: 2, ownerId: MEMBER, isSystem: false },
    });
    const ended = [sendsOnly, example.userDeactivated({ userId: NEXT })];
    const reviving = (...more: readonly DomainEvent[]) =>
      verdictOn(noBots(...ended, ...more), reactivateUser, { userId: id(NEXT) }, MEMBER);
    expect(reviving()).to.have.length(1);
    expect(reviving(given('can_create_write_only_bots_group', 'role:nobody'))).to.deep.equal(forbidden);
  });

  it('leaves it to its owner, as long as he is there', () => {
    for (const actor of [MEMBER, ADMIN])
      expect(verdictOn(gone(BOT), reactivateUser, { userId: id(BOT) }, actor)).to.deep.equal([back]);
  });

  it('gives it to the administrator where its owner is gone', () => {
    const nobodys = () => gone(BOT, MEMBER);
    expect(verdictOn(nobodys(), reactivateUser, { userId: id(BOT), secrets }, ADMIN)).to.deep.equal([
      back,
      ...handedOver(ADMIN),
    ]);
    expect(verdictOn(nobodys(), reactivateUser, { userId: id(BOT) }, null)).to.deep.equal([back]);
  });
});

describe('changing a bot', () => {
  const verdict = (wanted: Partial<UpdateBotInput>, actor = MEMBER, ...more: readonly DomainEvent[]) =>
    verdictOn(scene(...more), updateBot, { botId: id(BOT), defaults: {}, ...wanted }, actor);

  it('renames it', () => {
    expect(verdict({ fullName: ' Rain ' })).to.deep.equal([
      example.userRenamed({ userId: BOT, oldFullName: 'Bot 6', newFullName: 'Rain' }),
    ]);
    expect(verdict({ fullName: 'BOT 6' })).to.have.length(1);
    expect(verdict({ fullName: 'user 4' })).to.deep.equal(refused('Name is already in use!'));
    expect(verdict({ fullName: 'R' })).to.deep.equal(refused('Name too short!'));
  });

  it('gives it to somebody else, who must be an active person, with other secrets', () => {
    const failed = (why: string) => refused(`Failed to change owner, ${why}`);
    expect(verdict({ ownerId: id(OTHER), secrets }, ADMIN)).to.deep.equal(handedOver(OTHER));
    const [key, ...others] = handedOver(OWNER, OWNERS_BOT, OTHER);
    expect(verdict({ botId: id(OWNERS_BOT), ownerId: id(OWNER), secrets }, OWNER)).to.deep.equal([
      key,
      others.at(-1),
    ]);
    expect(verdict({ ownerId: id(99) })).to.deep.equal(failed('no such user'));
    const gone = example.userDeactivated({ userId: OTHER });
    expect(verdict({ ownerId: id(OTHER) }, MEMBER, gone)).to.deep.equal(failed('user is deactivated'));
    expect(verdict({ ownerId: id(BOT) })).to.deep.equal(failed("bots can't own other bots"));
  });

  it('gives it to nobody, not even to oneself, unless an administrator decides it', () => {
    const says = refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
    expect(verdict({ ownerId: id(OTHER), secrets })).to.deep.equal(says);
    expect(verdict({ ownerId: id(MEMBER) })).to.deep.equal([]);
    expect(verdict({ ownerId: id(OTHER), secrets }, OTHER)).to.deep.equal(forbidden);
  });

  it('gives it another role where an administrator decides it, and that of an owner where an owner does', () => {
    const byRole = (code: string) => refused(`Must be an organization ${code}`, 'UNAUTHORIZED_PRINCIPAL');
    expect(verdict({ role: 300 })).to.deep.equal(byRole('administrator'));
    expect(verdict({ role: 300 }, ADMIN)).to.deep.equal([
      example.userRoleChanged({ userId: BOT, oldRole: 400, newRole: 300 }),
    ]);
    expect(verdict({ role: 100 }, ADMIN)).to.deep.equal(byRole('owner'));
    expect(verdict({ role: 100 }, OWNER)).to.have.length(1);
  });

  it('sets each default by itself, channels also to none', () => {
    const set = (property: 'sendingChannelId' | 'eventsChannelId', newValue: number) =>
      example.botDefaultChanged({ botId: BOT, property, oldValue: null, newValue });
    const both = { sendingChannel: 'design', eventsChannel: 'design' };
    const [sending, events] = [set('sendingChannelId', PUBLIC), set('eventsChannelId', PUBLIC)];
    expect(verdict({ defaults: both })).to.deep.equal([sending, events]);
    expect(verdict({ defaults: { sendingChannel: '' } }, MEMBER, sending, events)).to.deep.equal([
      example.botDefaultChanged({
        botId: BOT,
        property: 'sendingChannelId',
        oldValue: PUBLIC,
        newValue: null,
      }),
    ]);
    expect(verdict({ defaults: { sendingChannel: 'secret' } })).to.deep.equal(
      refused("Invalid channel name 'secret'"),
    );
  });

  it('gives an outgoing webhook another address, and nothing else one', () => {
    const serviceUrl = 'https://rain.example.com/';
    expect(verdict({ serviceUrl })).to.deep.equal([
      example.botServiceUrlChanged({
        botId: BOT,
        tokenCredentialId: 'token',
        oldBaseUrl: service.baseUrl,
        newBaseUrl: serviceUrl,
      }),
    ]);
    const url = { botId: id(OWNERS_BOT), serviceUrl };
    expect(verdict(url, OWNER)).to.deep.equal(refused('This bot has no outgoing webhook.'));
  });

  it('records nothing where all is as it was', () => {
    const same = { fullName: 'Bot 6', role: 400, ownerId: id(MEMBER), serviceUrl: service.baseUrl } as const;
    const defaults = { sendingChannel: '', eventsChannel: '', allPublicChannels: false };
    expect(verdict({ ...same, defaults })).to.deep.equal([]);
  });
});

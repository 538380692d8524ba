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
  ownerChangeEvents,
  id,
  MEMBER,
  NEXT,
  none,
  OTHER,
  OWNER,
  OWNERS_BOT,
  PUBLIC,
  fixture,
  secrets,
  service,
  SYSTEM_BOT,
} from '../botFixture.ts';
import { eventsOrRefusal, refused } from '../eventsOrRefusal.ts';

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
  const outcomeOf = (requested: Partial<CreateBotInput>, actor = MEMBER, ...more: readonly DomainEvent[]) =>
    eventsOrRefusal(fixture(...more), createBot, { ...input, ...requested }, actor);

  it('may give it a picture, as changing it may', () => {
    const avatar = { key: 'a', digest: 'b', mediumDigest: 'c' };
    const pictured = (userId: number) => ({
      type: 'AvatarChanged',
      data: { userId, avatar: { path: '1/a', digest: 'b', mediumDigest: 'c' }, version: 2 },
    });
    expect(outcomeOf({ avatar })).to.deep.include(pictured(NEXT));
    const change = { botId: BOT, defaults: {}, avatar } as UpdateBotInput;
    expect(eventsOrRefusal(fixture(), updateBot, change, MEMBER)).to.deep.equal([pictured(BOT)]);
  });

  it('makes an account of the caller with an address made of the short name', () => {
    const { passwordCredentialId: _, ...account } = example.userCreated({ userId: NEXT }).data;
    expect(outcomeOf({ shortName: ' weather ' })).to.deep.equal([
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
    const [, setUp] = outcomeOf({ type: 3, defaults, service }) as readonly DomainEvent[];
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
    const [, , signed] = outcomeOf({ type: 3, service, signingCredentialId }) as readonly DomainEvent[];
    expect(signed).to.deep.equal(example.botSigningSecretIssued({ botId: NEXT, credentialId: 'signing' }));
  });

  it('asks for one permission, and for less where the bot only sends', () => {
    const noBots = given('can_create_bots_group', 'role:nobody');
    const noneAtAll = given('can_create_write_only_bots_group', 'role:nobody');
    for (const type of [1, 3]) expect(outcomeOf({ type }, MEMBER, noBots)).to.deep.equal(forbidden);
    expect(outcomeOf({ type: 2 }, MEMBER, noBots)).to.have.length(2);
    expect(outcomeOf({ type: 2 }, MEMBER, noBots, noneAtAll)).to.deep.equal(forbidden);
    expect(outcomeOf({ type: 2 }, MEMBER, noneAtAll)).to.have.length(2);
    for (const type of [1, 2, 3]) expect(outcomeOf({ type }, GUEST)).to.deep.equal(forbidden);
  });

  const refuses = (what: string, requested: Partial<CreateBotInput>, message: string) =>
    it(`refuses ${what}`, () => expect(outcomeOf(requested)).to.deep.equal(refused(message)));
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
    expect(outcomeOf({}, MEMBER, taken)).to.deep.equal(refused('Username already in use'));
    expect(outcomeOf({}, MEMBER, taken, gone)).to.deep.equal(refused('Username already in use'));
  });

  it('takes a name that nobody uses any more', () => {
    const gone = example.userDeactivated({ userId: OTHER });
    expect(outcomeOf({ fullName: 'User 4' }, MEMBER, gone)).to.have.length(2);
  });
});

describe('who administers a bot', () => {
  const key = { botId: id(BOT), credentialId: 'new' as CredentialId };

  it('is its owner, and administrators', () => {
    for (const actor of [MEMBER, ADMIN, OWNER])
      expect(eventsOrRefusal(fixture(), regenerateBotKey, key, actor)).to.deep.equal([
        example.apiKeyRegenerated({ userId: BOT, credentialId: 'new' }),
      ]);
    for (const actor of [OTHER, GUEST, BOT])
      expect(eventsOrRefusal(fixture(), regenerateBotKey, key, actor)).to.deep.equal(forbidden);
  });

  it('is no administrator where the bot has the role of an owner', () => {
    const strong = { ...key, botId: id(OWNERS_BOT) };
    expect(eventsOrRefusal(fixture(), regenerateBotKey, strong, ADMIN)).to.deep.equal(forbidden);
    for (const actor of [OWNER, OTHER])
      expect(eventsOrRefusal(fixture(), regenerateBotKey, strong, actor)).to.have.length(1);
  });

  it("is nobody where it is a person, the organization's own bot, or not there", () => {
    for (const botId of [MEMBER, SYSTEM_BOT, 99].map(id)) {
      const noSuchBot = refused('No such bot');
      expect(eventsOrRefusal(fixture(), regenerateBotKey, { ...key, botId }, OWNER)).to.deep.equal(noSuchBot);
      expect(eventsOrRefusal(fixture(), deactivateBot, { botId }, OWNER)).to.deep.equal(noSuchBot);
      expect(eventsOrRefusal(fixture(), updateBot, { botId, defaults: {} }, OWNER)).to.deep.equal(noSuchBot);
    }
  });
});

describe('deactivating a bot', () => {
  it('happens once', () => {
    const gone = example.userDeactivated({ userId: BOT });
    expect(eventsOrRefusal(fixture(), deactivateBot, { botId: id(BOT) }, MEMBER)).to.deep.equal([gone]);
    expect(eventsOrRefusal(fixture(gone), deactivateBot, { botId: id(BOT) }, MEMBER)).to.deep.equal([]);
    expect(eventsOrRefusal(fixture(), deactivateBot, { botId: id(BOT) }, OTHER)).to.deep.equal(forbidden);
  });
});

describe('reactivating a bot', () => {
  const gone = (...userIds: readonly number[]) =>
    fixture(...userIds.map((userId) => example.userDeactivated({ userId })));
  const back = example.userReactivated({ userId: BOT });

  it('asks what making one of its type asks', () => {
    const noBots = (...more: readonly DomainEvent[]) =>
      fixture(
        example.userDeactivated({ userId: BOT }),
        given('can_create_bots_group', 'role:nobody'),
        ...more,
      );
    for (const actor of [MEMBER, ADMIN, OWNER])
      expect(eventsOrRefusal(noBots(), reactivateUser, { userId: id(BOT) }, actor)).to.deep.equal(forbidden);
    expect(eventsOrRefusal(noBots(), reactivateUser, { userId: id(BOT) }, null)).to.deep.equal([back]);
    const sendsOnly = example.userCreated({
      userId: NEXT,
      fullName: 'Sender',
      bot: { type: 2, ownerId: MEMBER, isSystem: false },
    });
    const ended = [sendsOnly, example.userDeactivated({ userId: NEXT })];
    const reviving = (...more: readonly DomainEvent[]) =>
      eventsOrRefusal(noBots(...ended, ...more), reactivateUser, { userId: id(NEXT) }, MEMBER);
    expect(reviving()).to.have.length(1);
    expect(reviving(given('can_create_write_only_bots_group', 'role:nobody'))).to.deep.equal(forbidden);
  });

  it('leaves it to its owner, as long as he is there', () => {
    for (const actor of [MEMBER, ADMIN])
      expect(eventsOrRefusal(gone(BOT), reactivateUser, { userId: id(BOT) }, actor)).to.deep.equal([back]);
  });

  it('gives it to the administrator where its owner is gone', () => {
    const nobodys = () => gone(BOT, MEMBER);
    expect(eventsOrRefusal(nobodys(), reactivateUser, { userId: id(BOT), secrets }, ADMIN)).to.deep.equal([
      back,
      ...ownerChangeEvents(ADMIN),
    ]);
    expect(eventsOrRefusal(nobodys(), reactivateUser, { userId: id(BOT) }, null)).to.deep.equal([back]);
  });
});

describe('changing a bot', () => {
  const outcomeOf = (requested: Partial<UpdateBotInput>, actor = MEMBER, ...more: readonly DomainEvent[]) =>
    eventsOrRefusal(fixture(...more), updateBot, { botId: id(BOT), defaults: {}, ...requested }, actor);

  it('renames it', () => {
    expect(outcomeOf({ fullName: ' Rain ' })).to.deep.equal([
      example.userRenamed({ userId: BOT, oldFullName: 'Bot 6', newFullName: 'Rain' }),
    ]);
    expect(outcomeOf({ fullName: 'BOT 6' })).to.have.length(1);
    expect(outcomeOf({ fullName: 'user 4' })).to.deep.equal(refused('Name is already in use!'));
    expect(outcomeOf({ fullName: 'R' })).to.deep.equal(refused('Name too short!'));
  });

  it('gives it to somebody else, who must be an active person, with other secrets', () => {
    const failed = (why: string) => refused(`Failed to change owner, ${why}`);
    expect(outcomeOf({ ownerId: id(OTHER), secrets }, ADMIN)).to.deep.equal(ownerChangeEvents(OTHER));
    const [key, ...others] = ownerChangeEvents(OWNER, OWNERS_BOT, OTHER);
    expect(outcomeOf({ botId: id(OWNERS_BOT), ownerId: id(OWNER), secrets }, OWNER)).to.deep.equal([
      key,
      others.at(-1),
    ]);
    expect(outcomeOf({ ownerId: id(99) })).to.deep.equal(failed('no such user'));
    const gone = example.userDeactivated({ userId: OTHER });
    expect(outcomeOf({ ownerId: id(OTHER) }, MEMBER, gone)).to.deep.equal(failed('user is deactivated'));
    expect(outcomeOf({ ownerId: id(BOT) })).to.deep.equal(failed("bots can't own other bots"));
  });

  it('gives it to nobody, not even to oneself, unless an administrator decides it', () => {
    const message = refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
    expect(outcomeOf({ ownerId: id(OTHER), secrets })).to.deep.equal(message);
    expect(outcomeOf({ ownerId: id(MEMBER) })).to.deep.equal([]);
    expect(outcomeOf({ ownerId: id(OTHER), secrets }, OTHER)).to.deep.equal(forbidden);
  });

  it('gives it another role where an administrator decides it, and that of an owner where an owner does', () => {
    const byRole = (code: string) => refused(`Must be an organization ${code}`, 'UNAUTHORIZED_PRINCIPAL');
    expect(outcomeOf({ role: 300 })).to.deep.equal(byRole('administrator'));
    expect(outcomeOf({ role: 300 }, ADMIN)).to.deep.equal([
      example.userRoleChanged({ userId: BOT, oldRole: 400, newRole: 300 }),
    ]);
    expect(outcomeOf({ role: 100 }, ADMIN)).to.deep.equal(byRole('owner'));
    expect(outcomeOf({ role: 100 }, OWNER)).to.have.length(1);
  });

  it('sets each default by itself, channels also to none', () => {
    const set = (property: 'sendingChannelId' | 'eventsChannelId', newValue: number) =>
      example.botDefaultChanged({ botId: BOT, property, oldValue: null, newValue });
    const both = { sendingChannel: 'design', eventsChannel: 'design' };
    const [sending, events] = [set('sendingChannelId', PUBLIC), set('eventsChannelId', PUBLIC)];
    expect(outcomeOf({ defaults: both })).to.deep.equal([sending, events]);
    expect(outcomeOf({ defaults: { sendingChannel: '' } }, MEMBER, sending, events)).to.deep.equal([
      example.botDefaultChanged({
        botId: BOT,
        property: 'sendingChannelId',
        oldValue: PUBLIC,
        newValue: null,
      }),
    ]);
    expect(outcomeOf({ defaults: { sendingChannel: 'secret' } })).to.deep.equal(
      refused("Invalid channel name 'secret'"),
    );
  });

  it('gives an outgoing webhook another address, and nothing else one', () => {
    const serviceUrl = 'https://rain.example.com/';
    expect(outcomeOf({ serviceUrl })).to.deep.equal([
      example.botServiceUrlChanged({
        botId: BOT,
        tokenCredentialId: 'token',
        oldBaseUrl: service.baseUrl,
        newBaseUrl: serviceUrl,
      }),
    ]);
    const url = { botId: id(OWNERS_BOT), serviceUrl };
    expect(outcomeOf(url, OWNER)).to.deep.equal(refused('This bot has no outgoing webhook.'));
  });

  it('records nothing where all is as it was', () => {
    const same = { fullName: 'Bot 6', role: 400, ownerId: id(MEMBER), serviceUrl: service.baseUrl } as const;
    const defaults = { sendingChannel: '', eventsChannel: '', allPublicChannels: false };
    expect(outcomeOf({ ...same, defaults })).to.deep.equal([]);
  });
});

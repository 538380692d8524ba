import { expect } from 'chai';
import type { Hansard, Person } from '../support/hansard.ts';
import { FOR_PEOPLE, HOOK, listedBot, makeBot, NOT_FOR_GUESTS, startCastWithChannels } from './bots.ts';
import { expectRefusal, expectSuccess, shownUser } from './expected.ts';

describe('bots changed over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, admin, member, guest } = await startCastWithChannels());
  });
  after(() => hansard.stop());

  const bot = (maker: Person, fields = {}) => makeBot(hansard, maker, fields);

  describe('PATCH /bots/{bot_id}', () => {
    it('answers what was asked for, as it is now', async () => {
      const { userId, email } = await bot(member, { bot_type: 3, payload_url: HOOK });
      const answer = await member.patch(`/bots/${userId}`, {
        full_name: ' Renamed Bot ',
        default_sending_stream: 'Design',
        default_all_public_streams: true,
        service_payload_url: `${HOOK}/2`,
        service_interface: 1,
        config_data: {},
      });
      expectSuccess(answer, {
        full_name: 'Renamed Bot',
        default_sending_stream: 'design',
        default_all_public_streams: true,
        service_payload_url: `${HOOK}/2`,
        service_interface: 1,
        config_data: {},
        avatar_url: answer.body.avatar_url,
      });
      const found = (await listedBot(member, email))!;
      expect(found).to.include({ full_name: 'Renamed Bot', default_sending_stream: 'design' });
      expect((found.services as readonly object[])[0]).to.include({ base_url: `${HOOK}/2` });
      const emptied = await member.patch(`/bots/${userId}`, { default_sending_stream: '' });
      expect(emptied.body).to.include({ default_sending_stream: null });
      const unchanged = await member.patch(`/bots/${userId}`);
      expectSuccess(unchanged, { avatar_url: unchanged.body.avatar_url });
    });

    it('gives the bot to somebody else, whose it is from then on', async () => {
      const { userId, email } = await bot(member);
      const path = `/bots/${userId}`;
      const failed = (why: string) => `Failed to change owner, ${why}`;
      expectRefusal(await member.patch(path, { bot_owner_id: 999 }), failed('no such user'));
      const ownBot = failed("bots can't own other bots");
      expectRefusal(await member.patch(path, { bot_owner_id: userId }), ownBot);
      const gone = await hansard.account('Gone Owner');
      await owner.delete(`/users/${gone.userId}`);
      const deactivated = failed('user is deactivated');
      expectRefusal(await member.patch(path, { bot_owner_id: gone.userId }), deactivated);
      const administrators = 'Must be an organization administrator';
      const code = 'UNAUTHORIZED_PRINCIPAL';
      expectRefusal(await member.patch(path, { bot_owner_id: admin.userId }), administrators, { code });
      const answer = await admin.patch(path, { bot_owner_id: admin.userId });
      expect(answer.body).to.include({ bot_owner_id: admin.userId });
      expect(await shownUser(owner, userId)).to.include({ bot_owner_id: admin.userId });
      expect(await listedBot(admin, email)).to.not.equal(undefined);
      expectRefusal(await member.patch(path, { full_name: 'Mine Again' }), 'Insufficient permission');
    });

    it('gives a bot that changes hands another API key and signing secret', async () => {
      const outgoing = await bot(member, { bot_type: 3, payload_url: HOOK });
      const secretsOf = async (viewer: Person) => {
        const { api_key: key, services } = (await listedBot(viewer, outgoing.email))!;
        return [key, (services as readonly { signing_secret: string }[])[0]!.signing_secret];
      };
      const before = await secretsOf(member);
      const path = `/bots/${outgoing.userId}`;
      expect((await admin.patch(path, { bot_owner_id: owner.userId })).status).to.equal(200);
      const wrong = { code: 'INVALID_API_KEY', status: 401 };
      expectRefusal(await outgoing.get('/users/me'), 'Invalid API key', wrong);
      const hidden = { type: 'channel', to: 'secret', topic: 'x', content: 'Into a private channel.' };
      expectRefusal(await outgoing.post('/messages', hidden), 'Invalid API key', wrong);
      const after = await secretsOf(owner);
      for (const [index, secret] of after.entries()) expect(secret).to.not.equal(before[index]);
      const renewed = hansard.withKey({ ...outgoing, key: after[0] as string });
      expect((await renewed.post('/messages', hidden)).status).to.equal(200);
      expect((await owner.patch(path, { bot_owner_id: owner.userId })).status).to.equal(200);
      expect(await secretsOf(owner)).to.deep.equal(after);
    });

    it('leaves roles to administrators, and that of an owner to owners', async () => {
      const path = `/bots/${(await bot(member)).userId}`;
      const administrators = 'Must be an organization administrator';
      const code = 'UNAUTHORIZED_PRINCIPAL';
      expectRefusal(await member.patch(path, { role: 300 }), administrators, { code });
      expect((await admin.patch(path, { role: 300 })).body).to.include({ role: 300 });
      expectRefusal(await admin.patch(path, { role: 100 }), 'Must be an organization owner', { code });
      expectRefusal(await admin.patch(path, { role: 7 }), 'Invalid role');
      expect((await owner.patch(path, { role: 100 })).body).to.include({ role: 100 });
      expectRefusal(await admin.patch(path, { full_name: 'Mine' }), 'Insufficient permission');
    });

    it('refuses what bots cannot be', async () => {
      const path = `/bots/${(await bot(member)).userId}`;
      const url = { service_payload_url: HOOK };
      expectRefusal(await member.patch(path, url), 'This bot has no outgoing webhook.');
      const noUrl = 'service_payload_url is not a URL';
      expectRefusal(await member.patch(path, { service_payload_url: 'nowhere' }), noUrl);
      expectRefusal(await member.patch(path, { service_interface: 2 }), 'Invalid interface type');
      const configured = { config_data: { key: 'value' } };
      expectRefusal(await member.patch(path, configured), 'Embedded bots are not enabled.');
      const hidden = { default_events_register_stream: 'secret' };
      expectRefusal(await member.patch(path, hidden), "Invalid channel name 'secret'");
    });
  });

  it('DELETE /bots/{bot_id} ends what it may do until it is reactivated', async () => {
    const ended = await bot(member);
    const { userId } = ended;
    expectSuccess(await member.delete(`/bots/${userId}`));
    expectSuccess(await member.delete(`/bots/${userId}`));
    const deactivated = { code: 'USER_DEACTIVATED', status: 401 };
    expectRefusal(await ended.get('/users/me'), 'Account is deactivated', deactivated);
    expectSuccess(await member.post(`/users/${userId}/reactivate`));
    expect((await ended.get('/users/me')).status).to.equal(200);
  });

  it('a bot whose owner is gone becomes that of the administrator who reactivates it', async () => {
    const leaver = await hansard.account('Leaving Owner');
    const orphan = await bot(leaver);
    await owner.delete(`/users/${leaver.userId}`);
    const deactivated = { code: 'USER_DEACTIVATED', status: 401 };
    expectRefusal(await orphan.get('/users/me'), 'Account is deactivated', deactivated);
    expectSuccess(await admin.post(`/users/${orphan.userId}/reactivate`));
    expect(await shownUser(owner, orphan.userId)).to.include({ is_active: true, bot_owner_id: admin.userId });
    const wrong = { code: 'INVALID_API_KEY', status: 401 };
    expectRefusal(await orphan.get('/users/me'), 'Invalid API key', wrong);
    expect(await listedBot(admin, orphan.email))
      .to.have.property('api_key')
      .that.is.not.equal(orphan.key);
  });

  it('what is about one bot is for its owner and administrators, of what is a bot', async () => {
    const { userId } = await bot(member);
    const stranger = await hansard.account(`Stranger ${userId}`);
    const aBot = await bot(member);
    const calls = (about: number) =>
      [
        (caller: Person) => caller.patch(`/bots/${about}`, { default_all_public_streams: true }),
        (caller: Person) => caller.post(`/bots/${about}/api_key/regenerate`),
        (caller: Person) => caller.delete(`/bots/${about}`),
      ] as const;
    for (const call of calls(userId)) {
      expectRefusal(await call(stranger), 'Insufficient permission');
      expectRefusal(await call(guest), NOT_FOR_GUESTS);
      expectRefusal(await call(aBot), FOR_PEOPLE);
      for (const caller of [member, admin, owner]) expect((await call(caller)).status).to.equal(200);
    }
    for (const about of [member.userId, 99999])
      for (const call of calls(about)) expectRefusal(await call(owner), 'No such bot');
  });
});

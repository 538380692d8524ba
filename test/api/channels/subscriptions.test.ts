import { expect } from 'chai';
import type { Answer, Hansard, Person } from '../../support/hansard.ts';
import { startCast } from '../cast.ts';
import { expectLoginFirst, expectRefusal, expectSuccess, listIn } from '../expected.ts';

const named = (...names: string[]) => ({ subscriptions: names.map((name) => ({ name })) });

/** Nobody had to be told, or everybody was. */
const TOLD = { new_subscription_messages_sent: true };

describe('subscriptions over HTTP', () => {
  let hansard: Hansard;
  let owner: Person;
  let admin: Person;
  let moderator: Person;
  let member: Person;
  let guest: Person;

  before(async () => {
    ({ hansard, owner, admin, moderator, member, guest } = await startCast());
  });
  after(() => hansard.stop());

  const subscribe = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
    who.post('/users/me/subscriptions', fields);
  const unsubscribe = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
    who.delete('/users/me/subscriptions', fields);
  const namesOf = async (who: Person) =>
    listIn(await who.get('/users/me/subscriptions'), 'subscriptions').map(({ name }) => name);
  const exists = async (name: string) =>
    listIn(await owner.get('/streams', { include_all: true }), 'streams').some(
      (channel) => channel.name === name,
    );

  describe('POST /users/me/subscriptions', () => {
    it('creates what is not there, and subscribes the caller', async () => {
      const answer = await subscribe(member, named(' new one ', 'second'));
      expectSuccess(answer, {
        subscribed: { [member.userId]: ['new one', 'second'] },
        already_subscribed: {},
        ...TOLD,
      });
      const again = await subscribe(member, named('NEW ONE', 'third', 'Third'));
      expectSuccess(again, {
        subscribed: { [member.userId]: ['third'] },
        already_subscribed: { [member.userId]: ['new one'] },
        ...TOLD,
      });
      expect(await namesOf(member)).to.include.members(['new one', 'second', 'third']);
    });

    it('subscribes nobody but the principals, by ID or by address', async () => {
      const byId = { ...named('by id'), principals: [guest.userId, moderator.userId, guest.userId] };
      expectSuccess(await subscribe(member, byId), {
        subscribed: { [guest.userId]: ['by id'], [moderator.userId]: ['by id'] },
        already_subscribed: {},
        ...TOLD,
      });
      const placeholder = `user${guest.userId}@chat.example.com`;
      const byEmail = { ...named('by id'), principals: [member.email.toUpperCase(), placeholder] };
      expectSuccess(await subscribe(member, byEmail), {
        subscribed: { [member.userId]: ['by id'] },
        already_subscribed: { [guest.userId]: ['by id'] },
        ...TOLD,
      });
      expectSuccess(await subscribe(owner, { ...named('by id'), principals: [] }), {
        subscribed: { [owner.userId]: ['by id'] },
        already_subscribed: {},
        ...TOLD,
      });
    });

    it('refuses principals that are unknown, deactivated or of two kinds, and then creates nothing', async () => {
      const leaver = await hansard.person('Lea Ver');
      await owner.delete(`/users/${leaver.userId}`);
      const requested = named('never made');
      const attempt = (principals: unknown) => subscribe(owner, { ...requested, principals });
      expectRefusal(await attempt([owner.userId, 9999]), 'No such user');
      expectRefusal(await attempt(['nobody@example.com']), 'No such user');
      expectRefusal(await attempt([leaver.userId]), 'User is deactivated');
      expectRefusal(await attempt([owner.userId, 'x']), 'principals[1] is not an integer');
      expectRefusal(await attempt(7), 'principals is not a list');
      expect(await exists('never made')).to.equal(false);
    });

    it('is not for guests, nor for who is not logged in', async () => {
      expectRefusal(await subscribe(guest, named('guest made')), 'Not allowed for guest users');
      expectLoginFirst(await hansard.anonymous('POST', '/users/me/subscriptions', named('x')));
    });

    it('lets people into a private channel only if they may let themselves in', async () => {
      const guarded = { ...named('guarded'), invite_only: true };
      const onlyMo = { direct_members: [moderator.userId], direct_subgroups: [] };
      await subscribe(owner, { ...guarded, can_add_subscribers_group: onlyMo });
      expectRefusal(await subscribe(member, named('guarded')), 'Unable to access channel (guarded).');
      expectRefusal(await subscribe(admin, named('guarded')), 'Unable to access channel (guarded).');
      const others = { ...named('guarded'), principals: [guest.userId] };
      expectRefusal(await subscribe(admin, others), 'Insufficient permission');
      expect((await subscribe(moderator, others)).body.subscribed).to.deep.equal({
        [guest.userId]: ['guarded'],
      });
      expect((await subscribe(moderator, named('guarded'))).status).to.equal(200);
    });

    it('lists what was not authorized where that is not fatal, and does the rest', async () => {
      await subscribe(owner, { ...named('locked'), invite_only: true });
      const fields = { ...named('locked', 'unlocked'), authorization_errors_fatal: false };
      expectSuccess(await subscribe(member, fields), {
        subscribed: { [member.userId]: ['unlocked'] },
        already_subscribed: {},
        ...TOLD,
        unauthorized: ['locked'],
      });
      expectRefusal(
        await subscribe(member, { ...fields, authorization_errors_fatal: true }),
        'Unable to access channel (locked).',
      );
    });

    it('counts the colours of the palette on, and takes a colour that is asked for', async () => {
      const painter = await hansard.person('Pai Nter');
      await subscribe(painter, {
        subscriptions: [{ name: 'red', color: '#ff0000' }, { name: 'any' }, { name: 'other' }],
      });
      const shown = listIn(await painter.get('/users/me/subscriptions'), 'subscriptions');
      const colors = shown.map(({ color }) => color as string);
      expect(colors[0]).to.equal('#ff0000');
      expect(new Set(colors).size).to.equal(3);
    });

    it('says whether newcomers are told, where they are to be', async () => {
      const silent = { ...named('quiet'), send_new_subscription_messages: false };
      expectSuccess(await subscribe(member, silent), {
        subscribed: { [member.userId]: ['quiet'] },
        already_subscribed: {},
      });
    });

    it('is strict about types and asks for subscriptions', async () => {
      expectRefusal(await subscribe(owner, {}), "Missing 'subscriptions' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'subscriptions',
      });
      for (const flag of ['invite_only', 'authorization_errors_fatal', 'history_public_to_subscribers'])
        expectRefusal(await subscribe(owner, { ...named('x'), [flag]: 1 }), `${flag} is not a boolean`);
      const empty = await subscribe(owner, { subscriptions: [] });
      expectSuccess(empty, { subscribed: {}, already_subscribed: {}, ...TOLD });
    });
  });

  describe('GET /users/me/subscriptions', () => {
    it('shows channels with the personal settings, and subscribers where they are asked for', async () => {
      const reader = await hansard.person('Rea Der');
      await subscribe(reader, { ...named('readers'), principals: [reader.userId, guest.userId] });
      const [plain] = listIn(await reader.get('/users/me/subscriptions'), 'subscriptions');
      expect(plain).to.include({
        name: 'readers',
        is_muted: false,
        in_home_view: true,
        pin_to_top: false,
        desktop_notifications: null,
        audible_notifications: null,
        push_notifications: null,
        email_notifications: null,
        wildcard_mentions_notify: null,
        subscriber_count: 2,
      });
      expect(plain).not.to.have.property('subscribers');
      const streams = listIn(await owner.get('/streams'), 'streams');
      const listed = streams.find(({ name }) => name === 'readers');
      expect(plain).to.deep.include(listed ?? {});
      for (const include of ['true', 'partial']) {
        const answer = await reader.get('/users/me/subscriptions', { include_subscribers: include });
        expect(listIn(answer, 'subscriptions')[0]?.subscribers).to.deep.equal(
          [guest.userId, reader.userId].sort(),
        );
      }
      const ofGuest = await guest.get('/users/me/subscriptions');
      expect(listIn(ofGuest, 'subscriptions').map(({ name }) => name)).to.include('readers');
    });

    it('counts active subscribers only', async () => {
      const leaver = await hansard.person('Goes Away');
      await subscribe(owner, { ...named('leavers'), principals: [owner.userId, leaver.userId] });
      await owner.delete(`/users/${leaver.userId}`);
      const answer = await owner.get('/users/me/subscriptions', { include_subscribers: 'true' });
      const shown = listIn(answer, 'subscriptions').find(({ name }) => name === 'leavers');
      expect(shown).to.deep.include({ subscriber_count: 1, subscribers: [owner.userId] });
    });

    it('refuses other words, and asks for a login', async () => {
      const answer = await owner.get('/users/me/subscriptions', { include_subscribers: 'yes' });
      expectRefusal(answer, 'Invalid include_subscribers');
      expectLoginFirst(await hansard.anonymous('GET', '/users/me/subscriptions'));
    });
  });

  describe('DELETE /users/me/subscriptions', () => {
    it('ends the caller’s own, and tells which there were none of', async () => {
      await subscribe(member, named('leave a', 'leave b'));
      await subscribe(owner, named('never joined'));
      const answer = await unsubscribe(member, { subscriptions: ['LEAVE A', 'never joined', 'leave a'] });
      expectSuccess(answer, { removed: ['leave a'], not_removed: ['never joined'] });
      expect(await namesOf(member))
        .to.include('leave b')
        .and.not.include('leave a');
      const again = await unsubscribe(member, { subscriptions: ['leave a'] });
      expectSuccess(again, { removed: [], not_removed: ['leave a'] });
    });

    it('takes guests out as well, by themselves', async () => {
      await subscribe(owner, { ...named('guests too'), principals: [guest.userId] });
      expectSuccess(await unsubscribe(guest, { subscriptions: ['guests too'] }), {
        removed: ['guests too'],
        not_removed: [],
      });
      expectRefusal(
        await unsubscribe(guest, { subscriptions: ['guests too'] }),
        'Channel(s) (guests too) do not exist',
      );
    });

    it('knows no channel that is not there or hidden', async () => {
      await subscribe(owner, { ...named('hidden'), invite_only: true });
      for (const subscriptions of [['no such'], ['hidden']])
        expectRefusal(
          await unsubscribe(member, { subscriptions }),
          `Channel(s) (${String(subscriptions[0])}) do not exist`,
        );
      const both = await unsubscribe(member, { subscriptions: ['leave b', 'no such', 'nor this'] });
      expectRefusal(both, 'Channel(s) (no such, nor this) do not exist');
    });

    it('ends those of others for administrators, the channel’s administrators and whom it lets', async () => {
      const everyone = [owner, admin, moderator, member, guest].map(({ userId }) => userId);
      await subscribe(moderator, {
        ...named('crowd'),
        principals: everyone,
        can_remove_subscribers_group: { direct_members: [member.userId], direct_subgroups: [] },
      });
      const remove = (who: Person, principals: unknown) =>
        unsubscribe(who, { subscriptions: ['crowd'], principals });
      expectRefusal(await remove(guest, [owner.userId]), 'Insufficient permission');
      const done = { removed: ['crowd'], not_removed: [] };
      expectSuccess(await remove(member, [guest.userId]), done);
      expectSuccess(await remove(moderator, [owner.email]), done);
      expectSuccess(await remove(admin, [member.userId, owner.userId]), {
        removed: ['crowd'],
        not_removed: ['crowd'],
      });
      expectRefusal(await remove(owner, [9999]), 'No such user');
    });

    it('counts the caller as himself, by ID and by address', async () => {
      await subscribe(owner, { ...named('myself'), principals: [member.userId] });
      expectSuccess(await unsubscribe(member, { subscriptions: ['myself'], principals: [member.email] }), {
        removed: ['myself'],
        not_removed: [],
      });
      expectSuccess(await unsubscribe(member, { subscriptions: ['myself'], principals: [member.userId] }), {
        removed: [],
        not_removed: ['myself'],
      });
      const other = await unsubscribe(member, { subscriptions: ['myself'], principals: [owner.userId] });
      expectRefusal(other, 'Insufficient permission');
    });

    it('asks for names, and for a login', async () => {
      expectRefusal(await unsubscribe(owner, {}), "Missing 'subscriptions' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'subscriptions',
      });
      expectRefusal(await unsubscribe(owner, { subscriptions: [1] }), 'subscriptions[0] is not a string');
      expectLoginFirst(
        await hansard.anonymous('DELETE', '/users/me/subscriptions', { subscriptions: ['x'] }),
      );
    });
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { wireChannel } from '../../../src/wire/channels.ts';
import { wireUser } from '../../../src/wire/users.ts';
import { type ChannelId, ROOT_ORGANIZATION, type UserId } from '../../../src/base/ids.ts';
import { accessOf } from '../../../src/organization/access/access.ts';
import type { OrganizationState } from '../../../src/organization/state.ts';
import { systemGroupId } from '../../../src/organization/slices/userGroups.ts';
import {
  type ChannelOptions,
  channelsVisibleTo,
  findChannelsById,
} from '../../../src/projections/channels.ts';
import { findUsers } from '../../../src/projections/users.ts';
import { type Views, createViews } from '../../../src/projections/running/views.ts';
import type { Hansard, Person } from '../../support/hansard.ts';
import { MovedClock } from '../../support/movedClock.ts';
import { startCast } from '../cast.ts';
import { listIn } from '../expected.ts';

const HOST = 'chat.example.com';
const DAY = 86_400_000;
const COLOURS = { '0': { text: 'Blue', order: '1' }, '1': { text: 'Green', order: '2' } };
const CHANNELS = ['agora', 'lounge', 'vault', 'attic'];

/** What happens: a kind of change, and numbers by which it chooses whom and what. */
const kinds = [
  'address',
  'timezone',
  'name',
  'role',
  'leave',
  'newcomer',
  'guests',
  'profile',
  'choices',
  'message',
  'deletion',
  'subscribe',
  'unsubscribe',
  'privacy',
  'describe',
  'rename',
  'default',
  'permission',
  'archive',
  'days',
] as const;
const story = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), one: fc.nat(1000), other: fc.nat(1000) }),
  { minLength: 1, maxLength: 8 },
);
type Change = { readonly kind: (typeof kinds)[number]; readonly one: number; readonly other: number };

describe('listings kept ready', () => {
  const clock = new MovedClock();
  let hansard: Hansard;
  let owner: Person;
  let leaver: Person;
  let viewers: Readonly<Record<string, Person>>;
  let state: OrganizationState;
  let views: Views;
  const channelIds: number[] = [];
  const messageIds: number[] = [];

  before(async () => {
    const environment = { WEB_PUBLIC_CHANNELS: 'on' };
    const cast = await startCast({ environment, clock });
    ({ hansard, owner } = cast);
    const { admin, moderator, member, guest } = cast;
    viewers = { owner, admin, moderator, member, guest };
    leaver = await hansard.account('Lee Leaver');
    state = (await hansard.app.lanes.organization(ROOT_ORGANIZATION)).state;
    views = createViews(hansard.app.projections);
    await owner.patch('/realm', { enable_spectator_access: true });
    await owner.post('/realm/profile_fields', { name: 'Nickname', field_type: 1 });
    await owner.post('/realm/profile_fields', { name: 'Colour', field_type: 3, field_data: COLOURS });
    for (const name of CHANNELS) {
      const fields = { subscriptions: [{ name }], principals: [owner.userId, leaver.userId] };
      await owner.post('/users/me/subscriptions', { ...fields, is_web_public: name === 'agora' });
      channelIds.push((await owner.get('/get_stream_id', { stream: name })).body.stream_id as number);
    }
  });
  after(() => hansard.stop());

  const pick = <Thing>(things: readonly Thing[], number: number): Thing => things[number % things.length]!;
  const everybody = () => [...Object.values(viewers), leaver];
  const nameOf = (channelId: number) => state.channels.byId.get(channelId as ChannelId)?.name ?? '';

  const changes: Readonly<Record<Change['kind'], (one: number, other: number) => Promise<unknown>>> = {
    address: (one, other) =>
      pick(Object.values(viewers), one).patch('/settings', { email_address_visibility: 1 + (other % 5) }),
    timezone: (one) => pick(Object.values(viewers), one).patch('/settings', { timezone: 'Europe/Vienna' }),
    name: (one, other) =>
      owner.patch(`/users/${pick(everybody(), one).userId}`, { full_name: `Name ${other}` }),
    role: (one, other) =>
      owner.patch(`/users/${pick(everybody().slice(1), one).userId}`, {
        role: pick([200, 300, 400, 600], other),
      }),
    leave: (one) =>
      one % 2 === 0
        ? owner.delete(`/users/${leaver.userId}`)
        : owner.post(`/users/${leaver.userId}/reactivate`),
    newcomer: (one, other) => hansard.account(`New Comer ${one} ${other} ${state.revision}`),
    profile: (one, other) =>
      owner.patch(`/users/${pick(everybody(), one).userId}`, {
        profile_data: [pick([1, 2], other)].map((id) => ({ id, value: pick(['0', '1', null], one) })),
      }),
    choices: (one) =>
      owner.patch('/realm/profile_fields/2', {
        field_data: one % 2 === 0 ? COLOURS : { '1': COLOURS['1'] },
      }),
    guests: (one) =>
      owner.patch('/realm', {
        can_access_all_users_group: {
          new: systemGroupId(one % 2 === 0 ? 'role:everyone' : 'role:members'),
        },
      }),
    async message(one, other) {
      const to = pick(channelIds, one);
      const { body } = await owner.post('/messages', {
        type: 'channel',
        to,
        topic: `t${other}`,
        content: 'hi',
      });
      if (typeof body.id === 'number') messageIds.push(body.id);
    },
    deletion: async (one) => owner.delete(`/messages/${pick([...messageIds, 1], one)}`),
    subscribe: (one, other) =>
      owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: nameOf(pick(channelIds, one)) }],
        principals: [pick(everybody(), other).userId],
      }),
    unsubscribe: (one, other) =>
      owner.delete('/users/me/subscriptions', {
        subscriptions: [nameOf(pick(channelIds, one))],
        principals: [pick(everybody().slice(1), other).userId],
      }),
    privacy: (one, other) =>
      owner.patch(`/streams/${pick(channelIds.slice(1), one)}`, { is_private: other % 2 === 0 }),
    describe: (one, other) =>
      owner.patch(`/streams/${pick(channelIds, one)}`, { description: `No. ${other}` }),
    rename: (one, other) => owner.patch(`/streams/${pick(channelIds, one)}`, { new_name: `name ${other}` }),
    default: (one, other) =>
      owner.patch(`/streams/${pick(channelIds, one)}`, { is_default_stream: other % 2 === 0 }),
    permission: (one, other) =>
      owner.patch(`/streams/${pick(channelIds, one)}`, {
        can_add_subscribers_group: {
          new: { direct_members: [leaver.userId, pick(everybody(), other).userId], direct_subgroups: [] },
        },
      }),
    archive: (one, other) =>
      other % 2 === 0
        ? owner.delete(`/streams/${pick(channelIds.slice(1), one)}`)
        : owner.patch(`/streams/${pick(channelIds.slice(1), one)}`, { is_archived: false }),
    async days(one) {
      clock.advance(pick([1, 5, 30, 181], one) * DAY);
      // So that the server has seen the head of its log at the new time.
      await hansard.account(`Day Tripper ${clock.now()}`);
      await owner.answered();
    },
  };

  const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  async function expectSameUsers(viewer: Person | undefined, bits: number): Promise<void> {
    const parameters = { client_gravatar: bits % 2 === 0, include_custom_profile_fields: bits % 4 < 2 };
    const query = `client_gravatar=${parameters.client_gravatar}&include_custom_profile_fields=${parameters.include_custom_profile_fields}`;
    const answer = viewer
      ? await viewer.get('/users', parameters)
      : await hansard.anonymous('GET', `/users?${query}`);
    const access = accessOf(state, (viewer?.userId as UserId | undefined) ?? null);
    const showing = {
      host: HOST,
      clientGravatar: parameters.client_gravatar,
      profileData: parameters.include_custom_profile_fields && viewer !== undefined,
      isAnonymous: viewer === undefined,
    };
    const plain = (await findUsers(views, access, state)).map((user) => wireUser(user, showing));
    expect(listIn(answer, 'members')).to.deep.equal(asJson(plain));
  }

  async function expectSameChannels(viewer: Person, bits: number): Promise<void> {
    const options: ChannelOptions = {
      includePublic: (bits & 1) === 0,
      includeWebPublic: (bits & 2) === 0,
      includeSubscribed: (bits & 4) === 0,
      includeAll: (bits & 8) === 0,
      includeDefault: (bits & 16) === 0,
      includeOwnerSubscribed: false,
      includeCanAccessContent: (bits & 32) === 0,
      excludeArchived: (bits & 64) === 0,
    };
    const answer = await viewer.get('/streams', {
      include_public: options.includePublic,
      include_web_public: options.includeWebPublic,
      include_subscribed: options.includeSubscribed,
      include_all: options.includeAll,
      include_default: options.includeDefault,
      include_can_access_content: options.includeCanAccessContent,
      exclude_archived: options.excludeArchived,
    });
    const all = await findChannelsById(views, state, [...state.channels.byId.keys()], clock.now());
    const byId = new Map(all.map((channel) => [channel.channelId, channel]));
    const listed = channelsVisibleTo(accessOf(state, viewer.userId as UserId), state, options, byId);
    const plain = listed.map((channel) => ({
      ...wireChannel(state, channel),
      ...(options.includeDefault && { is_default: channel.isDefault }),
    }));
    expect(listIn(answer, 'streams')).to.deep.equal(asJson(plain));
  }

  it('are what is computed without them, for every viewer and whatever has happened', async () => {
    const numRuns = 6;
    const property = fc.asyncProperty(story, fc.nat(127), async (happened, bits) => {
      for (const { kind, one, other } of happened) {
        await changes[kind](one, other);
        await hansard.app.projections.caughtUp();
        for (const viewer of Object.values(viewers)) {
          await expectSameUsers(viewer, bits);
          await expectSameChannels(viewer, bits);
        }
        await expectSameUsers(undefined, bits);
      }
    });
    await fc.assert(property, { numRuns, endOnFailure: true });
  });
});

/** The sources of a snapshot: state at one revision, views where they are requested. */
import { expect } from 'chai';
import { systemClock } from '../../src/base/clock.ts';
import { TimeSlices } from '../../src/base/timeSlices.ts';
import { maybeActive } from '../../src/api/channels/includeSubscribers.ts';
import { serializeFields } from '../../src/api/live/snapshot.ts';
import { NotReady } from '../../src/base/errors.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { UserId } from '../../src/base/ids.ts';
import type { ClientCapability } from '../../src/live/translation/define.ts';
import type { SnapshotSource } from '../../src/live/translation/snapshot.ts';
import { takeSnapshot } from '../../src/live/takeSnapshot.ts';
import { accessOf } from '../../src/organization/access/access.ts';
import type { Presence } from '../../src/organization/presence.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import type { Views } from '../../src/projections/running/views.ts';
import { example, foldOn, organizationAfter } from '../support/examples.ts';
import { CHANNELS, PEOPLE, town } from './fixture.ts';

const server: SnapshotSource['server'] = {
  startedAt: 1,
  pushes: false,
  webPublicChannels: false,
  emojiDataUrl: '/emoji',
  uploadQuotaMib: null,
  limits: {
    messageLength: 1,
    topicLength: 1,
    channelNameLength: 1,
    channelDescriptionLength: 1,
    fileSizeMib: 1,
    avatarSizeMib: 1,
    folderNameLength: 1,
    folderDescriptionLength: 1,
    passwordLength: [1, 2],
  },
};

function sourceFor(
  state: OrganizationState,
  viewer: number = PEOPLE.member,
  ...capabilities: readonly ClientCapability[]
): SnapshotSource {
  const viewerId = viewer as UserId;
  return {
    state,
    viewerId,
    access: accessOf(state, viewerId),
    host: 'chat.example.com',
    url: 'https://x',
    now: Date.UTC(2026, 1, 1),
    clientGravatar: false,
    subscribers: 'none' as const,
    server,
    capabilities: new Set(capabilities),
  };
}

/** Empty views; `reading` is called with every query. */
const viewsThat = (reading: () => void): Views => ({
  slices: new TimeSlices(systemClock),
  async findIds() {
    reading();
    return [];
  },
  async get() {
    reading();
    return undefined;
  },
  async load(_collection, _organizationId, ids) {
    reading();
    return ids.map(() => undefined);
  },
  async find() {
    reading();
    return [];
  },
});

const noViews = () => Promise.reject(new Error('No view is needed'));
const renamed = (fullName: string): DomainEvent =>
  example.userRenamed({ userId: PEOPLE.owner, oldFullName: 'x', newFullName: fullName });
const written = async (state: OrganizationState, fields: object) =>
  serializeFields(
    { ...fields },
    { organization: { state }, services: {} } as never,
    new AbortController().signal,
  );
const listOf = async (state: OrganizationState, name: string, fields: object) => {
  const { members } = await written(state, fields);
  const texts = members.map((pieces) => Buffer.concat([...pieces]).toString());
  const all = JSON.parse(`{${texts.join(',')}}`) as Record<string, Record<string, unknown>[]>;
  return all[name] ?? [];
};

describe('a snapshot', () => {
  it('does not wait for views that it does not need', async () => {
    const state = town();
    const types = ['realm', 'realm_user', 'realm_user_groups', 'stream', 'realm_emoji', 'user_settings'];
    const { start, startOf } = await takeSnapshot(sourceFor(state), new Set(types), noViews);
    expect([start, startOf]).to.deep.equal([state.revision, {}]);
  });

  it('has state of a later revision than the messages, and says so', async () => {
    const state = town();
    const before = state.revision;
    let isMoved = false;
    const level = async () =>
      viewsThat(() => {
        if (!isMoved) foldOn(state, renamed('Somebody Else'));
        isMoved = true;
      });
    const types = new Set(['message', 'realm_user']);
    const { start, startOf, fields } = await takeSnapshot(sourceFor(state), types, level);
    expect(start).to.equal(before + 1);
    expect(startOf).to.include({ message: before, update_message_flags: before, reaction: before });
    expect(startOf).not.to.have.any.keys('realm_user', 'subscription');
    const owner = (await listOf(state, 'realm_users', fields)).find(({ user_id: id }) => id === PEOPLE.owner);
    expect(owner?.full_name).to.equal('Somebody Else');
  });

  it('shows people and channels as they were at its revision, though they are written down later', async () => {
    const state = town();
    const types = new Set(['realm_user', 'stream']);
    const { fields } = await takeSnapshot(sourceFor(state), types, noViews);
    const earlier = state.users.byId.get(PEOPLE.owner as UserId)?.fullName;
    foldOn(state, renamed('Somebody Else'));
    foldOn(
      state,
      example.channelRenamed({ channelId: CHANNELS.public, oldName: 'public', newName: 'renamed' }),
    );
    const [owner] = await listOf(state, 'realm_users', fields);
    expect(owner?.full_name).to.equal(earlier);
    const names = (await listOf(state, 'streams', fields)).map(({ name }) => name);
    expect(names).to.include('public').and.not.to.include('renamed');
    const { fields: later } = await takeSnapshot(sourceFor(state), types, noViews);
    const newer = (await listOf(state, 'streams', later)).map(({ name }) => name);
    expect(newer).to.include('renamed').and.not.to.include('public');
    const [renamedOwner] = await listOf(state, 'realm_users', later);
    expect(renamedOwner?.full_name).to.equal('Somebody Else');
  });

  it('reads subscriptions again when they have changed meanwhile', async () => {
    const state = town();
    let reads = 0;
    const level = async () =>
      viewsThat(() => {
        reads += 1;
        if (reads === 1)
          foldOn(state, example.usersUnsubscribed({ channelIds: [CHANNELS.web], userIds: [PEOPLE.member] }));
      });
    const { start, startOf, fields } = await takeSnapshot(sourceFor(state), new Set(['subscription']), level);
    expect(reads).to.equal(2);
    expect([start, startOf]).to.deep.equal([state.revision, {}]);
    const followed = (await listOf(state, 'subscriptions', fields)).map(({ stream_id: id }) => id);
    expect(followed).to.have.members([CHANNELS.public, CHANNELS.shared, CHANNELS.protected]);
    const left = (await listOf(state, 'unsubscribed', fields)).map(({ stream_id: id }) => id);
    expect(left).to.deep.equal([CHANNELS.web]);
  });

  it('has the bots of large channels alone, and people who may have been active, if a client wants a part', async () => {
    const [gone, recent, hidden, bot] = [2, 3, 4, 5];
    const userIds = Array.from({ length: 250 }, (_, index) => index + 1);
    const state = organizationAfter(
      ...userIds.map((userId) =>
        example.userCreated({
          userId,
          ...(userId === bot && { bot: { type: 1, ownerId: 1, isSystem: false } }),
        }),
      ),
      ...[250, 249].map((_, index) => example.channelCreated({ channelId: index + 1, name: `c${index}` })),
      example.usersSubscribed({ channelIds: [1], userIds }),
      example.usersSubscribed({ channelIds: [2], userIds: userIds.slice(1) }),
      example.personalSettingChanged({
        userId: hidden,
        property: 'presenceEnabled',
        oldValue: true,
        newValue: false,
      }),
    );
    const connected = userIds.map((userId) => [
      userId as UserId,
      { connectedAt: userId === recent ? 100 : 99 },
    ]);
    const people = new Map(connected.slice(1) as [UserId, Presence][]);
    const inLarge = maybeActive(state, { people }, 100);
    const source = { ...sourceFor(state, 1), subscribers: { inLarge } };
    const { fields } = await takeSnapshot(source, new Set(['subscription']), async () => viewsThat(() => {}));
    const [large] = await listOf(state, 'subscriptions', fields);
    expect(large).not.to.have.property('subscribers');
    expect(large?.partial_subscribers).to.deep.equal([1, recent, hidden, bot]).and.not.to.include(gone);
    const [small] = await listOf(state, 'never_subscribed', fields);
    expect(small).not.to.have.property('partial_subscribers');
    expect(small?.subscribers).to.deep.equal(userIds.slice(1));
  });

  it('is refused where that changes all the time', async () => {
    const state = town();
    const userIds = [PEOPLE.member];
    let isFollowed = true;
    const level = async () =>
      viewsThat(() => {
        const change = isFollowed ? example.usersUnsubscribed : example.usersSubscribed;
        foldOn(state, change({ channelIds: [CHANNELS.web], userIds }));
        isFollowed = !isFollowed;
      });
    const taking = takeSnapshot(sourceFor(state), new Set(['subscription']), level);
    const error: unknown = await taking.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(NotReady);
  });

  it('is written down in turns of the event loop', async () => {
    const state = organizationAfter(
      ...Array.from({ length: 2_000 }, (_, index) => example.userCreated({ userId: index + 1 })),
    );
    const { fields } = await takeSnapshot(sourceFor(state, 1), new Set(['realm_user']), noViews);
    let turns = 0;
    let isWriting = true;
    const count = (): void => {
      turns += 1;
      if (isWriting) setImmediate(count);
    };
    setImmediate(count);
    const people = await listOf(state, 'realm_users', fields);
    isWriting = false;
    expect(people.length).to.equal(2_000);
    expect(turns).to.be.above(5);
  });

  it('shows people as they are now, though pieces of the list are kept ready', async () => {
    const events: DomainEvent[] = Array.from({ length: 300 }, (_, index) =>
      example.userCreated({ userId: index + 1 }),
    );
    const state = organizationAfter(...events);
    const changes: readonly DomainEvent[] = [
      example.userRenamed({ userId: 130, newFullName: 'Renamed' }),
      example.userDeactivated({ userId: 260 }),
      example.profileValueSet({ userId: 3 }),
      example.personalSettingChanged({
        userId: 299,
        property: 'emailAddressVisibility',
        oldValue: 'everyone',
        newValue: 'admins',
      }),
      example.userCreated({ userId: 301 }),
      example.userReactivated({ userId: 260 }),
    ];
    const shown = async (from: OrganizationState, viewer: number) => {
      const source = sourceFor(from, viewer);
      const { fields } = await takeSnapshot(source, new Set(['realm_user']), noViews);
      return Promise.all(['realm_users', 'realm_non_active_users'].map((name) => listOf(from, name, fields)));
    };
    for (const change of changes) {
      foldOn(state, change);
      events.push(change);
      for (const viewer of [1, 299, 300])
        expect(await shown(state, viewer), change.type).to.deep.equal(
          await shown(organizationAfter(...events), viewer),
        );
    }
    const [people] = await shown(state, 300);
    expect(people?.find(({ user_id: userId }) => userId === 130)).to.include({ full_name: 'Renamed' });
    expect(people?.find(({ user_id: userId }) => userId === 299)).to.include({ delivery_email: null });
  });
});

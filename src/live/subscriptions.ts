/** Client events of subscriptions. */
import type { ChannelId, UserId } from '../base/ids.ts';
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import { policyNumber, type SubscriptionSettings } from '../events/subscriptions.ts';
import type { PersonalSettings } from '../events/users.ts';
import { Bitset } from '../organization/containers/bitset.ts';
import { channelsEverOf, channelsOf, subscribersOf } from '../organization/slices/subscriptions.ts';
import type { Views } from '../projections/running/views.ts';
import {
  DEFAULT_SUBSCRIPTION,
  findSubscriptionSettings,
  findUserTopics,
  subscriptions,
  type UserTopic,
  userTopics,
} from '../projections/subscriptions.ts';
import {
  SUBSCRIPTION_SETTING_NAMES,
  wireMutedTopics,
  wireSettings,
  wireSubscribers,
  wireUserTopic,
} from '../wire/subscriptions.ts';
import { channelsShownTo, channelTexts } from './channels.ts';
import { activeAmong, activeSubscribers, byAudience, channelViewers } from './translation/audiences.ts';
import {
  channelPayloadsFor,
  channelsCreated,
  channelsVanished,
  newChannelViewers,
  subscriptionsAdded,
} from './translation/channelVisibility.ts';
import {
  type AddressedPayload,
  type Audience,
  type ClientEvent,
  endQueues,
  type LiveTransition,
  payloadTo,
  toUnixSeconds,
  translate,
  withNamedTopics,
} from './translation/define.ts';
import { limitedGuests, MAX_PEOPLE_EVENTS, peopleHidden, peopleRevealed } from './translation/people.ts';
import { fromViews, LongList, snapshot, type SnapshotSource } from './translation/snapshot.ts';

// Client events about a user's subscription settings, for that user.

const subscriptionSettingsLive = translate({
  /** Muting is sent twice, first under its older name with the opposite value. */
  SubscriptionSettingChanged({ data: { userId, channelId, property, newValue } }, { after }) {
    const to = activeAmong(after, [userId]);
    const update = { type: 'subscription', op: 'update', stream_id: channelId } as const;
    const older = { ...update, property: 'in_home_view', value: newValue !== true } as const;
    const newer = { ...update, property: SUBSCRIPTION_SETTING_NAMES[property], value: newValue };
    return [...(property === 'isMuted' ? [older] : []), newer].flatMap((payload) =>
      channelPayloadsFor(after, [channelId], to, () => payload),
    );
  },
});

/** A person's notification settings for channels without their own, by wire name. */
export type InheritedNotifications = Readonly<
  Record<
    | 'desktop_notifications'
    | 'audible_notifications'
    | 'push_notifications'
    | 'email_notifications'
    | 'wildcard_mentions_notify',
    boolean
  >
>;

/** Settings that cannot be changed yet have their defaults. */
export const inheritedNotifications = (
  settings: Pick<PersonalSettings, 'channelPushNotifications' | 'wildcardMentionsNotify'> | undefined,
): InheritedNotifications => ({
  desktop_notifications: false,
  audible_notifications: false,
  email_notifications: false,
  push_notifications: settings?.channelPushNotifications ?? false,
  wildcard_mentions_notify: settings?.wildcardMentionsNotify ?? true,
});

/** Replaces null by the inherited setting. */
const withInherited = <Shape extends object>(
  shape: Shape,
  inherited: Partial<InheritedNotifications>,
): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, value]: [string, unknown]) => [
      name,
      value === null && Object.hasOwn(inherited, name)
        ? inherited[name as keyof InheritedNotifications]
        : value,
    ]),
  ) as Shape;

type Subscribed = EventTypes['UsersSubscribed'];

const subscriptionsLive = translate({
  UsersSubscribed: ({ data, metadata }, moment) => [
    ...byAudience(data.channelIds, (channelId) => newChannelViewers(moment, channelId)).flatMap(
      ({ to, things }) => channelsCreated(moment.after, things, to, metadata.time),
    ),
    ...acquainted(data, moment, peopleRevealed),
    ...subscribed(data, moment, metadata.time),
    ...peers('peer_add', data, moment, activeAmong(moment.after, data.userIds)),
  ],
  UsersUnsubscribed: ({ data }, moment) => [
    ...unsubscribed(data, moment),
    ...peers('peer_remove', data, moment, leavesAlone(data)),
    ...channelsVanished(moment, data.channelIds),
    ...acquainted(data, moment, peopleHidden),
  ],
});

type Changed = Pick<Subscribed, 'channelIds' | 'userIds'>;

function subscribed(data: Subscribed, { after }: LiveTransition, now: number): readonly AddressedPayload[] {
  const colors = new Map(data.colors?.map(({ channelId, color }) => [channelId, color]));
  const isComplete = data.channelIds.every((channelId) => colors.has(channelId));
  return channelPayloadsFor(
    after,
    data.channelIds,
    activeAmong(after, data.userIds),
    (visible) => subscriptionsAdded(after, visible, now, colors),
    isComplete ? {} : { deferred: 'subscription settings' },
  );
}

const unsubscribed = (
  { channelIds, userIds }: Changed,
  { after }: LiveTransition,
): readonly AddressedPayload[] =>
  channelPayloadsFor(after, channelIds, activeAmong(after, userIds), (visible) => ({
    type: 'subscription',
    op: 'remove',
    subscriptions: visible.map((channelId) => ({
      stream_id: channelId,
      name: after.channels.byId.get(channelId)?.name ?? '',
    })),
  }));

/**
 * A single person who leaves knows that already; of several who leave together, each must learn about the
 * others.
 */
const leavesAlone = ({ userIds }: Changed): Audience => Bitset.of(userIds.length === 1 ? userIds : []);

/** Everybody who sees a channel is told who has joined or left, except those who know already. */
function peers(
  op: 'peer_add' | 'peer_remove',
  { channelIds, userIds }: Changed,
  { after }: LiveTransition,
  informed: Audience,
): readonly AddressedPayload[] {
  return byAudience(channelIds, (channelId) => channelViewers(after, channelId).difference(informed)).flatMap(
    ({ to, things }) =>
      channelPayloadsFor(after, things, to, (visible) => ({
        type: 'subscription',
        op,
        stream_ids: [...visible],
        user_ids: [...userIds],
      })),
  );
}

/**
 * A reactivated person is subscribed to their channels again. On deactivation clients do this themselves,
 * because only active people are shown as subscribers.
 */
export const followsAgain = (moment: LiveTransition, userId: UserId): readonly AddressedPayload[] =>
  peers(
    'peer_add',
    { channelIds: [...channelsOf(moment.after, userId)], userIds: [userId] },
    moment,
    Bitset.of([userId]),
  );

/**
 * People who share a channel know each other: limited guests in it get to know or forget people who join or
 * leave, and limited guests who join or leave all others in it. Beyond a limit they must register again.
 */
function acquainted(
  { channelIds, userIds }: Changed,
  moment: LiveTransition,
  payloadsFor: (moment: LiveTransition, userIds: Iterable<UserId>) => readonly ClientEvent[],
): readonly ClientEvent[] {
  const guests = limitedGuests(moment.after);
  if (guests.size === 0) return [];
  const changed = Bitset.of(userIds);
  const sharers = sharersOf(moment, channelIds);
  if (changed.size > MAX_PEOPLE_EVENTS) return endQueues(guests.intersection(sharers));
  const affected = guests.intersection(changed);
  if (affected.size === 0) return payloadsFor(moment, changed);
  return sharers.size > MAX_PEOPLE_EVENTS
    ? [...payloadsFor(moment, changed), ...endQueues(affected)]
    : payloadsFor(moment, sharers);
}

/** All subscribers of one of the channels before or after, deactivated people included, who are known too. */
const sharersOf = ({ before, after }: LiveTransition, channelIds: readonly ChannelId[]): Bitset<UserId> =>
  channelIds
    .flatMap((channelId) => [subscribersOf(before, channelId), subscribersOf(after, channelId)])
    .reduce((all, some) => all.union(some), Bitset.of<UserId>());

/** Shown for channels that somebody has left, instead of their colour. */
export const FALLBACK_COLOR = '#c2c2c2';

type Settings = ReadonlyMap<ChannelId, SubscriptionSettings>;

const subscriptionsSnapshot = snapshot({
  subscription: fromViews({
    projections: [subscriptions],
    events: ['subscription/update'],
    version: ({ state, viewerId }) => viewerId && state.subscriptions.channelsOf.get(viewerId),
    read: async (views, { access, state }): Promise<Settings> =>
      findSubscriptionSettings(views, access, state),
    fields: (source, settings) => {
      const { state, viewerId } = source;
      const [followed, ever] =
        viewerId === null
          ? [Bitset.of<ChannelId>(), Bitset.of<ChannelId>()]
          : [channelsOf(state, viewerId), channelsEverOf(state, viewerId)];
      const shown = channelsShownTo(source).map(({ channelId }) => channelId);
      const isLeft = (channelId: ChannelId): boolean => ever.has(channelId) && !followed.has(channelId);
      const write = subscriptionTexts(source);
      const withSettings = (channelId: ChannelId) =>
        write(channelId, settings.get(channelId) ?? { ...DEFAULT_SUBSCRIPTION, color: FALLBACK_COLOR });
      return {
        subscriptions: listed(shown.filter((channelId) => followed.has(channelId)).map(withSettings)),
        unsubscribed: listed(shown.filter(isLeft).map(withSettings)),
        never_subscribed: listed(
          shown.filter((channelId) => !ever.has(channelId)).map((channelId) => write(channelId)),
        ),
      };
    },
  }),
});

type Later = () => string;

const listed = (all: readonly Later[]): LongList =>
  new LongList(function* () {
    for (const text of all) yield text();
  });

/** Takes a channel at this revision and serializes it later, because it may have very many subscribers. */
function subscriptionTexts(
  source: SnapshotSource,
): (id: ChannelId, settings?: SubscriptionSettings) => Later {
  const { state, capabilities, viewerId } = source;
  const channelText = channelTexts(source);
  const user = viewerId === null ? undefined : state.users.byId.get(viewerId);
  const inherited = capabilities.has('notification_settings_null')
    ? {}
    : inheritedNotifications(user?.settings);
  return (channelId, settings) => {
    const channel = state.channels.byId.get(channelId);
    const text = channel === undefined ? '{}' : channelText(channel);
    const followers = source.subscribers === 'none' ? undefined : activeSubscribers(state, channelId);
    const own = settings && withInherited(wireSettings(settings), inherited);
    return () => {
      const more = JSON.stringify({
        ...own,
        ...(followers && wireSubscribers([...followers], source.subscribers)),
      });
      return more === '{}' ? text : `${text.slice(0, -1)},${more.slice(1)}`;
    };
  };
}

// Client events about a user's topic policies, for that user.

const topicsLive = translate({
  TopicPolicySet({ data, metadata }, { after }) {
    const to = activeAmong(after, data.userIds);
    const isAboutMuting = data.oldPolicy === 'muted' || data.newPolicy === 'muted';
    const list = { type: 'muted_topics' } as const;
    return [
      ...payloadTo(to, {
        type: 'user_topic',
        stream_id: data.channelId,
        topic_name: readErasable(data.topic, ''),
        last_updated: toUnixSeconds(metadata.time),
        visibility_policy: policyNumber(data.newPolicy),
      }),
      ...(isAboutMuting ? payloadTo(to, list, { deferred: 'muted_topics' }) : []),
    ];
  },
});

/** The same list in both forms; nothing is told of channels that are not shown. */
const ofTopics = {
  projections: [userTopics],
  version: ({ state: { topics } }: SnapshotSource) => topics.policies.writes + topics.keysOf.writes,
  read: async (views: Views, { state, viewerId }: SnapshotSource): Promise<readonly UserTopic[]> =>
    viewerId === null ? [] : findUserTopics(views, state, viewerId),
};

const seen = (source: SnapshotSource, topics: readonly UserTopic[]): readonly UserTopic[] => {
  const shown = new Set(channelsShownTo(source).map(({ channelId }) => channelId));
  return topics.filter(({ channelId }) => shown.has(channelId));
};

const topicsSnapshot = snapshot({
  user_topic: fromViews({
    ...ofTopics,
    fields: (source, topics) => ({
      user_topics: seen(source, topics).map((topic) =>
        withNamedTopics(wireUserTopic(topic), ['topic_name'], source.capabilities),
      ),
    }),
  }),
  muted_topics: fromViews({
    ...ofTopics,
    fields: (source, topics) => ({ muted_topics: wireMutedTopics(source.state, seen(source, topics)) }),
  }),
});

/** What clients are sent of the events of the area. */
export const translations = {
  ...subscriptionsLive,
  ...subscriptionSettingsLive,
  ...topicsLive,
};

/** What clients get when they register. */
export const snapshotParts = {
  ...subscriptionsSnapshot,
  ...topicsSnapshot,
};

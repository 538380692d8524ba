/** Decisions about subscribing to channels. */
import { NotReady, requireThat } from '../../base/errors.ts';
import { nameKey } from '../../base/identity.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  canSubscribeOthers,
  canSubscribeOthersAtOnce,
  canSubscribeSelf,
  canUnsubscribeOthers,
  hasMetadataAccess,
} from '../../organization/access/channels.ts';
import { ownsBot } from '../../organization/access/people.ts';
import { type Channel, channelByName, initialChannel } from '../../organization/slices/channels.ts';
import { isSubscribed } from '../../organization/slices/subscriptions.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, type DecidedEvent, type DecisionContext, nothingToDo } from '../define.ts';
import { refuseTooManyAtOnce, refuseTooManySubscriptions } from '../structureLimits.ts';
import { checkedChannelDescription, checkedChannelName } from '../text.ts';
import {
  createdChannel,
  creationEvents,
  type NamedPeople,
  type NewChannelSettings,
  type Principals,
  resolvePrincipals,
} from './create.ts';

export interface SubscribeInput {
  readonly channels: readonly {
    readonly name: string;
    readonly description: string;
    /** HTML of the description; undefined if the channel existed when it was rendered. */
    readonly renderedDescription: string | undefined;
    readonly color: string | undefined;
  }[];
  readonly principals: Principals;
  /** False: channels that the caller may not join are listed in the result instead of failing the call. */
  readonly authorizationErrorsFatal: boolean;
  /** For the channels that do not exist yet; ignored for the others. */
  readonly newChannels: NewChannelSettings;
  /** Whether the notification bot notifies people whom somebody else subscribed. */
  readonly notifiesNewcomers: boolean;
}

/** Names of channels by the people concerned, in the order of the request. */
export interface SubscribeResult {
  readonly subscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly alreadySubscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly unauthorized: readonly string[];
  /** Whether all newcomers are notified; undefined if none should be. */
  readonly newcomersNotified: boolean | undefined;
}

type RequestedChannel = SubscribeInput['channels'][number];
interface Entered {
  readonly channel: Pick<Channel, 'channelId' | 'name'>;
  readonly isNew: boolean;
  readonly color: string | undefined;
}

/** Subscribes people to channels, creating those that do not exist; all of it or nothing. */
export const subscribe = command<SubscribeInput, SubscribeResult>({
  name: 'Subscribe',
  decide(organization, input, context) {
    const requested = distinctChannels(
      input.channels.map((entry) => ({ ...entry, name: checkedChannelName(entry.name) })),
    );
    const people = resolvePrincipals(organization, input.principals, context);
    const [channels, { length }] = [requested.length, people.userIds];
    refuseTooManySubscriptions(organization, { channels, people: length, maker: context });
    const missing = requested.filter(({ name }) => channelByName(organization, name) === undefined);
    const created = missing.map((entry, index) => newChannel(organization, input, entry, index, context));
    requireMayFill(organization, created, people, context);
    const { entered, unauthorized } = enterExisting(organization, input, requested, people, context);
    const all = inOrder(requested, [
      ...created.map(({ event, color }) => ({ channel: event.data, isNew: true, color })),
      ...entered,
    ]);
    const { newcomers, ...channelsByUser } = sorted(organization, all, people.userIds);
    const others = othersAmong(organization, channelsByUser.subscribed.keys(), context);
    const areNotified = others.size <= MAX_NOTIFIED;
    const creation = creationEvents(
      organization,
      context,
      created.map(({ event }) => event),
      input.newChannels,
    );
    const entering = subscriptionEvents(
      newcomers,
      input.notifiesNewcomers && areNotified ? others : new Set(),
    );
    const newcomersNotified = input.notifiesNewcomers ? areNotified : undefined;
    return {
      events: [...creation, ...entering],
      result: { ...channelsByUser, unauthorized, newcomersNotified },
    };
  },
});

function newChannel(
  organization: OrganizationState,
  input: SubscribeInput,
  entry: RequestedChannel,
  index: number,
  context: DecisionContext,
) {
  const channelId = (organization.channels.nextChannelId.get() + index) as ChannelId;
  const description = checkedChannelDescription(entry.description);
  const { renderedDescription, name, color } = entry;
  if (renderedDescription === undefined) throw new NotReady('The channel has another name now.');
  const text = { name, description, renderedDescription };
  return { event: createdChannel(organization, channelId, text, input.newChannels, context), color };
}

/** Subscribing others to new channels requires a right of the organization or of the channel itself. */
function requireMayFill(
  organization: OrganizationState,
  created: readonly ReturnType<typeof newChannel>[],
  { areOthers }: NamedPeople,
  { actor, now }: DecisionContext,
): void {
  const channels = created.map(({ event }) => initialChannel(event.data, now));
  const may =
    !areOthers || channels.every((channel) => canSubscribeOthersAtOnce(organization, actor, channel));
  requireThat(may, 'Insufficient permission');
}

/** The existing channels that the caller may join, or subscribe others to. */
function enterExisting(
  organization: OrganizationState,
  input: SubscribeInput,
  requested: readonly RequestedChannel[],
  { areOthers }: NamedPeople,
  { actor }: DecisionContext,
): { entered: readonly Entered[]; unauthorized: readonly string[] } {
  const entered: (Entered & { readonly channel: Channel })[] = [];
  const unauthorized: string[] = [];
  for (const { name, color } of requested) {
    const channel = channelByName(organization, name);
    if (channel === undefined) continue;
    if (canSubscribeSelf(organization, actor, channel)) entered.push({ channel, isNew: false, color });
    else unauthorized.push(name);
  }
  if (areOthers) {
    const lets = ({ channel }: { channel: Channel }) => canSubscribeOthers(organization, actor, channel);
    const may = unauthorized.length === 0 && entered.every(lets);
    requireThat(may, 'Insufficient permission');
  }
  const fatal = input.authorizationErrorsFatal && unauthorized.length > 0;
  requireThat(!fatal, `Unable to access channel (${unauthorized.join(', ')}).`);
  return { entered, unauthorized };
}

/** With more newcomers the bot notifies none of them. */
const MAX_NOTIFIED = 100;

/** Newcomers other than the caller and bots. */
const othersAmong = (
  { users }: OrganizationState,
  userIds: Iterable<UserId>,
  { actor }: DecisionContext,
): ReadonlySet<UserId> =>
  new Set([...userIds].filter((userId) => userId !== actor && users.byId.get(userId)?.bot === null));

/** New and existing subscribers by channel, and the result for the caller. */
function sorted(organization: OrganizationState, entered: readonly Entered[], userIds: readonly UserId[]) {
  const subscribed = new Map<UserId, string[]>();
  const alreadySubscribed = new Map<UserId, string[]>();
  const newcomers = entered.map((entry) => ({
    ...entry,
    userIds: userIds.filter((userId) => {
      const isNew = entry.isNew || !isSubscribed(organization, userId, entry.channel.channelId);
      const namesByUser = isNew ? subscribed : alreadySubscribed;
      const names = namesByUser.get(userId);
      if (names) names.push(entry.channel.name);
      else namesByUser.set(userId, [entry.channel.name]);
      return isNew;
    }),
  }));
  return { newcomers, subscribed, alreadySubscribed };
}

interface Group {
  readonly userIds: readonly UserId[];
  readonly entered: Entered[];
}

/** One event for all channels joined by the same people. */
function subscriptionEvents(
  newcomers: readonly (Entered & { readonly userIds: readonly UserId[] })[],
  notifiedIds: ReadonlySet<UserId>,
): DecidedEvent[] {
  const groups = new Map<string, Group>();
  for (const entry of newcomers) {
    if (entry.userIds.length === 0) continue;
    const key = entry.userIds.join();
    const group = groups.get(key) ?? { userIds: entry.userIds, entered: [] };
    group.entered.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => eventOf(group, notifiedIds));
}

/** The bot mentions only channels that existed before. */
function eventOf({ userIds, entered }: Group, notifiedIds: ReadonlySet<UserId>): DecidedEvent {
  const colors = entered.flatMap(({ channel: { channelId }, color }) =>
    color ? [{ channelId, color }] : [],
  );
  const notified = {
    userIds: userIds.filter((userId) => notifiedIds.has(userId)),
    channelIds: idsOf(entered.filter(({ isNew }) => !isNew)),
  };
  return newEvent('UsersSubscribed', {
    channelIds: idsOf(entered),
    userIds: [...userIds],
    ...(colors.length > 0 && { colors }),
    ...(notified.userIds.length > 0 && notified.channelIds.length > 0 && { notified }),
  });
}

const idsOf = (entered: readonly Entered[]): ChannelId[] => entered.map(({ channel }) => channel.channelId);

/** Each channel once, as named first. */
export function distinctChannels<Entry extends { readonly name: string }>(
  entries: readonly Entry[],
): readonly Entry[] {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) if (!byKey.has(nameKey(entry.name))) byKey.set(nameKey(entry.name), entry);
  return [...byKey.values()];
}

function inOrder(requested: readonly RequestedChannel[], entered: readonly Entered[]): readonly Entered[] {
  const byKey = new Map(entered.map((entry) => [nameKey(entry.channel.name), entry]));
  return requested.flatMap(({ name }) => byKey.get(nameKey(name)) ?? []);
}

// Decisions about unsubscribing.

interface UnsubscribeInput {
  readonly channelNames: readonly string[];
  readonly principals: Principals;
}

/**
 * Ends subscriptions. `removed` are channels that somebody left, `not removed` those that somebody was not
 * subscribed to.
 */
export const unsubscribe = command<
  UnsubscribeInput,
  { removed: readonly string[]; notRemoved: readonly string[] }
>({
  name: 'Unsubscribe',
  decide(organization, input, context) {
    const names = distinctChannels(input.channelNames.map((name) => ({ name }))).map(({ name }) => name);
    const channels = names.map((name) => channelToLeave(organization, name, context));
    const unknown = names.filter((_, index) => channels[index] === undefined);
    requireThat(unknown.length === 0, `Channel(s) (${unknown.join(', ')}) do not exist`);
    const { userIds } = resolvePrincipals(organization, input.principals, context);
    refuseTooManyAtOnce(names.length, userIds.length);
    const { actor } = context;
    const areOthers = userIds.some((userId) => userId !== actor && !ownsBot(organization, actor, userId));
    const known = channels.filter((channel) => channel !== undefined);
    const may = !areOthers || known.every((channel) => canUnsubscribeOthers(organization, actor, channel));
    requireThat(may, 'Insufficient permission');
    return removal(organization, known, userIds);
  },
});

/** A channel that the caller cannot see is treated as absent, unless they are a subscriber. */
function channelToLeave(organization: OrganizationState, name: string, { actor }: DecisionContext) {
  const channel = channelByName(organization, name);
  return channel && hasMetadataAccess(organization, actor, channel) ? channel : undefined;
}

function removal(organization: OrganizationState, channels: readonly Channel[], userIds: readonly UserId[]) {
  const leaving = channels.map((channel) => ({
    channel,
    userIds: userIds.filter((userId) => isSubscribed(organization, userId, channel.channelId)),
  }));
  const left = leaving.filter((entry) => entry.userIds.length > 0);
  const result = {
    removed: left.map(({ channel }) => channel.name),
    notRemoved: leaving
      .filter((entry) => entry.userIds.length < userIds.length)
      .map(({ channel }) => channel.name),
  };
  if (left.length === 0) return nothingToDo(result);
  const events = left.map((entry) =>
    newEvent('UsersUnsubscribed', { channelIds: [entry.channel.channelId], userIds: entry.userIds }),
  );
  return { events, result };
}

// Subscribing and unsubscribing in one call.

interface ChangeInput {
  readonly added: SubscribeInput;
  readonly removed: UnsubscribeInput;
}

interface ChangeResult {
  readonly added: SubscribeResult;
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/** Subscribes to channels and unsubscribes from others; all of it or nothing. */
export const changeSubscriptions = command<ChangeInput, ChangeResult>({
  name: 'ChangeSubscriptions',
  decide(organization, { added, removed }, context) {
    const isSomething = added.channels.length > 0 || removed.channelNames.length > 0;
    requireThat(isSomething, 'Nothing to do. Specify at least one of "add" or "delete".');
    const names = new Set(added.channels.map(({ name }) => nameKey(name.trim())));
    const both = removed.channelNames.filter((name) => names.has(nameKey(name.trim())));
    requireThat(both.length === 0, `Channel(s) (${both.join(', ')}) are both in "add" and in "delete".`);
    const adding = subscribe.decide(organization, added, context);
    const removing = unsubscribe.decide(organization, removed, context);
    return {
      events: [...adding.events, ...removing.events],
      result: { added: adding.result, ...removing.result },
    };
  },
});

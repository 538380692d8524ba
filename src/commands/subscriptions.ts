/** Decisions about who follows which channels (spec/endpoint-details.md 3, spec/beyond.md 5.4). */
import { Refused, requireThat } from '../errors.ts';
import { UsersSubscribed, UsersUnsubscribed } from '../events/subscriptions.ts';
import type { ChannelId, UserId } from '../ids.ts';
import {
  canSubscribeOthers,
  canSubscribeSelf,
  canUnsubscribeOthers,
  hasMetadataAccess,
} from '../organization/access/channels.ts';
import { type Channel, channelByName, channelNameKey } from '../organization/channels.ts';
import type { OrganizationState } from '../organization/state.ts';
import { isSubscribed } from '../organization/subscriptions.ts';
import { userByEmail } from '../organization/users.ts';
import { createdChannel, type NewChannelSettings } from './channels.ts';
import { command, type DecidedEvent, type DecisionContext, nothingToDo } from './define.ts';
import { checkedChannelDescription, checkedChannelName } from './text.ts';

/** Whom a call is about: the caller, or people by IDs or addresses (addresses always count as others). */
export type Principals =
  | { readonly kind: 'self' }
  | { readonly kind: 'ids'; readonly userIds: readonly UserId[] }
  | { readonly kind: 'emails'; readonly emails: readonly string[] };

export interface SubscribeInput {
  readonly channels: readonly {
    readonly name: string;
    readonly description: string;
    /** HTML of the description. */
    readonly renderedDescription: string;
    readonly color: string | undefined;
  }[];
  readonly principals: Principals;
  /** False: channels that the caller may not enter are listed in the result instead of failing the call. */
  readonly authorizationErrorsFatal: boolean;
  /** For the channels that do not exist yet; ignored for the others. */
  readonly newChannels: NewChannelSettings;
}

/** Names of channels by the people concerned, in the order asked for. */
export interface SubscribeResult {
  readonly subscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly alreadySubscribed: ReadonlyMap<UserId, readonly string[]>;
  readonly unauthorized: readonly string[];
}

type Wanted = SubscribeInput['channels'][number];
interface Entered {
  readonly channel: Pick<Channel, 'channelId' | 'name'>;
  readonly isNew: boolean;
  readonly color: string | undefined;
}

/** Subscribes people to channels, creating those that do not exist; all of it or nothing. */
export const subscribe = command<SubscribeInput, SubscribeResult>({
  name: 'Subscribe',
  decide(organization, input, context) {
    const wanted = distinct(
      input.channels.map((entry) => ({ ...entry, name: checkedChannelName(entry.name) })),
    );
    const people = peopleOf(organization, input.principals, context);
    const missing = wanted.filter(({ name }) => channelByName(organization, name) === undefined);
    const created = missing.map((entry, index) => newChannel(organization, input, entry, index, context));
    const { entered, unauthorized } = enterExisting(organization, input, wanted, people, context);
    const all = inOrder(wanted, [
      ...created.map(({ event, color }) => ({ channel: event.data, isNew: true, color })),
      ...entered,
    ]);
    const { newcomers, result } = sorted(organization, all, people.userIds, unauthorized);
    return { events: [...created.map(({ event }) => event), ...subscriptionEvents(newcomers)], result };
  },
});

export interface UnsubscribeInput {
  readonly channelNames: readonly string[];
  readonly principals: Principals;
}

/** Ends subscriptions. Removed are channels that anybody left, not removed those that anybody was not in. */
export const unsubscribe = command<
  UnsubscribeInput,
  { removed: readonly string[]; notRemoved: readonly string[] }
>({
  name: 'Unsubscribe',
  decide(organization, input, context) {
    const names = distinct(input.channelNames.map((name) => ({ name }))).map(({ name }) => name);
    const channels = names.map((name) => channelToLeave(organization, name, context));
    const unknown = names.filter((_, index) => channels[index] === undefined);
    requireThat(unknown.length === 0, 'BAD_REQUEST', `Channel(s) (${unknown.join(', ')}) do not exist`);
    const { userIds } = peopleOf(organization, input.principals, context);
    const areOthers = userIds.some((userId) => userId !== context.actor);
    const known = channels.filter((channel) => channel !== undefined);
    const may =
      !areOthers || known.every((channel) => canUnsubscribeOthers(organization, context.actor, channel));
    requireThat(may, 'BAD_REQUEST', 'Insufficient permission');
    return removal(organization, known, userIds);
  },
});

interface People {
  readonly userIds: readonly UserId[];
  readonly areOthers: boolean;
}

function peopleOf(
  organization: OrganizationState,
  principals: Principals,
  { actor }: DecisionContext,
): People {
  if (actor === null) throw new Error('A subscription needs a caller.');
  if (principals.kind === 'self') return { userIds: [actor], areOthers: false };
  const userIds =
    principals.kind === 'ids'
      ? principals.userIds.map((userId) => organization.users.byId.get(userId))
      : principals.emails.map((email) => userByEmail(organization, email));
  const known = userIds.map((user) => {
    if (user === undefined) throw new Refused('BAD_REQUEST', 'No such user');
    requireThat(user.active, 'BAD_REQUEST', 'User is deactivated');
    return user.userId;
  });
  const distinctIds = [...new Set(known)];
  if (distinctIds.length === 0) return { userIds: [actor], areOthers: false };
  const isSelf = principals.kind === 'ids' && distinctIds.every((userId) => userId === actor);
  return { userIds: distinctIds, areOthers: !isSelf };
}

function newChannel(
  organization: OrganizationState,
  input: SubscribeInput,
  entry: Wanted,
  index: number,
  context: DecisionContext,
) {
  const channelId = (organization.channels.nextChannelId.get() + index) as ChannelId;
  const description = checkedChannelDescription(entry.description);
  const { renderedDescription, name, color } = entry;
  const text = { name, description, renderedDescription };
  return { event: createdChannel(organization, channelId, text, input.newChannels, context), color };
}

/** The existing channels that the caller may enter, or let others enter. */
function enterExisting(
  organization: OrganizationState,
  input: SubscribeInput,
  wanted: readonly Wanted[],
  { areOthers }: People,
  { actor }: DecisionContext,
): { entered: readonly Entered[]; unauthorized: readonly string[] } {
  const entered: Entered[] = [];
  const unauthorized: string[] = [];
  for (const { name, color } of wanted) {
    const channel = channelByName(organization, name);
    if (channel === undefined) continue;
    if (canSubscribeSelf(organization, actor, channel)) entered.push({ channel, isNew: false, color });
    else unauthorized.push(name);
  }
  const fatal = input.authorizationErrorsFatal && unauthorized.length > 0;
  requireThat(!fatal, 'BAD_REQUEST', `Unable to access channel (${unauthorized.join(', ')}).`);
  const channels = entered.map(({ channel }) => channel as Channel);
  const may = !areOthers || channels.every((channel) => canSubscribeOthers(organization, actor, channel));
  requireThat(may, 'BAD_REQUEST', 'Insufficient permission');
  return { entered, unauthorized };
}

/** Who is new where, and what the caller is told. */
function sorted(
  organization: OrganizationState,
  entered: readonly Entered[],
  userIds: readonly UserId[],
  unauthorized: readonly string[],
) {
  const subscribed = new Map<UserId, string[]>();
  const alreadySubscribed = new Map<UserId, string[]>();
  const newcomers = entered.map((entry) => ({
    ...entry,
    userIds: userIds.filter((userId) => {
      const isNew = entry.isNew || !isSubscribed(organization, userId, entry.channel.channelId);
      const told = isNew ? subscribed : alreadySubscribed;
      told.set(userId, [...(told.get(userId) ?? []), entry.channel.name]);
      return isNew;
    }),
  }));
  return { newcomers, result: { subscribed, alreadySubscribed, unauthorized } };
}

/** One event for all channels that the same people enter. */
function subscriptionEvents(
  newcomers: readonly (Entered & { readonly userIds: readonly UserId[] })[],
): DecidedEvent[] {
  const groups = new Map<string, { userIds: readonly UserId[]; entered: Entered[] }>();
  for (const entry of newcomers) {
    if (entry.userIds.length === 0) continue;
    const key = entry.userIds.join();
    const group = groups.get(key) ?? { userIds: entry.userIds, entered: [] };
    group.entered.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ userIds, entered }) => {
    const channelIds = entered.map(({ channel }) => channel.channelId);
    const colors = entered.flatMap(({ channel: { channelId }, color }) =>
      color ? [{ channelId, color }] : [],
    );
    return UsersSubscribed({ channelIds, userIds: [...userIds], ...(colors.length > 0 && { colors }) });
  });
}

/** A channel that the caller cannot see is as good as absent, unless he is a subscriber anyway. */
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
    UsersUnsubscribed({ channelIds: [entry.channel.channelId], userIds: entry.userIds }),
  );
  return { events, result };
}

/** Each channel once, as named first. */
function distinct<Entry extends { readonly name: string }>(entries: readonly Entry[]): readonly Entry[] {
  const byKey = new Map<string, Entry>();
  for (const entry of entries)
    if (!byKey.has(channelNameKey(entry.name))) byKey.set(channelNameKey(entry.name), entry);
  return [...byKey.values()];
}

function inOrder(wanted: readonly Wanted[], entered: readonly Entered[]): readonly Entered[] {
  const byKey = new Map(entered.map((entry) => [channelNameKey(entry.channel.name), entry]));
  return wanted.flatMap(({ name }) => byKey.get(channelNameKey(name)) ?? []);
}

/**
 * Limits on the size of an organization's structure. Every node has all of it in memory and sends it to every client
 * that registers, so limits follow from the bytes that show it, and what one person makes is a share of them: a single
 * member must not be able to use up what there is for all. What is archived or deactivated is counted apart.
 */
import { DAY_MS } from '../base/clock.ts';
import { requireThat } from '../base/errors.ts';
import type { UserId } from '../base/ids.ts';
import { type Erased, readErasable } from '../events/define.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { Channel } from '../organization/slices/channels.ts';
import { countReports } from '../organization/slices/reports.ts';
import type { UserGroup } from '../organization/slices/userGroups.ts';
import { isAdministrator } from '../organization/access/rules.ts';
import { responsibleUser } from '../organization/slices/users.ts';
import type { OrganizationState } from '../organization/state.ts';
import type { DecisionContext } from './define.ts';

/** Of channels, groups and custom emoji: those in use, and those that are archived or deactivated. */
const MAX_CHANNELS = { used: 10_000, unused: 20_000 };
const MAX_GROUPS = { used: 2_000, unused: 10_000 };
const MAX_EMOJI = { used: 5_000, unused: 10_000 };
/** One person who is no administrator, with their bots, makes a tenth of the former within a day. */
const SHARE_OF_A_DAY = 10;
/** Of what has no day, a fifth belongs to what one person has made. */
const SHARE_OF_ONE = 5;
/** Reports of messages by one person within a day: the moderators get a message about each. */
const MAX_REPORTS_OF_A_DAY = 100;
/** Bytes of all channels in the answer of POST /register: those in use, and the archived ones. */
const MAX_CHANNEL_BYTES = 24_000_000;
/** Of all channels together. */
const MAX_SUBSCRIPTIONS = 5_000_000;
/** Subscriptions that one call can begin or end. */
const MAX_SUBSCRIPTIONS_PER_CALL = 20_000;
/** Direct members of all groups together. */
const MAX_GROUP_MEMBERS = 2_000_000;
/** People and groups that the permissions of all channels and groups name together. */
const MAX_PERMISSION_HOLDERS = 500_000;

/** Who makes something now; null for the server, its operator and imports, which have no share. */
export type Maker = Pick<DecisionContext, 'actor' | 'now'> | null;

/** Something that was made at a time, in UNIX milliseconds, and may be out of use. */
interface Made {
  readonly madeBy: UserId | null;
  readonly madeAt: number | null;
  readonly isUnused: boolean;
}

interface Limit {
  readonly used: number;
  readonly unused: number;
}

/**
 * The person whose share something counts to: the owner of a bot. Administrators, who set an organization up, have no
 * share, nor have the server, its operator and imports: null.
 */
function sharerOf(organization: OrganizationState, actor: UserId | null): UserId | null {
  if (actor === null) return null;
  const person = responsibleUser(organization, actor);
  return isAdministrator(organization, person) ? null : person;
}

/** Whether something was made by a person or by a bot of theirs. */
const isOf = (organization: OrganizationState, sharer: UserId | null, madeBy: UserId | null): boolean =>
  sharer !== null && madeBy !== null && responsibleUser(organization, madeBy) === sharer;

/** Refuses so many more things than there may be, and than one person may make within a day. */
function refuseTooMany(
  name: string,
  organization: OrganizationState,
  { all, limit, more, maker }: { all: Iterable<Made>; limit: Limit; more: number; maker: Maker },
): void {
  const sharer = sharerOf(organization, maker?.actor ?? null);
  let [used, unused, own] = [more, 0, more];
  for (const { madeBy, madeAt, isUnused } of all) {
    if (isUnused) unused += 1;
    else used += 1;
    const isRecent = maker !== null && madeAt !== null && madeAt > maker.now - DAY_MS;
    if (isRecent && isOf(organization, sharer, madeBy)) own += 1;
  }
  requireThat(used <= limit.used, `Too many ${name} (maximum ${limit.used}).`);
  requireThat(unused <= limit.unused, `Too many ${name} that are not in use (maximum ${limit.unused}).`);
  const share = limit.used / SHARE_OF_A_DAY;
  requireThat(sharer === null || own <= share, `Too many new ${name} (maximum ${share} a day).`);
}

/** Nothing is added to what is out of use by using one of it again. */
const usedAlone = ({ used }: Limit): Limit => ({ used, unused: Infinity });

// Channels.

function* channelsMade({ channels }: OrganizationState): Generator<Made> {
  for (const { creatorId, createdAt, archived } of channels.byId.values())
    yield { madeBy: creatorId, madeAt: createdAt, isUnused: archived };
}

/** The part of a channel that its size follows from. */
type ChannelTexts = Pick<Channel, 'name' | 'description' | 'renderedDescription'>;

/** Bytes of a channel without texts, and how often clients get one: among all, and among those that they follow or do not. */
const CHANNEL_BYTES = 1_000;
const CHANNEL_PLACES = 2;

const bytesOf = ({ name, description, renderedDescription }: ChannelTexts): number =>
  CHANNEL_PLACES *
  [name, description, renderedDescription].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    CHANNEL_BYTES,
  );

const known = new WeakMap<Channel, number>();

function knownBytesOf(channel: Channel): number {
  const bytes = known.get(channel) ?? bytesOf(channel);
  known.set(channel, bytes);
  return bytes;
}

/** Refuses more bytes of channels than everybody is sent, and than texts of one person may have among them. */
function refuseTooManyBytes(
  organization: OrganizationState,
  added: readonly ChannelTexts[],
  { author, replaced }: { readonly author: UserId | null; readonly replaced?: Channel },
): void {
  const sharer = sharerOf(organization, author);
  const more = added.reduce((sum, texts) => sum + bytesOf(texts), 0);
  let [used, own] = [more, more];
  for (const channel of organization.channels.byId.values()) {
    if (channel === replaced || channel.archived !== (replaced?.archived ?? false)) continue;
    const bytes = knownBytesOf(channel);
    used += bytes;
    if (isOf(organization, sharer, channel.describedBy)) own += bytes - CHANNEL_PLACES * CHANNEL_BYTES;
  }
  const complaint = 'Names and descriptions of channels are too long in all';
  requireThat(used <= MAX_CHANNEL_BYTES, `${complaint} (maximum ${MAX_CHANNEL_BYTES} bytes).`);
  const share = MAX_CHANNEL_BYTES / SHARE_OF_ONE;
  const ownTexts = own - added.length * CHANNEL_PLACES * CHANNEL_BYTES;
  requireThat(sharer === null || ownTexts <= share, `${complaint} (maximum ${share} bytes of one person).`);
}

interface NewChannel {
  readonly permissions: Permissions;
  readonly name: string;
  readonly description: string | Erased;
  readonly renderedDescription: string | Erased;
}

/** Refuses new channels beyond what an organization may have, and what one person may make. */
export function refuseTooManyChannels(
  organization: OrganizationState,
  created: readonly NewChannel[],
  maker: Maker,
): void {
  if (created.length === 0) return;
  refuseTooMany('channels', organization, {
    all: channelsMade(organization),
    limit: MAX_CHANNELS,
    more: created.length,
    maker,
  });
  const author = maker?.actor ?? null;
  refuseTooManyBytes(organization, created.map(textsOf), { author });
  refuseTooManyHolders(
    organization,
    created.flatMap(({ permissions }) => Object.values(permissions)),
    author,
  );
}

const textsOf = ({ name, description, renderedDescription: html }: NewChannel): ChannelTexts => ({
  name,
  description: readErasable(description, ''),
  renderedDescription: readErasable(html, ''),
});

/** Refuses a channel that is in use again beyond what an organization may have. */
export function refuseUnarchiving(organization: OrganizationState, channel: Channel): void {
  refuseTooMany('channels', organization, {
    all: channelsMade(organization),
    limit: usedAlone(MAX_CHANNELS),
    more: 1,
    maker: null,
  });
  refuseTooManyBytes(organization, [channel], { author: null });
}

/** Refuses a description that is too long beside all others. */
export function refuseLongDescription(
  organization: OrganizationState,
  channel: Channel,
  texts: Pick<ChannelTexts, 'description' | 'renderedDescription'>,
  author: UserId,
): void {
  if (texts.renderedDescription.length <= channel.renderedDescription.length) return;
  refuseTooManyBytes(organization, [{ ...texts, name: channel.name }], { author, replaced: channel });
}

/** Refuses subscriptions that are too many for one call, for the organization, or for the channels of one person. */
export function refuseTooManySubscriptions(
  organization: OrganizationState,
  { channels, people, maker }: { readonly channels: number; readonly people: number; readonly maker: Maker },
): void {
  refuseTooManyAtOnce(channels, people);
  const sharer = sharerOf(organization, maker?.actor ?? null);
  let [count, own] = [channels * people, channels * people];
  for (const channelId of organization.subscriptions.byChannel.keys()) {
    const { length } = organization.subscriptions.byChannel.get(channelId)?.userIds ?? [];
    count += length;
    const creatorId = organization.channels.byId.get(channelId)?.creatorId ?? null;
    if (isOf(organization, sharer, creatorId)) own += length;
  }
  requireThat(count <= MAX_SUBSCRIPTIONS, `Too many subscriptions (maximum ${MAX_SUBSCRIPTIONS}).`);
  refuseMoreThanShare('subscriptions', own, MAX_SUBSCRIPTIONS, sharer);
}

/** Refuses a call about too many channels of too many people. */
export function refuseTooManyAtOnce(channels: number, people: number): void {
  const areFew = channels * people <= MAX_SUBSCRIPTIONS_PER_CALL;
  requireThat(areFew, `Too many subscriptions at once (maximum ${MAX_SUBSCRIPTIONS_PER_CALL}).`);
}

/** Refuses more than a fifth of what there may be in what one person has made. */
function refuseMoreThanShare(name: string, own: number, limit: number, sharer: UserId | null): void {
  const share = limit / SHARE_OF_ONE;
  requireThat(sharer === null || own <= share, `Too many ${name} of what you have made (maximum ${share}).`);
}

// Groups.

function* groupsMade({ userGroups }: OrganizationState): Generator<Made> {
  for (const { creatorId, createdAt, deactivated } of userGroups.byId.values())
    yield { madeBy: creatorId, madeAt: createdAt, isUnused: deactivated };
}

/** Refuses a new group beyond what an organization may have, and what one person may make. */
export function refuseTooManyGroups(
  organization: OrganizationState,
  permissions: Permissions,
  maker: Maker,
): void {
  refuseTooMany('user groups', organization, {
    all: groupsMade(organization),
    limit: MAX_GROUPS,
    more: 1,
    maker,
  });
  refuseTooManyHolders(organization, Object.values(permissions), maker?.actor ?? null);
}

/** Refuses a group that is in use again beyond what an organization may have. */
export const refuseReactivating = (organization: OrganizationState): void =>
  refuseTooMany('user groups', organization, {
    all: groupsMade(organization),
    limit: usedAlone(MAX_GROUPS),
    more: 1,
    maker: null,
  });

/** Refuses so many more members of groups, in those of one person. */
export function refuseTooManyMembers(
  organization: OrganizationState,
  more: number,
  author: UserId | null,
): void {
  if (more === 0) return;
  const { userGroups } = organization;
  const sharer = sharerOf(organization, author);
  let [count, own] = [more, more];
  for (const { groupId, isSystemGroup, creatorId } of userGroups.byId.values()) {
    if (isSystemGroup) continue;
    const members = userGroups.directMembers.get(groupId)?.size ?? 0;
    count += members;
    if (isOf(organization, sharer, creatorId)) own += members;
  }
  const complaint = `Too many members of user groups (maximum ${MAX_GROUP_MEMBERS} in all).`;
  requireThat(count <= MAX_GROUP_MEMBERS, complaint);
  refuseMoreThanShare('members of groups', own, MAX_GROUP_MEMBERS, sharer);
}

// Permissions.

type Permissions = Readonly<Record<string, GroupSettingValue>>;

/** Refuses permissions that name too many people and groups, with those that there are; in what one person has made. */
export function refuseTooManyHolders(
  organization: OrganizationState,
  values: readonly GroupSettingValue[],
  author: UserId | null,
): void {
  const more = namedBy(values);
  if (more === 0) return;
  const sharer = sharerOf(organization, author);
  let [count, own] = [more, more];
  const { channels, userGroups } = organization;
  const all: readonly Iterable<Pick<Channel | UserGroup, 'creatorId' | 'permissions'>>[] = [
    channels.byId.values(),
    userGroups.byId.values(),
  ];
  for (const things of all)
    for (const { creatorId, permissions } of things) {
      const named = namedBy(Object.values<GroupSettingValue>(permissions));
      count += named;
      if (isOf(organization, sharer, creatorId)) own += named;
    }
  const complaint = `Permissions name too many people and groups (maximum ${MAX_PERMISSION_HOLDERS} in all).`;
  requireThat(count <= MAX_PERMISSION_HOLDERS, complaint);
  refuseMoreThanShare('people and groups in permissions', own, MAX_PERMISSION_HOLDERS, sharer);
}

const namedBy = (values: readonly GroupSettingValue[]): number =>
  values.reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'number' ? 0 : value.directMembers.length + value.directSubgroups.length),
    0,
  );

// Custom emoji.

/** Refuses another custom emoji beyond what an organization may have, and what one person may make. */
export function refuseTooManyEmoji(organization: OrganizationState, maker: Maker): void {
  const { emoji } = organization;
  const all = [...emoji.byId.values()].map(({ emojiId, authorId, deactivated }) => ({
    madeBy: authorId,
    madeAt: emoji.addedAt.get(emojiId) ?? null,
    isUnused: deactivated,
  }));
  refuseTooMany('custom emoji', organization, { all, limit: MAX_EMOJI, more: 1, maker });
}

// Reports of messages.

/** Refuses another report beyond what one person may make within a day, with their bots. */
export function refuseTooManyReports(organization: OrganizationState, reporterId: UserId, now: number): void {
  const sharer = sharerOf(organization, reporterId);
  let count = 0;
  for (const userId of organization.reports.timesOf.keys())
    if (isOf(organization, sharer, userId)) count += countReports(organization, userId, now);
  const areFew = count < MAX_REPORTS_OF_A_DAY;
  requireThat(areFew, `Too many reports of messages (maximum ${MAX_REPORTS_OF_A_DAY} a day).`);
}

/** Settings of new channels, and who may choose them. */
import { Refused, requireThat } from '../../base/errors.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { type EventTypes, newEvent } from '../../events/catalog.ts';
import type { ChannelPermissionName, ChannelSettings } from '../../events/channels.ts';
import type { DomainEvent } from '../../events/define.ts';
import type { GroupSettingValue } from '../../events/userGroups.ts';
import { canSubscribeOthersAtOnce } from '../../organization/access/channels.ts';
import { isFindable, seesUser } from '../../organization/access/people.ts';
import { channelByName, initialChannel } from '../../organization/slices/channels.ts';
import type { OrganizationState } from '../../organization/state.ts';
import { command, type DecidedEvent, type DecisionContext } from '../define.ts';
import type { Requested } from '../groups/settings.ts';
import { refuseTooManyChannels, refuseTooManySubscriptions } from '../structureLimits.ts';
import { checkedChannelDescription, checkedChannelName } from '../text.ts';
import {
  newChannelPermissions,
  newChannelSettings,
  pushDefaultChange,
  requireMayChangeDefaults,
  requirePrivacyAllowed,
  requirePublicDefault,
  requireTopicsForAll,
  visibilityAfter,
} from './settings.ts';

/** Requested settings of new channels; undefined means the default. */
export interface NewChannelSettings extends ChannelSettings {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** Whether this server supports web-public channels. */
  readonly serverAllowsWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean | undefined;
  readonly isDefault: boolean;
  readonly permissions: Requested<ChannelPermissionName, GroupSettingValue>;
  readonly announced: boolean;
  /** Whether its messages are pushed to subscribers without a setting of their own. */
  readonly isPushed?: boolean;
}

type Created = DomainEvent<'ChannelCreated', EventTypes['ChannelCreated']>;

const PUBLIC = { privacy: 'public', historyPublicToSubscribers: true } as const;

/** The event that creates a channel; refuses settings that are invalid or not permitted. */
export function createdChannel(
  organization: OrganizationState,
  channelId: ChannelId,
  text: Pick<EventTypes['ChannelCreated'], 'name' | 'description' | 'renderedDescription'>,
  settings: NewChannelSettings,
  { actor }: DecisionContext,
): Created {
  if (actor === null) throw new Error('A channel needs a creator.');
  const visibility = visibilityAfter(PUBLIC, settings);
  requireMayCreate(organization, actor, settings, visibility.privacy);
  const chosen = newChannelSettings(organization, actor, channelId, settings);
  const permissions = newChannelPermissions(organization, actor, settings.permissions);
  requireTopicsForAll(visibility, permissions.canCreateTopic);
  return newEvent('ChannelCreated', {
    channelId,
    ...text,
    creatorId: actor,
    ...visibility,
    ...chosen,
    permissions,
    announced: settings.announced,
  });
}

function requireMayCreate(
  organization: OrganizationState,
  actor: UserId,
  settings: NewChannelSettings,
  privacy: EventTypes['ChannelCreated']['privacy'],
): void {
  requirePrivacyAllowed(organization, actor, privacy, settings.serverAllowsWebPublic);
  if (settings.isDefault) requireMayChangeDefaults(organization, actor);
  requirePublicDefault(settings.isDefault, privacy);
}

/** The events that create channels and make them default ones if requested; the last one announces all. */
export function creationEvents(
  organization: OrganizationState,
  context: DecisionContext,
  created: readonly Created[],
  { isDefault, announced, isPushed }: NewChannelSettings,
): DecidedEvent[] {
  refuseTooManyChannels(
    organization,
    created.map(({ data }) => data),
    context,
  );
  const { actor } = context;
  const last = created.at(-1);
  const channelIds = created.map(({ data }) => data.channelId);
  let defaultChannelIds = [...organization.channels.defaultIds.get()];
  return created.flatMap((event): DecidedEvent[] => {
    const isLast = announced && event === last;
    const creation = isLast
      ? newEvent('ChannelCreated', { ...event.data, announcedTogether: channelIds })
      : event;
    const { channelId } = event.data;
    const pushed = pushDefaultChange(organization, actor, channelId, isPushed);
    if (!isDefault) return [creation, ...pushed];
    defaultChannelIds = [...defaultChannelIds, channelId];
    return [creation, newEvent('DefaultChannelAdded', { channelId, defaultChannelIds }), ...pushed];
  });
}

// The people a call is about, if not the caller.

/** The caller, or people by IDs or addresses (addresses always count as other people). */
export type Principals =
  { readonly kind: 'self' } | { readonly kind: 'ids' | 'addresses'; readonly userIds: readonly UserId[] };

/** The people named by principals, each once. */
export interface NamedPeople {
  readonly userIds: readonly UserId[];
  readonly areOthers: boolean;
}

/** Refuses unknown or deactivated principals; none at all means the caller. */
export function resolvePrincipals(
  organization: OrganizationState,
  principals: Principals,
  { actor }: DecisionContext,
): NamedPeople {
  if (actor === null) throw new Error('A subscription needs a caller.');
  if (principals.kind === 'self') return { userIds: [actor], areOthers: false };
  const known = principals.userIds.map((userId) => {
    const user = organization.users.byId.get(userId);
    if (user === undefined || !isFindable(organization, userId) || !seesUser(organization, actor, userId))
      throw new Refused('No such user');
    requireThat(user.active, 'User is deactivated');
    return user.userId;
  });
  const distinctIds = [...new Set(known)];
  if (distinctIds.length === 0) return { userIds: [actor], areOthers: false };
  const isSelf = principals.kind === 'ids' && distinctIds.every((userId) => userId === actor);
  return { userIds: distinctIds, areOthers: !isSelf };
}

// Creating one channel, without subscribing to present ones.

interface CreateChannelInput {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  /** The caller only if they are among them. */
  readonly subscriberIds: readonly UserId[];
  readonly settings: NewChannelSettings;
}

/** Creates a channel under a name that no other has, archived or not, with its first subscribers. */
export const createChannel = command<CreateChannelInput, { readonly channelId: ChannelId }>({
  name: 'CreateChannel',
  decide(organization, input, context) {
    const name = checkedChannelName(input.name);
    const description = checkedChannelDescription(input.description);
    const isFree = channelByName(organization, name) === undefined;
    const taken = `Channel '${name}' already exists`;
    requireThat(isFree, taken, 'CHANNEL_ALREADY_EXISTS', { channel_name: name });
    const { subscriberIds: requestedIds, settings, renderedDescription } = input;
    const { userIds, areOthers } = resolvePrincipals(
      organization,
      { kind: 'ids', userIds: requestedIds },
      context,
    );
    const people = requestedIds.length > 0 ? userIds.length : 0;
    refuseTooManySubscriptions(organization, { channels: 1, people, maker: context });
    const channelId = organization.channels.nextChannelId.get();
    const text = { name, description, renderedDescription };
    const created = createdChannel(organization, channelId, text, settings, context);
    const channel = initialChannel(created.data, context.now);
    const may = !areOthers || canSubscribeOthersAtOnce(organization, context.actor, channel);
    requireThat(may, 'Insufficient permission');
    const events: DecidedEvent[] = creationEvents(organization, context, [created], settings);
    if (people > 0)
      events.push(newEvent('UsersSubscribed', { channelIds: [channelId], userIds: [...userIds] }));
    return { events, result: { channelId } };
  },
});

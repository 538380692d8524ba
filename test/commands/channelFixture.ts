/** People and channels for decisions about channels, and what comes of one. */
import { type ChannelUpdate, updateChannel } from '../../src/commands/channels/channels.ts';
import type { Command, DecidedEvent } from '../../src/commands/define.ts';
import { Refused } from '../../src/base/errors.ts';
import type { DomainEvent } from '../../src/events/define.ts';
import type { ChannelId, UserId } from '../../src/base/ids.ts';
import type { OrganizationState } from '../../src/organization/state.ts';
import { systemGroupId } from '../../src/organization/slices/userGroups.ts';
import { example, examplePermissions, organizationAfter } from '../support/examples.ts';

/** The runner administers every channel; the insider and the guest are subscribed to every one. */
export const PEOPLE = {
  owner: 1,
  admin: 2,
  moderator: 3,
  member: 4,
  runner: 5,
  insider: 6,
  guest: 7,
} as const;
export const CHANNELS = { open: 1, web: 2, shared: 3, protected: 4, archived: 5, standing: 6 } as const;

export const NOBODY = systemGroupId('role:nobody');
export const EVERYONE = systemGroupId('role:everyone');
export const MEMBERS = systemGroupId('role:members');

const permissions = {
  ...examplePermissions,
  canAdministerChannel: { directMembers: [PEOPLE.runner], directSubgroups: [] },
};

/** Folder 1 is open, folder 2 archived. */
export const town = (...more: readonly DomainEvent[]): OrganizationState =>
  organizationAfter(
    example.userCreated({ userId: PEOPLE.owner, role: 100 }),
    example.userCreated({ userId: PEOPLE.admin, role: 200 }),
    example.userCreated({ userId: PEOPLE.moderator, role: 300 }),
    example.userCreated({ userId: PEOPLE.member }),
    example.userCreated({ userId: PEOPLE.runner }),
    example.userCreated({ userId: PEOPLE.insider }),
    example.userCreated({ userId: PEOPLE.guest, role: 600 }),
    example.channelFolderCreated({ folderId: 1 }),
    example.channelFolderCreated({ folderId: 2 }),
    example.channelFolderArchived({ folderId: 2 }),
    example.channelCreated({ channelId: CHANNELS.open, name: 'open', permissions }),
    example.channelCreated({ channelId: CHANNELS.web, privacy: 'web-public', permissions }),
    example.channelCreated({
      channelId: CHANNELS.shared,
      privacy: 'private',
      historyPublicToSubscribers: true,
      permissions,
    }),
    example.channelCreated({ channelId: CHANNELS.protected, privacy: 'private', permissions }),
    example.channelCreated({ channelId: CHANNELS.archived, permissions }),
    example.channelArchived({ channelId: CHANNELS.archived }),
    example.channelCreated({ channelId: CHANNELS.standing, permissions }),
    example.defaultChannelAdded({ channelId: CHANNELS.standing }),
    example.usersSubscribed({
      channelIds: Object.values(CHANNELS),
      userIds: [PEOPLE.owner, PEOPLE.runner, PEOPLE.insider, PEOPLE.guest],
    }),
    ...more,
  );

/** The decided events, or the refusal. */
export function outcome<Input, Result>(
  organization: OrganizationState,
  definition: Command<Input, Result>,
  input: Input,
  actor: keyof typeof PEOPLE,
): { readonly events: readonly DecidedEvent[]; readonly result: Result } | Refused {
  const context = {
    actor: PEOPLE[actor] as UserId,
    now: organization.time,
    nextRevision: organization.revision + 1,
    facts: undefined as never,
  };
  try {
    return definition.decide(organization, input, context);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** An update that changes nothing but what is given. */
export const updating = (channel: keyof typeof CHANNELS, given: Partial<ChannelUpdate>): ChannelUpdate => ({
  channelId: CHANNELS[channel] as ChannelId,
  newName: undefined,
  description: undefined,
  isPrivate: undefined,
  isWebPublic: undefined,
  historyPublicToSubscribers: undefined,
  serverAllowsWebPublic: true,
  isDefault: undefined,
  isUnarchived: false,
  permissions: {},
  ...given,
});

export type Name = keyof typeof CHANNELS;
export type Who = keyof typeof PEOPLE;

/** The outcome of an update, after more has happened. */
export const attempt = (
  channel: Name,
  given: Partial<ChannelUpdate>,
  actor: Who = 'owner',
  ...before: DomainEvent[]
) => outcome(town(...before), updateChannel, updating(channel, given), actor);

/** Types of the events with their data besides the channel. */
export const changes = (...given: Parameters<typeof attempt>) => {
  const decided = attempt(...given);
  if (decided instanceof Refused) throw decided;
  return decided.events.map(({ type, data }) => {
    const { channelId: _id, name: _name, ...rest } = data as Record<string, unknown>;
    return { type, ...rest };
  });
};

/** The refusal as text, or 'allowed'. */
export const refusalOf = (...given: Parameters<typeof attempt>) => {
  const decided = attempt(...given);
  return decided instanceof Refused ? `${decided.code}: ${decided.message}` : 'allowed';
};

/** The code and text of a refusal, or the events. */
export const refusalOrEvents = (decided: ReturnType<typeof outcome>) =>
  decided instanceof Refused
    ? `${decided.code}: ${decided.message}`
    : decided.events.map(({ type, data }) => ({ type, ...(data as object) }));

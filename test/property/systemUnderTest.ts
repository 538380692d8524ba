/** The real decisions over the real state, in the terms of the model. */
import { archiveChannel, updateChannel } from '../../src/commands/channels/channels.ts';
import type { Command } from '../../src/commands/define.ts';
import { subscribe, type SubscribeResult } from '../../src/commands/channels/subscriptions.ts';
import { unsubscribe } from '../../src/commands/channels/subscriptions.ts';
import { deactivateUserGroup } from '../../src/commands/groups/userGroups.ts';
import { changeUserGroupMembers } from '../../src/commands/groups/members.ts';
import { createUserGroup, updateUserGroup } from '../../src/commands/groups/userGroups.ts';
import { deactivateUser, reactivateUser, updateUser } from '../../src/commands/people/users.ts';
import { Refused } from '../../src/base/errors.ts';
import { CHANNEL_PERMISSIONS } from '../../src/events/channels.ts';
import { USER_GROUP_PERMISSIONS } from '../../src/events/userGroups.ts';
import { type ChannelId, ROOT_ORGANIZATION } from '../../src/base/ids.ts';
import { isGuest } from '../../src/organization/access/rules.ts';
import { emptyOrganization, type OrganizationState } from '../../src/organization/state.ts';
import { decided } from '../support/decide.ts';
import { example, foldOn } from '../support/examples.ts';
import { plainChannels, subscribingTo } from '../support/subscribing.ts';
import {
  BOT_OWNER,
  type Constitution,
  FIRST_ROLES,
  type GroupRef,
  type Setting,
  WHO,
  type Who,
} from './model/organization.ts';
import type { Deed, Step } from './model/step.ts';
import { idOf, idOfGroup, valueOf, whoIs } from './translation.ts';

/** The commands of the system; a test may replace one by a faulty one. */
export const COMMANDS = {
  subscribe,
  unsubscribe,
  updateChannel,
  archiveChannel,
  createUserGroup,
  changeUserGroupMembers,
  updateUserGroup,
  deactivateUserGroup,
  updateUser,
  deactivateUser,
  reactivateUser,
};
export type Commands = typeof COMMANDS;

/** The outcome of a step: the events of a success are counted, the numbers in a refusal are replaced by N. */
export type Verdict =
  { readonly result: unknown; readonly events: number } | { readonly refused: string; readonly events: 0 };

/** Values by the name that a permission has inside, given those by the name on the wire. */
const permissionsOf = <Value, Inside>(
  table: Readonly<Record<string, { readonly wireName: string }>>,
  given: Readonly<Record<string, Value>>,
  inside: (value: Value) => Inside,
): Record<string, Inside> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { wireName }]) =>
      wireName in given ? [[name, inside(given[wireName]!)]] : [],
    ),
  );

const change = ({ to, from }: { readonly to: Setting; readonly from: Setting | undefined }) => ({
  new: valueOf(to),
  old: from && valueOf(from),
});

/** A system with the people of the model, in which nothing has happened. */
export function foundSystem(
  constitution: Constitution,
  system = emptyOrganization(ROOT_ORGANIZATION),
): OrganizationState {
  const owner = { type: 1 as const, ownerId: idOf(BOT_OWNER), isSystem: false };
  return foldOn(
    system,
    example.organizationFounded(),
    example.systemGroupsCreated(),
    ...WHO.map((who) =>
      example.userCreated({
        userId: idOf(who),
        role: FIRST_ROLES[who],
        bot: who === 'bot' ? owner : null,
      }),
    ),
    example.organizationSettingChanged({
      property: 'enableSpectatorAccess',
      oldValue: false,
      newValue: true,
    }),
    ...Object.entries(constitution).map(([permission, group]) =>
      example.organizationPermissionChanged({
        permission: permission as keyof Constitution,
        newValue: idOfGroup(group),
      }),
    ),
  );
}

const unchanged = {
  newName: undefined,
  description: undefined,
  isPrivate: undefined,
  isWebPublic: undefined,
  historyPublicToSubscribers: undefined,
  serverAllowsWebPublic: true,
  isDefault: undefined,
  isUnarchived: false,
  permissions: {},
};
const groupUnchanged = { name: undefined, description: undefined, reactivate: false, permissions: {} };

const principalsOf = (whom: readonly Who[]) =>
  whom.length === 0 ? { kind: 'self' as const } : { kind: 'ids' as const, userIds: whom.map(idOf) };

const namesByPerson = (names: SubscribeResult['subscribed']) =>
  Object.fromEntries([...names].map(([userId, channels]) => [whoIs(userId), channels]));

type Decide = <Input, Result>(command: Command<Input, Result>, input: Input) => Result;
const channelOf = ({ channel }: { readonly channel: number }) => ({ channelId: channel as ChannelId });
const subjectOf = ({ group }: { readonly group: GroupRef }) => ({ groupId: idOfGroup(group) });

const DEEDS: {
  readonly [Does in Deed]: (commands: Commands, decide: Decide, step: Step<Does>) => unknown;
} = {
  subscribe(commands, decide, step) {
    const { subscribed, alreadySubscribed, unauthorized } = decide(commands.subscribe, {
      ...subscribingTo(step.names),
      principals: principalsOf(step.whom),
      authorizationErrorsFatal: step.fatal,
      notifiesNewcomers: false,
      newChannels: {
        ...plainChannels,
        isPrivate: step.privacy === 'private',
        isWebPublic: step.privacy === 'web-public',
        serverAllowsWebPublic: true,
        historyPublicToSubscribers: step.sharesHistory,
        permissions: permissionsOf(CHANNEL_PERMISSIONS, step.settings, valueOf),
      },
    });
    return {
      subscribed: namesByPerson(subscribed),
      alreadySubscribed: namesByPerson(alreadySubscribed),
      unauthorized,
    };
  },
  unsubscribe: (commands, decide, { names, whom }) =>
    decide(commands.unsubscribe, { channelNames: names, principals: principalsOf(whom) }),
  rename: (commands, decide, step) =>
    decide(commands.updateChannel, { ...unchanged, ...channelOf(step), newName: step.name }),
  changeVisibility: (commands, decide, { isPrivate, isWebPublic, sharesHistory, ...step }) =>
    decide(commands.updateChannel, {
      ...unchanged,
      ...channelOf(step),
      isPrivate,
      isWebPublic,
      historyPublicToSubscribers: sharesHistory,
    }),
  changePermission: (commands, decide, step) =>
    decide(commands.updateChannel, {
      ...unchanged,
      ...channelOf(step),
      permissions: permissionsOf(CHANNEL_PERMISSIONS, { [step.setting]: step }, change),
    }),
  archive: (commands, decide, step) => decide(commands.archiveChannel, channelOf(step)),
  unarchive: (commands, decide, step) =>
    decide(commands.updateChannel, { ...unchanged, ...channelOf(step), isUnarchived: true }),
  makeGroup: (commands, decide, step) =>
    void decide(commands.createUserGroup, {
      name: step.name,
      description: '',
      memberIds: step.members.map(idOf),
      subgroupIds: step.subgroups.map(idOfGroup),
      permissions: permissionsOf(USER_GROUP_PERMISSIONS, step.settings, valueOf),
    }),
  changeMembers: (commands, decide, step) =>
    decide(commands.changeUserGroupMembers, {
      ...subjectOf(step),
      addUsers: step.add.map(idOf),
      removeUsers: step.remove.map(idOf),
      addSubgroups: step.addGroups.map(idOfGroup),
      removeSubgroups: step.removeGroups.map(idOfGroup),
    }),
  changeGroupPermission: (commands, decide, step) =>
    decide(commands.updateUserGroup, {
      ...groupUnchanged,
      ...subjectOf(step),
      permissions: permissionsOf(USER_GROUP_PERMISSIONS, { [step.setting]: step }, change),
    }),
  deactivateGroup: (commands, decide, step) => decide(commands.deactivateUserGroup, subjectOf(step)),
  reactivateGroup: (commands, decide, step) =>
    decide(commands.updateUserGroup, { ...groupUnchanged, ...subjectOf(step), reactivate: true }),
  changeRole: (commands, decide, { whom, role }) => decide(commands.updateUser, { userId: idOf(whom), role }),
  deactivate: (commands, decide, { whom }) => decide(commands.deactivateUser, { userId: idOf(whom) }),
  reactivate: (commands, decide, { whom }) => decide(commands.reactivateUser, { userId: idOf(whom) }),
};

/** The refusal by the API before any decision: deactivated users, and guests where members are required. */
function refusalByRole(state: OrganizationState, { by, does }: Step): string | undefined {
  if (!state.users.byId.get(idOf(by))!.active) return 'USER_DEACTIVATED';
  const isForMembers = does === 'subscribe' || does === 'makeGroup';
  return isForMembers && isGuest(state, idOf(by)) ? 'BAD_REQUEST: Not allowed for guest users' : undefined;
}

/** Decides one step and folds what comes of it. */
export function verdictOf(state: OrganizationState, step: Step, commands: Commands): Verdict {
  const refused = refusalByRole(state, step);
  if (refused !== undefined) return { refused, events: 0 };
  let events = 0;
  const decide: Decide = (command, input) => {
    const decision = decided(state, command, input, { actor: idOf(step.by) });
    events += decision.events.length;
    return decision.result;
  };
  try {
    const result = (DEEDS[step.does] as (...given: [Commands, Decide, Step]) => unknown)(
      commands,
      decide,
      step,
    );
    return { result: result ?? 'ok', events };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refused: `${error.code}: ${error.message.replace(/\d+/g, 'N')}`, events: 0 };
  }
}

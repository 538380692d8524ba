/** What older clients are told of an organization, under names of their time: all of it follows from newer settings. */
import type { OrganizationPermission } from '../events/organizations.ts';
import type { GroupSettingValue, SystemGroupName } from '../events/userGroups.ts';
import { allowsPasswords, permissionOf, settingsOf } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { canonical, systemGroupId } from '../organization/userGroups.ts';
import { everybody } from './audiences.ts';
import { type LiveTransition, payloadTo, type AddressedPayload } from './define.ts';

export type LegacySettings = ReturnType<typeof legacySettings>;

/** By their names without `realm_`; numbers stand for the groups that settings named at their time. */
export function legacySettings(state: OrganizationState) {
  const holders = (name: OrganizationPermission) => canonical(state, permissionOf(state, name));
  return {
    allow_edit_history: settingsOf(state).messageEditHistoryVisibilityPolicy !== 'none',
    email_auth_enabled: allowsPasswords(state),
    password_auth_enabled: allowsPasswords(state),
    create_public_stream_policy: numberOf(CREATING, holders('can_create_public_channel_group')),
    create_private_stream_policy: numberOf(CREATING, holders('can_create_private_channel_group')),
    create_web_public_stream_policy: numberOf(CREATING, holders('can_create_web_public_channel_group')),
    wildcard_mention_policy: numberOf(MENTIONING, holders('can_mention_many_users_group')),
  };
}

/** Everybody is told what else has changed with a setting. */
export function legacySettingsChanged({ before, after }: LiveTransition): readonly AddressedPayload[] {
  const [old, now] = [legacySettings(before), legacySettings(after)];
  return (Object.keys(now) as (keyof LegacySettings)[])
    .filter((property) => old[property] !== now[property])
    .flatMap((property) =>
      payloadTo(everybody(after), { type: 'realm', op: 'update', property, value: now[property] }),
    );
}

type Numbers = Readonly<Partial<Record<SystemGroupName, number>>>;

const CREATING: Numbers = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const MENTIONING: Numbers = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

/** What has no number counts as administrators only: clients then offer too little rather than too much. */
const numberOf = (numbers: Numbers, value: GroupSettingValue): number =>
  (Object.keys(numbers) as SystemGroupName[])
    .filter((name) => systemGroupId(name) === value)
    .map((name) => numbers[name])[0] ??
  numbers['role:administrators'] ??
  0;

/** Group-setting values as parameters. */
import { z } from 'zod';
import type { GroupSettingUpdate } from '../commands/groupSettings.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import { GroupSetting } from '../wire/groupSettings.ts';
import { json, type Parameter } from './http/parameters.ts';
import { named } from '../wire/named.ts';

const groupSettingOf = (wire: z.infer<typeof GroupSetting>): GroupSettingValue =>
  typeof wire === 'number'
    ? wire
    : { directMembers: wire.direct_members, directSubgroups: wire.direct_subgroups };

const Value = GroupSetting.transform(groupSettingOf);

/** A parameter for a group setting of something new. */
export const groupSetting = (): Parameter<GroupSettingValue | undefined> => json(Value).optional();

const Update = named('GroupSettingUpdate', z.strictObject({ new: Value, old: Value.optional() }));

/** A parameter that changes a group setting: `{new, old}`, where `old` may be left out. */
export const groupSettingUpdate = (): Parameter<GroupSettingUpdate | undefined> => json(Update).optional();

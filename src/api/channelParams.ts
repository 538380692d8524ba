/** Parameters shared by creating and changing channels. */
import { z } from 'zod';
import { Refused } from '../errors.ts';
import { CHANNEL_PERMISSIONS, TopicsPolicy } from '../events/channels.ts';
import { byInternalName, byWireName, type WireName } from '../events/settings.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import { systemGroupId } from '../organization/userGroups.ts';
import { json, type Parameter, text } from './http/parameters.ts';

/** One parameter for each permission, by its name on the wire. */
export const permissionParams = <Value>(make: () => Parameter<Value>) =>
  byWireName(CHANNEL_PERMISSIONS, make);

/** The permissions that were sent; undefined where one was not. */
export const parsePermissions = <
  Sent extends Readonly<Record<WireName<typeof CHANNEL_PERMISSIONS>, unknown>>,
>(
  sent: Sent,
) => byInternalName(CHANNEL_PERMISSIONS, sent);

const POLICIES = TopicsPolicy.options;
const QUOTED = POLICIES.map((policy) => `"${policy}"` as const);

/** A topics policy, plain or as JSON text: clients send both. */
export const topicsPolicyParam = (): Parameter<TopicsPolicy> =>
  text(
    z.enum([...POLICIES, ...QUOTED]).transform((policy) => TopicsPolicy.parse(policy.replaceAll('"', ''))),
  );

const INHERITED = 'realm_default';
const FOR_EVER = 'unlimited';
const DAYS = /^([1-9]\d{0,8}|"?(realm_default|unlimited)"?)$/;

/** Days that messages are kept; null for the organization's setting, -1 for unlimited. */
export const retentionParam = (): Parameter<number | null> =>
  text(
    z
      .string()
      .refine((days) => DAYS.test(days), { params: { badValue: true } })
      .transform((days) => {
        const word = days.replaceAll('"', '');
        if (word === INHERITED) return null;
        return word === FOR_EVER ? -1 : Number(word);
      }),
  ).describe(`A number of days, ${INHERITED} or ${FOR_EVER}.`);

/** The deprecated parameters that `can_send_message_group` replaced. */
export const legacySenderParams = {
  stream_post_policy: json(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]))
    .optional()
    .deprecate()
    .describe('Deprecated: send can_send_message_group.'),
  is_announcement_only: json(z.boolean())
    .optional()
    .deprecate()
    .describe('Deprecated: send can_send_message_group.'),
} as const;

const SENDERS = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
} as const;

/** Who may send, by the deprecated parameters; refuses several that mean the same. */
export function parseLegacySenders(params: {
  readonly stream_post_policy: keyof typeof SENDERS | undefined;
  readonly is_announcement_only: boolean | undefined;
  readonly can_send_message_group: unknown;
}): GroupSettingValue | undefined {
  const { stream_post_policy: policy, is_announcement_only: isAnnouncement } = params;
  const names = ['can_send_message_group', 'stream_post_policy', 'is_announcement_only'] as const;
  const [one, other] = names.filter((name) => params[name] !== undefined);
  if (one !== undefined && other !== undefined)
    throw new Refused(`Can't decide between '${one}' and '${other}' arguments`, 'REQUEST_CONFUSING_VAR', {
      var_name1: one,
      var_name2: other,
    });
  if (policy !== undefined) return systemGroupId(SENDERS[policy]);
  return isAnnouncement === undefined ? undefined : systemGroupId(SENDERS[isAnnouncement ? 2 : 1]);
}

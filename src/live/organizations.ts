/** Client events of the organization. */
import type { EventTypes } from '../events/catalog.ts';
import { readErasable } from '../events/define.ts';
import {
  ORGANIZATION_SETTINGS,
  type OrganizationSettingName,
  type OrganizationSettings,
  type OrganizationPermission,
} from '../events/organizations.ts';
import { permissionOf } from '../organization/organizations.ts';
import { wireGroupSetting } from '../wire/groupSettings.ts';
import { wireAuthenticationMethods, wireSettingValue } from '../wire/organizationSettings.ts';
import { everybody } from './audiences.ts';
import {
  type ClientEvent,
  endQueues,
  type LiveTransition,
  payloadTo,
  type AddressedPayload,
  translate,
} from './define.ts';
import { legacySettingsChanged } from './olderSettings.ts';
import { limitedGuests } from './people.ts';

export const organizationsLive = translate({
  OrganizationRenamed: ({ data }, { after }) =>
    payloadTo(everybody(after), { type: 'realm', op: 'update', property: 'name', value: data.newName }),
  OrganizationDescribed: ({ data }, moment) =>
    together(moment, {
      description: readErasable(data.description, ''),
      rendered_description: readErasable(data.renderedDescription, ''),
    }),
  OrganizationSettingChanged: ({ data }, moment) => [
    ...settingChanged(data, moment),
    ...legacySettingsChanged(moment),
  ],
  OrganizationPermissionChanged: ({ data: { permission } }, moment) => [
    ...permissionUpdate(moment, permission),
    ...reacquainted(moment),
  ],
  OrganizationDeactivated: (_event, { before, after }) =>
    payloadTo(everybody(before), { type: 'realm', op: 'deactivated', realm_id: after.organizationId }),
});

/** Whom a permission is given to, in all its forms. */
export const permissionUpdate = (
  moment: LiveTransition,
  permission: OrganizationPermission,
): readonly AddressedPayload[] => [
  ...together(moment, {
    [permission]: wireGroupSetting(moment.after, permissionOf(moment.after, permission)),
  }),
  ...legacySettingsChanged(moment),
];

type Together = Extract<
  AddressedPayload['payload'],
  { type: 'realm'; op: 'update_dict'; property: 'default' }
>['data'];

const together = ({ after }: LiveTransition, data: Together): readonly AddressedPayload[] =>
  payloadTo(everybody(after), { type: 'realm', op: 'update_dict', property: 'default', data });

/** Settings that older clients know as part of a group of settings. */
const TOGETHER: Partial<Record<OrganizationSettingName, (value: never) => Together>> = {
  allowMessageEditing: (allowed: boolean) => ({ allow_message_editing: allowed }),
  messageContentEditLimitSeconds: (limit: number | null) => ({ message_content_edit_limit_seconds: limit }),
  authenticationMethods: (methods: OrganizationSettings['authenticationMethods']) => ({
    authentication_methods: wireAuthenticationMethods(methods),
  }),
  topicsPolicy: (policy: OrganizationSettings['topicsPolicy']) => ({
    topics_policy: policy,
    mandatory_topics: policy === 'disable_empty_topic',
  }),
};

type RealmUpdateValue = Extract<AddressedPayload['payload'], { type: 'realm'; op: 'update' }>['value'];

function settingChanged(
  { property, newValue }: EventTypes['OrganizationSettingChanged'],
  moment: LiveTransition,
): readonly AddressedPayload[] {
  const data = TOGETHER[property]?.(newValue as never);
  if (data !== undefined) return together(moment, data);
  const all = everybody(moment.after);
  const { wireName } = ORGANIZATION_SETTINGS[property];
  const value = wireSettingValue(property, newValue) as RealmUpdateValue;
  const changed = payloadTo(all, { type: 'realm', op: 'update', property: wireName, value });
  if (property !== 'defaultLanguage') return changed;
  const language = { property: 'default_language' as const, value: String(value) };
  return [...changed, ...payloadTo(all, { type: 'realm_user_settings_defaults', op: 'update', ...language })];
}

/** Guests who begin or cease to know everybody must register again, because too much changes. */
const reacquainted = ({ before, after }: LiveTransition): readonly ClientEvent[] => {
  const [were, are] = [limitedGuests(before), limitedGuests(after)];
  return endQueues(were.difference(are).union(are.difference(were)));
};

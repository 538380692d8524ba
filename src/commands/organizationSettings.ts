/** Decisions about organization settings. */
import { requireThat } from '../errors.ts';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_PERMISSIONS,
  OrganizationDescribed,
  type OrganizationPermission,
  OrganizationPermissionChanged,
  OrganizationRenamed,
  OrganizationSettingChanged,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import type { GroupSettingValue } from '../events/userGroups.ts';
import type { ChannelId, UserId } from '../ids.ts';
import { hasMetadataAccess } from '../organization/access/channels.ts';
import { isAdministrator } from '../organization/access/rules.ts';
import { isForOwners } from '../organization/access/organizations.ts';
import { CHANNEL_SETTINGS, permissionOf, settingsOf } from '../organization/organizations.ts';
import type { OrganizationState } from '../organization/state.ts';
import { requireAdministrator, requireOwner } from './authority.ts';
import { command, type DecidedEvent, type DecisionContext } from './define.ts';
import { membershipAfter } from './fullMembership.ts';
import { changedPermissions, type GroupSettingUpdate } from './groupSettings.ts';
import { checkedOrganizationName } from './organizations.ts';
import { requireText } from './text.ts';

type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];
type RequestedSettings<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** Requested changes; undefined means no change. */
export interface ChangeOrganizationInput {
  readonly name: string | undefined;
  /** Markdown, and its HTML. */
  readonly description: { readonly source: string; readonly html: string } | undefined;
  readonly settings: RequestedSettings<Omit<OrganizationSettings, 'authenticationMethods'>>;
  /** Methods to enable or disable; the others stay. */
  readonly authenticationMethods: RequestedSettings<Record<AuthenticationMethod, boolean>> | undefined;
  readonly permissions: RequestedSettings<Record<OrganizationPermission, GroupSettingUpdate>>;
}

/** The changed settings with their new values. */
export interface OrganizationChanges {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly settings: Partial<OrganizationSettings>;
  readonly permissions: Partial<Record<OrganizationPermission, GroupSettingValue>>;
}

/** Changes settings and permissions, all of them or none; unchanged values cause no event. */
export const changeOrganization = command<ChangeOrganizationInput, OrganizationChanges>({
  name: 'ChangeOrganization',
  decide(organization, input, context) {
    requireAuthority(organization, input, context);
    const present = organization.organization.profile.get();
    if (present === null) throw new Error('An organization that was not founded cannot change.');
    const name = unless(
      present.name,
      input.name === undefined ? undefined : checkedOrganizationName(input.name),
    );
    const description = unless(present.description, input.description?.source);
    const settings = changedSettings(organization, input, context);
    const permissions = changedPermissions(
      organization,
      { table: ORGANIZATION_PERMISSIONS },
      (permission) => permissionOf(organization, permission),
      input.permissions,
    );
    const events: DecidedEvent[] = [];
    if (name !== undefined) events.push(OrganizationRenamed({ oldName: present.name, newName: name }));
    if (description !== undefined)
      events.push(
        OrganizationDescribed({
          authorId: context.actor,
          description,
          renderedDescription: input.description?.html ?? '',
        }),
      );
    events.push(
      ...settingEvents(organization, settings, context),
      ...permissions.map((changed) => OrganizationPermissionChanged(changed)),
    );
    const values = permissions.map(({ permission, newValue }) => [permission, newValue]);
    return { events, result: { name, description, settings, permissions: Object.fromEntries(values) } };
  },
});

/** The wanted value if it differs. */
const unless = <Value>(present: Value, wanted: Value | undefined): Value | undefined =>
  wanted === present ? undefined : wanted;

function requireAuthority(
  organization: OrganizationState,
  { settings, authenticationMethods, permissions }: ChangeOrganizationInput,
  context: DecisionContext,
): void {
  requireAdministrator(organization, context);
  const asked = entriesOf({ ...settings, authenticationMethods, ...permissions });
  if (asked.some(([name]) => isForOwners(name))) requireOwner(organization, context);
}

/** Names and values without undefined ones. */
const entriesOf = <Name extends string, Value>(record: Readonly<Partial<Record<Name, Value>>>) =>
  (Object.entries(record) as [Name, Value | undefined][]).flatMap(
    ([name, value]): (readonly [Name, Value])[] => (value === undefined ? [] : [[name, value]]),
  );

function changedSettings(
  organization: OrganizationState,
  { settings, authenticationMethods }: ChangeOrganizationInput,
  context: DecisionContext,
): Partial<OrganizationSettings> {
  const present = settingsOf(organization);
  for (const name of CHANNEL_SETTINGS) requireChannel(organization, context, name, settings[name]);
  const methods = authenticationMethods && methodsAfter(present.authenticationMethods, authenticationMethods);
  const wanted = entriesOf<OrganizationSettingName, unknown>({ ...settings, authenticationMethods: methods });
  return Object.fromEntries(
    wanted.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name])),
  );
}

function methodsAfter(
  present: OrganizationSettings['authenticationMethods'],
  wanted: RequestedSettings<Record<AuthenticationMethod, boolean>>,
): OrganizationSettings['authenticationMethods'] {
  const methods = AUTHENTICATION_METHODS.filter((method) => wanted[method] ?? present.includes(method));
  const complaint = 'At least one authentication method must be enabled.';
  requireThat(methods.length > 0, complaint);
  return methods;
}

function requireChannel(
  organization: OrganizationState,
  { actor }: DecisionContext,
  name: (typeof CHANNEL_SETTINGS)[number],
  channelId: ChannelId | null | undefined,
): void {
  if (channelId === undefined || channelId === null) return;
  const channel = organization.channels.byId.get(channelId);
  const isThere =
    channel !== undefined && !channel.archived && hasMetadataAccess(organization, actor, channel);
  requireThat(isThere, 'Invalid channel ID');
  const isFit = name !== 'moderationRequestChannelId' || channel.privacy === 'private';
  requireThat(isFit, 'Moderation request channel must be private.');
}

/**
 * Another waiting period has immediate effect: people become full members, or lose that status if they are
 * too new.
 */
function settingEvents(
  organization: OrganizationState,
  settings: Partial<OrganizationSettings>,
  { now }: DecisionContext,
): readonly DecidedEvent[] {
  const present = settingsOf(organization);
  const events = entriesOf<OrganizationSettingName, OrganizationSettings[OrganizationSettingName]>(
    settings,
  ).map(([property, newValue]) =>
    OrganizationSettingChanged({ property, oldValue: present[property], newValue }),
  );
  const { waitingPeriodDays: days } = settings;
  return days === undefined ? events : [...events, ...membershipAfter(organization, days, now)];
}

/** In characters. */
const MAX_WELCOME_LENGTH = 8_000;

/** Refuses a welcome message that the caller may not write, or that is too long. */
export function requireWelcomeAllowed(organization: OrganizationState, text: string, actor: UserId): void {
  const may = isAdministrator(organization, actor);
  requireThat(may, 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
  requireText(text, MAX_WELCOME_LENGTH, 'welcome_message_custom_text');
}

/** Decisions about organization settings. */
import { Refused, requireThat } from '../../base/errors.ts';
import { withAsciiDomain } from '../../base/identity.ts';
import type { ChannelId, UserId } from '../../base/ids.ts';
import { newEvent } from '../../events/catalog.ts';
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_PERMISSIONS,
  type OrganizationPermission,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../../events/organizations.ts';
import type { GroupSettingValue } from '../../events/userGroups.ts';
import { hasMetadataAccess } from '../../organization/access/channels.ts';
import { dueFullMembers, isForOwners, returningNewMembers } from '../../organization/access/organizations.ts';
import {
  type AllowedDomain,
  allowedDomains,
  CHANNEL_REFERENCES,
  permissionOf,
  settingsOf,
} from '../../organization/slices/organizations.ts';
import type { OrganizationState } from '../../organization/state.ts';
import {
  command,
  type DecidedEvent,
  type DecisionContext,
  done,
  nothingToDo,
  requireAdministrator,
  requireOwner,
} from '../define.ts';
import { changedPermissions, type GroupSettingUpdate } from '../groups/settings.ts';
import { requireText } from '../text.ts';
import { checkedOrganizationName } from './organizations.ts';

// Time-driven decisions: who becomes a full member.

/** Submitted periodically by the clock: people whose waiting period is over become full members. */
export const admitFullMembers = command<void, void>({
  name: 'AdmitFullMembers',
  decide(organization, _input, { now }) {
    const userIds = [...dueFullMembers(organization, now)];
    return done(...(userIds.length > 0 ? [newEvent('UsersBecameFullMembers', { userIds })] : []));
  },
});

/** The immediate effect of another waiting period, in days. */
function membershipAfter(
  organization: OrganizationState,
  days: number,
  now: number,
): readonly DecidedEvent[] {
  const full = [...dueFullMembers(organization, now, days)];
  const fresh = [...returningNewMembers(organization, now, days)];
  return [
    ...(full.length > 0 ? [newEvent('UsersBecameFullMembers', { userIds: full })] : []),
    ...(fresh.length > 0 ? [newEvent('UsersBecameNewMembers', { userIds: fresh })] : []),
  ];
}

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
    if (name !== undefined)
      events.push(newEvent('OrganizationRenamed', { oldName: present.name, newName: name }));
    if (description !== undefined)
      events.push(
        newEvent('OrganizationDescribed', {
          authorId: context.actor,
          description,
          renderedDescription: input.description?.html ?? '',
        }),
      );
    events.push(
      ...settingEvents(organization, settings, context),
      ...permissions.map((changed) => newEvent('OrganizationPermissionChanged', changed)),
    );
    const values = permissions.map(({ permission, newValue }) => [permission, newValue]);
    return { events, result: { name, description, settings, permissions: Object.fromEntries(values) } };
  },
});

/** The requested value if it differs. */
const unless = <Value>(present: Value, requested: Value | undefined): Value | undefined =>
  requested === present ? undefined : requested;

function requireAuthority(
  organization: OrganizationState,
  { settings, authenticationMethods, permissions }: ChangeOrganizationInput,
  context: DecisionContext,
): void {
  requireAdministrator(organization, context);
  const requested = entriesOf({ ...settings, authenticationMethods, ...permissions });
  if (requested.some(([name]) => isForOwners(name))) requireOwner(organization, context);
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
  for (const name of CHANNEL_REFERENCES) requireChannel(organization, context, name, settings[name]);
  const methods = authenticationMethods && methodsAfter(present.authenticationMethods, authenticationMethods);
  const requested = entriesOf<OrganizationSettingName, unknown>({
    ...settings,
    authenticationMethods: methods,
  });
  return Object.fromEntries(
    requested.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name])),
  );
}

function methodsAfter(
  present: OrganizationSettings['authenticationMethods'],
  requested: RequestedSettings<Record<AuthenticationMethod, boolean>>,
): OrganizationSettings['authenticationMethods'] {
  const methods = AUTHENTICATION_METHODS.filter((method) => requested[method] ?? present.includes(method));
  const complaint = 'At least one authentication method must be enabled.';
  requireThat(methods.length > 0, complaint);
  return methods;
}

function requireChannel(
  organization: OrganizationState,
  { actor }: DecisionContext,
  name: (typeof CHANNEL_REFERENCES)[number],
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
    newEvent('OrganizationSettingChanged', { property, oldValue: present[property], newValue }),
  );
  const { waitingPeriodDays: days } = settings;
  return days === undefined ? events : [...events, ...membershipAfter(organization, days, now)];
}

/** In characters. */
const MAX_WELCOME_LENGTH = 8_000;

/** Refuses a welcome message that the caller may not write, or that is too long. */
export function requireWelcomeAllowed(organization: OrganizationState, text: string, actor: UserId): void {
  requireAdministrator(organization, { actor });
  requireText(text, MAX_WELCOME_LENGTH, 'welcome_message_custom_text');
}

// Decisions about the domains that e-mail addresses may have.

const MAX_DOMAINS = 100;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})+$`);

/** Allows addresses of a domain, and of its subdomains if requested. */
export const allowDomain = command<AllowedDomain, { readonly domainId: number; readonly domain: string }>({
  name: 'AllowDomain',
  decide(organization, { domain: given, allowsSubdomains }, context) {
    requireOwner(organization, context);
    const domain = domainKey(given);
    const isFit = DOMAIN.test(domain);
    requireThat(
      isFit,
      `Invalid domain: ${given.trim() === '' ? 'it is empty' : 'it is no name with a dot'}.`,
    );
    const present = allowedDomains(organization);
    const isNew = present.every((each) => each.domain !== domain);
    requireThat(isNew, `The domain ${domain} is already a part of your organization.`);
    requireThat(present.length < MAX_DOMAINS, `Too many domains (maximum ${MAX_DOMAINS}).`);
    const domainId = organization.domains.nextId.get();
    return {
      events: [newEvent('DomainAllowed', { domainId, domain, allowsSubdomains })],
      result: { domainId, domain },
    };
  },
});

/** Allows or forbids the domains below one. */
export const changeDomain = command<AllowedDomain, void>({
  name: 'ChangeDomain',
  decide(organization, { domain: given, allowsSubdomains }, context) {
    requireOwner(organization, context);
    const present = allowedDomain(organization, given);
    if (present.allowsSubdomains === allowsSubdomains) return nothingToDo(undefined);
    return done(newEvent('DomainChanged', { domain: present.domain, allowsSubdomains }));
  },
});

/** Allows a domain no longer; without the last one addresses are no longer restricted. */
export const disallowDomain = command<{ readonly domain: string }, void>({
  name: 'DisallowDomain',
  decide(organization, { domain: given }, context) {
    requireOwner(organization, context);
    const { domain } = allowedDomain(organization, given);
    const events: DecidedEvent[] = [newEvent('DomainDisallowed', { domain })];
    const isLast = allowedDomains(organization).length === 1;
    if (isLast && settingsOf(organization).emailsRestrictedToDomains)
      events.push(
        newEvent('OrganizationSettingChanged', {
          property: 'emailsRestrictedToDomains',
          oldValue: true,
          newValue: false,
        }),
      );
    return done(...events);
  },
});

function allowedDomain(organization: OrganizationState, given: string): AllowedDomain {
  const domain = domainKey(given);
  const found = allowedDomains(organization).find((each) => each.domain === domain);
  if (found === undefined) throw new Refused(`No entry found for domain ${given}.`);
  return found;
}

/** The domain in lower case and ASCII. */
const domainKey = (domain: string): string =>
  withAsciiDomain(`x@${domain.trim()}`).slice('x@'.length).toLowerCase();

/** What an organization has set of itself, by its names on the wire. */
import {
  AUTHENTICATION_METHODS,
  ORGANIZATION_SETTINGS,
  type OrganizationSettingName,
  type OrganizationSettings,
} from '../events/organizations.ts';
import { onTheWire } from '../events/settings.ts';

/** What is shown of a setting's value. */
export const wireSettingValue = (name: OrganizationSettingName, value: unknown): unknown =>
  value ?? ORGANIZATION_SETTINGS[name].none ?? value;

/** All ways to log in that there are, with those that are on and those that this server has. */
export const wireMethods = (allowed: OrganizationSettings['authenticationMethods']) =>
  Object.fromEntries(
    AUTHENTICATION_METHODS.map((method) => [
      method,
      { enabled: allowed.includes(method), available: method === 'Email' },
    ]),
  );

/** What is shown of all settings, by their names on the wire. */
export const wireOrganizationSettings = (settings: OrganizationSettings) =>
  onTheWire(ORGANIZATION_SETTINGS, (name) =>
    name === 'authenticationMethods'
      ? wireMethods(settings.authenticationMethods)
      : wireSettingValue(name, settings[name]),
  );

/** GET /server_settings. */
import { anonymous, type Chapter, Demand, field, matching, member, type Row, rule, text } from './row.ts';

const ask = 'GET /server_settings';

const shows = (name: string, promise: string, value: unknown): Row =>
  field(name, promise, [anonymous(ask).shows({ [name]: value })]);

const truth = new Demand('a boolean', (value) => typeof value === 'boolean');
const METHODS = ['password', 'dev', 'email', 'ldap', 'remoteuser', 'saml', 'openid connect'];
const PROVIDERS = ['github', 'gitlab', 'apple', 'google', 'azuread', 'slack'];

export const serverSettings: Chapter = {
  about: 'GET /server_settings',
  file: 'serverSettings.ts',
  rows: [
    field('authentication_methods', 'says of each method whether it is on', [
      anonymous(ask).shows(
        Object.fromEntries(METHODS.map((method) => [`authentication_methods.${method}`, truth])),
      ),
    ]),
    field('authentication_methods', 'has one key for each of six providers', [
      anonymous(ask).shows(
        Object.fromEntries(PROVIDERS.map((provider) => [`authentication_methods.${provider}`, truth])),
      ),
    ]),
    shows('external_authentication_methods', 'is a list, empty where there is none', []),
    shows('service_feature_level', 'is 500', 500),
    shows('service_version', 'is the release', matching(/^\d+\.\d+\.\d+$/)),
    shows('service_merge_base', 'is empty where it is not known', ''),
    shows('push_notifications_enabled', 'is false without a push service', false),
    shows('is_incompatible', 'is false of most clients', false),
    field('is_incompatible', 'is true of a client that no longer works', [
      anonymous(ask).with({ 'user-agent': 'ZulipInvalid/5' }).shows({ is_incompatible: true }),
    ]),
    shows('email_auth_enabled', 'is true', true),
    shows('require_email_format_usernames', 'is true without LDAP', true),
    shows('realm_uri', 'is the deprecated name of realm_url', 'https://chat.example.com'),
    shows('realm_url', 'is the URL of the organization', 'https://chat.example.com'),
    shows('server_url', 'is the URL of the root organization', 'https://chat.example.com'),
    shows('realm_name', 'is the name of the organization', 'Hansard'),
    shows('realm_icon', 'is the URL of a square logo', text),
    shows('realm_description', 'is HTML', text),
    shows('realm_web_public_access_enabled', 'is false while there is no web-public channel', false),
    rule('needs no authentication, and does not look at any', [
      anonymous(ask).with({ authorization: 'nonsense' }).shows({ service_feature_level: 500 }),
    ]),
    rule('has no parameters', [
      member(ask, { nonsense: 1 }).shows({ ignored_parameters_unsupported: ['nonsense'] }),
    ]),
  ],
};

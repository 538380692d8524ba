/** What a client needs to know before it logs in. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { SERVICE_VERSION } from '../../base/version.ts';
import { allowsPasswords } from '../../organization/slices/organizations.ts';
import { picturePath } from '../../wire/organizations.ts';
import { json, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';

/** The interface version: all features introduced up to this level are supported. */
export const FEATURE_LEVEL = 500;

/** Products that no longer work with any server. */
const DEAD_CLIENTS: ReadonlySet<string> = new Set(['ZulipInvalid', 'ZulipAndroid']);

/** Authentication methods besides `password` and `email`; this server offers none of them. */
const OTHER_METHODS = {
  dev: false,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  slack: false,
  saml: false,
  'openid connect': false,
} as const;

const AuthenticationMethods = z.strictObject({
  password: z.boolean(),
  email: z.boolean(),
  ...(Object.fromEntries(Object.keys(OTHER_METHODS).map((name) => [name, z.boolean()])) as {
    readonly [Name in keyof typeof OTHER_METHODS]: z.ZodBoolean;
  }),
});

const ServerSettings = z.strictObject({
  authentication_methods: AuthenticationMethods,
  external_authentication_methods: z.array(
    z.strictObject({
      name: z.string(),
      display_name: z.string(),
      display_icon: z.string().nullable(),
      login_url: z.string(),
      signup_url: z.string(),
    }),
  ),
  service_feature_level: z.int(),
  service_version: z.string(),
  service_merge_base: z.string(),
  push_notifications_enabled: z.boolean(),
  is_incompatible: z.boolean(),
  email_auth_enabled: z.boolean(),
  require_email_format_usernames: z.boolean(),
  realm_uri: z.string(),
  realm_url: z.string(),
  server_url: z.string(),
  realm_name: z.string(),
  realm_icon: z.string(),
  realm_description: z.string(),
  realm_web_public_access_enabled: z.boolean(),
});

export const serverSettingsRoutes = routes({
  'GET /server_settings': read({
    who: 'anyone',
    isForSiblings: true,
    summary: 'Get server settings',
    params: {},
    response: ServerSettings,
    handle: ({ organization, services, url, header }) => ({
      authentication_methods: {
        ...OTHER_METHODS,
        password: allowsPasswords(organization.state),
        email: allowsPasswords(organization.state),
      },
      external_authentication_methods: [],
      service_feature_level: FEATURE_LEVEL,
      service_version: SERVICE_VERSION,
      service_merge_base: '',
      push_notifications_enabled: services.config.PUSH_BOUNCER_URL !== undefined,
      is_incompatible: DEAD_CLIENTS.has(header('user-agent')?.split('/', 1)[0] ?? ''),
      email_auth_enabled: allowsPasswords(organization.state),
      require_email_format_usernames: true,
      realm_uri: url,
      realm_url: url,
      server_url: services.organizations.bySubdomain('')?.url ?? url,
      realm_name: organization.name,
      realm_icon: picturePath(organization.state, 'icon'),
      realm_description: organization.state.organization.profile.get()?.renderedDescription ?? '',
      realm_web_public_access_enabled: organization.hasWebPublicChannels,
    }),
  }),
});

// Video calls: no provider can be set up here, so each of these says so.

const Call = z.strictObject({ url: z.string() });

const notConfigured = (provider: string) => (): never => {
  throw new Refused(`${provider} is not configured.`);
};

const params = {
  meeting_name: text().optional(),
  voice_only: json(z.boolean()).default(false).describe('Whether nobody is seen.'),
} as const;

/** A provider of calls. */
const provider = (name: string) =>
  write({
    who: 'user',
    summary: `Create a call with ${name}: refused, because it is not configured`,
    params,
    response: Call,
    handle: notConfigured(name),
  });

export const callRoutes = routes({
  'GET /calls/bigbluebutton/create': read({
    who: 'user',
    summary: 'Create a call with BigBlueButton: refused, because it is not configured',
    params,
    response: Call,
    handle: notConfigured('BigBlueButton'),
  }),
  'POST /calls/zoom/create': provider('Zoom'),
  'POST /calls/webex/create': provider('Webex'),
  'POST /calls/constructorgroups/create': provider('Constructor Groups'),
  'POST /calls/nextcloud_talk/create': write({
    who: 'user',
    summary: 'Create a call with Nextcloud Talk: refused, because it is not configured',
    params: { room_name: text().optional() },
    response: Call,
    handle: notConfigured('Nextcloud Talk'),
  }),
});

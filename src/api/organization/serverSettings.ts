/** What a client needs to know before it logs in. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { FEATURE_LEVEL, SERVICE_VERSION } from '../../base/version.ts';
import { allowsPasswords } from '../../organization/slices/organizations.ts';
import { IconUrl, picturePath } from '../../wire/organizations.ts';
import { OrganizationName } from '../../wire/organizationSettings.ts';
import { DisplayName, ProgramName } from '../../wire/realmFields.ts';
import { json, text } from '../http/parameters.ts';
import { read, routes, write } from '../http/route.ts';

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
  password: z.boolean().describe('Whether people can log in with passwords.'),
  email: z.boolean().describe('The same as `password`.'),
  ...(Object.fromEntries(
    Object.keys(OTHER_METHODS).map((name) => [name, z.boolean().describe('Always false: not offered.')]),
  ) as {
    readonly [Name in keyof typeof OTHER_METHODS]: z.ZodBoolean;
  }),
});

export const ServerSettings = z.strictObject({
  authentication_methods: AuthenticationMethods.describe('Whether each way to log in is offered.'),
  external_authentication_methods: z
    .array(
      z.strictObject({
        name: ProgramName,
        display_name: DisplayName,
        display_icon: z.string().nullable().describe('URL of the site’s icon; null if there is none.'),
        login_url: z.string().describe('Path at which one logs in there.'),
        signup_url: z.string().describe('Path at which one joins from there.'),
      }),
    )
    .describe('Other sites with which one can log in; empty.'),
  service_feature_level: z.int().describe('Level of the interface: everything up to it is there.'),
  service_version: z.string().describe('Version of the server’s software.'),
  service_merge_base: z.string().describe('Always empty.'),
  push_notifications_enabled: z.boolean().describe('Whether this server pushes notifications.'),
  is_incompatible: z.boolean().describe('Whether the calling program no longer works with any server.'),
  email_auth_enabled: z.boolean().describe('Whether people log in with passwords.'),
  require_email_format_usernames: z.boolean().describe('Always true: user names are e-mail addresses.'),
  realm_uri: z.string().describe('The same as `realm_url`, for clients of older feature levels.'),
  realm_url: z.string().describe('URL of the organization.'),
  server_url: z
    .string()
    .describe('URL of the server’s root organization: all others are subdomains of its host.'),
  realm_name: OrganizationName,
  realm_icon: IconUrl,
  realm_description: z.string().describe('Description of the organization, as HTML.'),
  realm_web_public_access_enabled: z
    .boolean()
    .describe('Whether anyone can read something without logging in.'),
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

const Call = z.strictObject({ url: z.string().describe('URL of the page.') });

const notConfigured = (provider: string) => (): never => {
  throw new Refused(`${provider} is not configured.`);
};

const params = {
  meeting_name: text().optional().describe('What the meeting is called.'),
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
    params: { room_name: text().optional().describe('What the room is called.') },
    response: Call,
    handle: notConfigured('Nextcloud Talk'),
  }),
});

/** Devices of logged-in people, and push notifications to them. */
import { z } from 'zod';
import { Refused, requireThat } from '../../base/errors.ts';
import {
  devicesToTest,
  registerDevice,
  registerPush,
  removeDevice,
} from '../../commands/credentials/devices.ts';
import { DeviceId, TokenKind } from '../../events/credentials.ts';
import { type Device, deviceOf } from '../../organization/slices/credentials.ts';
import { json, text, type ValuesOf } from '../http/parameters.ts';
import { read, routes, write, type WriteContext } from '../http/route.ts';
import { UNSTORED_CREDENTIAL } from './credentials.ts';

const isBase64 = (value: string): boolean =>
  value !== '' && Buffer.from(value, 'base64').toString('base64') === value;

/** Base64 of a limited number of bytes. */
const base64 = (name: string, longest: number) =>
  z
    .string()
    .max(longest)
    .refine(isBase64, { error: `Invalid ${name}` });

/** The first byte of a key names its cryptosystem; only one is supported. */
const SECRETBOX = 0x31;
const PUSH_KEY_BYTES = 33;

function isPushKey(value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === PUSH_KEY_BYTES && bytes[0] === SECRETBOX;
}

const registerParams = {
  device_id: json(DeviceId),
  push_key_id: json(z.int().min(0).max(0xffff_ffff)).describe('ID of the key in the app.').optional(),
  push_key: text(base64('push_key', 100).refine(isPushKey, { error: 'Invalid push_key' }))
    .describe('Base64 of the byte 0x31 and 32 bytes of a key for crypto_secretbox_easy.')
    .optional(),
  token_kind: text(TokenKind)
    .optional()
    .describe('Whether the token is one of Android (`fcm`) or of Apple (`apns`).'),
  token_id: text(base64('token_id', 100)).describe('Identifies the token without revealing it.').optional(),
  bouncer_public_key: text(base64('bouncer_public_key', 1_000))
    .describe('The key of the bouncer with which the registration is encrypted.')
    .optional(),
  encrypted_push_registration: text(base64('encrypted_push_registration', 20_000))
    .describe('How to reach the device; only the bouncer can read it.')
    .optional(),
} as const;

export const deviceRoutes = routes({
  'POST /register_client_device': write({
    who: 'human',
    summary: 'Register a device on which you are logged in',
    params: {},
    response: z.strictObject({ device_id: DeviceId }),
    async handle({ submit }) {
      const { deviceId } = await submit(registerDevice, undefined);
      return { device_id: deviceId };
    },
  }),

  'POST /remove_client_device': write({
    who: 'human',
    summary: 'Remove a device of yours',
    params: { device_id: json(DeviceId) },
    async handle({ params: { device_id: deviceId }, submit }) {
      await submit(removeDevice, { deviceId });
    },
  }),

  'POST /mobile_push/register': write({
    who: 'human',
    summary: 'Register a device for push notifications, or change its key or token',
    params: registerParams,
    errors: ['BAD_REQUEST', 'PUSH_SERVICE_NOT_CONFIGURED'],
    async handle(context) {
      const { params, actor, organization, services, submitAfterDryRun } = context;
      const deviceId = params.device_id;
      const requested = { key: keyIn(params), token: tokenIn(params) };
      requireThat(requested.key !== undefined || requested.token !== undefined, INCOMPLETE);
      const { key, token } = requested;
      const unnamed = {
        deviceId,
        key: key && { keyId: key.keyId, credentialId: UNSTORED_CREDENTIAL },
        token: token && { ...token.shown, credentialId: UNSTORED_CREDENTIAL },
      };
      await submitAfterDryRun(registerPush, unnamed, async () => {
        const message = 'Server is not configured to use push notification service.';
        requireThat(services.push !== null, message, 'PUSH_SERVICE_NOT_CONFIGURED');
        const device = deviceOf(organization.state, actor.userId, deviceId);
        return {
          deviceId,
          key: await storedKey(context, device, key),
          token: await storedToken(context, token),
        };
      });
    },
  }),

  'POST /mobile_push/e2ee/test_notification': read({
    who: 'human',
    summary: 'Send a test push notification to your devices',
    params: { device_id: json(DeviceId).describe('By default, all of them.').optional() },
    errors: [
      'NO_ACTIVE_PUSH_DEVICE',
      'ADMIN_ACTION_REQUIRED',
      'FAILED_TO_CONNECT_BOUNCER',
      'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    ] as const,
    async handle({ params, actor, organization, services: { push }, url, requestId }) {
      const test = { userId: actor.userId, deviceId: params.device_id, hasBouncer: push !== null };
      const devices = devicesToTest(organization.state, test);
      await push?.test(requestId, devices, { name: organization.name, url });
    },
  }),
});

type Params = ValuesOf<typeof registerParams>;
type RegisterContext = WriteContext<'human', typeof registerParams>;

const INCOMPLETE = 'Missing parameters: must provide either all push key fields, all token fields, or both.';

/** Requires all parameters of a group, or none. */
function whole<Group extends Readonly<Record<string, unknown>>>(
  group: Group,
): { readonly [Name in keyof Group]: Exclude<Group[Name], undefined> } | undefined {
  const missing = Object.values(group).filter((value) => value === undefined).length;
  if (missing === Object.keys(group).length) return undefined;
  if (missing > 0) throw new Refused(INCOMPLETE);
  return group as { readonly [Name in keyof Group]: Exclude<Group[Name], undefined> };
}

const keyIn = ({ push_key_id: keyId, push_key: secret }: Params) => whole({ keyId, secret });

/** The token to store, and the fields to show. */
function tokenIn(params: Params) {
  const { token_id: tokenId, token_kind: tokenKind } = params;
  const { bouncer_public_key, encrypted_push_registration } = params;
  const all = whole({ tokenId, tokenKind, bouncer_public_key, encrypted_push_registration });
  if (all === undefined) return undefined;
  const secret = JSON.stringify({
    bouncer_public_key: all.bouncer_public_key,
    encrypted_push_registration: all.encrypted_push_registration,
  });
  return { shown: { tokenId: all.tokenId, tokenKind: all.tokenKind }, secret };
}

/** Sending the key that a device already has changes nothing. */
async function storedKey(
  { organization, services: { secrets } }: RegisterContext,
  device: Device | undefined,
  key: ReturnType<typeof keyIn>,
) {
  if (key === undefined) return undefined;
  const { keyId, secret } = key;
  const present = device?.key;
  if (present?.keyId === keyId && (await secrets.showPushKey(present.credentialId)) === secret)
    return undefined;
  return { keyId, credentialId: await secrets.storePushKey(organization.id, secret) };
}

async function storedToken(
  { organization, services: { secrets } }: RegisterContext,
  token: ReturnType<typeof tokenIn>,
) {
  if (token === undefined) return undefined;
  const credentialId = await secrets.storePushRegistration(organization.id, token.secret);
  return { ...token.shown, credentialId };
}

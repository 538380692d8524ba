/** Push tokens of apps that do not encrypt. */
import { registerLegacyToken, removeLegacyToken, requireLegacyToken } from '../commands/legacyTokens.ts';
import type { LegacyTokenKind } from '../events/legacyTokens.ts';
import { text } from './http/parameters.ts';
import { EmptyResponse, read, routes, write } from './http/route.ts';

const token = () => text().describe('What the service gave the app; at most 4,096 characters.');

/** Notifications go to devices of POST /mobile_push/register alone. */
const KNOWN_ONLY = '; notifications are sent to apps that encrypt alone';

const remove = (kind: LegacyTokenKind, service: string) =>
  write({
    who: 'human',
    summary: `Remove a push token of ${service}`,
    params: { token: token(), appid: text().optional() },
    response: EmptyResponse,
    async handle({ params, submit }) {
      await submit(removeLegacyToken, { kind, token: params.token });
      return {};
    },
  });

export const legacyTokenRoutes = routes({
  'POST /users/me/apns_device_token': write({
    who: 'human',
    summary: `Register a push token of Apple's service${KNOWN_ONLY}`,
    params: { token: token(), appid: text().describe('ID of the app.') },
    response: EmptyResponse,
    async handle({ params, submit }) {
      await submit(registerLegacyToken, { kind: 'apns', token: params.token });
      return {};
    },
  }),
  'DELETE /users/me/apns_device_token': remove('apns', "Apple's service"),

  'POST /users/me/android_gcm_reg_id': write({
    who: 'human',
    summary: `Register a push token of Google's service${KNOWN_ONLY}`,
    params: { token: token() },
    response: EmptyResponse,
    async handle({ params, submit }) {
      await submit(registerLegacyToken, { kind: 'fcm', token: params.token });
      return {};
    },
  }),
  'DELETE /users/me/android_gcm_reg_id': remove('fcm', "Google's service"),

  'POST /mobile_push/test_notification': read({
    who: 'human',
    summary: 'Check whether a push token is registered; see POST /mobile_push/e2ee/test_notification',
    params: { token: token().optional() },
    response: EmptyResponse,
    errors: ['INVALID_PUSH_DEVICE_TOKEN'],
    handle({ params, actor, organization: { state } }) {
      if (params.token !== undefined) requireLegacyToken(state, actor.userId, params.token);
      return {};
    },
  }),
});

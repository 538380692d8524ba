/** Accounts of people: making, changing, deactivating and reactivating them. */
import { z } from 'zod';
import { requireStrongPassword } from '../commands/credentials.ts';
import {
  createUser,
  deactivateOneself,
  deactivateUser,
  reactivateUser,
  updateUser,
} from '../commands/users.ts';
import { Role } from '../events/users.ts';
import { UserId } from '../ids.ts';
import { issueBotSecrets, UNNAMED, UNNAMED_SECRETS } from './credentials.ts';
import { json, path, pathText, text } from './http/parameters.ts';
import { changesIn, profileData, withHtml } from './profileData.ts';
import { Nothing, routes, write } from './http/route.ts';
import { userMeant } from './userReference.ts';

const MAX_COMMENT_LENGTH = 2000;

export const accountRoutes = routes({
  'POST /users': write({
    who: 'user',
    summary: 'Create an account, which is in the default channels and welcomed by the notification bot',
    params: { email: text(), password: text(), full_name: text() },
    response: z.strictObject({ user_id: z.int() }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, organization, services, rehearse, submit }) {
      const input = { email: params.email, host: organization.host, fullName: params.full_name };
      rehearse(createUser, { ...input, passwordCredentialId: UNNAMED, apiKeyCredentialId: UNNAMED });
      requireStrongPassword(params.password, params.email);
      const hash = await services.passwords.hash(params.password);
      const passwordCredentialId = await services.secrets.storePassword(organization.id, hash);
      const apiKeyCredentialId = await services.secrets.issueApiKey(organization.id);
      const { userId } = await submit(createUser, { ...input, passwordCredentialId, apiKeyCredentialId });
      return { user_id: userId };
    },
  }),

  'PATCH /users/:user_id': write({
    who: 'user',
    summary: "Change somebody's name, role, address or profile",
    params: {
      user_id: pathText().describe('ID or e-mail address.'),
      full_name: text().optional(),
      role: json(z.int().pipe(Role)).optional(),
      new_email: text().optional().describe('For owners to change.'),
      profile_data: profileData().default([]),
    },
    response: Nothing,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization, services, rehearse, submit }) {
      const userId = userMeant(organization, actor, params.user_id);
      const { full_name: fullName, role, new_email: newEmail } = params;
      const email = newEmail === undefined ? undefined : { email: newEmail, host: organization.host };
      const update = { userId, fullName, role, email };
      const changes = changesIn(params.profile_data);
      if (changes.length > 0) rehearse(updateUser, { ...update, profile: changes });
      await submit(updateUser, {
        ...update,
        profile: await withHtml(services, organization.state, actor, changes),
      });
      return {};
    },
  }),

  'DELETE /users/me': write({
    who: 'user',
    summary: 'Deactivate your own account',
    params: {},
    response: Nothing,
    errors: ['CANNOT_DEACTIVATE_LAST_USER'],
    async handle({ submit }) {
      await submit(deactivateOneself, undefined);
      return {};
    },
  }),

  'DELETE /users/:user_id': write({
    who: 'user',
    summary: 'Deactivate an account',
    params: {
      user_id: path(UserId),
      deactivation_notification_comment: text(z.string().max(MAX_COMMENT_LENGTH)).optional(),
    },
    response: Nothing,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      const { user_id: userId, deactivation_notification_comment: comment } = params;
      await submit(deactivateUser, { userId, comment });
      return {};
    },
  }),

  'POST /users/:user_id/reactivate': write({
    who: 'user',
    summary: 'Reactivate an account',
    params: { user_id: path(UserId) },
    response: Nothing,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { user_id: userId }, organization, services, rehearse, submit }) {
      rehearse(reactivateUser, { userId, secrets: UNNAMED_SECRETS });
      const isBot = organization.account(userId)?.isBot === true;
      const secrets = isBot ? await issueBotSecrets(services, organization) : undefined;
      await submit(reactivateUser, { userId, secrets });
      return {};
    },
  }),
});

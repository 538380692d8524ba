/** Accounts of people: creating, changing, deactivating and reactivating them. */
import { z } from 'zod';
import { UserId } from '../../base/ids.ts';
import { requireStrongPassword } from '../../commands/credentials/credentials.ts';
import {
  createUser,
  deactivateOneself,
  deactivateUser,
  reactivateUser,
  updateUser,
} from '../../commands/people/users.ts';
import { Role } from '../../events/users.ts';
import { userFields } from '../../wire/users.ts';
import {
  issueBotSecrets,
  issueLogin,
  PLACEHOLDER_LOGIN,
  PLACEHOLDER_SECRETS,
} from '../credentials/credentials.ts';
import { json, path, pathText, text } from '../http/parameters.ts';
import { routes, write } from '../http/route.ts';
import { parseProfileChanges, profileData, withHtml } from './profileData.ts';
import { resolveUserReference } from './userReference.ts';

const MAX_COMMENT_LENGTH = 2000;

export const accountRoutes = routes({
  'POST /users': write({
    who: 'user',
    summary: 'Create an account, subscribed to the default channels',
    params: {
      email: text().describe('Address of the new account.'),
      password: text().describe('Password with which the person logs in at first.'),
      full_name: text().describe('Name of the new account.'),
    },
    response: z.strictObject({ user_id: UserId }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, organization, services, submitAfterDryRun }) {
      const input = { email: params.email, host: organization.host, fullName: params.full_name };
      const { userId } = await submitAfterDryRun(createUser, { ...input, ...PLACEHOLDER_LOGIN }, async () => {
        requireStrongPassword(params.password, params.email);
        return { ...input, ...(await issueLogin(services, organization, params.password)) };
      });
      return { user_id: userId };
    },
  }),

  'PATCH /users/:user_id': write({
    who: 'user',
    summary: "Change somebody's name, role, address or profile",
    params: {
      user_id: pathText().describe('ID or e-mail address.'),
      full_name: text().optional().describe(userFields.full_name),
      role: json(z.int().pipe(Role)).optional().describe(userFields.role),
      new_email: text().optional().describe('Only owners can change it.'),
      profile_data: profileData().default([]),
    },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, actor, organization, services, submitAfterDryRun }) {
      const userId = resolveUserReference(organization, actor, params.user_id);
      const { full_name: fullName, role, new_email: newEmail } = params;
      const email = newEmail === undefined ? undefined : { email: newEmail, host: organization.host };
      const update = { userId, fullName, role, email };
      const changes = parseProfileChanges(params.profile_data);
      await submitAfterDryRun(updateUser, { ...update, profile: changes }, async () => ({
        ...update,
        profile: await withHtml(services, organization.state, actor, changes),
      }));
    },
  }),

  'DELETE /users/me': write({
    who: 'user',
    summary: 'Deactivate your own account',
    params: {},
    errors: ['CANNOT_DEACTIVATE_LAST_USER'],
    async handle({ submit }) {
      await submit(deactivateOneself, undefined);
    },
  }),

  'DELETE /users/:user_id': write({
    who: 'user',
    summary: 'Deactivate an account',
    params: {
      user_id: path(UserId),
      deactivation_notification_comment: text(z.string().max(MAX_COMMENT_LENGTH))
        .optional()
        .describe('A text for the mail to the person.'),
    },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      const { user_id: userId, deactivation_notification_comment: comment } = params;
      await submit(deactivateUser, { userId, comment });
    },
  }),

  'POST /users/:user_id/reactivate': write({
    who: 'user',
    summary: 'Reactivate an account',
    params: { user_id: path(UserId) },
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params: { user_id: userId }, organization, services, submitAfterDryRun }) {
      await submitAfterDryRun(reactivateUser, { userId, secrets: PLACEHOLDER_SECRETS }, async () => {
        const isBot = organization.account(userId)?.isBot === true;
        return { userId, secrets: isBot ? await issueBotSecrets(services, organization) : undefined };
      });
    },
  }),
});

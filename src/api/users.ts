/** People: listing them, and administering their accounts (spec/endpoint-details.md 7, spec/beyond.md 6.1). */
import { z } from 'zod';
import { requireStrongPassword } from '../commands/credentials.ts';
import { createUser, deactivateUser, reactivateUser, updateUser } from '../commands/users.ts';
import { Refused } from '../errors.ts';
import { Role } from '../events/users.ts';
import { CredentialId, UserId } from '../ids.ts';
import { accessOf } from '../organization/access.ts';
import { newestReceived } from '../projections/messages/page.ts';
import { usersOf } from '../projections/users.ts';
import { json, path, text } from './parameters.ts';
import { Nothing, read, routes, write } from './route.ts';
import { userFields, wireUser } from './userFields.ts';

/** What a rehearsal names where the secrets are not stored yet. */
const UNNAMED = CredentialId.parse('unnamed');

export const userRoutes = routes({
  'GET /users': read({
    who: 'visitor',
    summary: 'List the people of the organization',
    params: { client_gravatar: json(z.boolean()).default(true), user_ids: json(z.array(UserId)).optional() },
    response: z.strictObject({ members: z.array(z.strictObject(userFields)) }),
    errors: ['UNAUTHENTICATED_USER'],
    async handle({ params, actor, organization, level }) {
      const notLoggedIn = 'Not logged in: API authentication or user session required';
      if (actor === null) throw new Refused('UNAUTHENTICATED_USER', notLoggedIn);
      const { state, host } = organization;
      const views = await level('users');
      const people = await usersOf(views, accessOf(state, actor.userId), state, params.user_ids);
      return { members: people.map((user) => wireUser(user, host, params.client_gravatar)) };
    },
  }),

  'GET /users/me': read({
    who: 'user',
    summary: 'Get your own account',
    params: {},
    response: z.strictObject({ ...userFields, profile_data: z.strictObject({}), max_message_id: z.int() }),
    async handle({ actor, organization, level }) {
      const { state, host } = organization;
      const views = await level('users', 'messages');
      const access = accessOf(state, actor.userId);
      const [me] = await usersOf(views, access, state, [actor.userId]);
      if (me === undefined) throw new Error('The users view lacks an account that the state has.');
      const newest = await newestReceived(views, access, state);
      return { ...wireUser(me, host, false), profile_data: {}, max_message_id: newest ?? -1 };
    },
  }),

  'POST /users': write({
    who: 'user',
    summary: 'Create an account',
    params: { email: text(), password: text(), full_name: text() },
    response: z.strictObject({ user_id: z.int() }),
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, organization, services, rehearse, submit }) {
      const input = { email: params.email, fullName: params.full_name };
      rehearse(createUser, { ...input, passwordCredentialId: UNNAMED, apiKeyCredentialId: UNNAMED });
      requireStrongPassword(params.password);
      const hash = await services.passwords.hash(params.password);
      const passwordCredentialId = await services.secrets.storePassword(organization.id, hash);
      const apiKeyCredentialId = await services.secrets.issueApiKey(organization.id);
      const { userId } = await submit(createUser, { ...input, passwordCredentialId, apiKeyCredentialId });
      return { user_id: userId };
    },
  }),

  'PATCH /users/:user_id': write({
    who: 'user',
    summary: "Change somebody's name or role",
    params: {
      user_id: path(UserId),
      full_name: text().optional(),
      role: json(z.int().pipe(Role)).optional(),
    },
    response: Nothing,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      const { user_id: userId, full_name: fullName, role } = params;
      await submit(updateUser, { userId, fullName, role });
      return {};
    },
  }),

  'DELETE /users/:user_id': write({
    who: 'user',
    summary: 'Deactivate an account',
    params: { user_id: path(UserId) },
    response: Nothing,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(deactivateUser, { userId: params.user_id });
      return {};
    },
  }),

  'POST /users/:user_id/reactivate': write({
    who: 'user',
    summary: 'Reactivate an account',
    params: { user_id: path(UserId) },
    response: Nothing,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
    async handle({ params, submit }) {
      await submit(reactivateUser, { userId: params.user_id });
      return {};
    },
  }),
});

/** Users: listing them, and showing one. */
import { z } from 'zod';
import { Refused } from '../../base/errors.ts';
import { UserId } from '../../base/ids.ts';
import { accessOf } from '../../organization/access/access.ts';
import { findNewestReceived } from '../../projections/messages/page.ts';
import { messages } from '../../projections/messages/projection.ts';
import { findUsers, users } from '../../projections/users.ts';
import { userFields, UserShape, wireUser } from '../../wire/users.ts';
import { admitSpectator } from '../http/authentication.ts';
import { json, MAX_USER_IDS, pathText } from '../http/parameters.ts';
import { read, routes } from '../http/route.ts';
import { listResponse } from '../listings/listResponse.ts';
import { resolveUserReference } from './userReference.ts';

/** Which details of a user are shown. */
const showingParams = {
  client_gravatar: json(z.boolean()).default(true).describe('Omits avatar URLs that clients can compute.'),
  include_custom_profile_fields: json(z.boolean())
    .default(false)
    .describe('Includes `profile_data`; spectators get none.'),
} as const;

export const userRoutes = routes({
  'GET /users': read({
    hot: true,
    who: 'visitor',
    summary: 'List the people and bots of the organization',
    params: {
      ...showingParams,
      user_ids: json(z.array(UserId), MAX_USER_IDS).optional().describe('These users alone.'),
    },
    response: z.strictObject({ members: z.array(UserShape).describe('The users, ordered by ID.') }),
    errors: ['UNAUTHENTICATED_USER'],
    async handle({ params, actor, organization, services, level }) {
      admitSpectator(organization, actor);
      const { state, host } = organization;
      const showing = {
        host,
        clientGravatar: params.client_gravatar,
        profileData: params.include_custom_profile_fields && actor !== null,
        isAnonymous: actor === null,
      };
      const viewerId = actor?.userId ?? null;
      const views = await level(users);
      const ready = params.user_ids
        ? undefined
        : await services.listings.users.of(organization.state, viewerId, showing);
      if (ready) return ready;
      const access = accessOf(state, viewerId);
      const people = await findUsers(views, access, state, params.user_ids);
      return listResponse('members', people, (user) => wireUser(user, { ...showing, reader: access }));
    },
  }),

  'GET /users/me': read({
    who: 'user',
    summary: 'Get your own account',
    params: {},
    response: z.strictObject({
      ...userFields,
      max_message_id: z
        .int()
        .describe('The newest message that the caller has received; -1 if there is none.'),
    }),
    async handle({ actor, organization, level }) {
      const { state, host } = organization;
      const views = await level(users, messages);
      const access = accessOf(state, actor.userId);
      const [me] = await findUsers(views, access, state, [actor.userId]);
      if (me === undefined) throw new Error('The users view lacks an account that the state has.');
      const newest = await findNewestReceived(views, access, state);
      const showing = { host, clientGravatar: false, profileData: true, isAnonymous: false, reader: access };
      return { ...wireUser(me, showing), max_message_id: newest ?? -1 };
    },
  }),

  'GET /users/:user_id': read({
    who: 'user',
    summary: 'Get one person or bot',
    params: { user_id: pathText().describe('ID or e-mail address.'), ...showingParams },
    response: z.strictObject({ user: UserShape.describe('The person or bot.') }),
    async handle({ params, actor, organization, level }) {
      const { state, host } = organization;
      const userId = resolveUserReference(organization, actor, params.user_id);
      const views = await level(users);
      const access = accessOf(state, actor.userId);
      const [user] = await findUsers(views, access, state, [userId]);
      if (user === undefined) throw new Refused('No such user');
      const showing = {
        host,
        clientGravatar: params.client_gravatar,
        profileData: params.include_custom_profile_fields,
        isAnonymous: false,
        reader: access,
      };
      return { user: wireUser(user, showing) };
    },
  }),
});

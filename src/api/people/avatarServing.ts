/** Avatars as browsers load them: the pictures by URLs that nobody guesses, and redirects to them by person. */
import type { RequestHandler } from 'express';
import type { Readable } from 'node:stream';
import type { UserId } from '../../base/ids.ts';
import { accessOf } from '../../organization/access/access.ts';
import { userByEmail } from '../../organization/slices/users.ts';
import { avatarUrlOf, gravatarUrl, placeholderEmail, unknownUserAvatarPath } from '../../wire/users.ts';
import { PICTURE_HEADERS } from '../files/limits.ts';
import { admitSpectator } from '../http/authentication.ts';
import { pathText } from '../http/parameters.ts';
import { unknownPath } from '../http/problems.ts';
import { FileResponse } from '../http/responses.ts';
import { EmptyResponse, read, routes } from '../http/route.ts';
import type { Account, ServedOrganization } from '../http/servedOrganization.ts';

/** Below the root, and not of the interface. */
export const avatarReadingRoutes = routes({
  'GET /user_avatars/:realm_id/:file_name': read({
    who: 'anyone',
    summary: 'Read an avatar',
    params: { realm_id: pathText(), file_name: pathText() },
    response: EmptyResponse,
    async handle({ params, organization, services }) {
      const [, key = '', medium] = /^([0-9a-f]{40})(-medium)?\.png$/.exec(params.file_name) ?? [];
      const digests = organization.state.files.pictures.get(`${params.realm_id}/${key}`);
      const digest = medium === undefined ? digests?.[0] : digests?.[1];
      const body = digest && (await services.files.open(organization.id, digest));
      if (!body) throw unknownPath();
      return new FileResponse(200, PICTURE, body satisfies Readable);
    },
  }),

  'GET /avatar/:user': read({
    answers: 'redirect',
    who: 'visitor',
    summary: 'Be redirected to the avatar of a user, named by ID or e-mail address',
    params: { user: pathText() },
    response: EmptyResponse,
    handle: ({ params, actor, organization }) => redirect(organization, actor, params.user),
  }),

  'GET /avatar/:user/medium': read({
    answers: 'redirect',
    who: 'visitor',
    summary: 'Be redirected to the large form of the avatar of a user',
    params: { user: pathText() },
    response: EmptyResponse,
    handle: ({ params, actor, organization }) => redirect(organization, actor, params.user, true),
  }),
});

const PICTURE = [...Object.entries(PICTURE_HEADERS).flat(), 'Content-Type', 'image/png'];

/** Of somebody who is not there, or whose address the viewer may not see, no more is told than by other routes. */
function redirect(organization: ServedOrganization, actor: Account | null, named: string, isMedium = false) {
  admitSpectator(organization, actor);
  const { state } = organization;
  const access = accessOf(state, actor?.userId ?? null);
  const byId = /^\d{1,15}$/.test(named) ? state.users.byId.get(Number(named) as UserId) : undefined;
  const byEmail = byId ? undefined : userByEmail(state, named);
  const user = byId ?? (byEmail && access.seesEmailOf(byEmail) ? byEmail : undefined);
  if (user === undefined) return location(named.includes('@') ? gravatarUrl(named) : unknownUserAvatarPath);
  if (!access.seesUser(user.userId)) return location(unknownUserAvatarPath);
  const address = access.seesEmailOf(user) ? user.email : placeholderEmail(user.userId, organization.host);
  return location(avatarUrlOf(user, address, isMedium));
}

const location = (url: string): FileResponse =>
  new FileResponse(302, ['Location', url, 'Cache-Control', 'private, max-age=60', 'Content-Length', '0']);

// The avatar of users whom a limited guest may not know.

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="12" fill="#9aa4ae"/>
<circle cx="32" cy="25" r="11" fill="#f4efe4"/>
<path d="M12 56c0-12 9-18 20-18s20 6 20 18z" fill="#f4efe4"/>
</svg>
`;

export const unknownUserAvatarHandler: readonly [string, RequestHandler] = [
  unknownUserAvatarPath.replace(/\?.*/, ''),
  (_request, response) => {
    response.set(PICTURE_HEADERS).type('svg').end(picture);
  },
];

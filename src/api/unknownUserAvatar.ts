/** The avatar of users whom a limited guest may not know. */
import type { RequestHandler } from 'express';
import { unknownUserAvatarPath } from '../wire/users.ts';
import { PICTURE_HEADERS } from './icon.ts';

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

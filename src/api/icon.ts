/** The default icon of organizations. */
import type { RequestHandler } from 'express';

/** Whatever a file contains, it is displayed as a picture and no script in it runs. */
export const PICTURE_HEADERS = {
  'Cache-Control': 'public, max-age=86400',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
} as const;

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="12" fill="#24435f"/>
<path d="M18 14h8v15h12V14h8v36h-8V37H26v13h-8z" fill="#f4efe4"/>
</svg>
`;

export const iconHandler: readonly [string, RequestHandler] = [
  '/icons/organization.svg',
  (_request, response) => {
    response.set(PICTURE_HEADERS).type('svg').end(picture);
  },
];

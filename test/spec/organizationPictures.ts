/** The icon and the logos of the organization. */
import { admins } from './linkifiers.ts';
import {
  administrator,
  anonymous,
  asksForLogin,
  type Chapter,
  error,
  field,
  matching,
  parameter,
  type Row,
  rule,
  type Shown,
  type Step,
  user,
} from './row.ts';

const file = 'organizationPictures.ts';
const ICON = 'POST /realm/icon';
const LOGO = 'POST /realm/logo';
const own = matching(/^\/user_avatars\/\d+\/[0-9a-f]{40}\.png\?version=\d+$/);
const notMine = (request: string): Row =>
  error('UNAUTHORIZED_PRINCIPAL', 'is the answer to everybody else', [
    user(request)
      .uploads('pixel.png')
      .refused(...admins),
  ]);
const noPicture = (request: string): Row =>
  error('BAD_IMAGE', 'answers files that are not pictures', [
    administrator(request)
      .uploads('notes.txt')
      .refused('BAD_IMAGE', 'Could not decode image; did you upload an image file?'),
  ]);

/** Whoever asks, with whatever they accept. */
const redirects = (request: string, location: RegExp, fields: Shown = {}): Step =>
  anonymous(request, fields)
    .with({ accept: 'image/*' })
    .answers(302)
    .hasHeaders({ location: matching(location) });

export const organizationPictures: readonly Chapter[] = [
  {
    about: 'GET /realm/icon, GET /realm/logo',
    file,
    rows: [
      rule('everybody is redirected to the icon', [
        redirects('GET /realm/icon', /^\/icons\/organization\.svg/),
        administrator(ICON).uploads('pixel.png').shows(),
        redirects('GET /realm/icon', /^\/user_avatars\/.*\.png\?version=\d+$/),
        administrator('DELETE /realm/icon').shows(),
      ]),
      parameter('night', 'chooses the logo on dark ground', [
        administrator(LOGO, { night: true }).uploads('pixel.png').shows(),
        redirects('GET /realm/logo', /^\/user_avatars\/.*\.png\?version=\d+$/, { night: true }),
        redirects('GET /realm/logo', /^\/(?!user_avatars)/),
        administrator('DELETE /realm/logo', { night: true }).shows(),
      ]),
    ],
  },
  {
    about: ICON,
    file,
    rows: [
      field('icon_url', 'is where it is', [
        administrator(ICON).uploads('pixel.png').shows({ icon_url: own }).records(1),
      ]),
      noPicture(ICON),
      notMine(ICON),
      asksForLogin(ICON),
    ],
  },
  {
    about: 'DELETE /realm/icon',
    file,
    rows: [
      field('icon_url', 'is that of the server’s own', [
        administrator(ICON).uploads('pixel.png'),
        administrator('DELETE /realm/icon')
          .shows({ icon_url: '/icons/organization.svg?version=1' })
          .records(1),
        administrator('DELETE /realm/icon').shows().records(0),
      ]),
      error('UNAUTHORIZED_PRINCIPAL', 'is the answer to everybody else', [
        user('DELETE /realm/icon').refused(...admins),
      ]),
      asksForLogin('DELETE /realm/icon'),
    ],
  },
  {
    about: LOGO,
    file,
    rows: [
      parameter('night', 'chooses the one on dark ground', [
        administrator(LOGO, { night: true }).uploads('pixel.png').shows().records(1),
        user('POST /register', { fetch_event_types: ['realm'] }).shows({
          realm_night_logo_url: own,
          realm_logo_source: 'D',
        }),
        administrator('DELETE /realm/logo', { night: true }).shows().records(1),
      ]),
      noPicture(LOGO),
      notMine(LOGO),
      asksForLogin(LOGO),
    ],
  },
  {
    about: 'DELETE /realm/logo',
    file,
    rows: [
      parameter('night', 'chooses the one on dark ground', [
        administrator('DELETE /realm/logo', { night: true }).shows(),
      ]),
      error('UNAUTHORIZED_PRINCIPAL', 'is the answer to everybody else', [
        user('DELETE /realm/logo').refused(...admins),
      ]),
      asksForLogin('DELETE /realm/logo'),
    ],
  },
];

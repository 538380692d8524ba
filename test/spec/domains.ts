/** Code playgrounds and allowed domains. */
import { admins, forSome } from './linkifiers.ts';
import {
  administrator,
  anonymous,
  asksForLogin,
  type Chapter,
  error,
  field,
  including,
  integer,
  member,
  missing,
  owner,
  parameter,
  rule,
  type Shown,
} from './row.ts';

const file = 'domains.ts';
const bad = 'BAD_REQUEST';
const owners = ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'] as const;

const PLAY = 'POST /realm/playgrounds';
const play = (fields: Shown = {}): Shown => ({
  name: 'Play {fresh}',
  pygments_language: 'Rust',
  url_template: 'https://play.example.com/?code={+code}',
  ...fields,
});

const playgrounds: readonly Chapter[] = [
  {
    about: PLAY,
    file,
    rows: [
      field('id', 'is the ID of the playground', [
        administrator(PLAY, play()).shows({ id: integer }).keeps({ id: 'id' }),
        member('POST /register', { fetch_event_types: ['realm_playgrounds'] }).shows({
          realm_playgrounds: including({ id: '{id}', ...play() }),
        }),
      ]),
      ...['name', 'pygments_language', 'url_template'].map((name) =>
        parameter(name, 'is demanded', [
          administrator(
            PLAY,
            Object.fromEntries(Object.entries(play()).filter(([key]) => key !== name)),
          ).refused(...missing(name)),
        ]),
      ),
      parameter('name', 'is as long as people want it, unlike the language', [
        administrator(PLAY, play({ name: 'A'.repeat(41) })).shows(),
        administrator(PLAY, play({ pygments_language: 'A'.repeat(41) })).refused(
          bad,
          'pygments_language is too long (limit: 40 characters)',
        ),
      ]),
      parameter('pygments_language', 'is one of Pygments', [
        administrator(PLAY, play({ pygments_language: 'C<' })).refused(
          bad,
          'Invalid characters in pygments language',
        ),
      ]),
      parameter('url_template', 'has the one variable `code`', [
        administrator(PLAY, play({ url_template: 'https://a.de/' })).refused(
          bad,
          'Missing the required variable "code" in the URL template',
        ),
      ]),
      ...forSome(PLAY, play(), admins),
    ],
  },
  {
    about: 'DELETE /realm/playgrounds/:playground_id',
    file,
    rows: [
      parameter('playground_id', 'is that of a playground', [
        administrator(PLAY, play()).keeps({ id: 'id' }),
        administrator('DELETE /realm/playgrounds/{id}').shows().records(1),
        administrator('DELETE /realm/playgrounds/{id}').refused(bad, 'Invalid playground'),
      ]),
      ...forSome('DELETE /realm/playgrounds/1', {}, admins),
    ],
  },
];

const DOMAINS = 'GET /realm/domains';
const ALLOW = 'POST /realm/domains';
const domain = { domain: '{fresh}.example.org', allow_subdomains: false };
const allowed = owner(ALLOW, domain);

const domains: readonly Chapter[] = [
  {
    about: DOMAINS,
    file,
    rows: [
      field('domains[].domain', 'is in lower case', [
        owner(ALLOW, { ...domain, domain: 'UP.{fresh}.example.org' }),
        member(DOMAINS).shows({ 'domains[domain=up.{fresh}.example.org].domain': 'up.{fresh}.example.org' }),
      ]),
      field('domains[].allow_subdomains', 'is whether those below are allowed, too', [
        allowed,
        member(DOMAINS).shows({ 'domains[domain={fresh}.example.org].allow_subdomains': false }),
        member('POST /register', { fetch_event_types: ['realm_domains'] }).shows({
          realm_domains: including(domain),
        }),
      ]),
      asksForLogin(DOMAINS),
    ],
  },
  {
    about: ALLOW,
    file,
    rows: [
      field('new_domain', 'is its ID and its name', [
        owner(ALLOW, domain).shows({ 'new_domain[1]': '{fresh}.example.org', 'new_domain[0]': integer }),
      ]),
      parameter('domain', 'is demanded', [
        owner(ALLOW, { allow_subdomains: true }).refused(...missing('domain')),
      ]),
      parameter('domain', 'has a dot', [
        owner(ALLOW, { ...domain, domain: 'localhost' }).refused(
          bad,
          'Invalid domain: it is no name with a dot.',
        ),
      ]),
      parameter('domain', 'is allowed once', [
        allowed,
        owner(ALLOW, domain).refused(
          bad,
          'The domain {fresh}.example.org is already a part of your organization.',
        ),
      ]),
      parameter('allow_subdomains', 'is demanded', [
        owner(ALLOW, { domain: 'a.example.org' }).refused(...missing('allow_subdomains')),
      ]),
      ...forSome(ALLOW, domain, owners),
    ],
  },
  {
    about: 'PATCH /realm/domains/:domain',
    file,
    rows: [
      parameter('domain', 'is one that is allowed', [
        owner('PATCH /realm/domains/no.example.org', { allow_subdomains: true }).refused(
          bad,
          'No entry found for domain no.example.org.',
        ),
      ]),
      parameter('allow_subdomains', 'is changed', [
        allowed,
        owner('PATCH /realm/domains/{fresh}.example.org', { allow_subdomains: true }).shows().records(1),
        owner('PATCH /realm/domains/{fresh}.example.org', { allow_subdomains: true }).shows().records(0),
        member(DOMAINS).shows({ 'domains[domain={fresh}.example.org].allow_subdomains': true }),
      ]),
      ...forSome('PATCH /realm/domains/a.example.org', { allow_subdomains: true }, owners),
    ],
  },
  {
    about: 'DELETE /realm/domains/:domain',
    file,
    rows: [
      parameter('domain', 'is one that is allowed', [
        allowed,
        owner('DELETE /realm/domains/{fresh}.example.org').shows().records(1),
        owner('DELETE /realm/domains/{fresh}.example.org').refused(
          bad,
          'No entry found for domain {fresh}.example.org.',
        ),
      ]),
      rule('decides who may be invited, made and called by another address', [
        allowed,
        owner('PATCH /realm', { emails_restricted_to_domains: true }),
        owner('POST /users', {
          email: 'a@b.example.org',
          password: 'kiwi-lamp-42',
          full_name: 'New One',
        }).refused(bad, "Email 'a@b.example.org' not allowed in this organization"),
        owner('POST /users', {
          email: '{fresh}@{fresh}.example.org',
          password: 'kiwi-lamp-42',
          full_name: 'New One',
        }).shows(),
        owner('PATCH /realm', { emails_restricted_to_domains: false }).shows(),
      ]),
      rule('asks for a login', [anonymous('DELETE /realm/domains/a.example.org').answers(401)]),
      error('UNAUTHORIZED_PRINCIPAL', 'is the answer to everybody else', [
        administrator('DELETE /realm/domains/a.example.org').refused(...owners),
      ]),
    ],
  },
];

export const playgroundsAndDomains: readonly Chapter[] = [...playgrounds, ...domains];

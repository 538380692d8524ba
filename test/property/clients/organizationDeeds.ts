/** Requests of owners about the organization: pictures, emoji, linkifiers, playgrounds, domains, exports. */
import type { DeedIn, Request } from './deedValues.ts';
import { pick } from './world.ts';

export const ORGANIZATION_DEEDS = {
  emoji: (world, one, other, by) =>
    other % 3 === 0
      ? ['delete', `/realm/emoji/sun${one % 3}`]
      : world.picture(by, `/realm/emoji/sun${one % 3}`),
  picture: (world, one, other, by) => {
    const path = pick(['/realm/icon', '/realm/logo', '/realm/logo?night=true'], one);
    return other % 3 === 0 ? ['delete', path] : world.picture(by, path);
  },
  export: (_world, one, other) =>
    one % 3 === 2
      ? ['delete', `/export/realm/${1 + (other % 2)}`]
      : ['post', '/export/realm', { export_type: pick(['public', 'full_with_consent'], one) }],
  consent: (_world, one) => ['patch', '/settings', { allow_private_data_export: one % 2 === 0 }],
  linkifier: (_world, one, other) =>
    pick<Request>(
      [
        [
          'post',
          '/realm/filters',
          { pattern: `#${other}(?P<id>1)`, url_template: 'https://a.example.com/{id}' },
        ],
        ['patch', `/realm/filters/${1 + (other % 2)}`, { example_input: `#${other}` }],
        ['patch', '/realm/linkifiers', { ordered_linkifier_ids: other % 2 === 0 ? [1, 2] : [2, 1] }],
        ['delete', `/realm/filters/${1 + (other % 2)}`],
      ],
      one,
    ),
  playground: (_world, one, other) =>
    one % 2 === 0
      ? [
          'post',
          '/realm/playgrounds',
          { name: `Play ${other}`, pygments_language: 'C', url_template: 'https://a.example.com/{code}' },
        ]
      : ['delete', `/realm/playgrounds/${1 + (other % 2)}`],
  domain: (_world, one, other) =>
    pick<Request>(
      [
        ['post', '/realm/domains', { domain: `d${other % 2}.example.com`, allow_subdomains: true }],
        ['patch', `/realm/domains/d${other % 2}.example.com`, { allow_subdomains: other % 3 === 0 }],
        ['delete', `/realm/domains/d${other % 2}.example.com`],
      ],
      one,
    ),
} satisfies Readonly<Record<string, DeedIn>>;

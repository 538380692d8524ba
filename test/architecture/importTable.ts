/** Who may import whom: the table of docs/architecture.md, which `imports.ts` holds. */

/** What the files of one folder of `src/` may import beside each other, `base/` and modules of Node. */
export interface Row {
  /** The sentence that a forbidden import breaks. */
  readonly sentence: string;
  /** Modules by path; `*` stands for one name, `**` for any path. */
  readonly modules: readonly string[];
  /** Modules of which types may be imported, and nothing that runs. */
  readonly types: readonly string[];
  readonly packages: readonly string[];
}

/** Handed in as things, known everywhere by type: ports, settings and the log of the process. */
export const PORTS: readonly string[] = [
  'base/config.ts',
  'base/logger.ts',
  'events/log/eventLog.ts',
  'projections/store/readModels.ts',
  'vault/vault.ts',
  'files/files.ts',
  'mail/mail.ts',
];

/** Folder of `src/` → what it may import. */
export const TABLE: Readonly<Record<string, Row>> = {
  base: {
    sentence: 'Files on which everything stands know nothing above them.',
    modules: [],
    types: [],
    packages: ['zod', 'pino'],
  },
  events: {
    sentence:
      'Events are what happened and depend on nothing but IDs, names and time; only the engines of the log do more.',
    modules: [],
    types: [],
    packages: ['zod'],
  },
  organization: {
    sentence: 'What is true now follows from events alone.',
    modules: ['events/*.ts'],
    types: [],
    packages: [],
  },
  commands: {
    sentence: 'Commands decide against the organization and never read projections: facts are handed in.',
    modules: ['events/*.ts', 'events/log/eventLog.ts', 'organization/**'],
    types: [],
    packages: ['zod', 'disposable-email-domains-js'],
  },
  projections: {
    sentence: 'Projections learn from the log alone and never decide.',
    modules: [
      'events/*.ts',
      'events/log/eventLog.ts',
      'events/log/tail.ts',
      'events/log/follower.ts',
      'organization/**',
      'search/*.ts',
    ],
    types: [],
    packages: [],
  },
  audit: {
    sentence: 'Queries of the record read events as they were recorded, and names from the state.',
    modules: ['events/*.ts', 'organization/**'],
    types: ['events/log/eventLog.ts'],
    packages: ['zod'],
  },
  search: {
    sentence: 'Search is a function of texts and knows neither messages nor storage.',
    modules: [],
    types: [],
    packages: ['wink-porter2-stemmer'],
  },
  wire: {
    sentence: 'The wire says how things look to clients: it asks for no permission and reads no store.',
    modules: [
      'events/*.ts',
      'organization/*.ts',
      'organization/slices/*.ts',
      'organization/containers/*.ts',
      'organization/access/access.ts',
      'search/*.ts',
    ],
    types: ['projections/**'],
    packages: ['zod', 'linkify-it'],
  },
  live: {
    sentence: 'Live translates events for clients: it decides nothing and stores nothing.',
    modules: [
      'events/*.ts',
      'events/log/tail.ts',
      'events/log/follower.ts',
      'organization/**',
      'projections/**',
      'wire/*.ts',
    ],
    types: [],
    packages: ['jose', 'zod'],
  },
  reactors: {
    sentence: 'Reactors listen to the log and act by commands, through the lanes that they are handed.',
    modules: [
      'base/config.ts',
      'events/*.ts',
      'events/log/tail.ts',
      'events/log/follower.ts',
      'commands/**',
      'organization/**',
      'projections/**',
      'wire/*.ts',
      'mail/mail.ts',
    ],
    types: ['vault/*.ts', 'files/*.ts'],
    packages: ['libsodium-wrappers', 'yazl', 'zod'],
  },
  rendering: {
    sentence: 'Rendering is a function of the text and knows neither organizations nor requests.',
    modules: [],
    types: [],
    packages: [
      'unified',
      'remark-parse',
      'remark-gfm',
      'remark-rehype',
      'rehype-sanitize',
      'rehype-stringify',
      'hast',
      'mdast',
      'mdast-util-from-markdown',
      'micromark-util-types',
      'emojibase-data',
      'katex',
      'highlight.js',
      'micromark-core-commonmark',
      'micromark-extension-cjk-friendly',
      'micromark-extension-cjk-friendly-gfm-strikethrough',
      'micromark-util-combine-extensions',
    ],
  },
  sealing: {
    sentence: 'The bytes of sealed texts are computed from keys and bytes alone.',
    modules: [],
    types: [],
    packages: [],
  },
  vault: {
    sentence: 'The vault keeps secrets and knows nobody.',
    modules: [],
    types: [],
    packages: [],
  },
  files: {
    sentence: 'Files keep bytes and know nobody.',
    modules: [],
    types: [],
    packages: ['sharp'],
  },
  backup: {
    sentence: 'Back-ups copy bytes: what the events say does not matter to them.',
    modules: [
      'events/chain.ts',
      'events/metadata.ts',
      'events/log/eventLog.ts',
      'events/log/sqlite/database.ts',
    ],
    types: ['vault/vault.ts', 'files/files.ts'],
    packages: ['zod', 'aws4fetch'],
  },
  import: {
    sentence: 'Reading the exports of other systems yields records, and knows nothing of organizations.',
    modules: [],
    types: [],
    packages: ['zod', 'yauzl', 'tar-stream', 'mime-types'],
  },
  nodes: {
    sentence: 'Nodes pass commands on to each other and know nothing of what they do.',
    modules: ['commands/**'],
    types: ['projections/store/readModels.ts'],
    packages: [],
  },
  mail: {
    sentence: 'Mail carries what it is given and knows nobody.',
    modules: [],
    types: [],
    packages: [],
  },
  api: {
    sentence: 'The API knows HTTP, holds no rule and touches no storage: it asks commands and queries.',
    modules: [
      'events/*.ts',
      'organization/**',
      'commands/**',
      'projections/*.ts',
      'projections/messages/*.ts',
      'projections/running/documentChanges.ts',
      'search/*.ts',
      'live/**',
      'wire/*.ts',
      'audit/*.ts',
      'mail/mail.ts',
    ],
    types: ['projections/running/*.ts', 'vault/*.ts', 'files/*.ts'],
    packages: ['express', 'zod', 'jose', 'swagger-ui-dist', 'prom-client', 'busboy'],
  },
};

/** A part of a folder that knows nothing of the rest of it but the modules of its row. */
export interface Part {
  readonly sentence: string;
  readonly modules: readonly string[];
}

/** Ports with their engines, and the machines that run what the areas declare. */
export const APART: Readonly<Record<string, Part>> = {
  'events/log': { sentence: 'The log stores events and does not know what they say.', modules: [] },
  'projections/store': {
    sentence: 'The store keeps documents and does not know what they are made of.',
    modules: [],
  },
  'api/http': {
    sentence: 'The machine of the API serves routes and knows no area.',
    modules: ['api/listings/*.ts'],
  },
  'commands/lane': {
    sentence: 'The lane decides commands and knows no area; presence has a lane of its own.',
    modules: ['commands/define.ts'],
  },
  'projections/running': {
    sentence: 'Running projections is the same for all of them.',
    modules: ['projections/store/*.ts'],
  },
  'reactors/running': { sentence: 'Running reactors is the same for all of them.', modules: [] },
};

/** Drivers, packages and the module around one → the only places that may import them. */
export const DRIVERS: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['base/sqlite.ts'],
  'base/sqlite.ts': ['events/log/sqlite/**', 'projections/store/sqlite/**', 'vault/sqlite.ts'],
  mongodb: ['base/mongodb.ts', 'projections/store/mongodb/**', 'vault/mongodb.ts', 'files/gridfs.ts'],
  'base/mongodb.ts': ['projections/store/mongodb/**', 'vault/mongodb.ts', 'files/gridfs.ts'],
  '@eventstore/db-client': ['events/log/eventstoredb/**'],
  aws4fetch: ['backup/s3Store.ts'],
  nodemailer: ['mail/smtp.ts', 'mail/composeMail.ts'],
  bcryptjs: ['vault/passwordWorker.ts'],
  sharp: ['files/pictureDecoder.ts'],
  re2js: ['base/linkifiers.ts'],
  yazl: ['reactors/exports.ts'],
  'url-template': ['base/linkifiers.ts'],
};

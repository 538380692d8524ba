/** Who may import whom: the table of docs/architecture.md, which `imports.ts` holds. */

/** What the files of one folder of `src/` may import beside each other and modules of Node. */
export interface Row {
  /** The sentence that a forbidden import breaks. */
  readonly sentence: string;
  /** Modules by path; `*` stands for one name, `**` for any path. */
  readonly modules: readonly string[];
  /** Modules of which types may be imported, and nothing that runs. */
  readonly types: readonly string[];
  readonly packages: readonly string[];
}

/** Handed in as things, known everywhere by type: ports, clock, settings and the log of the process. */
export const PORTS: readonly string[] = [
  'clock.ts',
  'config.ts',
  'logger.ts',
  'events/log/eventLog.ts',
  'projections/store/readModels.ts',
  'vault/vault.ts',
  'files/files.ts',
  'mail/mail.ts',
];

/** Folder of `src/` → what it may import. */
export const TABLE: Readonly<Record<string, Row>> = {
  events: {
    sentence:
      'Events are what happened and depend on nothing but IDs, names and time; only the engines of the log do more.',
    modules: ['ids.ts', 'names.ts', 'errors.ts', 'clock.ts', 'folders.ts', 'retry.ts', 'turns.ts'],
    types: [],
    packages: ['zod'],
  },
  organization: {
    sentence: 'What is true now follows from events alone.',
    modules: ['ids.ts', 'addresses.ts', 'names.ts', 'errors.ts', 'turns.ts', 'events/*.ts'],
    types: [],
    packages: [],
  },
  commands: {
    sentence: 'Commands decide against the organization and never read projections: facts are handed in.',
    modules: [
      ...['ids.ts', 'addresses.ts', 'names.ts', 'errors.ts', 'html.ts', 'recent.ts', 'turns.ts'],
      ...['linkifiers.ts', 'lists.ts', 'urlTemplates.ts'],
      ...['events/*.ts', 'events/log/eventLog.ts', 'organization/**'],
    ],
    types: [],
    packages: ['zod', 'disposable-email-domains-js'],
  },
  projections: {
    sentence: 'Projections learn from the log alone and never decide.',
    modules: [
      ...['ids.ts', 'names.ts', 'errors.ts', 'folders.ts'],
      ...['clock.ts', 'retry.ts', 'turns.ts', 'workerThread.ts'],
      ...['events/*.ts', 'events/log/tail.ts', 'events/log/follower.ts', 'events/log/filter.ts'],
      ...['organization/*.ts', 'organization/access/*.ts', 'search/*.ts'],
    ],
    types: [],
    packages: [],
  },
  audit: {
    sentence: 'Questions to the record read events as they were recorded, and names from the state.',
    modules: [...['ids.ts', 'names.ts', 'errors.ts', 'tokenChanges.ts', 'events/*.ts', 'organization/*.ts']],
    types: ['events/log/eventLog.ts'],
    packages: ['zod'],
  },
  search: {
    sentence: 'Search is a function of texts and knows neither messages nor storage.',
    modules: ['names.ts'],
    types: [],
    packages: ['wink-porter2-stemmer'],
  },
  wire: {
    sentence: 'The wire says how things look to clients: it asks for no permission and reads no store.',
    modules: [
      ...['ids.ts', 'addresses.ts', 'events/*.ts', 'organization/*.ts', 'html.ts', 'search/*.ts'],
      ...['linkifiers.ts', 'recent.ts', 'tokenChanges.ts'],
    ],
    types: ['projections/**'],
    packages: ['zod', 'linkify-it'],
  },
  live: {
    sentence: 'Live translates events for clients: it decides nothing and stores nothing.',
    modules: [
      ...['errors.ts', 'names.ts', 'tally.ts', 'turns.ts'],
      'ids.ts',
      'events/*.ts',
      'events/log/tail.ts',
      'events/log/follower.ts',
      'organization/*.ts',
      'organization/access/*.ts',
      'projections/**',
      'wire/*.ts',
    ],
    types: [],
    packages: ['jose', 'zod'],
  },
  reactors: {
    sentence: 'Reactors listen to the log and act by commands, through the lanes that they are handed.',
    modules: [
      ...['ids.ts', 'errors.ts', 'clock.ts', 'config.ts', 'retry.ts', 'turns.ts', 'version.ts'],
      ...['events/*.ts', 'events/log/tail.ts', 'events/log/follower.ts', 'commands/**'],
      ...['organization/*.ts', 'organization/access/*.ts', 'projections/**', 'wire/*.ts', 'mail/letter.ts'],
    ],
    types: ['vault/*.ts', 'files/*.ts'],
    packages: ['libsodium-wrappers', 'yazl', 'zod'],
  },
  rendering: {
    sentence: 'Rendering is a function of the text and knows neither organizations nor requests.',
    modules: ['names.ts', 'errors.ts', 'workerThread.ts', 'linkifiers.ts', 'turnQueue.ts'],
    types: [],
    packages: [
      ...['unified', 'remark-parse', 'remark-gfm', 'remark-rehype', 'rehype-sanitize', 'rehype-stringify'],
      ...['hast', 'mdast', 'mdast-util-from-markdown', 'micromark-util-types', 'emojibase-data'],
      ...['katex', 'highlight.js', 'micromark-core-commonmark', 'micromark-extension-cjk-friendly'],
      ...['micromark-extension-cjk-friendly-gfm-strikethrough', 'micromark-util-combine-extensions'],
    ],
  },
  vault: {
    sentence: 'The vault keeps secrets and knows nobody.',
    modules: ['ids.ts', 'errors.ts', 'workerThread.ts'],
    types: [],
    packages: [],
  },
  files: {
    sentence: 'Files keep bytes and know nobody.',
    modules: ['boundedCache.ts', 'ids.ts', 'errors.ts', 'folders.ts', 'turnQueue.ts', 'workerThread.ts'],
    types: [],
    packages: ['sharp'],
  },
  backup: {
    sentence: 'Back-ups copy bytes: what the events say does not matter to them.',
    modules: [
      ...['ids.ts', 'errors.ts', 'clock.ts', 'folders.ts', 'retry.ts', 'version.ts'],
      ...['events/anchor.ts', 'events/chain.ts', 'events/metadata.ts'],
      ...['events/log/eventLog.ts', 'events/log/sqlite/lock.ts'],
    ],
    types: ['vault/vault.ts', 'files/files.ts'],
    packages: ['zod', 'aws4fetch'],
  },
  import: {
    sentence: 'Reading the exports of other systems yields records, and knows nothing of organizations.',
    modules: ['errors.ts', 'folders.ts', 'lists.ts', 'workerThread.ts'],
    types: [],
    packages: ['zod', 'yauzl', 'tar-stream', 'mime-types'],
  },
  nodes: {
    sentence: 'Nodes pass commands on to each other and know nothing of what they do.',
    modules: ['ids.ts', 'errors.ts', 'clock.ts', 'turns.ts', 'commands/define.ts', 'commands/forwarded.ts'],
    types: ['commands/lane/lanes.ts', 'projections/store/readModels.ts'],
    packages: [],
  },
  mail: {
    sentence: 'Mail carries what it is given and knows nobody.',
    modules: ['errors.ts', 'html.ts', 'folders.ts'],
    types: [],
    packages: [],
  },
  api: {
    sentence: 'The API knows HTTP, holds no rule and touches no storage: it asks commands and queries.',
    modules: [
      ...[
        'ids.ts',
        'addresses.ts',
        'boundedCache.ts',
        'errors.ts',
        'html.ts',
        'recent.ts',
        'tally.ts',
        'turns.ts',
        'version.ts',
        'events/*.ts',
        'organization/*.ts',
        'organization/access/*.ts',
        'commands/**',
      ],
      ...[
        'projections/*.ts',
        'projections/messages/*.ts',
        'search/*.ts',
        'projections/running/touchedDocuments.ts',
        'live/**',
        'wire/*.ts',
        'audit/*.ts',
        'mail/letter.ts',
      ],
    ],
    types: ['projections/running/runner.ts', 'vault/*.ts', 'files/*.ts'],
    packages: [...['express', 'zod', 'jose', 'swagger-ui-dist'], ...['prom-client', 'busboy']],
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
    modules: ['commands/define.ts', 'commands/presence.ts'],
  },
  'projections/running': {
    sentence: 'Running projections is the same for all of them.',
    modules: ['projections/define.ts', 'projections/store/*.ts'],
  },
  'reactors/running': {
    sentence: 'Running reactors is the same for all of them.',
    modules: ['reactors/define.ts'],
  },
};

/** Root files on which everything stands: they know no folder. */
export const GROUND: readonly string[] = [
  ...[
    'addresses.ts',
    'boundedCache.ts',
    'clock.ts',
    'config.ts',
    'errors.ts',
    'folders.ts',
    'html.ts',
    'ids.ts',
    'logger.ts',
  ],
  ...[
    'linkifiers.ts',
    'mongodb.ts',
    'names.ts',
    'recent.ts',
    'retry.ts',
    'sqlite.ts',
    'tokenChanges.ts',
    'turns.ts',
    'urlTemplates.ts',
    'version.ts',
    'workerThread.ts',
  ],
];

/** Drivers, packages and the module around one → the only places that may import them. */
export const DRIVERS: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['sqlite.ts'],
  'sqlite.ts': [
    ...['events/log/sqlite.ts', 'events/log/sqlite/**'],
    ...['projections/store/sqlite.ts', 'projections/store/sqlite/**', 'vault/sqlite.ts'],
  ],
  mongodb: [
    'mongodb.ts',
    ...['projections/store/mongodb.ts', 'projections/store/mongodb/**'],
    ...['vault/mongodb.ts', 'vault/mongodb/**', 'files/gridfs.ts'],
  ],
  'mongodb.ts': [
    ...['projections/store/mongodb.ts', 'projections/store/mongodb/**', 'vault/mongodb.ts'],
    'files/gridfs.ts',
  ],
  '@eventstore/db-client': ['events/log/eventstoredb.ts', 'events/log/eventstoredb/**'],
  aws4fetch: ['backup/s3Store.ts'],
  nodemailer: ['mail/smtp.ts', 'mail/composed.ts'],
  bcryptjs: ['vault/passwordWorker.ts'],
  sharp: ['files/pictureWorker.ts'],
  re2js: ['linkifiers.ts'],
  yazl: ['reactors/exports/archive.ts'],
  'url-template': ['linkifiers.ts'],
};

/**
 * The web page for people: a document and its files, made by `scripts/buildPage.js`. The names of the files say what is in
 * them, so browsers keep them for ever; each lies there compressed as well.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config.ts';
import { unknownPath } from '../http/problems.ts';
import { PAGE_HEADERS } from './page.ts';

/** Beside the server's own files in a build; from source, where the last build has put it. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/web/' : './web/', import.meta.url),
);

type ExternalOrigin = Pick<Config, 'externalScheme' | 'externalHost'>;

/**
 * Scripts and styles from this host alone, calls and pictures from the organizations of this server, too; pictures of files
 * that are still being uploaded. No text becomes HTML by another way than the page's own.
 */
function policyOf({ externalScheme: scheme, externalHost: host }: ExternalOrigin): string {
  const siblings = `${scheme}://${host} ${scheme}://*.${host}`;
  return [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", `connect-src 'self' ${siblings}`],
    ...[`img-src 'self' ${siblings} data: blob:`, "media-src 'self'", "font-src 'self'"],
    ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
    ...["require-trusted-types-for 'script'", 'trusted-types message offline'],
  ].join('; ');
}

/** First segments of the places of the page (`web/state/places.ts`); '' is the inbox. */
const PLACES: ReadonlySet<string> = new Set([
  ...[
    '',
    'inbox',
    'recent',
    'all',
    'mentions',
    'starred',
    'channels',
    'people',
    'drafts',
    'channel',
    'direct',
  ],
  ...['search', 'settings', 'record'],
]);

export interface WebApp {
  /** Whether a path is a place of the page; it shows by itself what is not there. */
  has(path: string): boolean;
  sendDocument(response: Response): void;
  /** Of the page's files, at `/app/:file`. */
  readonly sendFile: RequestHandler;
}

/** The page, as it was built; undefined where it is switched off or was not built. */
export function openWebApp(config: Pick<Config, 'WEB_APP'> & ExternalOrigin): WebApp | undefined {
  const path = `${FOLDER}index.html`;
  if (!config.WEB_APP || !existsSync(path)) return undefined;
  const document = readFileSync(path);
  const policy = policyOf(config);
  return {
    has: (asked) => PLACES.has(asked.split('/', 2)[1] ?? ''),
    sendDocument(response) {
      // The address of a place may name a topic: other sites are told the host alone.
      response.set({
        ...PAGE_HEADERS,
        'Content-Security-Policy': policy,
        'Cache-Control': 'private, no-cache',
      });
      response.end(document);
    },
    sendFile: async (request, response) => sendFile(request, response),
  };
}

const NAME = /^[\w-]+-[A-Z0-9]{8}\.(js|css|svg|woff2)$/;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The service worker: browsers ask for it at one path, and whether it has changed. It loads nothing from elsewhere. */
const WORKER = 'offline.js';
const WORKER_HEADERS = {
  ...{ 'Cache-Control': 'no-cache', 'Service-Worker-Allowed': '/' },
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
} as const;

async function sendFile(request: Request, response: Response): Promise<void> {
  const name = String(request.params['file']);
  const type = name === WORKER ? TYPES['js'] : TYPES[NAME.exec(name)?.[1] ?? ''];
  if (type === undefined) throw unknownPath();
  const [encoding, ending] = ENCODINGS.find(([each]) => request.acceptsEncodings(each)) ?? ['identity', ''];
  const bytes = await readFile(FOLDER + name + ending).catch(() => {
    throw unknownPath();
  });
  response.set({
    ...{ 'Content-Type': type, 'Content-Length': String(bytes.length), 'X-Content-Type-Options': 'nosniff' },
    ...{ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' },
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    ...(name === WORKER && WORKER_HEADERS),
  });
  response.end(bytes);
}

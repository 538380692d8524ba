/** The front page, and the 404 page. */
import type { Request, RequestHandler, Response } from 'express';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../base/config.ts';
import { OperatorError } from '../../base/errors.ts';
import { html } from '../../base/html.ts';
import { builtFolder } from '../../base/workerThread.ts';
import { unknownPath } from '../http/problems.ts';
import { type Page, PAGE_HEADERS } from './page.ts';
import type { PageRoute } from './pageHandler.ts';

/** The front page of an organization. */
export const homeRoute: PageRoute = {
  path: '/',
  get: ({ url }) => homePage(url),
};

/** A page that says why there is no other: the error becomes its status and text. */
export const failureRoute = (error: unknown): PageRoute => ({
  path: '/(unknown)',
  get: () => {
    throw error;
  },
});

/** Any URL without a page. */
export const unknownRoute = failureRoute(unknownPath());

const homePage = (url: string): Page => ({
  status: 200,
  title: 'This is a Hansard server',
  body: html`<p>
      Hansard is a team chat server for apps, bots and integrations. Everything said and decided here is on
      record, and every view of it can be rebuilt from that record.
    </p>
    <h2>To take part</h2>
    <p>
      This server shows no web page for chatting: use an app or a program. It asks for the address of the
      organization, which is
      <strong>${url}</strong>, and for your e-mail address and password. Those who have no account are invited
      by mail or by a link.
    </p>
    <h2>To build something</h2>
    <ul>
      <li><a href="/api/v1/reference">Reference of the interface</a>, to read and to try out</li>
      <li><a href="/api/v1/openapi.json">The same as an OpenAPI document</a>, for programs</li>
      <li><a href="/api/v1/server_settings">What this server says of itself</a>, as JSON</li>
    </ul>`,
});

// * The web page for people: a document and its files, made by `scripts/buildPage.js`. The names of the files say what is in
// them, so browsers keep them for ever; each lies there compressed as well.

const FOLDER = fileURLToPath(builtFolder('web'));

type ExternalOrigin = Pick<Config, 'externalScheme' | 'externalHost'>;

/**
 * Scripts and styles from this host alone, calls and pictures from the organizations of this server, too; pictures of files
 * that are still being uploaded. No text becomes HTML by another way than the page's own.
 */
function policyOf({ externalScheme: scheme, externalHost: host }: ExternalOrigin): string {
  const siblings = `${scheme}://${host} ${scheme}://*.${host}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${siblings}`,
    `img-src 'self' ${siblings} data: blob:`,
    "media-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types message offline',
  ].join('; ');
}

/** First segments of the places of the page (`web/state/routes.ts`); '' is the inbox. */
const PLACES: ReadonlySet<string> = new Set([
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
  'search',
  'settings',
  'record',
]);

interface WebApp {
  /** True for a path of the page, which itself reports what does not exist. */
  has(path: string): boolean;
  sendDocument(response: Response): void;
  /** Of the page's files, at `/app/:file`. */
  readonly sendFile: RequestHandler;
}

/** The page, as it was built; undefined where it is switched off. Throws an `OperatorError` where it was not built. */
export function openWebApp(config: Pick<Config, 'WEB_APP'> & ExternalOrigin): WebApp | undefined {
  const path = `${FOLDER}index.html`;
  if (!config.WEB_APP) return undefined;
  if (!existsSync(path))
    throw new OperatorError('The web page was not built. Run npm run build, or set WEB_APP to off.');
  const document = readFileSync(path);
  const policy = policyOf(config);
  return {
    has: (path) => PLACES.has(path.split('/', 2)[1] ?? ''),
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
  'Cache-Control': 'no-cache',
  'Service-Worker-Allowed': '/',
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
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    ...(name === WORKER && WORKER_HEADERS),
  });
  response.end(bytes);
}

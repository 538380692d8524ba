/**
 * The service worker: with it the page opens without a connection. It keeps the page's files, which never change, and the
 * document, which is the same for every route. Messages and names are not here (`state/savedState.ts`).
 */
import { isRoutePath } from './state/routeNames.ts';

/** Paths of the page's files, inserted by the build. */
declare const FILES: readonly string[];
/** Another build has another name. */
declare const BUILD: string;

/** The members of a worker's scope that the types of pages lack. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetch {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as Scope;
const CACHE = `page ${BUILD}`;
/** Milliseconds after which a document that does not come is taken from here. */
const NETWORK_TIMEOUT_MS = 4_000;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && isRoutePath(pathname)) event.respondWith(documentFor(request));
  else if (FILES.includes(pathname)) event.respondWith(fileFor(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, new Request('/', { headers: { Accept: 'text/html' }, cache: 'reload' })]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await scope.clients.claim();
}

const fileFor = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/** The server's answer, if it comes in time; else the document that is kept. */
async function documentFor(request: Request): Promise<Response> {
  const kept = caches.match('/', { cacheName: CACHE, ignoreVary: true });
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS));
  const answer = await Promise.race([fetch(request).catch(() => undefined), late]);
  return answer ?? (await kept) ?? fetch(request);
}

/**
 * The HTTP server. Requests are matched in this order:
 *
 * hot paths, before Express → other routes, literal segments before parameters → health, metrics → pages
 * → documents → the web page → 404, a page for browsers → errors
 */
import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { createServer as createHttpServer, IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { documentHandlers } from './docs/documents.ts';
import { iconHandler } from './files/limits.ts';
import { resumableUploadRoutes } from './files/resumableUploads.ts';
import { fileReadingRoutes } from './files/serving.ts';
import { maxBodyMilliseconds } from './http/bodyReader.ts';
import { earlyResponses } from './http/earlyResponses.ts';
import { hasGoodHost } from './http/hosts.ts';
import { boundConnections, GracefulShutdown, listen } from './http/listen.ts';
import { operationHandlers } from './http/operationsServer.ts';
import { type OnResponse, type PathHandler, Pipeline } from './http/pipeline.ts';
import { HttpRefusal, unknownPath } from './http/problems.ts';
import { jsonText } from './http/responses.ts';
import type { Route } from './http/route.ts';
import type { Services } from './http/services.ts';
import { emojiPictureHandlers } from './organization/emoji.ts';
import { exportReadingRoutes } from './organization/exports.ts';
import { failureRoute, homeRoute, openWebApp, unknownRoute } from './pages/home.ts';
import { joiningRoutes } from './pages/joining.ts';
import { newEmailRoutes } from './pages/newEmail.ts';
import { PageHandler, pageHandlers } from './pages/pageHandler.ts';
import { avatarReadingRoutes, unknownUserAvatarHandler } from './people/avatarServing.ts';

const PREFIX = '/api/v1';
/** Options for tests. */
export interface ServerOptions {
  readonly onAnswer?: OnResponse;
}

/** A server that can be started once and stopped once. */
export interface ApiServer {
  /** Resolves with the port. */
  listen(port: number, host?: string): Promise<number>;
  /** Serves on for a moment, and closes connections with their next answer. */
  leave(): Promise<void>;
  /** Accepts no more requests, finishes those in flight within ten seconds, closes every connection. */
  stop(): Promise<void>;
}

export function createServer(
  services: Services,
  routes: readonly Route[],
  options: ServerOptions = {},
): ApiServer {
  const pipeline = new Pipeline(services, options.onAnswer);
  const app = bareExpress();
  addRoutes(app, services, routes, pipeline);
  const hot = hotHandlers(routes, pipeline);
  const limits = { ...LIMITS, requestTimeout: longestRequest(services) };
  const prototypes = expressPrototypes(app, services.clock);
  const server = createHttpServer({ ...limits, ...prototypes }, (request, response) => {
    stopping.begun(request, response);
    if (!hasGoodHost(request)) return pipeline.refuseRequest(request, response, badHost());
    readAsMeant(request);
    const handler = hot.get(pathOf(request));
    if (handler) void handler(request, response);
    else app(request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    stopping.begun(request, response);
    pipeline.refuseRequest(request, response, new HttpRefusal(417, 'Expectation Failed'));
  });
  // The client that waits for `100 Continue` gets it from the code that reads the body.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.timeout = STALLED_CONNECTION_MS;
  boundConnections(server, services.config, pipeline.networkOfPeer);
  const stopping = new GracefulShutdown(server, services.clock, () => pipeline.beginClosing());
  server.on('clientError', (error, connection) =>
    refuseMalformed(error, connection, stopping.pendingResponse(connection)),
  );
  return {
    listen: (port, host) => listen(server, port, host),
    leave: () => stopping.leave(),
    stop: () => stopping.stop().finally(() => pipeline.end()),
  };
}

const badHost = (): HttpRefusal =>
  new HttpRefusal(400, 'Invalid Host header', undefined, ['Connection', 'close']);

/** Milliseconds and bytes. Headers must arrive within 10 s, checked every 5: 15 s at most. */
const LIMITS = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
  // Checked here, because Node's answer has no body.
  requireHostHeader: false,
} as const;

/** Milliseconds after which a connection is closed on which no byte moves: waiting polls get a heartbeat every minute. */
const STALLED_CONNECTION_MS = 120_000;

/** Milliseconds for a request with its body: the largest file takes longest (see `Bodies`). */
const longestRequest = ({ config }: Services): number =>
  Math.max(60_000, maxBodyMilliseconds(config.MAX_FILE_UPLOAD_SIZE_MIB * 1_048_576));

/** Express without the features that cost time on every request. */
function bareExpress(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
}

/**
 * Express replaces the prototype of every request and response, which deoptimizes them in V8. Objects created
 * with that prototype stay as they are: two to three times the requests per second.
 */
function expressPrototypes(app: Express, clock: Clock) {
  class BornRequest extends IncomingMessage {}
  const BornResponse = earlyResponses(clock);
  Object.setPrototypeOf(BornRequest.prototype, app.request);
  Object.setPrototypeOf(BornResponse.prototype, app.response);
  Object.assign(app, { request: BornRequest.prototype, response: BornResponse.prototype });
  return { IncomingMessage: BornRequest, ServerResponse: BornResponse };
}

const pictureHandlers = (services: Services) => [
  iconHandler,
  unknownUserAvatarHandler,
  ...emojiPictureHandlers(services),
];

function addRoutes(app: Express, services: Services, routes: readonly Route[], pipeline: Pipeline): void {
  for (const [prefix, table] of [
    [PREFIX, [...routes, ...resumableUploadRoutes]],
    ['', [...fileReadingRoutes, ...avatarReadingRoutes, ...exportReadingRoutes]],
  ] as const)
    for (const [path, ofPath] of byPath(table)) {
      const handler = pipeline.handlerOf(ofPath);
      app.route(prefix + path).all((request, response) => handler(withTexts(request), response));
    }
  for (const [path, handler] of [...operationHandlers(services), ...pictureHandlers(services)])
    app.get(path, handler);
  const visits = new PageHandler(services, pipeline);
  const webApp = openWebApp(services.config);
  if (webApp) app.get('/app/:file', webApp.sendFile);
  for (const [path, handler] of pageHandlers(visits, [...joiningRoutes, ...newEmailRoutes]))
    app.all(path, handler);
  const refusingToWrite = pipeline.refusingToWrite();
  for (const [path, handler] of documentHandlers(routes))
    app
      .route(PREFIX + path)
      .get((request, response, next) => {
        pipeline.requireKnownHost(request);
        return handler(request, response, next);
      })
      .all((request, response) => refusingToWrite(withTexts(request), response));
  app.use((request: Request, response: Response) => {
    response.vary('Accept');
    if (prefersPage(request, webApp !== undefined && request.path === '/')) {
      if (webApp?.has(request.path) && isServed(() => pipeline.requireKnownHost(request)))
        return webApp.sendDocument(response);
      return visits.answer(request.path === '/' ? homeRoute : unknownRoute, request, response);
    }
    pipeline.requireKnownHost(request);
    throw unknownPath();
  });
  app.use(errorHandler(visits, pipeline));
}

/** Says what is wrong with a request that no route has taken: to people by a page, to programs in JSON. */
const errorHandler =
  (visits: PageHandler, pipeline: Pipeline) =>
  (error: unknown, request: Request, response: Response, _next: NextFunction): Promise<void> | void =>
    prefersPage(request)
      ? visits.answer(failureRoute(error), request, response)
      : pipeline.refuseRequest(request, response, error);

/** Whether the host of a request belongs to an organization. */
function isServed(requireKnownHost: () => void): boolean {
  try {
    requireKnownHost();
    return true;
  } catch {
    return false;
  }
}

/**
 * A person with a browser. Requests to the interface get JSON, whatever they accept. `isHome`: the home page goes to every
 * client that does not ask for JSON, such as curl, because nothing else has its address.
 */
const prefersPage = (request: Request, isHome = false): boolean =>
  ['GET', 'HEAD'].includes(request.method) &&
  !/^\/api(\/|$)/.test(request.path) &&
  request.accepts(isHome ? ['html', 'json'] : ['json', 'html']) === 'html';

/**
 * Express takes a fifth of a request's time to find its route, so the busiest paths are looked up here. Other
 * spellings of them are left to Express, which has them too.
 */
const hotHandlers = (routes: readonly Route[], pipeline: Pipeline): ReadonlyMap<string, PathHandler> =>
  new Map(
    byPath(routes)
      .filter(([path, ofPath]) => !path.includes(':') && ofPath.some(({ hot }) => hot))
      .map(([path, ofPath]) => [PREFIX + path, pipeline.handlerOf(ofPath)]),
  );

function pathOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** Where the path of a file is the rest of a path: clients may encode it as a whole. */
const FILES = /^(?:\/api\/v1)?\/user_(?:uploads|avatars|exports)\//;
const UPLOADS = `${PREFIX}/tus/`;
const OVERRIDING = ['PATCH', 'DELETE', 'HEAD'];

/**
 * Undoes what clients do where something between them and us takes no other form: slashes that are encoded in the path of
 * a file, and methods of uploads that a POST only names.
 */
function readAsMeant(request: IncomingMessage): void {
  const path = pathOf(request);
  if (path.includes('%') && FILES.test(path))
    request.url = path.replaceAll(/%2f/gi, '/') + (request.url ?? '').slice(path.length);
  const method = request.headers['x-http-method-override'];
  if (typeof method === 'string' && request.method === 'POST' && path.startsWith(UPLOADS))
    request.method = OVERRIDING.find((each) => each === method) ?? 'POST';
}

/** No path has a wildcard, so every path parameter is a single text. */
const withTexts = (request: Request) => request as Request & { params: Record<string, string> };

/** The routes by path: hot ones first, then literal segments before parameters at the same place. */
function byPath(routes: readonly Route[]): readonly (readonly [string, readonly Route[]])[] {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  const rank = ([path, ofPath]: readonly [string, readonly Route[]]): string =>
    (ofPath.some(({ hot }) => hot) ? '0' : '1') + path.replaceAll(/:\w+/g, '\u{10FFFF}');
  return [...paths].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

const MALFORMED_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Malformed HTTP gets one answer, unless another is in progress on the connection, which is then closed. */
function refuseMalformed(
  error: Error & { readonly code?: string },
  connection: Duplex,
  underWay: ServerResponse | undefined,
): void {
  if (!connection.writable || underWay?.headersSent) return void connection.destroy(error);
  const status = MALFORMED_STATUS[error.code ?? ''] ?? '400 Bad Request';
  const body = jsonText({ result: 'error', msg: status.slice(4), code: 'BAD_REQUEST' });
  connection.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Cache-Control: private, no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * The steps of a request: organization → route → caller → limits → fields → parameters → handler → answer.
 * The steps up to the limits look only at the head of the request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DigestMismatch } from '../../base/digests.ts';
import { isTransient, messageWithReason } from '../../base/errors.ts';
import { PreparedResponse } from '../listings/listResponse.ts';
import { responsibleUser } from '../../organization/slices/users.ts';
import { Admission, BulkyAnswers, keyOf, type ResolvedOrigin } from './admission.ts';
import { requireAdmitted } from './authentication.ts';
import { BodyReader, requireContentLength, requireSize } from './bodyReader.ts';
import {
  type Endpoint,
  type Endpoints,
  endpointsOf,
  type Expected,
  plainMethod,
  readOnlyEndpoint,
  takeMethod,
} from './endpoints.ts';
import {
  createRequestIds,
  describe,
  type Exchange,
  recordResponse,
  RefusalLog,
  type ResponseRecords,
} from './exchange.ts';
import { type Form, queryOf, readForm } from './form.ts';
import { corsHeaders, createHosts, type Hosts, requireSameSite } from './hosts.ts';
import { methodNotAllowed, problemOf } from './problems.ts';
import { createRateLimits, type RateLimits, uploadCounter } from './rateLimits.ts';
import { LastWrites, RequestContext, singleHeader } from './requestContext.ts';
import {
  FileResponse,
  type HttpResponse,
  jsonHeaders,
  jsonText,
  preparedResponse,
  ResponseBatch,
  sendFile,
  sendStream,
  StreamedResponse,
  successText,
} from './responses.ts';
import type { AnyHandlerResult, ResponseFields, Route } from './route.ts';
import type { Account } from './servedOrganization.ts';
import type { Services } from './services.ts';
import { UploadReceiver } from './uploadReceiver.ts';

/** Called for every answer of a route; tests check each against its declared schema. */
export type OnResponse = (
  route: Route | undefined,
  status: number,
  body: ResponseFields | PreparedResponse,
) => void;

/** RFC 9745: everything deprecated was so before this server's first day, 21 November 2026. */
const DEPRECATED_SINCE = '@1795219200';

/** Answers requests for the routes of one path. */
export type PathHandler = (request: Exchange['request'], response: ServerResponse) => Promise<void>;

/** The pipeline of one server, with its state between requests. */
export class Pipeline {
  private readonly services: Services;
  private readonly hosts: Hosts;
  private readonly admission: Admission;
  readonly bodies: BodyReader;
  private readonly uploads: UploadReceiver;
  readonly limits: RateLimits;
  private readonly ownWrites = new LastWrites();
  private readonly batch: ResponseBatch;
  private readonly bulky = new BulkyAnswers();
  private readonly requestIdOf = createRequestIds();
  private readonly records: ResponseRecords;
  private readonly onAnswer: OnResponse | undefined;
  private closing = false;

  constructor(services: Services, onAnswer?: OnResponse) {
    this.services = services;
    this.onAnswer = onAnswer;
    this.hosts = createHosts(services.config, services.organizations);
    this.batch = new ResponseBatch(services.clock);
    this.bodies = new BodyReader(services.clock);
    this.limits = createRateLimits(services.config, services.clock);
    this.uploads = new UploadReceiver(this.bodies, uploadCounter(this.limits));
    this.admission = new Admission(services, this.limits);
    this.records = { ...services, refusals: new RefusalLog(services.clock, services.logger) };
  }

  /** From now on answers close their connection. */
  beginClosing(): void {
    this.closing = true;
  }

  /** Logs what has been refused so far. */
  end(): void {
    this.records.refusals.flush();
  }

  /** The handler of one path. */
  handlerOf(routes: readonly Route[]): PathHandler {
    return this.handler(endpointsOf(routes));
  }

  /** Answers other methods of a path that can only be read. */
  refusingToWrite(): PathHandler {
    return this.handler(readOnlyEndpoint);
  }

  /** One asynchronous function: steps return without a promise if they can, since one costs more than most steps. */
  private handler(endpoints: Endpoints): PathHandler {
    return async (request, response) => {
      const exchange = this.begin(request, response);
      try {
        const origin = this.resolveOrigin(exchange);
        if (request.method === 'OPTIONS') return this.answerOptions(exchange, endpoints);
        const expected = this.expect(exchange, endpoints, origin);
        const admission = this.admission.admit(exchange, expected.route, origin);
        const actor = admission instanceof Promise ? await admission : admission;
        const reading = this.readForm(exchange, expected, origin);
        const form = reading instanceof Promise ? await reading : reading;
        const endpoint = this.endpointFor(exchange, form, endpoints);
        if (actor !== null) requireAdmitted(endpoint.route, actor);
        const context = this.contextOf(exchange, endpoint, origin, form, actor);
        if (endpoint.route.kind === 'read' && context.isBehind) await context.catchUp();
        const handled = endpoint.route.isBulky
          ? await this.handleInTurn(exchange, endpoint, context, origin)
          : ((await endpoint.route.handle(context)) ?? {});
        this.succeed(exchange, endpoint, context, handled);
      } catch (error) {
        this.refuse(exchange, error);
      }
    };
  }

  /** What a route with long answers returns, when it is the caller's turn. */
  private async handleInTurn(
    exchange: Exchange,
    { route }: Endpoint,
    context: RequestContext,
    { organization, origin: { network } }: ResolvedOrigin,
  ): Promise<AnyHandlerResult> {
    const { account, response } = exchange;
    const person = account ? keyOf(organization, account) : network;
    this.admission.countBulk(exchange, person);
    const ownerId = account ? responsibleUser(organization.state, account.userId) : 0;
    const { gone } = context;
    const isUnlimited = this.limits.bulk === null;
    const asker = { organizationId: organization.id, ownerId, person, gone, isUnlimited };
    const turn = await this.bulky.enter(asker);
    if (response.closed) turn.end();
    else response.once('close', turn.end);
    try {
      const handled = (await route.handle(context)) ?? {};
      if (handled instanceof PreparedResponse) this.admission.chargeBulk(person, handled);
      return handled;
    } finally {
      turn.made();
    }
  }

  /** Answers an error that occurred outside of any route. */
  refuseRequest(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    this.refuse(this.begin(request, response), error);
  }

  /** Throws NONEXISTENT_SUBDOMAIN if the host belongs to no organization. */
  requireKnownHost(request: IncomingMessage): void {
    this.hosts.organizationOf(this.hosts.originOf(request).host);
  }

  /** The unit by which limits count a peer's connections; undefined for a proxy. */
  get networkOfPeer(): Hosts['networkOfPeer'] {
    return this.hosts.networkOfPeer;
  }

  private begin(request: IncomingMessage, response: ServerResponse): Exchange {
    const requestId = this.requestIdOf(request.headers['x-request-id']);
    return { request, response, requestId, startedAt: this.services.clock.monotonic(), limitHeaders: [] };
  }

  private resolveOrigin(exchange: Exchange): ResolvedOrigin {
    const origin = this.hosts.originOf(exchange.request);
    exchange.address = origin.address;
    exchange.network = origin.network;
    this.batch.unread.refuseWhenFull(origin.network);
    return { origin, organization: this.hosts.organizationOf(origin.host) };
  }

  private answerOptions(exchange: Exchange, { allowed, optionsHeaders }: Endpoints): void {
    const headers = [
      ...jsonHeaders(exchange.requestId).slice(2),
      'Allow',
      allowed.join(', '),
      ...optionsHeaders(this.services),
    ];
    this.finish(exchange, { status: 204, headers });
  }

  /**
   * The route as far as the head shows it; refuses unknown routes, writes from other sites, and bodies far
   * too large.
   */
  private expect(
    exchange: Exchange,
    { expected, allowed }: Endpoints,
    { origin, organization }: ResolvedOrigin,
  ): Expected {
    const { request } = exchange;
    const found = expected.get(plainMethod(request) ?? 'POST');
    if (found === undefined) throw methodNotAllowed(allowed);
    exchange.route = found.route;
    requireSameSite(request, origin, organization);
    if (found.route.isForSiblings && this.hosts.isSibling(request.headers.origin))
      exchange.siblingHeaders = corsHeaders(request.headers.origin);
    if (found.route.takesFile !== true) requireContentLength(request, found.maxBodyBytes);
    return found;
  }

  private readForm(
    { request, response }: Exchange,
    { maxBodyBytes: maxBytes, route }: Expected,
    { origin: { network } }: ResolvedOrigin,
  ): Form | Promise<Form> {
    if (route.takesFile === true) return queryOf(request);
    return readForm(request, (parse) => this.bodies.read({ request, response, network }, maxBytes, parse));
  }

  private endpointFor(exchange: Exchange, form: Form, { byMethod, allowed }: Endpoints): Endpoint {
    this.services.compatibility?.accept(form);
    const endpoint = byMethod.get(takeMethod(exchange.request, form));
    if (endpoint === undefined) throw methodNotAllowed(allowed);
    const { route } = endpoint;
    exchange.route = route;
    if (route.maxBodyBytes !== undefined) requireSize(form.bodyBytes, route.maxBodyBytes);
    return endpoint;
  }

  private contextOf(
    exchange: Exchange,
    { route, parser }: Endpoint,
    { origin, organization }: ResolvedOrigin,
    form: Form,
    actor: Account | null,
  ): RequestContext {
    if (route.kind === 'write') exchange.writesTo = organization;
    const params = parser.parse(form, exchange.request.params ?? {});
    organization.requireFresh();
    return new RequestContext({
      request: exchange.request,
      response: exchange.response,
      form,
      params,
      actor,
      organization,
      services: this.services,
      requestId: exchange.requestId,
      address: origin.address,
      loginLimit: this.limits.login,
      count: (limit, key) => this.admission.count(exchange, limit, key),
      chargePolls: (polls) => actor && this.admission.chargePolls(actor, organization, polls),
      ownWrites: this.ownWrites,
      uploads: this.uploads,
      network: origin.network,
    });
  }

  private succeed(
    exchange: Exchange,
    { route, parser }: Endpoint,
    context: RequestContext,
    handled: AnyHandlerResult,
  ): void {
    const { form, params, position, organization } = context;
    if (position !== undefined) exchange.position = position;
    if (handled instanceof StreamedResponse) return this.stream(exchange, handled);
    if (handled instanceof FileResponse) return this.sendFile(exchange, handled);
    if (route.isPoll && handled instanceof PreparedResponse && exchange.account)
      this.admission.charge(exchange.account, organization, handled);
    this.onAnswer?.(route, 200, handled);
    const ignored = parser.ignored(form, route.takesPicture !== undefined);
    const isOutdated = route.deprecated === true || parser.isOutdated(form, params);
    const answer =
      handled instanceof PreparedResponse
        ? preparedResponse(
            handled,
            this.namedFields(handled.fields, context),
            ignored,
            exchange.requestId,
            singleHeader(exchange.request, 'if-none-match'),
          )
        : this.textAnswer(exchange, this.namedFields(handled, context), ignored);
    if (isOutdated) answer.headers.push('Deprecation', DEPRECATED_SINCE);
    this.finish(exchange, answer);
  }

  private stream(exchange: Exchange, answer: StreamedResponse): void {
    const headers = jsonHeaders(exchange.requestId);
    headers[1] = answer.contentType;
    // A proxy that collects an answer would hold events back.
    headers.push('X-Accel-Buffering', 'no');
    if (this.closing) headers.push('Connection', 'close');
    recordResponse(exchange, 200, this.records);
    sendStream(exchange.response, [...headers, ...exchange.limitHeaders], answer).catch((err: unknown) =>
      this.services.logger.warn(
        { event: 'request.stream_failed', ...describe(exchange), err },
        'A stream of events was cut off; its client connects again.',
      ),
    );
  }

  private sendFile(exchange: Exchange, answer: FileResponse): void {
    const headers = ['X-Request-Id', exchange.requestId, ...exchange.limitHeaders, ...answer.headers];
    if (this.closing) headers.push('Connection', 'close');
    recordResponse(exchange, answer.status, this.records);
    sendFile(exchange.response, headers, answer).catch((err: unknown) => {
      // The file's own line names it.
      if (err instanceof Error && err.cause instanceof DigestMismatch) return;
      this.services.logger.warn(
        { event: 'request.file_failed', ...describe(exchange), err },
        'A file could not be sent to its end; its client requests it again.',
      );
    });
  }

  private textAnswer(
    { requestId }: Exchange,
    fields: ResponseFields,
    ignored: readonly string[] | undefined,
  ): HttpResponse {
    return { status: 200, headers: jsonHeaders(requestId), body: successText(fields, ignored) };
  }

  private namedFields(fields: ResponseFields, { organization, actor }: RequestContext): ResponseFields {
    return this.services.compatibility?.shown(fields, organization, actor?.userId ?? null) ?? fields;
  }

  private refuse(exchange: Exchange, error: unknown): void {
    // Browsers would answer the challenge with a dialog of their own, over a page that has a better one.
    const isPage =
      exchange.siblingHeaders !== undefined || exchange.request.headers['x-requested-with'] !== undefined;
    const realm = isPage ? undefined : this.services.config.externalHost;
    const { status, body, headers, isBug } = problemOf(error, realm);
    if (isBug)
      this.services.logger.error(
        { event: 'request.failed', ...describe(exchange), err: error },
        'A request failed; the client got a 500.',
      );
    else if (error instanceof Error && isTransient(error)) exchange.cause = messageWithReason(error);
    this.onAnswer?.(exchange.route, status, body);
    const all = [...jsonHeaders(exchange.requestId), ...headers];
    this.finish(exchange, { status, headers: all, body: jsonText(body) });
  }

  private finish(exchange: Exchange, answer: HttpResponse): void {
    if (exchange.limitHeaders.length > 0) answer.headers.push(...exchange.limitHeaders);
    if (exchange.siblingHeaders) answer.headers.push(...exchange.siblingHeaders);
    const position = exchange.position ?? exchange.writesTo?.state.revision;
    if (position !== undefined) answer.headers.push('Hansard-Position', String(position));
    if (this.closing && !answer.headers.includes('Connection')) answer.headers.push('Connection', 'close');
    this.batch.add(exchange.response, answer, exchange.network);
    recordResponse(exchange, answer.status, this.records);
  }
}

/**
 * The way of one request: fields → organization → caller → limits → parameters → handler → answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  AnswerBatch,
  jsonHeaders,
  jsonText,
  readyAnswer,
  send,
  successText,
  type Answer,
} from './answers.ts';
import { Authentication, requireAdmitted, requireOpen } from './authentication.ts';
import { acceptCompatibilityNames, withCompatibilityNames } from './compatibility.ts';
import { CallContext, OwnWrites, singleHeader } from './context.ts';
import { readForm, type Form } from './form.ts';
import { createHosts, type Hosts, type Origin } from './hosts.ts';
import { allowedMethods, takeMethod } from './methods.ts';
import { ParameterParser } from './parameters.ts';
import { methodNotAllowed, problemOf } from './problems.ts';
import { allowanceHeaders, createRateLimits, requireAllowed, type RateLimit } from './rateLimits.ts';
import { ReadyAnswer } from './readyAnswer.ts';
import { createRequestIds } from './requestIds.ts';
import type { ResponseFields, Route } from './route.ts';
import type { Account, ServedOrganization } from './served.ts';
import { shownPath } from './shownPath.ts';
import type { Services } from './services.ts';

/** Told of every answer of a route: tests check each against its declared schema. */
export type OnAnswer = (route: Route | undefined, status: number, body: ResponseFields | ReadyAnswer) => void;

/** Milliseconds above which an answer is worth a warning. */
const SLOW = 1000;

/** RFC 9745: everything that is deprecated was so before this server's first day, the 21st of November 2026. */
const DEPRECATED_SINCE = '@1795219200';

/** A route and the parser of its parameters. */
interface Endpoint {
  readonly route: Route;
  readonly parser: ParameterParser;
}

/** A request on its way. */
interface Exchange {
  readonly request: IncomingMessage & { readonly params?: Readonly<Record<string, string>> };
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedAt: number;
  route?: Route;
  account?: Account;
  /** Where an admitted caller writes: the answer says from which revision its outcome can be read. */
  writesTo?: ServedOrganization;
  /** The revision that the writes of this request reached. */
  position?: number;
  address?: string;
  /** What the limits tell the caller: names and values of headers in turn. */
  limitHeaders: string[];
}

/** Answers requests for the routes of one path, by their method. */
export type PathHandler = (request: Exchange['request'], response: ServerResponse) => Promise<void>;

/** One server's pipeline, with what it remembers between requests. */
export class Pipeline {
  private readonly services: Services;
  private readonly hosts: Hosts;
  private readonly authentication: Authentication;
  private readonly limits: ReturnType<typeof createRateLimits>;
  private readonly ownWrites = new OwnWrites();
  private readonly batch = new AnswerBatch();
  private readonly requestIdOf = createRequestIds();
  private readonly onAnswer: OnAnswer | undefined;
  private closing = false;

  constructor(services: Services, onAnswer?: OnAnswer) {
    this.services = services;
    this.onAnswer = onAnswer;
    this.hosts = createHosts(services.config, services.organizations);
    this.authentication = new Authentication(services.secrets);
    this.limits = createRateLimits(services.config.RATE_LIMITS, services.clock);
  }

  /** From now on answers tell their connection to close. */
  beginClosing(): void {
    this.closing = true;
  }

  /** The handler of one path. */
  handlerOf(routes: readonly Route[]): PathHandler {
    const endpoints = new Map<string, Endpoint>(
      routes.map((route) => [route.method, { route, parser: new ParameterParser(route.params) }]),
    );
    return this.handler(endpoints, allowedMethods(routes.map(({ method }) => method)));
  }

  /** Answers what is asked by other methods of a path that is only read, elsewhere. */
  refusingToWrite(): PathHandler {
    return this.handler(new Map(), allowedMethods(['GET']));
  }

  private handler(endpoints: ReadonlyMap<string, Endpoint>, allowed: readonly string[]): PathHandler {
    return async (request, response) => {
      const exchange = this.begin(request, response);
      try {
        await this.answer(exchange, endpoints, allowed);
      } catch (error) {
        this.refuse(exchange, error);
      }
    };
  }

  /** Answers an error that came up outside of any route. */
  refuseRequest(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    this.refuse(this.begin(request, response), error);
  }

  /** Throws NONEXISTENT_SUBDOMAIN for a request whose host is no organization's. */
  requireKnownHost(request: IncomingMessage): void {
    this.hosts.organizationOf(this.hosts.originOf(request).host);
  }

  private begin(request: IncomingMessage, response: ServerResponse): Exchange {
    const requestId = this.requestIdOf(request.headers['x-request-id']);
    return { request, response, requestId, startedAt: this.services.clock.monotonic(), limitHeaders: [] };
  }

  private async answer(
    exchange: Exchange,
    endpoints: ReadonlyMap<string, Endpoint>,
    allowed: readonly string[],
  ): Promise<void> {
    const { request } = exchange;
    const origin = this.hosts.originOf(request);
    exchange.address = origin.address;
    const organization = this.hosts.organizationOf(origin.host);
    if (request.method === 'OPTIONS') {
      const headers = [...jsonHeaders(exchange.requestId).slice(2), 'Allow', allowed.join(', ')];
      return this.finish(exchange, { status: 204, headers });
    }
    const form = await readForm(request);
    if (this.services.config.COMPATIBILITY_NAMES) acceptCompatibilityNames(form);
    const endpoint = endpoints.get(takeMethod(request, form));
    if (endpoint === undefined) throw methodNotAllowed(allowed);
    exchange.route = endpoint.route;
    await this.perform(exchange, endpoint, { form, origin, organization });
  }

  private async perform(
    exchange: Exchange,
    { route, parser }: Endpoint,
    { form, origin, organization }: { form: Form; origin: Origin; organization: ServedOrganization },
  ): Promise<void> {
    const actor = await this.admit(exchange, route, organization, origin.address);
    if (route.kind === 'write') exchange.writesTo = organization;
    const params = parser.parse(form, exchange.request.params ?? {});
    organization.requireFresh();
    const context = new CallContext({
      request: exchange.request,
      form,
      params,
      actor,
      organization,
      services: this.services,
      requestId: exchange.requestId,
      url: this.hosts.urlOf(organization, origin.protocol),
      address: origin.address,
      loginLimit: this.limits.login,
      count: (limit, key) => this.count(exchange, limit, key),
      ownWrites: this.ownWrites,
    });
    if (route.kind === 'read' && context.isBehind) await context.catchUp();
    const handled = await route.handle(context);
    if (context.position !== undefined) exchange.position = context.position;
    const isOutdated = route.deprecated === true || parser.isOutdated(form, params);
    this.succeed(exchange, route, handled, { ignored: parser.ignored(form), isOutdated });
  }

  /** Who calls, after the limits have been asked. */
  private async admit(
    exchange: Exchange,
    route: Route,
    organization: ServedOrganization,
    address: string,
  ): Promise<Account | null> {
    const { who } = route;
    const { authorization } = exchange.request.headers;
    if (who === 'anyone' || (who === 'visitor' && authorization === undefined)) {
      this.count(exchange, this.limits.anonymous, address);
      if (who === 'visitor') requireOpen(organization);
      return null;
    }
    const account = await this.identified(exchange, authorization, organization, address);
    exchange.account = account;
    this.count(exchange, this.limits.user, `${organization.id}:${account.userId}`);
    requireAdmitted(route, account);
    return account;
  }

  /** A refused credential counts against the address it came from. */
  private async identified(
    exchange: Exchange,
    authorization: string | undefined,
    organization: ServedOrganization,
    address: string,
  ): Promise<Account> {
    try {
      const account = this.authentication.identify(authorization, organization);
      return account instanceof Promise ? await account : account;
    } catch (error) {
      this.count(exchange, this.limits.anonymous, address);
      throw error;
    }
  }

  /** Where several limits are asked, the answer tells of the first, or of the one that was hit. */
  private count(exchange: Exchange, limit: RateLimit | null, key: string): void {
    if (limit === null) return;
    const allowance = limit.take(key);
    if (exchange.limitHeaders.length === 0 || allowance.wait > 0)
      exchange.limitHeaders = allowanceHeaders(allowance);
    requireAllowed(allowance);
  }

  private succeed(
    exchange: Exchange,
    route: Route,
    handled: ResponseFields | ReadyAnswer,
    { ignored, isOutdated }: { ignored: readonly string[] | undefined; isOutdated: boolean },
  ): void {
    this.onAnswer?.(route, 200, handled);
    const answer =
      handled instanceof ReadyAnswer
        ? readyAnswer(handled, ignored, exchange.requestId, singleHeader(exchange.request, 'if-none-match'))
        : this.textAnswer(exchange, handled, ignored);
    if (isOutdated) answer.headers.push('Deprecation', DEPRECATED_SINCE);
    this.finish(exchange, answer);
  }

  private textAnswer(
    { requestId }: Exchange,
    handled: ResponseFields,
    ignored: readonly string[] | undefined,
  ): Answer {
    const named = this.services.config.COMPATIBILITY_NAMES ? withCompatibilityNames(handled) : handled;
    return { status: 200, headers: jsonHeaders(requestId), body: successText(named, ignored) };
  }

  private refuse(exchange: Exchange, error: unknown): void {
    const { status, body, headers, isBug } = problemOf(error, this.services.config.externalHost);
    if (isBug) this.services.logger.error({ ...describe(exchange), err: error }, 'A request failed');
    this.onAnswer?.(exchange.route, status, body);
    const all = [...jsonHeaders(exchange.requestId), ...headers];
    this.finish(exchange, { status, headers: all, body: jsonText(body) });
  }

  private finish(exchange: Exchange, answer: Answer): void {
    if (exchange.limitHeaders.length > 0) answer.headers.push(...exchange.limitHeaders);
    const position = exchange.position ?? exchange.writesTo?.state.revision;
    if (position !== undefined) answer.headers.push('Hansard-Position', String(position));
    if (this.closing && !answer.headers.includes('Connection')) answer.headers.push('Connection', 'close');
    this.batch.add(() => send(exchange.response, answer));
    this.record(exchange, answer.status);
  }

  private record(exchange: Exchange, status: number): void {
    const { clock, logger, metrics } = this.services;
    const milliseconds = clock.monotonic() - exchange.startedAt;
    metrics.answered(exchange.route?.name ?? 'none', status, milliseconds);
    const isSlow = milliseconds > SLOW && exchange.route?.longPoll !== true;
    const level = isSlow || status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
    if (logger.isLevelEnabled(level))
      logger[level]({ ...describe(exchange), status, milliseconds }, 'Answered');
  }
}

/** What the log says of a request: never its fields, its query or its credentials. */
const describe = ({
  request,
  requestId,
  route,
  account,
  address,
}: Exchange): Readonly<Record<string, unknown>> => ({
  requestId,
  route: route?.name ?? `${request.method} ${shownPath(request.url)}`,
  userId: account?.userId,
  address,
});

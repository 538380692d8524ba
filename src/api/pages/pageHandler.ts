/** The steps of a page request: organization → limit → page. This is the pipeline for browsers. */
import type { Request, RequestHandler, Response } from 'express';
import { html } from '../../base/html.ts';
import { newSessionCookie } from '../http/authentication.ts';
import { type BodyReader, DEFAULT_BODY_BYTES, requireContentLength } from '../http/bodyReader.ts';
import { createRequestIds } from '../http/exchange.ts';
import { Form, readForm } from '../http/form.ts';
import { createHosts, type Origin, requireSameSite } from '../http/hosts.ts';
import { methodNotAllowed, type Problem, problemOf } from '../http/problems.ts';
import { countMail, type RateLimits, take } from '../http/rateLimits.ts';
import type { ServedOrganization } from '../http/servedOrganization.ts';
import type { Services } from '../http/services.ts';
import { type Page, PAGE_HEADERS, pageHtml, type Redirect } from './page.ts';

/** One request for a page. */
export interface WebPageRequest {
  readonly organization: ServedOrganization;
  readonly services: Services;
  /** The organization's URL, without a trailing slash. */
  readonly url: string;
  /** The secret at the end of the path; '' if there is none. */
  readonly key: string;
  /** The submitted form; empty without one. */
  readonly form: Form;
  readonly requestId: string;
  readonly userAgent: string;
  /** Counts a mail sent to an address that was entered behind a link; throws RATE_LIMIT_HIT. */
  countMail(email: string, link: string): void;
}

type PageResult = Promise<Page | Redirect> | Page | Redirect;

/** A page's path, which metrics and logs contain without the secret. */
export interface PageRoute {
  readonly path: string;
  get(visit: WebPageRequest): PageResult;
  post?(visit: WebPageRequest): PageResult;
}

/** Handlers by path, with and without a trailing slash. */
export function pageHandlers(
  visits: PageHandler,
  routes: readonly PageRoute[],
): readonly (readonly [string, RequestHandler])[] {
  return routes.flatMap((route) => {
    const handler: RequestHandler = (request, response) => visits.answer(route, request, response);
    return [route.path, `${route.path}/`].map((path) => [path, handler] as const);
  });
}

/** What page requests share with all other requests. */
interface PageDependencies {
  readonly limits: RateLimits;
  readonly bodies: BodyReader;
}

/** Answers page requests, under the same limits as other calls. */
export class PageHandler {
  private readonly services: Services;
  private readonly hosts: ReturnType<typeof createHosts>;
  private readonly shared: PageDependencies;
  private readonly requestIdOf = createRequestIds();

  constructor(services: Services, shared: PageDependencies) {
    this.services = services;
    this.hosts = createHosts(services.config, services.organizations);
    this.shared = shared;
  }

  async answer(route: PageRoute, request: Request, response: Response): Promise<void> {
    const startedAt = this.services.clock.monotonic();
    const requestId = this.requestIdOf(request.headers['x-request-id']);
    // Logs and metrics get the path template, never the URL with its secret.
    const labels = { requestId, route: `${request.method} ${route.path}` };
    response.set({ ...PAGE_HEADERS, 'X-Request-Id': requestId });
    try {
      this.show(response, await this.visit(route, request, requestId));
    } catch (error) {
      this.refuse(response, problemOf(error, ''), { ...labels, err: error });
    }
    this.record(labels, response.statusCode, this.services.clock.monotonic() - startedAt);
  }

  private record(labels: Labels, status: number, milliseconds: number): void {
    const { logger, metrics } = this.services;
    metrics.answered(labels.route, status, milliseconds);
    const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
    logger[level](
      { event: 'page.answered', ...labels, status, milliseconds },
      `A page was answered with ${status}.`,
    );
  }

  private async visit(route: PageRoute, request: Request, requestId: string): Promise<Page | Redirect> {
    const { services, hosts, shared } = this;
    const { limits } = shared;
    const origin = hosts.originOf(request);
    const organization = hosts.organizationOf(origin.host);
    const answer = { GET: route.get, HEAD: route.get, POST: route.post }[request.method];
    if (answer === undefined) throw methodNotAllowed(route.post ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']);
    // Pages ask for no credentials that a browser keeps, and our forms hide their origin.
    requireSameSite(request, origin, organization, true);
    requireContentLength(request, DEFAULT_BODY_BYTES);
    // Guessing secrets is limited like all anonymous calls.
    take(limits.anonymous, origin.network);
    const form = request.method === 'POST' ? await this.formOf(request, origin) : new Form();
    organization.requireFresh();
    return answer({
      organization,
      services,
      requestId,
      userAgent: request.headers['user-agent'] ?? '',
      url: organization.url,
      key: String(request.params['key'] ?? ''),
      form,
      countMail: (email, link) => countMail(limits, organization.id, email, link),
    });
  }

  private async formOf(request: Request, { network }: Origin): Promise<Form> {
    const sender = { request, response: request.res as Response, network };
    return readForm(request, (parse) => this.shared.bodies.read(sender, DEFAULT_BODY_BYTES, parse));
  }

  private show(response: Response, answer: Page | Redirect): void {
    if ('to' in answer) {
      if (answer.session !== undefined)
        response.set('Set-Cookie', newSessionCookie(this.services.config, answer.session));
      return void response.status(303).set('Location', answer.to).end();
    }
    response.status(answer.status).end(pageHtml(answer, nameOf(response.req, this.hosts)));
  }

  private refuse(response: Response, { status, body, headers, isBug }: Problem, labels: Labels): void {
    if (isBug)
      this.services.logger.error(
        { event: 'page.failed', ...labels },
        'A page failed; the visitor got a 500.',
      );
    for (let at = 0; at < headers.length; at += 2) response.set(headers[at] ?? '', headers[at + 1] ?? '');
    this.show(response, problemPage(status, String(body['msg'])));
  }
}

/** What the log contains of a page request. */
interface Labels {
  readonly requestId: string;
  readonly route: string;
  readonly err?: unknown;
}

/** Unknown hosts get a page that says so. */
function nameOf(request: Request, hosts: ReturnType<typeof createHosts>): string {
  try {
    return hosts.organizationOf(hosts.originOf(request).host).name;
  } catch {
    return 'Hansard';
  }
}

const TITLES: Readonly<Record<number, string>> = {
  404: 'Nothing is here',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Not at this moment',
};

const problemPage = (status: number, message: string): Page => ({
  status,
  title: TITLES[status] ?? 'That did not work',
  body: html`<p>${message}.</p>
    ${
      status === 404
        ? html`<p>
            The address may be mistyped, or what was there is gone. <a href="/">What this server is</a>
          </p>`
        : html`<p>Nothing was changed. You can go back and try again, perhaps later.</p>`
    }`,
});

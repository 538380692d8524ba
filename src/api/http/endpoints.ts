/** The routes of one path, and what the head of a request says about them. */
import type { IncomingMessage } from 'node:http';
import { DEFAULT_BODY_BYTES } from './bodyReader.ts';
import type { Form } from './form.ts';
import { ParameterParser } from './parameters.ts';
import type { CallerKind, Method, Route } from './route.ts';
import type { Services } from './services.ts';

// Methods: which one a request means, and which ones a path has.

/** The method as far as the head shows it; HEAD acts as GET. Undefined for a POST, which may mean another. */
export const plainMethod = ({ method = '' }: IncomingMessage): string | undefined =>
  method === 'HEAD' ? 'GET' : method === 'POST' ? undefined : method;

/** Methods that a POST may mean. */
const POSTABLE: readonly string[] = ['POST', 'PATCH', 'PUT', 'DELETE'] satisfies readonly Method[];

/** A POST may name another method in a field, which is removed from the form. */
export function takeMethod(request: IncomingMessage, form: Form): string {
  const plain = plainMethod(request);
  if (plain !== undefined) return plain;
  const override = form.get('method')?.toUpperCase();
  form.delete('method');
  return override !== undefined && POSTABLE.includes(override) ? override : 'POST';
}

/** The methods of a path, for its `Allow` header, sorted. */
const allowedMethods = (methods: readonly Method[]): readonly string[] =>
  [
    ...new Set([...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']),
  ].sort();

/** A route and the parser of its parameters. */
export interface Endpoint {
  readonly route: Route;
  readonly parser: ParameterParser;
}

/** Facts about the route of a request, known before the body is read. */
export interface Expected {
  /** The route, unless a POST turns out to have another method. */
  readonly route: Route;
  readonly maxBodyBytes: number;
}

/** The routes of one path. */
export interface Endpoints {
  readonly byMethod: ReadonlyMap<string, Endpoint>;
  /** By the HTTP method of the request. */
  readonly expected: ReadonlyMap<string, Expected>;
  readonly allowed: readonly string[];
  /** Further headers of the answer to OPTIONS. */
  readonly optionsHeaders: (services: Services) => readonly string[];
}

export const endpointsOf = (routes: readonly Route[]): Endpoints => ({
  byMethod: new Map(
    routes.map((route) => [route.method, { route, parser: new ParameterParser(route.params) }]),
  ),
  expected: expectedOf(routes),
  allowed: allowedMethods(routes.map(({ method }) => method)),
  optionsHeaders: (services) => routes.flatMap((route) => route.optionsHeaders?.(services) ?? []),
});

/** A path outside the pipeline that can only be read. */
export const readOnlyEndpoint: Endpoints = {
  byMethod: new Map(),
  expected: new Map(),
  allowed: allowedMethods(['GET']),
  optionsHeaders: () => [],
};

/** All routes that a POST to one path may mean have the same callers, so these are known early. */
function expectedOf(routes: readonly Route[]): ReadonlyMap<string, Expected> {
  const posted = routes.filter(({ method }) => POSTABLE.includes(method));
  const [route] = posted;
  const mixed = posted.find(({ who }) => challengedCaller(who) !== challengedCaller(route?.who ?? who));
  if (mixed) throw new Error(`${mixed.name} asks for other credentials than ${route?.name}`);
  const expected = new Map(routes.map((each) => [each.method as string, expectedOfAny([each])]));
  if (route) expected.set('POST', expectedOfAny([expected.get('POST')?.route ?? route, ...posted]));
  return expected;
}

/** Whose credentials the challenge asks for. */
const challengedCaller = (who: CallerKind): string =>
  who === 'anyone' || who === 'visitor' ? who : 'account';

const expectedOfAny = (routes: readonly [Route, ...Route[]]): Expected => ({
  route: routes[0],
  maxBodyBytes: Math.max(...routes.map(({ maxBodyBytes = DEFAULT_BODY_BYTES }) => maxBodyBytes)),
});

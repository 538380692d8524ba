/** One call of a route: what it takes and what it answers. */
import type { Routes } from './routes.ts';

/** The name of a route, such as `POST /messages`. */
export type RouteName = keyof Routes;
/** Parameters of a route, those of its path included. */
export type Params<Name extends RouteName> = Routes[Name]['params'];
/** The answer of a route, without `result` and `msg`. */
export type Answer<Name extends RouteName> = Routes[Name]['answer'];

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the request even if the page is being closed. */
  readonly keepalive?: boolean;
}

type Rest<Name extends RouteName> =
  Record<never, never> extends Params<Name>
    ? [params?: Params<Name>, options?: CallOptions]
    : [params: Params<Name>, options?: CallOptions];

/** Calls a route once. Fails with `Refusal` if the server refuses, with `Unreachable` if it gave no answer. */
export type Call = <Name extends RouteName>(name: Name, ...rest: Rest<Name>) => Promise<Answer<Name>>;

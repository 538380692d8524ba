/**
 * A route: one declaration of its callers, its parameters, its response and a handler of a few lines.
 * Parsing, error bodies, ignored parameters, headers, the OpenAPI document and the response checks come from it.
 *
 *     export const channelRoutes = routes({
 *       'PATCH /streams/:stream_id': write({
 *         who: 'user', summary: 'Change a channel',
 *         params: { stream_id: path(ChannelId), description: text().optional() },
 *         handle: ({ params, submit }) => submit(updateChannel, { channelId: params.stream_id, … }),
 *       }),
 *     });
 */
import { z } from 'zod';
import type { RefusalCode } from '../../base/errors.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { Command } from '../../commands/define.ts';
import type { NamedProjection } from '../../projections/running/define.ts';
import type { Views } from '../../projections/running/views.ts';
import type { PreparedResponse } from '../listings/listResponse.ts';
import type { ParameterRecord, ValuesOf } from './parameters.ts';
import type { FileResponse, StreamedResponse } from './responses.ts';
import type { Account, ServedOrganization } from './servedOrganization.ts';
import type { Services } from './services.ts';
import type { FileLimit, IncomingFile } from './uploadReceiver.ts';

/**
 * Who may call: `anyone` (credentials are ignored), `visitor` (a user, or nobody if credentials are absent:
 * the handler decides), `user`, `member` (no guests), `human` (no bots), `humanMember` (neither).
 */
export type CallerKind = 'anyone' | 'visitor' | 'user' | 'member' | 'human' | 'humanMember';

/** The caller as the handler sees it. */
type ActorOf<W extends CallerKind> = W extends 'anyone'
  ? null
  : W extends 'visitor'
    ? Account | null
    : Account;

/** Response fields beside `result` and `msg`: a strict object, with neither "any" nor "unknown" inside. */
type ResponseSchema = z.ZodObject<z.ZodRawShape, z.core.$strict>;

/** The response of an endpoint that answers only success. */
export const EmptyResponse = z.strictObject({});

/** Password attempts per user name: counted when they begin, cleared by success. */
export interface LoginAttempts {
  /** Counts an attempt at the called organization; throws RATE_LIMIT_HIT if the window is full. */
  begin(userName: string): void;
  /**
   * Counts an attempt at another organization, which the caller does not learn of; false if the window is
   * full.
   */
  beginAt(organizationId: OrganizationId, userName: string): boolean;
  /** At the called organization unless another is given. */
  succeeded(userName: string, organizationId?: OrganizationId): void;
}

/** The argument of a handler. */
export interface ReadContext<W extends CallerKind, P extends ParameterRecord> {
  readonly params: ValuesOf<P>;
  readonly actor: ActorOf<W>;
  readonly organization: ServedOrganization;
  readonly services: Services;
  /** Name of the acting client, at most 30 characters. */
  readonly client: string;
  /** Also the correlation ID of the resulting events. */
  readonly requestId: string;
  /** The organization's canonical URL, without a trailing slash. */
  readonly url: string;
  /** IP address of the client, as trusted proxies report it. */
  readonly address: string;
  readonly loginAttempts: LoginAttempts;
  header(name: string): string | undefined;
  /** Aborted if the client disconnects before it is answered. */
  readonly gone: AbortSignal;
  /** Counts what the request costs beyond itself as so many polls of the caller. */
  chargePolls(polls: number): void;
  /** Throws a refusal if the caller's account or key has ended since the request began. */
  requireAdmitted(): void;
  /**
   * The revision that the caller must see: of their own last write, or from the `Hansard-Position` header.
   */
  readonly revision: number;
  /** The views, with these projections level with `revision`. */
  level(...projections: NamedProjection[]): Promise<Views>;
}

/** Additional fields for the handler of a write. */
export interface WriteContext<W extends CallerKind, P extends ParameterRecord> extends ReadContext<W, P> {
  /** The bytes of each file in a multipart body. */
  readonly files: readonly Uint8Array[];
  /** What `take` makes of the one file of a multipart body as it comes; for routes that say `takesFile`. */
  receiveFile<Result>(limit: FileLimit, take: (file: IncomingFile) => Promise<Result>): Promise<Result>;
  /** What `take` makes of a body of at most so many bytes as it comes, to its end or until it is cut off. */
  receiveBytes<Result>(
    most: number,
    take: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result>;
  /** Gives the browser the secret of a session in a cookie; null takes it away. */
  setSession(token: string | null): void;
  /**
   * The views, with these projections level with all that is acknowledged: for writes that would otherwise refuse a message
   * that exists. Fails with `NotReady` where the views do not get there in time.
   */
  currentViews(...projections: NamedProjection[]): Promise<Views>;
  /** Bytes that the body is announced to have; NaN where its sender does not say. */
  readonly announcedBytes: number;
  /**
   * Submits as the caller, unless it is the server (null) or its bot that acts, and sets the answer's
   * `Hansard-Position` header.
   */
  submit<Input, Result>(
    command: Command<Input, Result>,
    input: Input,
    actor?: UserId | null,
  ): Promise<Result>;
  /**
   * Submits a command whose input must first be created; checked with placeholders before (see
   * `SubmitAfterDryRun`).
   */
  submitAfterDryRun<Input, Result>(
    command: Command<Input, Result>,
    placeholders: Input,
    prepare: () => Promise<Input>,
  ): Promise<Result>;
}

/** The result of a handler: the response fields, or prepared bytes of them; nothing where the response has no fields. */
type HandlerResult<R extends ResponseSchema> =
  | z.input<R>
  | PreparedResponse
  | StreamedResponse
  | FileResponse
  | (R extends typeof EmptyResponse ? void : never);

interface Declaration<W extends CallerKind, P extends ParameterRecord, R extends ResponseSchema> {
  readonly who: W;
  /** One line for the reference page. */
  readonly summary: string;
  readonly params: P;
  /** Fields of the response; none unless given. */
  readonly response?: R;
  /** Request headers specific to this endpoint, with their purpose, for the reference page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Codes of this endpoint's own rules, for the reference page. */
  readonly errors?: readonly RefusalCode[];
  /** Limit of the request body in bytes, if not the usual megabyte. */
  readonly maxBodyBytes?: number;
  /** The body holds a file that the handler receives as it comes: the pipeline reads the query alone. */
  readonly takesFile?: boolean;
  /** What it answers in place of JSON; for the reference page. */
  readonly answers?: 'redirect' | 'stream';
  /** The body holds a picture, in a multipart field of any name, or may hold one; other routes ignore files. */
  readonly takesPicture?: true | 'optional';
  /** Headers of the answer to OPTIONS: names and values in turn. */
  readonly optionsHeaders?: (services: Services) => readonly string[];
  /** Looked up before all other routes; only for paths without parameters. */
  readonly hot?: boolean;
  /** Deprecated; every answer has a `Deprecation` header. */
  readonly deprecated?: boolean;
  /** Also open to incoming-webhook bots, which may call nothing else. */
  readonly takesSendOnlyBots?: boolean;
  /** Pages of other organizations of this server may read the answer. */
  readonly isForSiblings?: boolean;
  /** Waits on purpose, so it is never logged as slow. */
  readonly longPoll?: boolean;
  /** Sent again after each answer: counted by a limit of its own. */
  readonly isPoll?: boolean;
  /** Its answer is megabytes long where the organization is large: one at a time of a person, counted by bytes. */
  readonly isBulky?: boolean;
}

interface ReadDeclaration<
  W extends CallerKind,
  P extends ParameterRecord,
  R extends ResponseSchema,
> extends Declaration<W, P, R> {
  readonly handle: (context: ReadContext<W, P>) => HandlerResult<R> | Promise<HandlerResult<R>>;
}

interface WriteDeclaration<
  W extends CallerKind,
  P extends ParameterRecord,
  R extends ResponseSchema,
> extends Declaration<W, P, R> {
  readonly handle: (context: WriteContext<W, P>) => HandlerResult<R> | Promise<HandlerResult<R>>;
}

/** Response fields before they are written. */
export type ResponseFields = Readonly<Record<string, unknown>>;

/** What handlers return, without the types of their declaration. */
export type AnyHandlerResult = ResponseFields | PreparedResponse | StreamedResponse | FileResponse;

/** The context of users' writes, for what several routes share. */
export type UserWriteContext = WriteContext<'user', ParameterRecord>;

type AnyContext = WriteContext<CallerKind, ParameterRecord>;

/** A declaration after type-checking, as the table holds it. */
interface RouteDefinition extends Declaration<CallerKind, ParameterRecord, ResponseSchema> {
  readonly response: ResponseSchema;
  readonly kind: 'read' | 'write';
  /** Undefined where the response has no fields. */
  readonly handle: (
    context: AnyContext,
  ) => AnyHandlerResult | undefined | Promise<AnyHandlerResult | undefined>;
}

/** Declares a route that changes nothing. */
export const read = <
  W extends CallerKind,
  const P extends ParameterRecord,
  R extends ResponseSchema = typeof EmptyResponse,
>(
  declaration: ReadDeclaration<W, P, R>,
): RouteDefinition => ({
  response: EmptyResponse,
  ...declaration,
  kind: 'read',
  handle: forgetTypes(declaration.handle),
});

/** Declares a route that submits commands. */
export const write = <
  W extends CallerKind,
  const P extends ParameterRecord,
  R extends ResponseSchema = typeof EmptyResponse,
>(
  declaration: WriteDeclaration<W, P, R>,
): RouteDefinition => ({
  response: EmptyResponse,
  ...declaration,
  kind: 'write',
  handle: forgetTypes(declaration.handle),
});

/** The pipeline parses by `params` and `who` of the same declaration, so the context is what the handler expects. */
const forgetTypes = <C>(handle: (context: C) => unknown): RouteDefinition['handle'] =>
  handle as RouteDefinition['handle'];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** What some routes are about: a heading of the reference page, and a sentence below it. */
export interface Area {
  readonly name: string;
  readonly description: string;
}

/** A route with its name, `'POST /messages'`, taken apart. Paths are below `/api/v1`. */
export interface Route extends RouteDefinition {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** None outside the table. */
  readonly area?: Area;
  /** Names of the path parameters, in order. */
  readonly pathParameters: readonly string[];
}

/** The routes of one area. */
export const routes = (table: Readonly<Record<`${Method} /${string}`, RouteDefinition>>): readonly Route[] =>
  Object.entries(table).map(([name, definition]) => named(name, definition));

function named(name: string, definition: RouteDefinition): Route {
  const [method = '', path = ''] = name.split(' ');
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const declared = Object.entries(definition.params).filter(([, parameter]) => parameter.source === 'path');
  if (
    declared
      .map(([key]) => key)
      .sort()
      .join() !== [...pathParameters].sort().join()
  )
    throw new Error(`The path parameters of ${name} are not those that it declares`);
  if (definition.hot && pathParameters.length > 0)
    throw new Error(`${name} has path parameters and cannot be hot`);
  return { ...definition, name, method: method as Method, path, pathParameters };
}

/**
 * The view of a request that a handler gets, and the revision of its writes, which the handler reports back.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RecentMap } from '../../base/collections.ts';
import { Refused } from '../../base/errors.ts';
import type { OrganizationId, UserId } from '../../base/ids.ts';
import type { CommandMetadata, CommandOutcome } from '../../commands/define.ts';
import { responsibleUser } from '../../organization/slices/users.ts';
import type { NamedProjection } from '../../projections/running/define.ts';
import type { Views } from '../../projections/running/views.ts';
import { endedSessionCookie, newSessionCookie, requireStillAdmitted } from './authentication.ts';
import { contentLength } from './bodyReader.ts';
import type { Form } from './form.ts';
import type { ParameterRecord, ValuesOf } from './parameters.ts';
import { loginAttempts, type RateLimit } from './rateLimits.ts';
import type { CallerKind, LoginAttempts, WriteContext } from './route.ts';
import type { Account, ServedOrganization } from './servedOrganization.ts';
import type { Services } from './services.ts';
import type { FileSender, UploadReceiver } from './uploadReceiver.ts';

/** Callers whose last write is remembered, so that their next read on this node contains it. */
const REMEMBERED_WRITERS = 100_000;

/** The last revision written by each caller. */
export class LastWrites {
  private readonly revisions = new RecentMap<string, number>(REMEMBERED_WRITERS);

  /**
   * For a caller this node does not know, who may have written on another node or before a restart, this is
   * `present`, the revision at the time of the request.
   */
  last(organizationId: OrganizationId, userId: UserId, present: number): number {
    const known = this.revisions.get(`${organizationId}:${userId}`);
    if (known === undefined) this.record(organizationId, userId, present);
    return known ?? present;
  }

  record(organizationId: OrganizationId, userId: UserId, revision: number): void {
    const key = `${organizationId}:${userId}`;
    this.revisions.set(key, Math.max(this.revisions.get(key) ?? -1, revision));
  }
}

/** Everything known once the caller is identified. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly form: Form;
  readonly params: ValuesOf<ParameterRecord>;
  readonly actor: Account | null;
  readonly organization: ServedOrganization;
  readonly services: Services;
  readonly requestId: string;
  readonly address: string;
  readonly loginLimit: RateLimit | null;
  /** Counts a call of a key, if there is a limit; throws RATE_LIMIT_HIT. */
  readonly count: (limit: RateLimit | null, key: string) => void;
  /** Counts so many more polls of the caller. */
  readonly chargePolls: (polls: number) => void;
  readonly ownWrites: LastWrites;
  readonly uploads: UploadReceiver;
  /** What limits count the caller's address by. */
  readonly network: string;
}

/** The context of one request. Its functions are created on access, so that they can be destructured. */
export class RequestContext implements WriteContext<CallerKind, ParameterRecord> {
  /** Revision of this request's writes. */
  position: number | undefined;
  /** Milliseconds that the request has waited for the state. */
  private waited = 0;
  private readonly call: Call;

  constructor(call: Call) {
    this.call = call;
  }

  get form(): Form {
    return this.call.form;
  }
  get params(): ValuesOf<ParameterRecord> {
    return this.call.params;
  }
  /** The route's `who` has been checked, so the actor exists if it requires one. */
  get actor(): Account {
    return this.call.actor as Account;
  }
  get organization(): ServedOrganization {
    return this.call.organization;
  }
  get services(): Services {
    return this.call.services;
  }
  get requestId(): string {
    return this.call.requestId;
  }
  get url(): string {
    return this.call.organization.url;
  }
  get address(): string {
    return this.call.address;
  }
  get loginAttempts(): LoginAttempts {
    const { loginLimit, count, organization } = this.call;
    return loginAttempts(loginLimit, organization.id, count);
  }
  get files(): readonly Uint8Array[] {
    return this.call.form.files;
  }
  get receiveFile(): WriteContext<CallerKind, ParameterRecord>['receiveFile'] {
    const { uploads, form } = this.call;
    return (limit, take) => uploads.receive(this.sender, form, limit, take);
  }

  get receiveBytes(): WriteContext<CallerKind, ParameterRecord>['receiveBytes'] {
    const { uploads } = this.call;
    return (most, take) => uploads.receiveBytes(this.sender, most, take);
  }

  /** Who sends a file; a bot's files are its owner's. */
  private get sender(): FileSender {
    const { request, response, network, organization, actor } = this.call;
    const ownerId = actor && responsibleUser(organization.state, actor.userId);
    return { request, response, network, person: `${organization.id}:${ownerId ?? network}` };
  }

  get announcedBytes(): number {
    return contentLength(this.call.request);
  }

  get client(): string {
    return clientName(this.call.form.get('client'), this.call.request.headers['user-agent']);
  }
  get setSession(): WriteContext<CallerKind, ParameterRecord>['setSession'] {
    const { response, services } = this.call;
    return (token) => {
      const { config } = services;
      const cookie = token === null ? endedSessionCookie(config) : newSessionCookie(config, token);
      response.setHeader('Set-Cookie', cookie);
    };
  }
  get header(): (name: string) => string | undefined {
    return (name) => singleHeader(this.call.request, name);
  }

  get gone(): AbortSignal {
    const leaving = new AbortController();
    const { socket } = this.call.request;
    const leave = (): void => leaving.abort();
    if (socket.destroyed) leave();
    socket.once('close', leave);
    this.call.response.once('close', () => socket.off('close', leave));
    return leaving.signal;
  }

  get chargePolls(): (polls: number) => void {
    return this.call.chargePolls;
  }

  get requireAdmitted(): () => void {
    return () => requireStillAdmitted(this.call.actor, this.call.organization);
  }

  get revision(): number {
    const { actor, ownWrites, organization, request } = this.call;
    const own =
      actor === null ? -1 : ownWrites.last(organization.id, actor.userId, organization.state.revision);
    return Math.max(own, sentPosition(request), this.position ?? -1);
  }

  /** Whether the state is behind what the caller has seen elsewhere. */
  get isBehind(): boolean {
    return sentPosition(this.call.request) > this.call.organization.state.revision;
  }

  /** Waits until the state has caught up; views then have only the remaining time. */
  async catchUp(): Promise<void> {
    const { clock } = this.services;
    const since = clock.monotonic();
    await this.organization.waitForRevision(sentPosition(this.call.request));
    this.waited = clock.monotonic() - since;
  }

  get level(): (...projections: NamedProjection[]) => Promise<Views> {
    return async (...projections) =>
      this.services.views.level(projections, this.organization.id, this.revision, this.waited);
  }

  get currentViews(): WriteContext<CallerKind, ParameterRecord>['currentViews'] {
    return (...projections) => {
      const { id, state } = this.organization;
      return this.services.views.level(projections, id, state.revision, this.waited);
    };
  }

  get submit(): WriteContext<CallerKind, ParameterRecord>['submit'] {
    return (command, input, actor = this.submission.actor) =>
      this.resultOf(this.call.organization.submit(command, input, { ...this.submission, actor }));
  }

  get submitAfterDryRun(): WriteContext<CallerKind, ParameterRecord>['submitAfterDryRun'] {
    return (command, placeholders, prepare) =>
      this.resultOf(
        this.call.organization.submitAfterDryRun(command, placeholders, prepare, this.submission),
      );
  }

  /** The result of a submitted command, which the caller's reads contain from now on. */
  private resultOf<Result>(outcome: Promise<CommandOutcome<Result>>): Promise<Result> {
    return outcome.then(({ result, revision }) => {
      const { actor, organization, ownWrites } = this.call;
      this.position = Math.max(revision, this.position ?? -1);
      if (actor !== null) ownWrites.record(organization.id, actor.userId, revision);
      return result;
    });
  }

  private get submission(): CommandMetadata {
    return { actor: this.call.actor?.userId ?? null, client: this.client, correlationId: this.requestId };
  }
}

/** The revision in the `Hansard-Position` header; -1 where there is none. */
function sentPosition(request: IncomingMessage): number {
  const sent = singleHeader(request, 'hansard-position');
  if (sent === undefined) return -1;
  if (!/^(-1|\d{1,15})$/.test(sent)) throw new Refused('Invalid Hansard-Position');
  return Number(sent);
}

/**
 * The parameter without control characters, else the product name of the User-Agent, else `Unspecified`; at
 * most 30 characters.
 */
function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const name =
    parameter?.replaceAll(/\p{Cc}/gu, '').trim() || userAgent?.split('/', 1)[0]?.trim() || 'Unspecified';
  return name.length > 30 ? [...name].slice(0, 30).join('') : name;
}

export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Identifies the caller and applies limits, from the head of a request before its body is read. */
import { requireActiveOrganization } from '../../commands/define.ts';
import type { PreparedResponse } from '../listings/listResponse.ts';
import { Authentication } from './authentication.ts';
import type { Exchange } from './exchange.ts';
import type { Origin } from './hosts.ts';
import { allowanceHeaders, type RateLimit, type RateLimits, requireAllowed } from './rateLimits.ts';
import type { Route } from './route.ts';
import type { Account, ServedOrganization } from './servedOrganization.ts';
import type { Services } from './services.ts';

/** Where a request comes from, and its organization. */
export interface ResolvedOrigin {
  readonly origin: Origin;
  readonly organization: ServedOrganization;
}

/** Bytes of events that count as another poll. */
const POLL_BYTES = 10_000;

export class Admission {
  readonly #authentication: Authentication;
  readonly #limits: RateLimits;

  constructor({ secrets, config }: Pick<Services, 'secrets' | 'config'>, limits: RateLimits) {
    this.#authentication = new Authentication(secrets, config);
    this.#limits = limits;
  }

  /** The caller, after the limits were checked. */
  admit(
    exchange: Exchange,
    { who, isPoll }: Pick<Route, 'who' | 'isPoll'>,
    { organization, origin: { network } }: ResolvedOrigin,
  ): Account | null | Promise<Account> {
    const { request } = exchange;
    if (who === 'anyone' || (who === 'visitor' && !this.#authentication.hasCredentials(request))) {
      this.count(exchange, this.#limits.anonymous, network);
      if (who === 'visitor') requireActiveOrganization(organization.isActive);
      return null;
    }
    const admitted = (account: Account): Account => {
      exchange.account = account;
      this.count(exchange, isPoll ? this.#limits.poll : this.#limits.user, keyOf(organization, account));
      return account;
    };
    const account = this.#identify(exchange, organization, network);
    return account instanceof Promise ? account.then(admitted) : admitted(account);
  }

  /** Refused credentials count against the client's address. */
  #identify(
    exchange: Exchange,
    organization: ServedOrganization,
    network: string,
  ): Account | Promise<Account> {
    const counted = (error: unknown): never => {
      this.count(exchange, this.#limits.anonymous, network);
      throw error;
    };
    try {
      const account = this.#authentication.identify(exchange.request, organization);
      return account instanceof Promise ? account.catch(counted) : account;
    } catch (error) {
      return counted(error);
    }
  }

  /** Counts a poll by what it was answered, too: the same events can be asked for again and again. */
  charge(account: Account, organization: ServedOrganization, { parts }: PreparedResponse): void {
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    this.chargePolls(account, organization, Math.floor(bytes / POLL_BYTES));
  }

  chargePolls(account: Account, organization: ServedOrganization, polls: number): void {
    this.#limits.poll?.charge(keyOf(organization, account), polls);
  }

  /** If several limits apply, the headers show the first one, or the one that was hit. */
  count(exchange: Exchange, limit: RateLimit | null, key: string): void {
    if (limit === null) return;
    const allowance = limit.take(key);
    if (exchange.limitHeaders.length === 0 || allowance.wait > 0)
      exchange.limitHeaders = allowanceHeaders(allowance);
    requireAllowed(allowance);
  }
}

const keyOf = ({ id }: ServedOrganization, { userId }: Account): string => `${id}:${userId}`;

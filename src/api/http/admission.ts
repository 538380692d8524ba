/** Identifies the caller and applies limits, from the head of a request before its body is read; whose turn it is. */
import { FairQueue, type Requester } from '../../base/concurrency.ts';
import { NotReady, Refused } from '../../base/errors.ts';
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

/** Bytes of events that count as another poll, and of long answers that count as another one. */
const POLL_BYTES = 10_000;
const BULK_BYTES = 100_000;

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
  charge(account: Account, organization: ServedOrganization, { bytes }: PreparedResponse): void {
    this.chargePolls(account, organization, Math.floor(bytes / POLL_BYTES));
  }

  /** Counts a long answer of a caller, or of a network without a login; throws RATE_LIMIT_HIT. */
  countBulk(exchange: Exchange, person: string): void {
    this.count(exchange, this.#limits.bulk, person);
  }

  chargeBulk(person: string, { bytes }: PreparedResponse): void {
    this.#limits.bulk?.charge(person, Math.floor(bytes / BULK_BYTES));
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

/** The key of limits of one account. */
export const keyOf = ({ id }: ServedOrganization, { userId }: Account): string => `${id}:${userId}`;

// Long answers: megabytes where an organization is large, as of POST /register and lists of all channels or groups. They
// are made in turn, a person has one at a time until its last byte is read, and bytes are counted, so that a few clients who ask
// again and again, or leave before the answer, cost neither memory nor the time of others.

/** Answers that are made at the same time, of different people. */
const MAX_UNDER_WAY = 32;
/** Requests of one person that wait for the one before. */
const MAX_WAITING_OF_ONE = 16;
const MAX_WAITING = 2_000;

/** Who asks: those without a login by network, in one turn of their organization. */
export interface BulkyAsker extends Requester {
  readonly person: string;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
  /** Whether so many may wait as there are. */
  readonly isUnlimited: boolean;
}

/** The turn of one answer. */
export interface BulkyTurn {
  /** It has been made: the next person has their turn. */
  made(): void;
  /** It has been read, or its client has gone: the person has their next one. */
  end(): void;
}

interface WaitingAnswer {
  readonly asker: Requester;
  readonly begin: () => void;
}

export class BulkyAnswers {
  /** Requests that wait for another one of the same person; a person without a list has none under way. */
  readonly #lines = new Map<string, (() => void)[]>();
  readonly #waiting = new FairQueue<WaitingAnswer>({ queueLimit: MAX_WAITING, ownerLimit: MAX_WAITING });
  #underWay = 0;

  /** Resolves when it is the request's turn; RATE_LIMIT_HIT, or `NotReady`, if too many wait or the client has gone. */
  async enter(asker: BulkyAsker): Promise<BulkyTurn> {
    const { person, gone } = asker;
    await this.#waitInLine(asker);
    const end = once(() => this.#endOf(person));
    try {
      if (gone.aborted) throw clientGone();
      await this.#begin(asker);
    } catch (error) {
      end();
      throw error;
    }
    return { made: once(() => this.#next()), end };
  }

  #waitInLine({ person, isUnlimited }: BulkyAsker): Promise<void> | undefined {
    const line = this.#lines.get(person);
    if (line === undefined) {
      this.#lines.set(person, []);
      return undefined;
    }
    if (line.length >= MAX_WAITING_OF_ONE && !isUnlimited)
      throw new Refused('Too many long answers are being made for you', 'RATE_LIMIT_HIT', {
        'retry-after': 1,
      });
    return new Promise((resolve) => line.push(resolve));
  }

  #endOf(person: string): void {
    const next = this.#lines.get(person)?.shift();
    if (next) next();
    else this.#lines.delete(person);
  }

  #begin({ organizationId, ownerId }: BulkyAsker): Promise<void> | undefined {
    if (this.#underWay < MAX_UNDER_WAY) {
      this.#underWay += 1;
      return undefined;
    }
    return new Promise((begin, reject) => {
      const isIn = this.#waiting.add({ asker: { organizationId, ownerId }, begin });
      if (!isIn) reject(new NotReady('Too many long answers are being made'));
    });
  }

  #next(): void {
    const [next] = this.#waiting.take(1);
    if (next) next.begin();
    else this.#underWay -= 1;
  }
}

/** Nobody reads it. */
const clientGone = (): NotReady => new NotReady('The client has gone');

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}

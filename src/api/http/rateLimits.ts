/**
 * Rate limits: at most N calls in *any* window of so many seconds, per key. Kept in this process and measured
 * on the monotonic clock, so that setting back the wall clock has no effect.
 */
import type { Clock } from '../../base/clock.ts';
import type { Config, RateRule } from '../../base/config.ts';
import { Refused } from '../../base/errors.ts';
import { emailKey } from '../../base/identity.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { LoginAttempts } from './route.ts';
import type { CountUpload } from './uploadReceiver.ts';

/** A key's allowance after a call was counted. */
interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** UNIX milliseconds at which the full allowance is restored. */
  readonly resetAt: number;
  /** Milliseconds until the next call is allowed; 0 if this one was. */
  readonly wait: number;
}

/** Times of a key's recent calls: a ring buffer the size of the limit. */
class RecentCalls {
  private times = new Float64Array(8);
  private first = 0;
  private size = 0;
  /** When all is paid that did not fit into the window. */
  owesUntil = 0;

  /** Forgets what happened at or before the given time. */
  forget(until: number): void {
    while (this.size > 0 && this.oldest() <= until) {
      this.first = (this.first + 1) % this.times.length;
      this.size--;
    }
  }

  add(time: number): void {
    if (this.size === this.times.length) this.grow();
    this.times[(this.first + this.size++) % this.times.length] = time;
  }

  get count(): number {
    return this.size;
  }

  oldest(): number {
    return this.times[this.first] ?? 0;
  }

  newest(): number {
    return this.times[(this.first + this.size - 1) % this.times.length] ?? 0;
  }

  private grow(): void {
    const longer = new Float64Array(this.times.length * 2);
    for (let i = 0; i < this.size; i++) longer[i] = this.times[(this.first + i) % this.times.length] ?? 0;
    this.times = longer;
    this.first = 0;
  }
}

/** One rule for many keys. Keys without a call in the window are dropped. */
export class RateLimit {
  private readonly calls = new Map<string | number, RecentCalls>();
  private readonly rule: RateRule;
  private readonly clock: Clock;
  private nextSweep = 0;

  constructor(rule: RateRule, clock: Clock) {
    this.rule = rule;
    this.clock = clock;
  }

  /** Counts a call of the key unless the window is full. */
  take(key: string | number): Allowance {
    const now = this.clock.monotonic();
    const window = this.rule.seconds * 1000;
    if (now >= this.nextSweep) this.sweep(now, window);
    let recent = this.calls.get(key);
    if (recent === undefined) this.calls.set(key, (recent = new RecentCalls()));
    recent.forget(now - window);
    const isFull = recent.count >= this.rule.requests;
    const wait = Math.max(isFull ? recent.oldest() + window - now : 0, recent.owesUntil - now, 0);
    if (wait === 0) recent.add(now);
    return {
      limit: this.rule.requests,
      remaining: this.rule.requests - recent.count,
      resetAt: this.clock.now() + Math.max(recent.newest() + window, recent.owesUntil) - now,
      wait,
    };
  }

  /**
   * Counts what a call has cost beyond itself. What the window has no room for is owed: later calls wait until it would have
   * been done within the rule, however many calls began together.
   */
  charge(key: string | number, calls: number): void {
    let left = calls;
    while (left > 0 && this.take(key).wait === 0) left -= 1;
    const recent = this.calls.get(key);
    if (recent === undefined || left <= 0) return;
    const from = Math.max(recent.owesUntil, this.clock.monotonic());
    recent.owesUntil = from + (left * this.rule.seconds * 1000) / this.rule.requests;
  }

  clear(key: string | number): void {
    this.calls.delete(key);
  }

  private sweep(now: number, window: number): void {
    for (const [key, recent] of this.calls)
      if (recent.newest() <= now - window && recent.owesUntil <= now) this.calls.delete(key);
    this.nextSweep = now + window;
  }
}

/** Headers of every rate-limited answer, names and values in turn. */
export const allowanceHeaders = ({ limit, remaining, resetAt }: Allowance): string[] => [
  'X-RateLimit-Limit',
  String(limit),
  'X-RateLimit-Remaining',
  String(remaining),
  'X-RateLimit-Reset',
  String(Math.ceil(resetAt / 1000)),
];

/** Throws RATE_LIMIT_HIT if the call was not allowed. */
export function requireAllowed({ wait }: Allowance): void {
  if (wait > 0)
    throw new Refused('API usage exceeded rate limit', 'RATE_LIMIT_HIT', { 'retry-after': wait / 1000 });
}

/** Counts a call if there is a limit; throws RATE_LIMIT_HIT. */
export const take = (limit: RateLimit | null, key: string): void => {
  if (limit) requireAllowed(limit.take(key));
};

/** The limits of one server; null where limits are off. */
export interface RateLimits {
  readonly user: RateLimit | null;
  /** Requests for client events, which a client sends again after each answer (decision 54). */
  readonly poll: RateLimit | null;
  readonly anonymous: RateLimit | null;
  readonly login: RateLimit | null;
  /** Mails caused by one link, and by all links of one organization. */
  readonly linkMails: RateLimit | null;
  readonly organizationMails: RateLimit | null;
  /** Mebibytes of files that one person and their bots send, whether they are kept or not. */
  readonly uploads: RateLimit | null;
}

const DAY_SECONDS = 86_400;
const LINK_MAILS = { requests: 100, seconds: DAY_SECONDS };
const ORGANIZATION_MAILS = { requests: 300, seconds: DAY_SECONDS };
/** Bytes that no event names stay on the disk for a day: so many mebibytes of one person at most. */
const UPLOADED_MIB = 10_240;

type LimitingConfig = Pick<Config, 'RATE_LIMITS' | 'MAX_FILE_UPLOAD_SIZE_MIB' | 'UPLOAD_QUOTA_PER_USER_MIB'>;

export const createRateLimits = (config: LimitingConfig, clock: Clock): RateLimits => {
  const rules = config.RATE_LIMITS;
  return {
    user: rules && new RateLimit(rules.user, clock),
    poll: rules && new RateLimit(rules.poll, clock),
    anonymous: rules && new RateLimit(rules.anonymous, clock),
    login: rules && new RateLimit(rules.login, clock),
    linkMails: rules && new RateLimit(LINK_MAILS, clock),
    organizationMails: rules && new RateLimit(ORGANIZATION_MAILS, clock),
    uploads: rules && new RateLimit({ requests: uploadedMibADay(config), seconds: DAY_SECONDS }, clock),
  };
};

/** Mebibytes that one person may send in a day: some times their quota, and at least two of the largest files. */
const uploadedMibADay = ({
  MAX_FILE_UPLOAD_SIZE_MIB: file,
  UPLOAD_QUOTA_PER_USER_MIB: quota,
}: LimitingConfig): number => Math.max(quota > 0 ? 4 * quota : UPLOADED_MIB, 2 * file);

/** Counts what people upload, if there is a limit. */
export const uploadCounter = ({ uploads }: RateLimits): CountUpload | null =>
  uploads &&
  ((person) => {
    requireAllowed(uploads.take(person));
    return (mebibytes) => uploads.charge(person, mebibytes);
  });

/**
 * Counts a mail that a link lets anybody send: per mailbox as often as log-ins may be attempted, per link and
 * per organization a number a day. Throws RATE_LIMIT_HIT.
 */
export function countMail(
  limits: RateLimits,
  organizationId: OrganizationId,
  email: string,
  link: string,
): void {
  take(limits.login, `${organizationId}:mail to ${mailboxOf(email)}`);
  take(limits.linkMails, link);
  take(limits.organizationMails, String(organizationId));
}

/** `ann+1@example.com` and `ann+2@example.com` reach the same mailbox. */
const mailboxOf = (email: string): string => emailKey(email).replace(/\+[^@]*@/, '@');

/**
 * Password attempts count when they begin, so that a burst cannot slip through; success clears them. Each
 * organization counts its own, so a lock in one is not visible in another.
 */
export const loginAttempts = (
  login: RateLimit | null,
  here: OrganizationId,
  count: (limit: RateLimit | null, key: string) => void,
): LoginAttempts => {
  const keyOf = (userName: string, organizationId = here): string =>
    `${organizationId}:${emailKey(userName.trim())}`;
  return {
    begin: (userName) => count(login, keyOf(userName)),
    beginAt: (organizationId, userName) =>
      login === null || login.take(keyOf(userName, organizationId)).wait === 0,
    succeeded: (userName, organizationId) => login?.clear(keyOf(userName, organizationId)),
  };
};

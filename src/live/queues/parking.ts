/** Waiting polls by person: an event wakes those in its audience, each in its turn. */
import type { UserId } from '../../ids.ts';
import type { Audience } from '../define.ts';
import type { DeliveryThrottle } from './deliveryTurns.ts';

/** A waiting poll. */
export interface WaitingPoll {
  readonly userId: UserId;
  /** Called once. */
  readonly wake: () => void;
}

export class WaitingPolls {
  readonly #waiting = new Map<UserId, Set<WaitingPoll>>();
  readonly #turns: Pick<DeliveryThrottle, 'add'>;
  #size = 0;

  constructor(turns: Pick<DeliveryThrottle, 'add'>) {
    this.#turns = turns;
  }

  get size(): number {
    return this.#size;
  }

  /** How many polls of a person wait. */
  waitingOf(userId: UserId): number {
    return this.#waiting.get(userId)?.size ?? 0;
  }

  add(waiter: WaitingPoll): void {
    const theirs = this.#waiting.get(waiter.userId);
    if (theirs) theirs.add(waiter);
    else this.#waiting.set(waiter.userId, new Set([waiter]));
    this.#size += 1;
  }

  /** Harmless for one that has been woken. */
  remove(waiter: WaitingPoll): void {
    const theirs = this.#waiting.get(waiter.userId);
    if (theirs?.delete(waiter) !== true) return;
    this.#size -= 1;
    if (theirs.size === 0) this.#waiting.delete(waiter.userId);
  }

  /** Wakes the waiting polls of an audience. */
  wake(audience: Audience): void {
    if (this.#size === 0) return;
    if (audience.size < this.#waiting.size) for (const userId of audience) this.#wakeAllOf(userId);
    else for (const userId of this.#waiting.keys()) if (audience.has(userId)) this.#wakeAllOf(userId);
  }

  wakeAll(): void {
    for (const userId of this.#waiting.keys()) this.#wakeAllOf(userId);
  }

  #wakeAllOf(userId: UserId): void {
    const theirs = this.#waiting.get(userId);
    if (theirs === undefined) return;
    this.#waiting.delete(userId);
    this.#size -= theirs.size;
    for (const { wake } of theirs) this.#turns.add(wake);
  }
}

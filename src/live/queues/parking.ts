/** Polls that wait for something to be told, by who waits: one event wakes those who may be told of it, in turns. */
import type { UserId } from '../../ids.ts';
import { nextTurn } from '../../turns.ts';
import type { Audience } from '../define.ts';

/** Woken in one turn of the event loop: each then reads, and answers. */
const WOKEN_TOGETHER = 64;

/** Somebody who waits. */
export interface Waiter {
  readonly userId: UserId;
  /** Called once. */
  readonly wake: () => void;
}

export class Parking {
  readonly #waiting = new Map<UserId, Set<Waiter>>();
  readonly #woken: Waiter[] = [];
  #isWaking = false;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many polls of a person wait. */
  waitingOf(userId: UserId): number {
    return this.#waiting.get(userId)?.size ?? 0;
  }

  add(waiter: Waiter): void {
    const theirs = this.#waiting.get(waiter.userId);
    if (theirs) theirs.add(waiter);
    else this.#waiting.set(waiter.userId, new Set([waiter]));
    this.#size += 1;
  }

  /** Harmless for one that has been woken. */
  remove(waiter: Waiter): void {
    const theirs = this.#waiting.get(waiter.userId);
    if (theirs?.delete(waiter) !== true) return;
    this.#size -= 1;
    if (theirs.size === 0) this.#waiting.delete(waiter.userId);
  }

  /** Wakes who waits of an audience. */
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
    this.#woken.push(...theirs);
    if (!this.#isWaking) void this.#wakeInTurns();
  }

  async #wakeInTurns(): Promise<void> {
    this.#isWaking = true;
    while (this.#woken.length > 0) {
      for (const { wake } of this.#woken.splice(0, WOKEN_TOGETHER)) wake();
      await nextTurn();
    }
    this.#isWaking = false;
  }
}

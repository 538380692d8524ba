/**
 * Notifications on their way to the bouncer: those sent are not sent again, and withdrawals wait for pending
 * ones.
 */
import type { MessageId, OrganizationId, UserId } from '../../ids.ts';
import type { DeviceNotification, Pusher } from './pusher.ts';

/** A thing sent to many devices, possibly in several attempts. */
export class DevicePush {
  readonly #pusher: Pick<Pusher, 'push'>;
  readonly #gone = new Map<string, DeviceNotification>();

  constructor(pusher: Pick<Pusher, 'push'>) {
    this.#pusher = pusher;
  }

  /** Sends the letters that have not been sent yet; fails with `BouncerFailure`. */
  async of(letters: readonly DeviceNotification[]): Promise<void> {
    const left = letters.filter(({ id }) => !this.#gone.has(id));
    await this.#pusher.push(left, (count) => {
      for (const letter of left.slice(0, count)) this.#gone.set(letter.id, letter);
    });
  }

  /** Everybody with a device to which a letter has been sent. */
  get pushed(): readonly UserId[] {
    return [...new Set(Array.from(this.#gone.values(), ({ device }) => device.userId))];
  }
}

interface UnderWay {
  readonly organizationId: OrganizationId;
  readonly messageId: MessageId;
  readonly done: Promise<void>;
}

/** Messages being pushed at this moment. */
export class InFlightPushes {
  readonly #underWay = new Set<UnderWay>();

  async during(
    organizationId: OrganizationId,
    messageId: MessageId,
    work: () => Promise<void>,
  ): Promise<void> {
    const done = work();
    const underWay = { organizationId, messageId, done };
    this.#underWay.add(underWay);
    try {
      await done;
    } finally {
      this.#underWay.delete(underWay);
    }
  }

  /** Resolves when none of the given messages is being pushed, whatever the outcome. */
  async over(organizationId: OrganizationId, isMeant: (messageId: MessageId) => boolean): Promise<void> {
    const meant = [...this.#underWay].filter(
      (each) => each.organizationId === organizationId && isMeant(each.messageId),
    );
    await Promise.allSettled(meant.map(({ done }) => done));
  }
}

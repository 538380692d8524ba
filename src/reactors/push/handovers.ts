/** What is being handed to the bouncer: letters that have gone do not go again, and what is taken back has to have gone. */
import type { MessageId, OrganizationId, UserId } from '../../ids.ts';
import type { Letter, Pusher } from './pusher.ts';

/** One thing that is told to many devices, perhaps in more than one attempt. */
export class Handover {
  readonly #pusher: Pick<Pusher, 'push'>;
  readonly #gone = new Map<string, Letter>();

  constructor(pusher: Pick<Pusher, 'push'>) {
    this.#pusher = pusher;
  }

  /** Hands over those letters that have not gone yet; fails with `BouncerFailure`. */
  async of(letters: readonly Letter[]): Promise<void> {
    const left = letters.filter(({ id }) => !this.#gone.has(id));
    await this.#pusher.push(left, (count) => {
      for (const letter of left.slice(0, count)) this.#gone.set(letter.id, letter);
    });
  }

  /** Everybody to any of whose devices a letter has gone. */
  get told(): readonly UserId[] {
    return [...new Set(Array.from(this.#gone.values(), ({ device }) => device.userId))];
  }
}

interface UnderWay {
  readonly organizationId: OrganizationId;
  readonly messageId: MessageId;
  readonly done: Promise<void>;
}

/** The messages that are being pushed at this moment. */
export class Handovers {
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

  /** Resolves when none of the messages that are meant is being pushed, however that ends. */
  async over(organizationId: OrganizationId, isMeant: (messageId: MessageId) => boolean): Promise<void> {
    const meant = [...this.#underWay].filter(
      (each) => each.organizationId === organizationId && isMeant(each.messageId),
    );
    await Promise.allSettled(meant.map(({ done }) => done));
  }
}

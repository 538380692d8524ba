/**
 * The messages for which people's devices may show notifications: folded from the newest events of the stream
 * `reactor-pushed-{id}`; older notifications are forgotten.
 */
import type { AnyEvent } from '../events/catalog.ts';
import type { MessageId, UserId } from '../ids.ts';
import { type FoldMap, map } from './containers.ts';

/** Notifications per person; older ones are forgotten. */
const MAX_SHOWN_PER_USER = 100;

/** An event of the stream, or the position before the first. */
interface StreamPosition {
  readonly revision: number;
  readonly hash: string;
}

export class PushedState {
  revision: number;
  hash: string;
  /** UNIX milliseconds of the last event. */
  time = 0;
  /** In the order in which they were pushed. */
  readonly #shown: FoldMap<UserId, readonly MessageId[]>;
  readonly #base: PushedState | undefined;

  constructor({ revision, hash }: StreamPosition, base?: PushedState) {
    this.revision = revision;
    this.hash = hash;
    this.#shown = base ? base.#shown.layer() : map();
    this.#base = base;
  }

  fold(event: AnyEvent): void {
    if (event.type === 'MessagePushed') {
      const { messageId, userIds } = event.data;
      for (const userId of userIds) {
        const others = this.shownTo(userId).filter((shown) => shown !== messageId);
        this.#shown.set(userId, [...others.slice(1 - MAX_SHOWN_PER_USER), messageId]);
      }
    } else if (event.type === 'PushesTakenBack') {
      const { userId, messageIds } = event.data;
      const left = this.shownTo(userId).filter((messageId) => !messageIds.includes(messageId));
      if (left.length > 0) this.#shown.set(userId, left);
      else this.#shown.delete(userId);
    }
    this.revision = event.revision;
    this.hash = event.metadata.hash;
    this.time = event.metadata.time;
  }

  /** The messages for which a person's devices may show notifications. */
  shownTo(userId: UserId): readonly MessageId[] {
    return this.#shown.get(userId) ?? [];
  }

  /** Everybody whose devices may show a notification for one of these messages. */
  seeing(messageIds: ReadonlySet<MessageId>): readonly UserId[] {
    const all = [...this.#shown.entries()];
    return all.filter(([, shown]) => shown.some((id) => messageIds.has(id))).map(([userId]) => userId);
  }

  layer(): PushedState {
    const layer = new PushedState(this, this);
    layer.time = this.time;
    return layer;
  }

  /** Gives a layer's events to its base. */
  merge(): void {
    if (this.#base === undefined) throw new Error('Only a layer can be merged.');
    this.#shown.merge();
    const { revision, hash, time } = this;
    Object.assign(this.#base, { revision, hash, time });
  }
}

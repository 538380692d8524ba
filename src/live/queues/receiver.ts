/** Who is told: a queue, and what telling its reader needs. */
import type { InheritedNotifications } from '../subscriptionSettings.ts';
import type { Completions } from './completions.ts';
import type { Queue } from './queue.ts';

/** A queue, its ID, and where its reader is. */
export interface Receiver {
  readonly id: string;
  readonly queue: Queue;
  /** Host name of the organization, without a port. */
  readonly host: string;
  readonly completions: Completions;
  /** What the reader's notifications are in channels that say nothing of their own. */
  readonly inherited: () => InheritedNotifications;
}

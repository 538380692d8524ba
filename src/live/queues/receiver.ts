/** A queue as the receiver of events. */
import type { InheritedNotifications } from '../subscriptionSettings.ts';
import type { Completions } from './completions.ts';
import type { Queue } from './queue.ts';

/** A queue, its ID and its organization's host. */
export interface Receiver {
  readonly id: string;
  readonly queue: Queue;
  /** Host name of the organization, without a port. */
  readonly host: string;
  readonly completions: Completions;
  /** The reader's notification settings for channels without their own. */
  readonly inherited: () => InheritedNotifications;
  /** An event ID as clients see it. */
  readonly shownId: (id: number) => number;
  /** A client event as clients of others expect it, if they are to be served. */
  readonly compatible: ((event: object) => object) | undefined;
}

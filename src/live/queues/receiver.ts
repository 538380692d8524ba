/** A queue as the receiver of events. */
import type { InheritedNotifications } from '../subscriptionSettings.ts';
import type { DeferredFields } from './completions.ts';
import type { QueueRegistration } from './queue.ts';

/** A queue, its ID and its organization's host. */
export interface DeliveryTarget {
  readonly id: string;
  readonly queue: QueueRegistration;
  /** Host name of the organization, without a port. */
  readonly host: string;
  readonly completions: DeferredFields;
  /** The reader's notification settings for channels without their own. */
  readonly inheritedSettings: () => InheritedNotifications;
  /** An event ID as clients see it. */
  readonly clientId: (id: number) => number;
  /** A client event as clients of others expect it, if they are to be served. */
  readonly compatible: ((event: object) => object) | undefined;
}

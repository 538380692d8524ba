/** What the versions of the server do each in their own way. */

export type Version = '23.10' | '24.10';

export interface Ways {
  /** What the server says that it is. */
  readonly version: string;
  /** The first checkpoint is the position that was asked for, and the last one while catching up comes twice. */
  readonly repeatsCheckpoints: boolean;
  /** A subscription after a position begins behind the first event at or after it, gone or not. */
  readonly skipsFirst: boolean;
  /** Subscriptions that cannot follow fall behind, catch up and say so; otherwise they are dropped. */
  readonly fallsBehind: boolean;
}

export const WAYS: Readonly<Record<Version, Ways>> = {
  '23.10': { version: '23.10.6', repeatsCheckpoints: false, skipsFirst: true, fallsBehind: false },
  '24.10': { version: '24.10.4', repeatsCheckpoints: true, skipsFirst: false, fallsBehind: true },
};

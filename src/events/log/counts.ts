/** Counters of a log over a network; an engine with its events in memory counts nothing. */
export interface LogCounts {
  /** Events decoded by the driver, repeated ones included. */
  decoded: number;
  /** How often the server has dropped the bell's subscription. */
  subscriptionDrops: number;
  /** Batches refused because another node had appended. */
  conflicts: number;
}

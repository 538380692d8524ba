/**
 * Counting that costs the hot path a few additions; prom-client reads the sums when somebody asks.
 */

/** What the server counts. `app.ts` makes one (`createMetrics`) and hands it to whoever has something to count. */
export interface Metrics {
  /** An answer of a route (its name), after so many milliseconds. */
  answered(route: string, status: number, milliseconds: number): void;
  /** A batch that the log has acknowledged. */
  appended(events: number): void;
}

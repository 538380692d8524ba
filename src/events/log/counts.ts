/** What is counted of reading a log over a network; an engine that has its events in hand counts nothing. */
export interface LogCounts {
  /** Events that the driver has decoded, those that were known already among them. */
  decoded: number;
  /** How often the server has dropped the subscription of the bell. */
  bellDrops: number;
}

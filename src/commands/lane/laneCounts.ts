/** Counters of a lane since it was opened. */
export class LaneCounts {
  batches = 0;
  events = 0;
  /** Batches whose revision another node had taken. */
  conflicts = 0;
  /** Batches for which the log did not say whether they were stored. */
  unknownOutcomes = 0;
  /** Commands decided again after a conflict or an unknown outcome. */
  decidedAgain = 0;
}

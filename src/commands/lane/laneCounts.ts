/** What a lane has seen since it was opened. */
export class LaneCounts {
  batches = 0;
  events = 0;
  /** Batches whose revision another write path had taken. */
  conflicts = 0;
  /** Batches of which the log did not say whether they were stored. */
  unknownOutcomes = 0;
  /** Commands decided again after a conflict or an unknown outcome. */
  decidedAgain = 0;
}

import type { CancelTimer, Clock } from '../../clock.ts';
import { LogUnavailable } from '../../events/log/eventLog.ts';

/** Milliseconds within which anybody who waits is answered, whatever becomes of the batch in hand. */
const ANSWER_WITHIN = 4_500;

/** What anybody who waits is told then: events on their way may be stored nevertheless. */
const TOO_LATE = new LogUnavailable('The event log has not answered in time.');

/** Up to when a batch, and all who wait behind it, can be kept waiting for the log. */
export class AnswerDeadline {
  /** Ends it; to be called when the batch is done with. */
  readonly cancel: CancelTimer;
  #isOver = false;

  /** `tell` is called when it is over, and again for those who have come meanwhile. */
  constructor(clock: Clock, tell: (late: LogUnavailable) => void) {
    this.cancel = clock.every(ANSWER_WITHIN, () => {
      this.#isOver = true;
      tell(TOO_LATE);
    });
  }

  /** Throws where those of the batch have been told to come back later: nothing of it is decided again. */
  check(): void {
    if (this.#isOver) throw TOO_LATE;
  }
}

import type { CancelTimer, Clock } from '../../clock.ts';
import { LogUnavailable } from '../../events/log/eventLog.ts';

/** Milliseconds after which waiting callers are answered, whatever happens to the current batch. */
const ANSWER_DEADLINE_MS = 4_500;

/** The answer they get then; their events may be stored nevertheless. */
const TOO_LATE = new LogUnavailable('The event log has not answered in time.');

/** The deadline of a batch, and of all commands that wait behind it. */
export class AnswerDeadline {
  /** Cancels the deadline once the batch has ended. */
  readonly cancel: CancelTimer;
  #isOver = false;

  /** `tell` is called when the deadline passes, and again for commands that arrive later. */
  constructor(clock: Clock, tell: (late: LogUnavailable) => void) {
    this.cancel = clock.every(ANSWER_DEADLINE_MS, () => {
      this.#isOver = true;
      tell(TOO_LATE);
    });
  }

  /** Throws if the batch's callers have been told to retry: none of it is decided again. */
  check(): void {
    if (this.#isOver) throw TOO_LATE;
  }
}

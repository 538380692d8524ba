/**
 * The lane: the only way to write to a stream. It collects waiting commands, loads the facts they declare,
 * decides them one after the other on a layer, appends their events as one batch at the exact revision, and
 * answers after the log's acknowledgment.
 */
import type { Clock } from '../../base/clock.ts';
import { batchWindow } from '../../base/concurrency.ts';
import { NotReady } from '../../base/errors.ts';
import { decode } from '../../events/catalog.ts';
import { requireNext } from '../../events/chain.ts';
import type { DomainEvent } from '../../events/define.ts';
import {
  type EventLog,
  LogUnavailable,
  OutcomeUnknown,
  type Position,
  RevisionConflict,
  type StoredEvent,
} from '../../events/log/eventLog.ts';
import type { FoldedState, Observer } from '../../organization/transitions.ts';
import type { Command, CommandMetadata, CommandOutcome } from '../define.ts';
import {
  AttemptedBatches,
  Batch,
  BATCH_COMMANDS,
  type DecidedBatch,
  failAll,
  FoldFailed,
  type LaneStream,
  MAX_ATTEMPTS,
  type PendingCommand,
} from './batch.ts';
import { BatchFacts } from './batchFacts.ts';
import { type FactsCache, loadFacts } from './factsCache.ts';
import { AcknowledgedState, AnswerDeadline, LaneCounts, RevisionWaiters } from './revisionWaiters.ts';

interface LaneOptions<State extends FoldedState> extends LaneStream {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly state: State;
  /** Receives the number of newly acknowledged events. */
  readonly onAcknowledged?: (events: number) => void;
}

export class Lane<State extends FoldedState> {
  /** Acknowledged state: what queries, live and reactors may read. */
  readonly state: State;
  /** Position up to which the state has been folded, as far as the log has reported it. */
  position: Position = -1;
  /** Why this lane has stopped for good: a broken chain, or an event that this release does not know. */
  fault: Error | undefined;
  /** Monotonic time of the fault. */
  faultAt = Infinity;
  /** Facts for this stream's commands, created on first use; absent if no command needs any. */
  facts: FactsCache | undefined;
  readonly counts = new LaneCounts();
  readonly #options: LaneOptions<State>;
  readonly #arrivals: RevisionWaiters;
  readonly #acknowledged: AcknowledgedState<State>;
  #waiting: PendingCommand<State>[] = [];
  #running: Promise<void> | undefined;
  /** Highest revision seen in the tail; above the state's if another node was faster. */
  #seen = -1;

  constructor(options: LaneOptions<State>) {
    this.#options = options;
    this.state = options.state;
    this.#acknowledged = new AcknowledgedState(options.state);
    this.#arrivals = new RevisionWaiters(options.clock);
  }

  /** Resolves once the log has acknowledged the command's events; fails with its refusal, or with NotReady. */
  submit<Input, Result, Event extends DomainEvent>(
    definition: Command<Input, Result, State, Event>,
    input: Input,
    submission: CommandMetadata,
  ): Promise<CommandOutcome<Result>> {
    if (this.fault) return Promise.reject(new NotReady(this.fault.message, 30, { cause: this.fault }));
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        definition: definition as unknown as PendingCommand<State>['definition'],
        input,
        submission,
        answer: (answer) =>
          answer.accepted
            ? resolve({ result: answer.result as Result, revision: answer.revision })
            : reject(answer.error),
      });
      this.#wake();
    });
  }

  /** Decides a command without facts and records nothing: throws what `submit` would refuse. */
  dryRun<Input, Result, Event extends DomainEvent>(
    { decide }: Command<Input, Result, State, Event>,
    input: Input,
    { actor }: CommandMetadata,
  ): void {
    const now = Math.max(this.#options.clock.now(), this.state.time);
    decide(this.state, input, { actor, now, nextRevision: this.state.revision + 1, facts: new BatchFacts() });
  }

  /**
   * Shows one observer every event as it becomes acknowledged state, once and in order, until the returned
   * function is called. An observer that throws is removed, and `onFailure` receives the error.
   */
  observe(observer: Observer<State>, onFailure: (error: unknown) => void): () => void {
    return this.#acknowledged.observe(observer, onFailure);
  }

  /** Events of this stream from the tail; those already in the state are skipped. */
  receive(events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    this.#seen = Math.max(this.#seen, last.revision);
    const next = this.state.revision + 1;
    if (last.revision < next) this.position = Math.max(this.position, last.position);
    else if (!this.#running && events.some(({ revision }) => revision === next)) this.#fold(events);
    if (this.#seen > this.state.revision) this.#wake();
  }

  /** Whether the acknowledged state contains a revision, waiting for so many milliseconds. */
  async waitForRevision(revision: number, timeoutMs: number): Promise<boolean> {
    return revision <= this.state.revision || this.#arrivals.waitFor(revision, timeoutMs);
  }

  /** Folds the log's events beyond the state. */
  async catchUp(): Promise<void> {
    const { log, stream } = this.#options;
    for await (const page of log.readStream(stream, { from: this.state.revision + 1 })) this.#fold(page);
    if (this.position >= 0 || this.state.revision < 0) return;
    // The state came from a snapshot, which does not contain the position of its last event.
    const last = { from: this.state.revision, direction: 'backwards', limit: 1 } as const;
    for await (const page of log.readStream(stream, last)) this.position = page[0]?.position ?? this.position;
  }

  /** Like `readOn`, between two batches: during one, its events are in the log but not in the state. */
  async readOnBetween(): Promise<void> {
    while (this.#running) await this.#running;
    const reading = this.catchUp();
    this.#running = this.#occupied(reading.catch(() => undefined));
    return reading;
  }

  /** Resolves when no command waits. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #wake(): void {
    this.#running ??= this.#occupied(batchWindow().then(() => this.#drain()));
  }

  /** Only one task runs at a time; commands that arrive meanwhile follow. */
  #occupied(work: Promise<void>): Promise<void> {
    return work.finally(() => {
      this.#running = undefined;
      if (this.#waiting.length > 0 || this.#seen > this.state.revision) this.#wake();
    });
  }

  async #drain(): Promise<void> {
    if (this.#seen > this.state.revision) await this.#catchUp();
    while (this.#waiting.length > 0) {
      const commands = this.#waiting.splice(0, BATCH_COMMANDS);
      const deadline = new AnswerDeadline(this.#options.clock, (late) =>
        failAll([...commands, ...this.#waiting.splice(0)], late, this.fault),
      );
      try {
        const later = await this.#settle(commands, deadline);
        this.#waiting = [...later, ...this.#waiting];
      } catch (error) {
        // The commands behind have waited too: another full deadline would be too long for them.
        const behind = error instanceof LogUnavailable ? this.#waiting.splice(0) : [];
        failAll([...commands, ...behind], error, this.fault);
      } finally {
        deadline.cancel();
      }
    }
  }

  /** Reads on because the tail is ahead; if that fails, the next delivery retries. */
  async #catchUp(): Promise<void> {
    await this.catchUp().catch(() => undefined);
    this.#seen = this.state.revision;
  }

  /** Brings a batch to its acknowledgment; commands for the next batch are queued again. */
  async #settle(
    commands: readonly PendingCommand<State>[],
    deadline: AnswerDeadline,
  ): Promise<readonly PendingCommand<State>[]> {
    let pending = commands;
    const attempts = new AttemptedBatches<State>();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { batch, able, later } = await this.#decideAll(pending);
      attempts.remember(batch);
      const outcome = await this.#append(batch);
      if (outcome === 'acknowledged') {
        for (const { waiting, answer } of batch.answers) waiting.answer(answer);
        return later;
      }
      const stored = await this.#whatWasStored(attempts);
      pending = able.filter((waiting) => !stored.has(waiting));
      this.counts.decidedAgain += pending.length - later.length;
      if (pending.length === 0) return [];
      deadline.check();
    }
    throw new NotReady('Too many others write to this organization at this moment.');
  }

  async #decideAll(commands: readonly PendingCommand<State>[]): Promise<DecidedBatch<State>> {
    const { facts, able, unable, error } = await loadFacts(this.facts, this.state, commands);
    if (unable.length > 0) failAll(unable, error, this.fault);
    const batch = new Batch(this.#acknowledged.takeDraft(), facts, this.#options, this.#options.clock.now());
    try {
      let count = 0;
      while (count < able.length && batch.add(able[count] as PendingCommand<State>)) count += 1;
      return { batch, able, later: able.slice(count) };
    } catch (failure) {
      if (!(failure instanceof FoldFailed)) throw failure;
      failAll([failure.command as PendingCommand<State>], failure.cause, this.fault);
      return this.#decideAll(able.filter((waiting) => waiting !== failure.command));
    }
  }

  async #append(batch: Batch<State>): Promise<'acknowledged' | 'unsettled'> {
    const { log, stream } = this.#options;
    if (batch.events.length === 0) return (await this.#isBehind()) ? 'unsettled' : 'acknowledged';
    try {
      const { position } = await log.append(stream, batch.events, batch.base < 0 ? 'no stream' : batch.base);
      this.#acknowledge(batch, position);
      return 'acknowledged';
    } catch (error) {
      if (error instanceof RevisionConflict) this.counts.conflicts += 1;
      else if (error instanceof OutcomeUnknown) this.counts.unknownOutcomes += 1;
      else throw error;
      return 'unsettled';
    }
  }

  /** Whether others have appended: a batch without events cannot conflict, so it is checked here. */
  async #isBehind(): Promise<boolean> {
    const { revision } = this.state;
    if (this.#options.log.recent === undefined) await this.catchUp();
    return this.state.revision > revision;
  }

  #acknowledge(batch: Batch<State>, position: Position): void {
    this.#acknowledged.apply(batch);
    this.facts?.keep(batch.facts);
    this.position = Math.max(this.position, position);
    this.counts.batches += 1;
    this.counts.events += batch.events.length;
    this.#announce(batch.events.length);
  }

  /** After a conflict or an unknown outcome: reads on, and answers commands that are stored. */
  async #whatWasStored(attempts: AttemptedBatches<State>): Promise<ReadonlySet<PendingCommand<State>>> {
    const { log, stream } = this.#options;
    const answered = new Set<PendingCommand<State>>();
    for await (const page of log.readStream(stream, { from: this.state.revision + 1 })) {
      this.#fold(page);
      for (const { waiting, answer } of page.flatMap((event) => attempts.findStored(event))) {
        waiting.answer(answer);
        answered.add(waiting);
      }
    }
    return answered;
  }

  /** Folds consecutive events into the acknowledged state, each verified in the chain. */
  #fold(events: readonly StoredEvent[]): void {
    const news = events.filter((event) => event.revision > this.state.revision);
    try {
      for (const stored of news) {
        requireNext(this.state, stored);
        const event = decode(stored);
        this.#acknowledged.fold(event);
        this.facts?.follow(event);
        this.position = Math.max(this.position, stored.position);
      }
    } catch (error) {
      this.fault = error as Error;
      this.faultAt = this.#options.clock.monotonic();
      throw error;
    }
    this.#announce(news.length);
  }

  /** Reports newly acknowledged events. */
  #announce(events: number): void {
    if (events === 0) return;
    this.#arrivals.announce(this.state.revision);
    this.#options.onAcknowledged?.(events);
  }
}

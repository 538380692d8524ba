/** Fills generations where it is best: in this thread from a short log, by workers from a long one. */
import { type Clock, pause } from '../../clock.ts';
import type { EventLog } from '../../events/log/eventLog.ts';
import type { Projection } from '../define.ts';
import { fill, type FillProgress } from './filling.ts';
import { type FillElsewhere, fillingCrew, type FillingHand, type FillingTask } from './fillingCrew.ts';
import type { ProjectionLogger } from './logLines.ts';
import type { GenerationName, ReadModels } from '../store/readModels.ts';
import { Gate } from '../../turns.ts';

interface FillingsOptions {
  readonly log: EventLog;
  readonly readModels: ReadModels;
  readonly clock: Clock;
  readonly logger: ProjectionLogger;
  readonly onProgress?: (progress: FillProgress) => void;
  /** Fills from a long log; without it, this thread does that too. */
  readonly fill?: FillElsewhere;
}

/** A log with fewer events is filled in this thread, because starting another would take longer. */
const SHORT_LOG = 2_000;
/** Events per batch, because others need this thread. */
const BATCH = 500;
/** Milliseconds during which tasks are collected, so that the log is read once. */
const GATHERING = 100;

export class Fillings {
  readonly #options: FillingsOptions;
  readonly #gate = new Gate(1);
  readonly #fillLong: FillElsewhere;
  #asking: Promise<boolean> | undefined;

  constructor(options: FillingsOptions) {
    this.#options = options;
    this.#fillLong = options.fill ?? fillingCrew(() => this.#handHere(), 1);
  }

  /** Fills and seals a generation. */
  async fill(projection: Projection, name: GenerationName, signal: AbortSignal): Promise<void> {
    const { onProgress = () => {} } = this.#options;
    const task = { projection, name, onProgress, signal };
    this.#asking ??= isShort(this.#options.log).finally(() => (this.#asking = undefined));
    if (await this.#asking) await this.#gate.through(() => this.#fillHere([task]));
    else await this.#fillLong(task);
  }

  #fillHere(tasks: readonly FillingTask[]): Promise<void> {
    const { log, readModels, clock, logger } = this.#options;
    const onProgress = (progress: FillProgress): void =>
      tasks.find(({ projection }) => projection.name === progress.projection)?.onProgress(progress);
    const signal = AbortSignal.any(tasks.map((task) => task.signal));
    const generations = tasks.map(({ projection, name }) => ({ projection, name }));
    return fill({ log, readModels, clock, logger, onProgress, signal, batch: BATCH, generations });
  }

  /** A worker in this thread. */
  #handHere(): FillingHand {
    return {
      started: pause(this.#options.clock, GATHERING),
      hasEnded: false,
      carryOut: (tasks) => this.#fillHere(tasks),
      end() {},
    };
  }
}

async function isShort(log: EventLog): Promise<boolean> {
  let events = 0;
  for await (const page of log.readAll({ limit: SHORT_LOG })) events += page.length;
  return events < SHORT_LOG;
}

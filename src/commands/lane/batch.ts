/**
 * One batch of a lane: its commands are decided one after the other on a layer; nothing is acknowledged yet.
 */
import { NotReady, Refused } from '../../base/errors.ts';
import type { AnyEvent } from '../../events/catalog.ts';
import type { DomainEvent } from '../../events/define.ts';
import {
  type EventToAppend,
  LogUnavailable,
  MAX_APPEND_BYTES,
  OutcomeUnknown,
  type StoredEvent,
} from '../../events/log/eventLog.ts';
import type { FoldedState } from '../../organization/transitions.ts';
import type { Command, CommandMetadata } from '../define.ts';
import type { BatchFacts } from './batchFacts.ts';
import { createEnvelope, type EventEnvelope } from './envelope.ts';

/** Maximum number of commands in a batch: keeps a batch well under 50 ms. */
export const BATCH_COMMANDS = 256;

/** A command waiting for its answer. */
export interface PendingCommand<State> {
  readonly definition: Command<unknown, unknown, State, DomainEvent>;
  readonly input: unknown;
  readonly submission: CommandMetadata;
  readonly answer: (answer: CommandAnswer) => void;
}

/** The result of a command: accepted at a revision, or failed with a refusal or a fault. */
type CommandAnswer =
  | { readonly accepted: true; readonly result: unknown; readonly revision: number }
  | { readonly accepted: false; readonly error: unknown };

/**
 * A command of a batch, its answer once the batch is acknowledged, and its first event's ID, if it has
 * events.
 */
interface DecidedCommand<State> {
  readonly waiting: PendingCommand<State>;
  readonly answer: CommandAnswer;
  readonly firstEventId: string | undefined;
}

/** The stream that a lane appends to, and the organization in its events' metadata. */
export interface LaneStream {
  readonly stream: string;
  readonly organization: number;
}

/** An event of a command could not be folded, which is our bug: the layer is now in an undefined state. */
export class FoldFailed extends Error {
  readonly command: unknown;

  constructor(by: unknown, cause: unknown) {
    super('The layer has taken in half of a command.', { cause });
    this.name = 'FoldFailed';
    this.command = by;
  }
}

/** Decides commands on a layer, level with the acknowledged state, until one does not fit any more. */
export class Batch<State extends FoldedState> {
  readonly layer: State;
  /** The revision that it was decided at. */
  readonly base: number;
  readonly facts: BatchFacts;
  readonly events: EventToAppend[] = [];
  /** The same events as readers will see them; their positions are not known yet (-1). */
  readonly recorded: AnyEvent[] = [];
  readonly answers: DecidedCommand<State>[] = [];
  readonly #stream: LaneStream;
  readonly #now: number;
  #bytes = 0;

  constructor(layer: State, facts: BatchFacts, stream: LaneStream, now: number) {
    this.layer = layer;
    this.base = layer.revision;
    this.facts = facts;
    this.#stream = stream;
    this.#now = Math.max(now, layer.time);
  }

  /**
   * Decides one command; false if it belongs to a later batch (its facts are not loaded, or the batch is
   * full). Throws SpoiltBatch, after which none of the batch may be appended.
   */
  add(waiting: PendingCommand<State>): boolean {
    try {
      const needed = this.#needs(waiting);
      if (needed && !this.facts.has(needed)) return false;
      return this.#decide(waiting);
    } catch (error) {
      if (error instanceof FoldFailed) throw error;
      this.answers.push({ waiting, answer: { accepted: false, error }, firstEventId: undefined });
      return true;
    }
  }

  #needs({ definition, input, submission }: PendingCommand<State>) {
    return definition.needs?.(this.layer, input, submission.actor);
  }

  #decide(waiting: PendingCommand<State>): boolean {
    const { definition, input, submission } = waiting;
    const { events, result } = definition.decide(this.layer, input, {
      actor: submission.actor,
      now: this.#now,
      nextRevision: this.layer.revision + 1,
      facts: this.facts,
    });
    const enveloped = this.#envelopeAll(waiting, events);
    const firstEventId = enveloped[0]?.stored.id;
    const bytes = enveloped.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MAX_APPEND_BYTES) throw new Refused('This request changes too much at once.');
    if (this.#bytes + bytes > MAX_APPEND_BYTES) return false;
    this.#bytes += bytes;
    this.#takeAll(waiting, enveloped);
    this.answers.push({
      waiting,
      answer: { accepted: true, result, revision: this.layer.revision },
      firstEventId,
    });
    return true;
  }

  #envelopeAll(waiting: PendingCommand<State>, events: readonly DomainEvent[]): readonly EventEnvelope[] {
    const { stream, organization } = this.#stream;
    let { hash: previousHash, revision } = this.layer;
    return events.map((event) => {
      revision += 1;
      const appendPosition = { stream, organization, revision, previousHash, time: this.#now };
      const enveloped = createEnvelope(event, appendPosition, waiting.definition.name, waiting.submission);
      previousHash = enveloped.hash;
      return enveloped;
    });
  }

  #takeAll(waiting: PendingCommand<State>, enveloped: readonly EventEnvelope[]): void {
    try {
      for (const { stored, recorded } of enveloped) this.#take(stored, recorded as AnyEvent);
    } catch (error) {
      throw new FoldFailed(waiting, error);
    }
  }

  #take(stored: EventToAppend, recorded: AnyEvent): void {
    this.layer.fold(recorded);
    this.facts.evolve(recorded);
    this.events.push(stored);
    this.recorded.push(recorded);
  }
}

/** A batch to append, the commands it was made for, and those of them that did not fit. */
export interface DecidedBatch<State extends FoldedState> {
  readonly batch: Batch<State>;
  readonly able: readonly PendingCommand<State>[];
  readonly later: readonly PendingCommand<State>[];
}

/** Fails commands; an unreachable log or a faulty lane is reported as a temporary error. */
export function failAll<State extends FoldedState>(
  commands: readonly PendingCommand<State>[],
  error: unknown,
  fault: Error | undefined,
): void {
  const isKnown = error instanceof OutcomeUnknown || error instanceof LogUnavailable || error === fault;
  const shown = isKnown ? new NotReady((error as Error).message, 1, { cause: error }) : error;
  for (const waiting of commands) waiting.answer({ accepted: false, error: shown });
}

/** Maximum number of decisions about one command before its caller has to retry later. */
export const MAX_ATTEMPTS = 50;

/**
 * The decided commands of every attempt, by the ID of their first event: an append of unknown outcome may
 * turn out to be stored, and the command is then answered with the result of that very attempt.
 */
export class AttemptedBatches<State extends FoldedState> {
  readonly #batches: Batch<State>[] = [];

  remember(batch: Batch<State>): void {
    this.#batches.push(batch);
  }

  /** The commands whose first event this is. */
  findStored({ id }: StoredEvent): readonly DecidedCommand<State>[] {
    return this.#batches.flatMap(({ answers }) => answers.filter(({ firstEventId }) => firstEventId === id));
  }
}

/**
 * The lane of presence reports. It collects them, records them as at most one event per second, and removes
 * outdated events.
 */
import type { Clock } from '../../clock.ts';
import { type AnyEvent, decode, type EphemeralEvents, UnknownEvent } from '../../events/catalog.ts';
import { chainStart, hashOf } from '../../events/chain.ts';
import type { EventLog, StoredEvent } from '../../events/log/eventLog.ts';
import { ephemeralStream, type OrganizationId, type UserId } from '../../ids.ts';
import { PresenceState } from '../../organization/presence.ts';
import { BY_SERVER, type Command } from '../define.ts';
import type { DomainEventOf } from '../../events/define.ts';
import { Lane } from './lane.ts';
import { recordPresences, type Report, applyReport } from '../presence.ts';
import { endOfTurn } from '../../turns.ts';

export interface PresenceOptions {
  readonly log: EventLog;
  readonly clock: Clock;
  /** Receives every event of these streams once, from the opening of the lane. */
  readonly onEvent?: (organizationId: OrganizationId, event: AnyEvent) => void;
}

/** A person's report, and the callers that wait until it is recorded. */
interface PendingReport {
  report: Report;
  readonly answers: ((outcome: Promise<void>) => void)[];
}

/** Milliseconds between two events. */
const BATCH_INTERVAL_MS = 1_000;
/** People per event, so that creating it does not block others. */
const MAX_REPORTS_PER_EVENT = 2_500;
/** Outdated events are removed when there are this many. */
const TRUNCATE_BATCH = 64;
/** Waiting callers resumed per turn of the event loop; an organization may have many. */
const ANSWERS_PER_TURN = 32;

export class PresenceLane {
  readonly #options: PresenceOptions;
  readonly #organizationId: OrganizationId;
  #lane: Lane<PresenceState>;
  /** Revision of the first event that the stream may still have. */
  #first: number;
  #waiting = new Map<UserId, PendingReport>();
  #recording: Promise<void> | undefined;
  /** Monotonic time. */
  #recordedAt = -Infinity;
  #reopening: Promise<void> | undefined;

  private constructor(options: PresenceOptions, organizationId: OrganizationId, found: PresenceStream) {
    this.#options = options;
    this.#organizationId = organizationId;
    this.#lane = laneOf(options, organizationId, found.state);
    this.#first = found.first;
  }

  static async open(options: PresenceOptions, organizationId: OrganizationId): Promise<PresenceLane> {
    return new PresenceLane(options, organizationId, await readPresence(options.log, organizationId));
  }

  /** The recorded presence. */
  get state(): PresenceState {
    return this.#lane.state;
  }

  /** Resolves once it is recorded, or at once if it changes too little; fails with NotReady. */
  report(userId: UserId, report: Report): Promise<void> {
    const waiting = this.#waiting.get(userId);
    const present = this.state.people.get(userId);
    if (waiting === undefined && applyReport(present, report, this.#now) === undefined)
      return Promise.resolve();
    const joined = waiting ?? { report, answers: [] };
    if (report !== 'idle') joined.report = report;
    this.#waiting.set(userId, joined);
    this.#recording ??= this.#recordSoon();
    return new Promise((resolve) => joined.answers.push(resolve));
  }

  /** Records events that no state keeps, immediately; fails with NotReady. */
  async submit<Input>(
    command: Command<Input, void, PresenceState, DomainEventOf<EphemeralEvents>>,
    input: Input,
  ): Promise<void> {
    const submission = { ...BY_SERVER, correlationId: ephemeralStream(this.#organizationId) };
    await this.#lane.submit(command, input, submission);
    this.#letGo();
  }

  /** Events of this stream from the subscription. */
  receive(events: readonly StoredEvent[]): void {
    try {
      this.#lane.receive(events);
    } catch {
      // The lane is faulty from now on, and is reopened.
    }
    const revision = events.at(-1)?.revision ?? -1;
    this.#reopening ??= this.#reopenUnless(revision).finally(() => (this.#reopening = undefined));
  }

  /** Resolves when all reports are recorded. */
  async idle(): Promise<void> {
    while (this.#recording) await this.#recording;
  }

  get #now(): number {
    return Math.floor(this.#options.clock.now() / 1000);
  }

  async #recordSoon(): Promise<void> {
    const { clock } = this.#options;
    const wait = this.#recordedAt + BATCH_INTERVAL_MS - clock.monotonic();
    if (wait > 0) await new Promise<void>((resolve) => clock.after(wait, resolve));
    else await endOfTurn();
    const together = [...this.#waiting].slice(0, MAX_REPORTS_PER_EVENT);
    for (const [userId] of together) this.#waiting.delete(userId);
    const recorded = this.#record(new Map(together.map(([userId, { report }]) => [userId, report])));
    await recorded.then(
      () => this.#letGo(),
      () => undefined,
    );
    this.#recording = this.#waiting.size > 0 ? this.#recordSoon() : undefined;
    await answerInTurns(
      together.flatMap(([, { answers }]) => answers),
      recorded,
    );
  }

  async #record(reports: ReadonlyMap<UserId, Report>): Promise<void> {
    this.#recordedAt = this.#options.clock.monotonic();
    const submission = { ...BY_SERVER, correlationId: ephemeralStream(this.#organizationId) };
    await this.#lane.submit(recordPresences, { at: this.#now, reports }, submission);
  }

  /** Events that the log does not remove now are removed with later ones. */
  #letGo(): void {
    const { needed } = this.state;
    if (needed - this.#first < TRUNCATE_BATCH) return;
    this.#first = needed;
    void this.#options.log.truncate(ephemeralStream(this.#organizationId), needed).catch(() => undefined);
  }

  /** Another node has removed events that this one had not seen yet, or one cannot be read. */
  async #reopenUnless(revision: number): Promise<void> {
    await this.#lane.idle();
    if (this.#lane.fault === undefined && this.state.revision >= revision) return;
    const found = await readPresence(this.#options.log, this.#organizationId).catch(() => undefined);
    if (found) this.#lane = laneOf(this.#options, this.#organizationId, found.state);
  }
}

async function answerInTurns(
  answers: readonly ((outcome: Promise<void>) => void)[],
  outcome: Promise<void>,
): Promise<void> {
  for (const [index, answer] of answers.entries()) {
    if (index % ANSWERS_PER_TURN === 0) await endOfTurn();
    answer(outcome);
  }
}

const laneOf = (
  options: PresenceOptions,
  organizationId: OrganizationId,
  state: PresenceState,
): Lane<PresenceState> => {
  const { log, clock, onEvent } = options;
  const stream = ephemeralStream(organizationId);
  const lane = new Lane({ log, clock, stream, organization: organizationId, state });
  if (onEvent)
    lane.observe(
      (event) => onEvent(organizationId, event),
      () => undefined,
    );
  return lane;
};

/** The content of a stream, and the revision at which it begins. */
interface PresenceStream {
  readonly state: PresenceState;
  readonly first: number;
}

/** The stream's beginning is gone, so the chain cannot be verified; unreadable events are skipped. */
async function readPresence(log: EventLog, organizationId: OrganizationId): Promise<PresenceStream> {
  const stream = ephemeralStream(organizationId);
  let found: PresenceStream | undefined;
  for await (const page of log.readStream(stream))
    for (const event of page) {
      found ??= {
        state: new PresenceState({ revision: event.revision - 1, hash: '' }),
        first: event.revision,
      };
      foldReadable(found.state, event);
    }
  return found ?? { state: new PresenceState({ revision: -1, hash: chainStart(stream) }), first: 0 };
}

function foldReadable(state: PresenceState, stored: StoredEvent): void {
  try {
    state.fold(decode(stored));
  } catch (error) {
    if (error instanceof UnknownEvent) throw error;
    state.pass({ revision: stored.revision, hash: hashOf(stored) });
  }
}

/** Recording presence reports of many people together. */
import type { Clock } from '../../base/clock.ts';
import { endOfTurn } from '../../base/concurrency.ts';
import { NotReady } from '../../base/errors.ts';
import {
  ephemeralStream,
  type OrganizationId,
  organizationOfEphemeralStream,
  type UserId,
} from '../../base/ids.ts';
import { type AnyEvent, decode, type EphemeralEvents, newEvent, UnknownEvent } from '../../events/catalog.ts';
import { chainStart, hashOf } from '../../events/chain.ts';
import type { DomainEventOf } from '../../events/define.ts';
import type { EventLog, StoredEvent } from '../../events/log/eventLog.ts';
import {
  type Presence,
  presencesIn,
  PresenceState,
  type PresenceTimes,
} from '../../organization/presence.ts';
import { done, BY_SERVER, type Command, nothingToDo } from '../define.ts';
import { Lane } from './lane.ts';

/** Somebody is active, is connected but idle, or wants to be hidden. */
export type Report = 'active' | 'idle' | 'hidden';

/** Minimum change of a time, in seconds, that is recorded. */
const MIN_CHANGE_SECONDS = 55;
/** Seconds of inactivity after which somebody who becomes active has come online. */
const ONLINE_AFTER_SECONDS = 130;
/** Seconds since a hidden person seems to have been active: more than clients consider online. */
const HIDDEN_OFFSET_SECONDS = 320;
/** Seconds after which absent people are forgotten. */
const FORGET_AFTER_SECONDS = 365 * 24 * 3600;

/**
 * An event this many revisions back will soon be removed: entries found only there are repeated in new
 * events, this many at a time.
 */
const CARRY_OVER_REVISIONS = 256;
const CARRY_OVER_BATCH = 64;

/** A clock that was set back must not hide anybody, so a time in the future counts as changed. */
const isOff = (time: number | null | undefined, at: number, seconds: number): boolean =>
  time === null || time === undefined || Math.abs(at - time) > seconds;

/**
 * A report applied to a person's presence; undefined if the change is too small to record. `at` is in UNIX
 * seconds.
 */
function applyReport(
  present: PresenceTimes | undefined,
  report: Report,
  at: number,
): PresenceTimes | undefined {
  if (report === 'hidden') return { activeAt: null, connectedAt: at - HIDDEN_OFFSET_SECONDS };
  const { activeAt = null, connectedAt } = present ?? {};
  const isActive = report === 'active' && isOff(activeAt, at, MIN_CHANGE_SECONDS);
  const isConnected = isOff(connectedAt, at, MIN_CHANGE_SECONDS);
  if (!isActive && !isConnected) return undefined;
  return {
    activeAt: isActive ? at : activeAt,
    connectedAt: isConnected || connectedAt === undefined ? at : connectedAt,
  };
}

interface PresenceReports {
  /** UNIX seconds. */
  readonly at: number;
  readonly reports: ReadonlyMap<UserId, Report>;
}

/** Records changes from the reports, and entries that would be lost with old events. */
export const recordPresences: Command<
  PresenceReports,
  void,
  PresenceState,
  DomainEventOf<Pick<EphemeralEvents, 'PresencesReported'>>
> = {
  name: 'RecordPresences',
  decide(state, { at, reports }, { nextRevision }) {
    const news = [...reports].flatMap(([userId, report]) => {
      const present = state.people.get(userId);
      const times = applyReport(present, report, at);
      return times ? [{ userId, ...times, isAnnounced: isAnnounced(present, report, at) }] : [];
    });
    if (news.length === 0) return nothingToDo(undefined);
    const old = [...oldPresences(state, nextRevision)].filter(({ userId }) => !reports.has(userId));
    const isForgotten = ({ connectedAt }: Presence): boolean => at - connectedAt > FORGET_AFTER_SECONDS;
    const event = newEvent('PresencesReported', {
      at,
      presences: news.map((each) => [each.userId, ...ago(each, at)]),
      announcedUserIds: news.filter(({ isAnnounced }) => isAnnounced).map(({ userId }) => userId),
      carriedOver: old
        .filter((each) => !isForgotten(each))
        .map((each) => [each.userId, ...ago(each, at), each.updateId]),
      forgottenUserIds: old.filter(isForgotten).map(({ userId }) => userId),
    });
    return done(event);
  },
};

const isAnnounced = (present: PresenceTimes | undefined, report: Report, at: number): boolean =>
  report === 'hidden' || (report === 'active' && isOff(present?.activeAt, at, ONLINE_AFTER_SECONDS));

const ago = ({ activeAt, connectedAt }: PresenceTimes, at: number): [number | null, number] => [
  activeAt === null ? null : at - activeAt,
  at - connectedAt,
];

/** Entries of the oldest events, if these will soon be removed. */
function* oldPresences(state: PresenceState, nextRevision: number): Generator<Presence> {
  let left = CARRY_OVER_BATCH;
  for (
    let revision = state.needed;
    revision <= nextRevision - CARRY_OVER_REVISIONS && left > 0;
    revision += 1
  )
    for (const presence of presencesIn(state, revision)) {
      if (left-- === 0) return;
      yield presence;
    }
}

// * The lane of presence reports. It collects them, records them as at most one event per second, and removes
// outdated events.

interface PresenceOptions {
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

// Presence of all organizations of this node.

export class PresenceLanes {
  readonly #options: PresenceOptions;
  readonly #lanes = new Map<OrganizationId, Promise<PresenceLane>>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** The lane of an organization, opened on first use; fails with NotReady. */
  of(organizationId: OrganizationId): Promise<PresenceLane> {
    const known = this.#lanes.get(organizationId);
    if (known) return known;
    const opening = PresenceLane.open(this.#options, organizationId).catch((cause: unknown) => {
      this.#lanes.delete(organizationId);
      throw new NotReady('Presence is not available now.', 1, { cause });
    });
    this.#lanes.set(organizationId, opening);
    return opening;
  }

  /** Passes events of the subscription to open lanes; the others read them when they are opened. */
  receive(events: readonly StoredEvent[]): void {
    const ephemeral = events.filter(({ stream }) => organizationOfEphemeralStream(stream) !== undefined);
    for (const stream of new Set(ephemeral.map((event) => event.stream))) {
      const lane = this.#lanes.get(organizationOfEphemeralStream(stream) as OrganizationId);
      const own = ephemeral.filter((event) => event.stream === stream);
      lane?.then((open) => open.receive(own)).catch(() => undefined);
    }
  }

  /** Waits until all reports are recorded. */
  async close(): Promise<void> {
    for (const lane of this.#lanes.values()) await (await lane.catch(() => undefined))?.idle();
  }
}

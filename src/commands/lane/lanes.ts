/**
 * The lanes of this node: the server's own, and one per organization. They hold all states, which are folded
 * at the start (from a snapshot and the events after it, each verified in the chain) and then advanced by one
 * follower of the tail.
 */
import type { Clock } from '../../base/clock.ts';
import { NotReady } from '../../base/errors.ts';
import {
  type OrganizationId,
  organizationOfStream,
  organizationStream,
  SERVER,
  SERVER_STREAM,
} from '../../base/ids.ts';
import type { EventLog, Position, StoredEvent } from '../../events/log/eventLog.ts';
import { ServerState } from '../../organization/server.ts';
import { emptyOrganization, type OrganizationState } from '../../organization/state.ts';
import type { Observer } from '../../organization/transitions.ts';
import { FactsCache, type FactsSource } from './factsCache.ts';
import { Lane } from './lane.ts';

interface LanesOptions {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly factsOf: (organizationId: OrganizationId) => FactsSource;
  /** The newest trustworthy snapshot, if any. */
  readonly loadSnapshot: (organizationId: OrganizationId) => Promise<OrganizationState | undefined>;
  /** Resolves with the number of characters written. */
  readonly saveSnapshot: (state: OrganizationState) => Promise<number>;
  readonly onTrouble: (organizationId: OrganizationId, error: Error) => void;
}

/** Minimum number of events between two snapshots. */
const SNAPSHOT_EVERY = 20_000;

/**
 * Characters of a snapshot per event: large organizations wait for more events, so that snapshots cost the
 * same per event everywhere. After a crash the next start reads those events.
 */
const SNAPSHOT_CHARACTERS_PER_EVENT = 50;

export type OrganizationLane = Lane<OrganizationState>;

/** Sees the events of every organization. */
export type OrganizationObserver = (
  organizationId: OrganizationId,
  ...moment: Parameters<Observer<OrganizationState>>
) => void;

export class Lanes {
  readonly server: Lane<ServerState>;
  /** Events read since the process started to bring states up to the head. */
  eventsRead = 0;
  readonly #options: LanesOptions;
  readonly #lanes = new Map<OrganizationId, OrganizationLane>();
  readonly #opening = new Map<OrganizationId, Promise<OrganizationLane>>();
  readonly #unsaved = new Map<OrganizationId, number>();
  /** Characters of the last snapshot. */
  readonly #saved = new Map<OrganizationId, number>();
  readonly #saving = new Map<OrganizationId, Promise<void>>();
  #observed:
    | {
        readonly observer: OrganizationObserver;
        readonly onFailure: (organizationId: OrganizationId, error: unknown) => void;
      }
    | undefined;

  constructor(options: LanesOptions) {
    this.#options = options;
    const { log, clock } = options;
    this.server = new Lane({
      log,
      clock,
      stream: SERVER_STREAM,
      organization: SERVER,
      state: new ServerState(),
    });
  }

  /**
   * Folds the server and all organizations; fails with BrokenChain or UnknownEvent if the log cannot be
   * trusted.
   */
  async open(): Promise<void> {
    await this.server.catchUp();
    for (const organizationId of this.server.state.organizations.keys())
      await this.organization(organizationId);
  }

  /** Advances all states to the end of the log; fails if one of them cannot be. */
  async catchUp(): Promise<void> {
    await this.server.readOnBetween();
    for (const organizationId of this.server.state.organizations.keys())
      await (await this.organization(organizationId)).readOnBetween();
  }

  /** The lane of an organization, opened on first use. */
  organization(organizationId: OrganizationId): Promise<OrganizationLane> {
    const open = this.#lanes.get(organizationId);
    if (open) return Promise.resolve(open);
    const opening = this.#opening.get(organizationId) ?? this.#openLane(organizationId);
    this.#opening.set(organizationId, opening);
    return opening.finally(() => this.#opening.delete(organizationId));
  }

  /** The open lane of a founded organization with this subdomain. */
  bySubdomain(subdomain: string): OrganizationLane | undefined {
    const organizationId = this.server.state.idBySubdomain.get(subdomain);
    const lane = organizationId === undefined ? undefined : this.#lanes.get(organizationId);
    return lane && lane.state.revision >= 0 ? lane : undefined;
  }

  /** The open lane of an organization. */
  opened(organizationId: OrganizationId): OrganizationLane | undefined {
    return this.#lanes.get(organizationId);
  }

  /**
   * A revision and a position at or after it, if the state has it: a checkpoint at that position or later
   * contains the revision.
   */
  streamPosition(
    organizationId: OrganizationId,
    revision: number,
  ): { revision: number; position?: Position } {
    const lane = this.#lanes.get(organizationId);
    const isFolded = lane !== undefined && revision <= lane.state.revision && lane.position >= 0;
    return isFolded ? { revision, position: lane.position } : { revision };
  }

  all(): Iterable<OrganizationLane> {
    return this.#lanes.values();
  }

  /**
   * Shows the observer every event that becomes acknowledged state from now on, in all organizations; events
   * read while a lane is being opened are not shown. If the observer throws for an organization it sees no
   * more events of it, and `onFailure` receives the error; the lane continues.
   */
  observe(
    observer: OrganizationObserver,
    onFailure: (organizationId: OrganizationId, error: unknown) => void,
  ): void {
    this.#observed = { observer, onFailure };
    for (const [organizationId, lane] of this.#lanes) this.#watch(organizationId, lane);
  }

  /** Passes events of the tail to their lanes; a fault stops only its own lane. */
  receive(events: readonly StoredEvent[]): void {
    for (const [stream, run] of runsByStream(events)) {
      const organizationId = organizationOfStream(stream);
      if (organizationId !== undefined) this.#deliver(organizationId, run);
      else if (stream === SERVER_STREAM) this.#deliverTo(SERVER, this.server, run);
    }
  }

  /** Waits for running work, and saves missing snapshots. */
  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values(), this.server].map((lane) => lane.idle()));
    for (const [organizationId, unsaved] of this.#unsaved) if (unsaved > 0) this.#save(organizationId);
    await Promise.all(this.#saving.values());
  }

  async #openLane(organizationId: OrganizationId): Promise<OrganizationLane> {
    const { log, clock, loadSnapshot, factsOf } = this.#options;
    const state = (await loadSnapshot(organizationId)) ?? emptyOrganization(organizationId);
    const lane: OrganizationLane = new Lane({
      log,
      clock,
      state,
      stream: organizationStream(organizationId),
      organization: organizationId,
      onAcknowledged: (events) => this.#count(organizationId, events),
    });
    const before = state.revision;
    await lane.catchUp();
    lane.facts = new FactsCache(factsOf(organizationId), lane.state.revision);
    this.eventsRead += lane.state.revision - before;
    this.#lanes.set(organizationId, lane);
    this.#watch(organizationId, lane);
    return lane;
  }

  #watch(organizationId: OrganizationId, lane: OrganizationLane): void {
    if (this.#observed === undefined) return;
    const { observer, onFailure } = this.#observed;
    lane.observe(
      (event, moment) => observer(organizationId, event, moment),
      (error) => onFailure(organizationId, error),
    );
  }

  /** Events that arrive while a lane is being opened may come after the last page it read. */
  #deliver(organizationId: OrganizationId, events: readonly StoredEvent[]): void {
    const lane = this.#lanes.get(organizationId);
    if (lane) return this.#deliverTo(organizationId, lane, events);
    void this.organization(organizationId).then(
      (opened) => this.#deliverTo(organizationId, opened, events),
      (error: unknown) => this.#trouble(organizationId, error),
    );
  }

  #deliverTo(
    organizationId: OrganizationId,
    lane: Pick<OrganizationLane, 'receive'>,
    events: readonly StoredEvent[],
  ): void {
    try {
      lane.receive(events);
    } catch (error) {
      this.#trouble(organizationId, error);
    }
  }

  #trouble(organizationId: OrganizationId, error: unknown): void {
    this.#options.onTrouble(organizationId, error as Error);
  }

  #count(organizationId: OrganizationId, events: number): void {
    const unsaved = (this.#unsaved.get(organizationId) ?? 0) + events;
    this.#unsaved.set(organizationId, unsaved);
    const worth = (this.#saved.get(organizationId) ?? 0) / SNAPSHOT_CHARACTERS_PER_EVENT;
    if (unsaved >= Math.max(SNAPSHOT_EVERY, worth)) this.#save(organizationId);
  }

  #save(organizationId: OrganizationId): void {
    const lane = this.#lanes.get(organizationId);
    if (lane === undefined || this.#saving.has(organizationId)) return;
    this.#unsaved.set(organizationId, 0);
    const saving = this.#options
      .saveSnapshot(lane.state)
      .then((characters) => void this.#saved.set(organizationId, characters))
      .catch((error) => this.#trouble(organizationId, error))
      .finally(() => this.#saving.delete(organizationId));
    this.#saving.set(organizationId, saving);
  }
}

/** Groups consecutive events of one stream, in order. */
function runsByStream(events: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const runs = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const run = runs.get(event.stream);
    if (run) run.push(event);
    else runs.set(event.stream, [event]);
  }
  return runs;
}

// Waits until this node, which may lag behind, has an event that another node has already acknowledged to the caller.

/**
 * Whether a lane's state contains a revision, waiting for so many milliseconds; false if the log does not have it
 * either. Fails with `NotReady` if only this node does not have it yet.
 */
export async function waitForRecorded(
  lane: Pick<OrganizationLane, 'waitForRevision'>,
  log: Pick<EventLog, 'readStream'>,
  { organizationId, revision }: { readonly organizationId: OrganizationId; readonly revision: number },
  timeoutMs: number,
): Promise<boolean> {
  if (await lane.waitForRevision(revision, timeoutMs)) return true;
  const stream = organizationStream(organizationId);
  for await (const page of log.readStream(stream, { from: revision, limit: 1 }))
    if (page.length > 0) throw new NotReady('This server has not seen yet what another one has told you.');
  return false;
}

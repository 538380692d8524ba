/** Where what reactors did is on record: one stream for each reactor in each organization. */
import type { Clock } from '../../clock.ts';
import { BY_SERVER } from '../../commands/define.ts';
import { Lane } from '../../commands/lane/lane.ts';
import { abandonEffect, checkpointReactor } from '../../commands/reactors.ts';
import { decode, type EventTypes } from '../../events/catalog.ts';
import { BrokenChain, chainStart, hashOf } from '../../events/chain.ts';
import type { EventLog, StoredEvent } from '../../events/log/eventLog.ts';
import { type OrganizationId, reactorStream } from '../../ids.ts';
import { ReactorState } from '../../organization/reactors.ts';
import type { OpenProgress } from './runner.ts';

export type ReactorLane = Lane<ReactorState>;

/** A record is a lane of its own: two nodes that write to it at once come one after the other. */
export class ReactorRecords {
  readonly #log: EventLog;
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Promise<ReactorLane>>();

  constructor(log: EventLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** The lane of a record, read when it is asked for first. */
  laneOf(reactor: string, organizationId: OrganizationId): Promise<ReactorLane> {
    const stream = reactorStream(reactor, organizationId);
    const lane = this.#lanes.get(stream) ?? this.#open(stream, organizationId);
    this.#lanes.set(stream, lane);
    // What could not be read is read again when it is asked for next.
    lane.catch(() => this.#lanes.delete(stream));
    return lane;
  }

  async #open(stream: string, organizationId: OrganizationId): Promise<ReactorLane> {
    const [log, clock] = [this.#log, this.#clock];
    const state = await stateBeforeWhatMatters(log, stream);
    const lane = new Lane({ log, clock, stream, organization: organizationId, state });
    await lane.readOn();
    return lane;
  }
}

export const progressIn =
  (records: ReactorRecords): OpenProgress =>
  async (reactor, organizationId) => {
    const lane = await records.laneOf(reactor, organizationId);
    const submission = { ...BY_SERVER, correlationId: reactorStream(reactor, organizationId) };
    return {
      get checkpoint() {
        return lane.state.checkpoint;
      },
      isAbandoned: (effectId) => lane.state.abandoned.has(effectId),
      async advance(revision) {
        await lane.submit(checkpointReactor, { revision }, submission);
      },
      async abandon(effectId, reason) {
        await lane.submit(abandonEffect, { effectId, reason }, submission);
      },
    };
  };

/** Nothing matters before the newest checkpoint, but for what it says was not finished then. */
async function stateBeforeWhatMatters(log: EventLog, stream: string): Promise<ReactorState> {
  for await (const page of log.readStream(stream, { direction: 'backwards' })) {
    const newest = page.find(({ type }) => type === 'ReactorCheckpointed');
    if (newest === undefined) continue;
    const { openSince } = checkpointIn(newest);
    return stateBefore(log, stream, Math.min(openSince ?? newest.revision, newest.revision));
  }
  return stateBefore(log, stream, 0);
}

/** Its place in the chain is not known yet, so its bytes may be anything. */
function checkpointIn(newest: StoredEvent): EventTypes['ReactorCheckpointed'] {
  try {
    return decode(newest).data as EventTypes['ReactorCheckpointed'];
  } catch (error) {
    throw error instanceof SyntaxError ? new BrokenChain(newest) : error;
  }
}

async function stateBefore(log: EventLog, stream: string, next: number): Promise<ReactorState> {
  const revision = next - 1;
  if (revision < 0) return new ReactorState({ revision, hash: chainStart(stream) });
  for await (const [last] of log.readStream(stream, { from: revision, limit: 1 }))
    if (last) return new ReactorState({ revision, hash: hashOf(last) });
  throw new Error(`The stream ${stream} lacks its event ${revision}.`);
}

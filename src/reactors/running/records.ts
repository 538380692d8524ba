/** The records of reactors: one stream per reactor and organization. */
import type { Clock } from '../../base/clock.ts';
import { type OrganizationId, reactorStream } from '../../base/ids.ts';
import { BY_SERVER } from '../../commands/define.ts';
import { Lane } from '../../commands/lane/lane.ts';
import { abandonEffect, checkpointReactor } from '../../commands/reactors.ts';
import { decode, type EventTypes } from '../../events/catalog.ts';
import { BrokenChain, chainStart, hashOf } from '../../events/chain.ts';
import type { EventLog, StoredEvent } from '../../events/log/eventLog.ts';
import { ReactorState } from '../../organization/reactors.ts';
import type { OpenProgress } from './runner.ts';

type ReactorLane = Lane<ReactorState>;

/** Each record is a lane: if two nodes write at once, one is first. */
export class ReactorRecords {
  readonly #log: EventLog;
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Promise<ReactorLane>>();

  constructor(log: EventLog, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  /** The lane of a record, read on first use. */
  laneOf(reactor: string, organizationId: OrganizationId): Promise<ReactorLane> {
    const stream = reactorStream(reactor, organizationId);
    const lane = this.#lanes.get(stream) ?? this.#open(stream, organizationId);
    this.#lanes.set(stream, lane);
    // A failed read is repeated on the next use.
    lane.catch(() => this.#lanes.delete(stream));
    return lane;
  }

  async #open(stream: string, organizationId: OrganizationId): Promise<ReactorLane> {
    const [log, clock] = [this.#log, this.#clock];
    const state = await stateBeforeWhatMatters(log, stream);
    const lane = new Lane({ log, clock, stream, organization: organizationId, state });
    await lane.catchUp();
    return lane;
  }
}

export const openProgressIn =
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

/** Only the newest checkpoint matters, and what was unfinished then. */
async function stateBeforeWhatMatters(log: EventLog, stream: string): Promise<ReactorState> {
  for await (const page of log.readStream(stream, { direction: 'backwards' })) {
    const newest = page.find(({ type }) => type === 'ReactorCheckpointed');
    if (newest === undefined) continue;
    const { pendingSinceRevision } = checkpointIn(newest);
    return stateBefore(log, stream, Math.min(pendingSinceRevision ?? newest.revision, newest.revision));
  }
  return stateBefore(log, stream, 0);
}

/** Its position in the chain is not known yet, so the bytes are not verified. */
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

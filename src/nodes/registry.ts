/**
 * The nodes that share a log, as each of them publishes in the notes beside the views. Nobody depends on it being
 * right: a node that is thought to be alive does not answer, and one that is not known decides itself.
 */
import { createHash } from 'node:crypto';
import type { CancelTimer, Clock } from '../base/clock.ts';
import type { OrganizationId } from '../base/ids.ts';
import type { KeyValueStore } from '../projections/store/readModels.ts';

/** The record that a node publishes of itself. */
export interface NodeRecord {
  readonly nodeId: string;
  /** Where it receives commands, such as `http://10.0.0.2:40123`. */
  readonly url: string;
  /** The credential that it requires. */
  readonly secret: string;
  /** Its release: nodes of different releases send each other nothing. */
  readonly release: string;
  /** Counts up, so that others see that it is alive without comparing clocks. */
  readonly beat: number;
}

const PREFIX = 'node/';
/** Milliseconds between two beats, without one until a node counts as gone, and until its record is removed. */
const HEARTBEAT_MS = 3_000;
const GONE_MS = 10_000;
const REMOVE_MS = 60_000;

/** Another node, and the monotonic time at which its last beat was seen. */
interface Seen {
  readonly record: NodeRecord;
  readonly at: number;
}

export class NodeRegistry {
  readonly #notes: KeyValueStore;
  readonly #clock: Clock;
  #own: NodeRecord;
  #others = new Map<string, Seen>();
  /** Owners that were looked up since the last beat; undefined for this node. */
  readonly #owners = new Map<OrganizationId, NodeRecord | undefined>();
  #stop: CancelTimer = () => {};
  #beating: Promise<void> = Promise.resolve();

  constructor(notes: KeyValueStore, clock: Clock, own: Omit<NodeRecord, 'beat'>) {
    this.#notes = notes;
    this.#clock = clock;
    this.#own = { ...own, beat: 0 };
  }

  /** Announces this node and learns of the others, now and from time to time. */
  async start(): Promise<void> {
    await this.#beat();
    this.#stop = this.#clock.every(
      HEARTBEAT_MS,
      () => (this.#beating = this.#beating.then(() => this.#beat())),
    );
  }

  /** Takes this node off the list. */
  async stop(): Promise<void> {
    this.#stop();
    await this.#beating;
    await this.#notes.remove(PREFIX + this.#own.nodeId).catch(() => undefined);
  }

  /** The node that decides the frequent commands of an organization, if it is another one. */
  ownerOf(organizationId: OrganizationId): NodeRecord | undefined {
    if (!this.#owners.has(organizationId)) this.#owners.set(organizationId, this.#highest(organizationId));
    return this.#owners.get(organizationId);
  }

  #highest(organizationId: OrganizationId): NodeRecord | undefined {
    let [owner, highest]: [NodeRecord | undefined, string] = [
      undefined,
      rank(this.#own.nodeId, organizationId),
    ];
    for (const { record, at } of this.#others.values()) {
      if (record.release !== this.#own.release || this.#age(at) > GONE_MS) continue;
      const ranked = rank(record.nodeId, organizationId);
      if (ranked > highest) [owner, highest] = [record, ranked];
    }
    return owner;
  }

  /** A list that cannot be read or written now ages, until this node knows no others. */
  async #beat(): Promise<void> {
    this.#own = { ...this.#own, beat: this.#own.beat + 1 };
    try {
      await this.#notes.put(PREFIX + this.#own.nodeId, { ...this.#own });
      const listed = await this.#notes.list(PREFIX);
      this.#others = new Map(
        listed
          .map(([, document]) => document as unknown as NodeRecord)
          .filter(({ nodeId }) => nodeId !== this.#own.nodeId)
          .map((record) => [record.nodeId, this.#seen(record)]),
      );
      const gone = [...this.#others.values()].filter(({ at }) => this.#age(at) > REMOVE_MS);
      await this.#notes.removeAll(gone.map(({ record }) => PREFIX + record.nodeId));
    } catch {
      // The next beat tries again.
    } finally {
      this.#owners.clear();
    }
  }

  #seen(record: NodeRecord): Seen {
    const known = this.#others.get(record.nodeId);
    return known?.record.beat === record.beat ? known : { record, at: this.#clock.monotonic() };
  }

  #age(at: number): number {
    return this.#clock.monotonic() - at;
  }
}

/** Every node gives an organization to the one whose rank is highest, and each gets its share of them. */
const rank = (nodeId: string, organizationId: OrganizationId): string =>
  createHash('sha256').update(`${nodeId} ${organizationId}`).digest('hex');

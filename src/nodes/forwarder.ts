/**
 * Submits commands where they are decided: the frequent ones of an organization on one node, because nodes that
 * append to one stream at a time refuse each other's batches. That it is one is a matter of speed alone; the
 * revision at which a batch is appended makes sure that it is right (decision 73).
 */
import type { Clock } from '../clock.ts';
import type { Command, CommandOutcome, CommandMetadata } from '../commands/define.ts';
import { FORWARDED_COMMANDS } from '../commands/forwarded.ts';
import type { OrganizationLane } from '../commands/lane/lanes.ts';
import { NotReady } from '../errors.ts';
import { ANSWER_DEADLINE_MS, NodeConnection } from './connection.ts';
import { deserializeError } from './messages.ts';
import type { NodeRecord, NodeRegistry } from './registry.ts';

export class Forwarder {
  readonly #registry: Pick<NodeRegistry, 'ownerOf'>;
  readonly #clock: Clock;
  /** Reads the log at once. */
  readonly #look: () => void;
  readonly #connections = new Map<string, NodeConnection>();

  constructor(registry: Pick<NodeRegistry, 'ownerOf'>, clock: Clock, look: () => void) {
    this.#registry = registry;
    this.#clock = clock;
    this.#look = look;
  }

  /** Like the lane's own `submit`: afterwards the state here contains the outcome. */
  async submit<Input, Result>(
    lane: OrganizationLane,
    definition: Command<Input, Result>,
    input: Input,
    submission: CommandMetadata,
  ): Promise<CommandOutcome<Result>> {
    const { organizationId } = lane.state;
    const isForwarded = FORWARDED_COMMANDS.has(definition.name) && lane.fault === undefined;
    const owner = isForwarded ? this.#registry.ownerOf(organizationId) : undefined;
    if (owner === undefined) return lane.submit(definition, input, submission);
    const since = this.#clock.monotonic();
    const asked = { organizationId, command: definition.name, input, submission };
    const answer = await this.#connectionTo(owner).ask(asked);
    if (answer.outcome === 'not taken') return lane.submit(definition, input, submission);
    if (answer.outcome === 'failed') throw deserializeError(answer.error);
    const { revision } = answer;
    this.#look();
    const left = Math.max(0, ANSWER_DEADLINE_MS - (this.#clock.monotonic() - since));
    if (await lane.waitForRevision(revision, left)) return { result: answer.result as Result, revision };
    throw new NotReady('What was asked for has happened, but this node has not seen it in time.');
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.close();
  }

  #connectionTo(node: NodeRecord): NodeConnection {
    const known = this.#connections.get(node.nodeId);
    if (known) return known;
    const connection = new NodeConnection(node, this.#clock);
    this.#connections.set(node.nodeId, connection);
    return connection;
  }
}

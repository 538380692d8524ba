/**
 * Submits commands where they are decided: the frequent ones of an organization on one node, because nodes that
 * append to one stream at a time refuse each other's batches. That it is one is a matter of speed alone; the
 * revision at which a batch is appended makes sure that it is right (decision 73).
 */
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../base/clock.ts';
import { endOfTurn } from '../base/concurrency.ts';
import { NotReady } from '../base/errors.ts';
import type { Command, CommandMetadata, CommandOutcome } from '../commands/define.ts';
import type { OrganizationLane } from '../commands/lane/lanes.ts';
import { FORWARDED_COMMANDS } from './forwardedCommands.ts';
import {
  COMMANDS_PATH,
  decodeAnswers,
  deserializeError,
  encodeMessages,
  type ForwardedAnswer,
  type ForwardedRequest,
} from './protocol.ts';
import type { NodeRecord, NodeRegistry } from './registry.ts';

// Sends commands to one other node: those of one turn of the event loop together.

/** Milliseconds until an answer is given up, as in a lane. */
const ANSWER_DEADLINE_MS = 4_500;
/** Milliseconds for which a node that took nothing gets no further commands. */
const AVOID_MS = 2_000;
/** Most commands of a request. */
const MAX_COMMANDS_PER_REQUEST = 256;

const NOT_TAKEN: ForwardedAnswer = { outcome: 'not taken' };

interface PendingRequest {
  readonly request: ForwardedRequest;
  readonly resolve: (answer: ForwardedAnswer) => void;
  readonly reject: (error: unknown) => void;
}

class NodeConnection {
  readonly #url: URL;
  readonly #secret: string;
  readonly #clock: Clock;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  #pending: PendingRequest[] = [];
  #avoidedUntil = -Infinity;

  constructor({ url, secret }: NodeRecord, clock: Clock) {
    this.#url = new URL(COMMANDS_PATH, url);
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Forwards a command and resolves with the other node's decision; fails with NotReady when that is not known. */
  ask(request: ForwardedRequest): Promise<ForwardedAnswer> {
    if (this.#clock.monotonic() < this.#avoidedUntil) return Promise.resolve(NOT_TAKEN);
    return new Promise((resolve, reject) => {
      this.#pending.push({ request, resolve, reject });
      if (this.#pending.length === 1) void endOfTurn().then(() => this.#sendAll());
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #sendAll(): void {
    const pending = this.#pending.splice(0);
    for (let first = 0; first < pending.length; first += MAX_COMMANDS_PER_REQUEST)
      void this.#send(pending.slice(first, first + MAX_COMMANDS_PER_REQUEST));
  }

  async #send(pending: readonly PendingRequest[]): Promise<void> {
    try {
      const answers = await this.#post(encodeMessages(pending.map((each) => each.request)));
      if (answers === undefined) this.#avoidedUntil = this.#clock.monotonic() + AVOID_MS;
      pending.forEach(({ resolve }, index) => resolve(answers?.[index] ?? NOT_TAKEN));
    } catch (cause) {
      const unknown = new NotReady(
        'The node that decides for this organization has not answered; what was asked for may have happened.',
        1,
        { cause },
      );
      for (const { reject } of pending) reject(unknown);
    }
  }

  /** Undefined if the other node has taken nothing. */
  #post(body: Buffer): Promise<readonly ForwardedAnswer[] | undefined> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#secret}`, 'content-length': body.length };
      const posted = request(this.#url, { method: 'POST', agent: this.#agent, headers });
      const cancel = this.#clock.after(ANSWER_DEADLINE_MS, () =>
        posted.destroy(new Error('No answer in time.')),
      );
      posted.once('close', cancel);
      posted.once('error', (error) => (isUnsent(error) ? resolve(undefined) : reject(error)));
      posted.once('response', (response) => {
        const isTaken = response.statusCode === 200;
        buffer(response).then((bytes) => resolve(isTaken ? decodeAnswers(bytes) : undefined), reject);
      });
      posted.end(body);
    });
  }
}

/** True for an error before there was a connection. */
const isUnsent = ({ syscall }: NodeJS.ErrnoException): boolean =>
  syscall === 'connect' || syscall === 'getaddrinfo';

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
    const forwarded = { organizationId, command: definition.name, input, submission };
    const answer = await this.#connectionTo(owner).ask(forwarded);
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

/**
 * Three stand-ins that are one cluster, each in a process of its own, so that one can be frozen or killed. This process
 * stands for the network between them and for what a majority has stored: it counts heartbeats, holds elections and
 * commits what the leader of the present epoch asks for while a majority is awake.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Member, Role } from './gossip.ts';
import type { Entry } from './journal.ts';
import { RecordStore, systemEvent } from './store.ts';
import type { AppendOutcome, Expected, Proposed } from './store.ts';
import type { Version } from './ways.ts';

const MEMBER = fileURLToPath(new URL('member.ts', import.meta.url));

/** An append on its way; `origin` is the port of the node that a client has asked. */
export interface AppendRequest {
  readonly id: string;
  readonly origin: number;
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly Proposed[];
}

export type ToMember =
  | { readonly kind: 'ping' }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'gossip'; readonly members: readonly Member[]; readonly epoch: number }
  | { readonly kind: 'relay'; readonly request: AppendRequest }
  | { readonly kind: 'outcome'; readonly id: string; readonly outcome: AppendOutcome };

export type FromMember =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'pong' }
  | { readonly kind: 'append'; readonly request: AppendRequest; readonly epoch: number };

/** Milliseconds between two heartbeats. */
const HEARTBEAT = 200;
/** Milliseconds without a heartbeat after which a node is not counted in a majority. */
const AWAKE = 1_500;
/** Milliseconds without one after which a follower is dead to the others. */
const DEAD = 3_000;
/** Milliseconds after which another leader is elected: seen were 7,000 for a frozen one and 4,000 for a killed one. */
const FROZEN_LEADER = 6_500;
const KILLED_LEADER = 3_000;

interface ClusterNode {
  child: ChildProcess | undefined;
  port: number;
  heardAt: number;
  killedAt: number | undefined;
}

export interface StandInClusterOptions {
  readonly like?: Version;
  /** Whether its nodes offer BatchAppend; they do unless told otherwise. */
  readonly batchAppend?: boolean;
}

const running = new Set<StandInCluster>();
process.on('exit', () => {
  for (const cluster of running) cluster.discard();
});

export class StandInCluster {
  readonly store = new RecordStore(undefined, true);
  readonly #options: StandInClusterOptions;
  readonly #entries: Entry[] = [];
  readonly #nodes: readonly ClusterNode[];
  readonly #heartbeat: NodeJS.Timeout;
  #leader: ClusterNode | undefined;
  #epoch = 0;
  #lastGossip = '';

  private constructor(options: StandInClusterOptions) {
    this.#options = options;
    this.#nodes = [0, 1, 2].map(() => ({ child: undefined, port: 0, heardAt: 0, killedAt: undefined }));
    this.store.onAppended((entry) => {
      this.#entries.push(entry);
      for (const node of this.#nodes) this.#send(node, { kind: 'entries', entries: [entry] });
    });
    this.store.append('$server', 'any', [systemEvent('$ServerStarted')]);
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT);
  }

  static async start(options: StandInClusterOptions = {}): Promise<StandInCluster> {
    const cluster = new StandInCluster(options);
    running.add(cluster);
    await Promise.all(cluster.#nodes.map((node) => cluster.#launch(node)));
    cluster.#beat();
    await cluster.untilLeader();
    return cluster;
  }

  /** Names all nodes; `preference` is the kind that the client prefers. */
  url(preference = 'leader'): string {
    const hosts = this.#nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `esdb://${hosts}?tls=false&nodePreference=${preference}`;
  }

  /** Names one node, which tells of the others. */
  discoverUrl(index: number): string {
    return `esdb+discover://127.0.0.1:${this.#nodes[index]?.port ?? 0}?tls=false&nodePreference=leader`;
  }

  /** Number of the leader; -1 while there is none. */
  get leader(): number {
    return this.#leader ? this.#nodes.indexOf(this.#leader) : -1;
  }

  /** Waits for a leader, other than the one of that number. */
  async untilLeader(otherThan = -1): Promise<void> {
    while (this.leader < 0 || this.leader === otherThan)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Connections stay open and nothing is answered. */
  freeze(index: number): void {
    this.#nodes[index]?.child?.kill('SIGSTOP');
  }

  thaw(index: number): void {
    this.#nodes[index]?.child?.kill('SIGCONT');
  }

  async kill(index: number): Promise<void> {
    const node = this.#nodes[index];
    const { child } = node ?? {};
    if (!node || !child) return;
    const gone = once(child, 'exit');
    node.child = undefined;
    node.killedAt = performance.now();
    child.kill('SIGKILL');
    await gone;
  }

  /** Starts a killed node again, at its port, with all that was stored. */
  async restart(index: number): Promise<void> {
    const node = this.#nodes[index];
    if (node) await this.#launch(node);
  }

  /** Ends it without waiting. */
  discard(): void {
    clearInterval(this.#heartbeat);
    for (const { child } of this.#nodes) child?.kill('SIGKILL');
    running.delete(this);
  }

  async #launch(node: ClusterNode): Promise<void> {
    const { like = '24.10', batchAppend = true } = this.#options;
    const child = fork(MEMBER, [String(node.port), like, batchAppend ? 'batch' : 'unary'], {
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced',
    });
    child.on('error', () => {}); // a message to a node that was killed
    const isListening = new Promise<number>((resolve, reject) => {
      child.once('exit', (code) =>
        reject(new Error(`A node ended with ${String(code)} instead of starting.`)),
      );
      child.on('message', (message: FromMember) => {
        if (message.kind === 'listening') resolve(message.port);
        else this.#take(node, message);
      });
    });
    node.port = await isListening;
    [node.child, node.heardAt, node.killedAt] = [child, performance.now(), undefined];
    this.#send(node, { kind: 'entries', entries: this.#entries });
    this.#lastGossip = '';
  }

  #take(from: ClusterNode, message: FromMember): void {
    from.heardAt = performance.now();
    if (message.kind === 'append') this.#append(from, message.request, message.epoch);
  }

  /** What the leader of another epoch asks for is not answered, nor anything while there is no majority. */
  #append(from: ClusterNode, request: AppendRequest, epoch: number): void {
    if (epoch !== this.#epoch || !this.#leader || !this.#hasMajority()) return;
    if (from !== this.#leader) return this.#send(this.#leader, { kind: 'relay', request });
    const outcome = this.store.append(request.stream, request.expected, request.events);
    const origin = this.#nodes.find(({ port }) => port === request.origin);
    if (origin) this.#send(origin, { kind: 'outcome', id: request.id, outcome });
  }

  #beat(): void {
    for (const node of this.#nodes) this.#send(node, { kind: 'ping' });
    if (this.#leader === undefined || this.#isLost(this.#leader)) this.#elect();
    const members = this.#nodes.map((node) => this.#memberOf(node));
    const gossip = JSON.stringify([members, this.#epoch]);
    if (gossip === this.#lastGossip) return;
    this.#lastGossip = gossip;
    for (const node of this.#nodes) this.#send(node, { kind: 'gossip', members, epoch: this.#epoch });
  }

  #elect(): void {
    this.#epoch += this.#leader ? 1 : 0;
    this.#leader = this.#hasMajority() ? this.#nodes.find((node) => this.#isAwake(node)) : undefined;
    if (this.#leader) this.#epoch += 1;
  }

  #memberOf(node: ClusterNode): Member {
    const isLeader = node === this.#leader;
    const role: Role = isLeader ? 'leader' : this.#leader ? 'follower' : 'unknown';
    const isAlive = node.child !== undefined && (isLeader || performance.now() - node.heardAt < DEAD);
    return { port: node.port, role, isAlive };
  }

  #isAwake({ child, heardAt }: ClusterNode): boolean {
    return child !== undefined && performance.now() - heardAt < AWAKE;
  }

  #isLost({ heardAt, killedAt }: ClusterNode): boolean {
    return killedAt === undefined
      ? performance.now() - heardAt > FROZEN_LEADER
      : performance.now() - killedAt > KILLED_LEADER;
  }

  #hasMajority(): boolean {
    return this.#nodes.filter((node) => this.#isAwake(node)).length > this.#nodes.length / 2;
  }

  #send({ child }: ClusterNode, message: ToMember): void {
    if (child?.connected) child.send(message, () => {});
  }
}

/**
 * A node of a stand-in's cluster, as a process of its own: `member.ts PORT [unary]`. The cluster, which is in the
 * process that started it, stands for the network between the nodes and for what a majority of them has stored.
 */
import { startEventStoreDb } from './server.ts';
import type { Member, Membership } from './gossip.ts';
import type { AppendRequest, FromMember, ToMember } from './cluster.ts';
import { RecordStore } from './store.ts';
import type { AppendOutcome, Expected, Proposed } from './store.ts';
import type { Version } from './ways.ts';

const [port = '0', like = '24.10', path = 'batch'] = process.argv.slice(2);

const send = (message: FromMember): void => void process.send?.(message);

/** What this node has heard of the others, and the appends that it waits for. */
class Node implements Membership {
  readonly store = new RecordStore(undefined, true);
  #port = 0;
  #epoch = 0;
  #members: readonly Member[] = [];
  readonly #waiting = new Map<string, (outcome: AppendOutcome) => void>();

  /** Begins to serve when it is asked to. */
  begin(ownPort: number): void {
    this.#port = ownPort;
  }

  get role() {
    return this.#members.find((member) => member.port === this.#port)?.role ?? 'unknown';
  }

  members(): readonly Member[] {
    return this.#members;
  }

  append(stream: string, expected: Expected, events: readonly Proposed[]): Promise<AppendOutcome> {
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#ask({ id, origin: this.#port, stream, expected, events });
    });
  }

  take(message: ToMember): void {
    if (message.kind === 'ping') send({ kind: 'pong' });
    else if (message.kind === 'entries') for (const entry of message.entries) this.store.replicate(entry);
    else if (message.kind === 'relay') this.#ask(message.request);
    else if (message.kind === 'gossip') [this.#members, this.#epoch] = [message.members, message.epoch];
    else {
      this.#waiting.get(message.id)?.(message.outcome);
      this.#waiting.delete(message.id);
    }
  }

  #ask(request: AppendRequest): void {
    send({ kind: 'append', request, epoch: this.#epoch });
  }
}

const node = new Node();
process.on('message', (message: ToMember) => node.take(message));
process.on('disconnect', () => process.exit(0));
const standIn = await startEventStoreDb({
  port: Number(port),
  like: like as Version,
  batchAppend: path !== 'unary',
  store: node.store,
  membership: node,
});
node.begin(standIn.port);
send({ kind: 'listening', port: standIn.port });

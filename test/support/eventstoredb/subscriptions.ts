/** `Streams.Read` with a subscription to `$all`: exclusive of its start, filtered by the node, live at the tail. */
import { status } from '@grpc/grpc-js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { caughtUpMessage, checkpointMessage, confirmationMessage, eventMessage } from './messages.ts';
import { failAtNoBoundary, startIndex, writeTo } from './reads.ts';
import type { ReadCall } from './reads.ts';
import type { Session } from './session.ts';
import type { Recorded } from './store.ts';

/** Events that a node scans per unit of the client's checkpoint interval. */
const SEARCH_WINDOW = 32;

interface ServerFilter {
  matches(record: Recorded): boolean;
  readonly checkpointEvery: number;
}

function filterOf(request: ReadReq): ServerFilter | undefined {
  const options = request.getOptions()?.getFilter();
  if (!options) return undefined;
  const byStream = options.getStreamIdentifier();
  const expression = byStream ?? options.getEventType();
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  return {
    checkpointEvery: SEARCH_WINDOW * options.getCheckpointintervalmultiplier(),
    matches(record) {
      const subject = byStream ? record.stream : record.type;
      return regex ? regex.test(subject) : prefixes.some((prefix) => subject.startsWith(prefix));
    },
  };
}

/** Where the subscription starts: one after the named position, because that one has been handled. */
function firstIndex(session: Session, call: ReadCall): number | undefined {
  const named = startIndex(session, call);
  const fromPosition = call.request.getOptions()?.getAll()?.hasPosition() ?? false;
  return named !== undefined && fromPosition ? named + 1 : named;
}

export async function handleSubscription(session: Session, call: ReadCall): Promise<void> {
  await session.thawed();
  session.subscriptionsOpened++;
  const first = firstIndex(session, call);
  if (first === undefined) return failAtNoBoundary(call);
  await writeTo(call, confirmationMessage(crypto.randomUUID()));
  await new Delivery(session, call, first).run();
}

class Delivery {
  readonly #session: Session;
  readonly #call: ReadCall;
  readonly #filter: ServerFilter | undefined;
  #next: number;
  #scanned = 0;
  #live = false;
  #ended = false;
  #wake: () => void = () => {};

  constructor(session: Session, call: ReadCall, first: number) {
    this.#session = session;
    this.#call = call;
    this.#next = first;
    this.#filter = filterOf(call.request);
  }

  async run(): Promise<void> {
    const forget = this.#session.store.onAppended(() => this.#wake());
    const open = { drop: () => this.#drop(), silence: () => this.#end() };
    this.#session.subscriptions.add(open);
    this.#call.on('cancelled', () => this.#end());
    while (!this.#ended) {
      await this.#session.thawed();
      await this.#step();
    }
    forget();
    this.#session.subscriptions.delete(open);
  }

  async #step(): Promise<void> {
    const waiting = this.#session.store.records.length - this.#next;
    if (this.#live && waiting > this.#session.options.liveBuffer) return this.#drop();
    const record = this.#session.store.records[this.#next];
    if (record) return this.#scan(record);
    if (!this.#live && this.#session.options.caughtUpMessages) await writeTo(this.#call, caughtUpMessage());
    this.#live = true;
    const atTail = this.#next === this.#session.store.records.length;
    if (atTail && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  async #scan(record: Recorded): Promise<void> {
    this.#next++;
    if (this.#filter?.matches(record) ?? true) await writeTo(this.#call, eventMessage(record));
    const due = this.#filter && ++this.#scanned % this.#filter.checkpointEvery === 0;
    if (due) await writeTo(this.#call, checkpointMessage(record.position));
  }

  #drop(): void {
    if (this.#ended) return;
    this.#end();
    this.#call.emit('error', {
      code: status.ABORTED,
      details: 'Consumer too slow: resubscription required.',
    });
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }
}

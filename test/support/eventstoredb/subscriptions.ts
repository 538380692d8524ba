/**
 * `Streams.Read` with a subscription to `$all`: filtered by the node, by pages until it has caught up, then live with
 * a buffer that a burst runs over.
 */
import { status } from '@grpc/grpc-js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  fellBehindMessage,
} from './messages.ts';
import { failAtNoBoundary, PAGE, startPosition, writeTo } from './reads.ts';
import type { ReadCall } from './reads.ts';
import type { Session } from './session.ts';
import type { Recorded } from './store.ts';

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
    checkpointEvery: PAGE * options.getCheckpointintervalmultiplier(),
    matches(record) {
      const subject = byStream ? record.stream : record.type;
      return regex ? regex.test(subject) : prefixes.some((prefix) => subject.startsWith(prefix));
    },
  };
}

/**
 * Where the subscription goes on after the position: behind it. The older servers look for the event there, take the
 * first one that is left where it is gone, and go on behind that one.
 */
function positionAfter({ store, options }: Session, position: bigint): bigint {
  if (!options.ways.skipsFirst) return position + 1n;
  return store.pageFrom(position, 1)[0]?.end ?? position;
}

export async function handleSubscription(session: Session, call: ReadCall): Promise<void> {
  await session.thawed();
  session.subscriptionsOpened++;
  const startAt = startPosition(session, call);
  if (startAt === undefined) return failAtNoBoundary(call);
  const isAfter = call.request.getOptions()?.getAll()?.hasPosition() ?? false;
  await writeTo(call, confirmationMessage(crypto.randomUUID()));
  await new Delivery(session, call, startAt, isAfter ? positionAfter(session, startAt) : startAt).run();
}

class Delivery {
  readonly #session: Session;
  readonly #call: ReadCall;
  readonly #filter: ServerFilter | undefined;
  /** Where the last page begins that was scanned while catching up, and the last one that was told. */
  #pageBegin: bigint;
  #reportedBegin: bigint;
  #next: bigint;
  #scanned = 0;
  #live = false;
  #ended = false;
  #skips = 0;
  #wake: () => void = () => {};

  constructor(session: Session, call: ReadCall, startAt: bigint, next: bigint) {
    this.#session = session;
    this.#call = call;
    this.#pageBegin = startAt;
    this.#reportedBegin = startAt;
    this.#next = next;
    this.#filter = filterOf(call.request);
  }

  async run(): Promise<void> {
    const forget = this.#session.store.onAppended(() => this.#onAppended());
    const open = {
      drop: () => this.#drop(),
      silence: () => this.#end(),
      skip: (events: number) => void (this.#skips = events),
    };
    this.#session.subscriptions.add(open);
    this.#call.on('cancelled', () => this.#end());
    if (this.#ways.repeatsCheckpoints) await this.#report(this.#reportedBegin, 0n);
    while (!this.#ended) {
      await this.#session.thawed();
      if (this.#live) await this.#goOn();
      else await this.#catchUp();
    }
    forget();
    this.#session.subscriptions.delete(open);
  }

  get #ways() {
    return this.#session.options.ways;
  }

  /** One page. */
  async #catchUp(): Promise<void> {
    const { store } = this.#session;
    await this.#session.pageTurn();
    const page = store.pageFrom(this.#next, PAGE);
    const begin = this.#next;
    for (const record of page) if (!(await this.#pass(record))) return;
    if (page.length > 0) this.#pageBegin = begin;
    if (this.#isCheckpointDue(page.length)) await this.#reportPage();
    if (page.length < PAGE && !this.#ended) await this.#goLive();
  }

  async #goLive(): Promise<void> {
    if (this.#session.store.pageFrom(this.#next, 1).length > 0) return;
    this.#live = true;
    if (this.#ways.repeatsCheckpoints) await this.#report(this.#reportedBegin, 0n);
    if (this.#ways.fallsBehind) await writeTo(this.#call, caughtUpMessage());
  }

  /** What has come since the last turn, once there is something. */
  async #goOn(): Promise<void> {
    if (this.#waiting() === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    await new Promise(setImmediate); // what comes in at once is a burst
    await this.#session.thawed();
    while (this.#live && !this.#ended) {
      const [record] = this.#session.store.pageFrom(this.#next, 1);
      if (!record || !(await this.#pass(record))) return;
      if (this.#isCheckpointDue(1)) await this.#report(record.position, record.position);
    }
  }

  /** Sends the record where it matches; false when the subscription has ended. */
  async #pass(record: Recorded): Promise<boolean> {
    if (this.#ended) return false;
    this.#next = record.end;
    if (this.#skips-- > 0) return true;
    if (!this.#filter || this.#filter.matches(record)) await writeTo(this.#call, eventMessage(record));
    return true;
  }

  #isCheckpointDue(scanned: number): boolean {
    this.#scanned += scanned;
    if (!this.#filter || this.#scanned < this.#filter.checkpointEvery) return false;
    this.#scanned = 0;
    return true;
  }

  /** A node that is catching up knows no better place, and no event of it. */
  #reportPage(): Promise<void> {
    this.#reportedBegin = this.#pageBegin;
    return this.#report(this.#reportedBegin, 0n);
  }

  async #report(commit: bigint, prepare: bigint): Promise<void> {
    if (this.#filter && !this.#ended) await writeTo(this.#call, checkpointMessage(commit, prepare));
  }

  #waiting(): number {
    const { store } = this.#session;
    return store.records.length - store.indexFrom(this.#next);
  }

  #onAppended(): void {
    if (this.#live && this.#waiting() > this.#session.options.liveBuffer) this.#overrun();
    this.#wake();
  }

  #overrun(): void {
    if (!this.#ways.fallsBehind) return this.#drop();
    this.#live = false;
    this.#call.write(fellBehindMessage());
  }

  #drop(): void {
    if (this.#ended) return;
    this.#end();
    this.#call.emit('error', {
      code: status.ABORTED,
      details: 'Consumer too slow to handle event while live. Client resubscription required.',
    });
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }
}

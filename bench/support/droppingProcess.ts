/** A client that sends requests at a pace and leaves before the answers, in a process of its own. */
import { connect } from 'node:net';

/** Requests as they go over the wire, taken in turns, each on a connection of its own that is cut some time after. */
export interface DroppingJob {
  readonly port: number;
  readonly perSecond: number;
  readonly milliseconds: number;
  /** From the request to the end of its connection. */
  readonly dropAfter: number;
  readonly requests: readonly string[];
}

function drop({ port, requests, dropAfter }: DroppingJob, number: number): void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
    socket.write(requests[number % requests.length] ?? '');
    setTimeout(() => socket.destroy(), dropAfter);
  });
  socket.on('data', () => {});
  socket.on('error', () => {});
}

process.on('message', (job: DroppingJob) => {
  const beganAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const elapsed = performance.now() - beganAt;
    for (const due = (elapsed * job.perSecond) / 1000; sent < due; sent += 1) drop(job, sent);
    if (elapsed < job.milliseconds) return;
    clearInterval(timer);
    process.send?.({ sent });
  }, 5);
});
process.on('disconnect', () => process.exit(0));

/** What a signal to end comes to. */
let stop: (signal: NodeJS.Signals) => void = () => process.exit(0);

/** Until there is something to stop, a signal ends the process at once: a start leaves nothing half done. */
export function heedSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => stop(name));
}

/** From now on a signal calls this. */
export function stopBySignal(wanted: (signal: NodeJS.Signals) => void): void {
  stop = wanted;
}

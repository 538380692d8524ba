/** Handlers of termination signals. */
let stop: (signal: NodeJS.Signals) => void = () => process.exit(0);

/** Until there is something to stop, a signal ends the process at once; that leaves nothing half done. */
export function exitOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => stop(name));
}

/** From now on a signal calls this. */
export function onStopSignal(listener: (signal: NodeJS.Signals) => void): void {
  stop = listener;
}

/** One end of the event loop's turn for all lanes: what they decide then is appended together, in one commit. */
let awaited: Promise<void> | undefined;

/** Resolves when the requests that have arrived by now have been read. */
export const endOfTurn = (): Promise<void> =>
  (awaited ??= new Promise((resolve) =>
    setImmediate(() => {
      awaited = undefined;
      resolve();
    }),
  ));

/** Ends of the event loop's turns, shared by all who wait for them: what they do then goes into one commit. */
let awaited: Promise<void> | undefined;
let gathered: Promise<void> | undefined;

/** Resolves when the requests that have arrived by now have been read. */
export const endOfTurn = (): Promise<void> =>
  (awaited ??= new Promise((resolve) =>
    setImmediate(() => {
      awaited = undefined;
      resolve();
    }),
  ));

/**
 * Resolves a turn later still. The answers of the last batch go out at the end of this turn, and who has got one soon
 * asks again: without this wait half of the clients would have a batch of their own, and so twice the flushes.
 */
export const gathering = (): Promise<void> =>
  (gathered ??= endOfTurn()
    .then(endOfTurn)
    .then(() => {
      gathered = undefined;
    }));

/** Compositions: a person writes one sign with several keys, as in Japanese, and confirms it with Enter or drops it with Escape. */

/** The code of a key that belongs to a composition. Safari gives it to the Enter that has ended one, after the end. */
const COMPOSING_KEY = 229;

/** Keeps the keys of compositions from everything here that listens to keys: they are the browser's. */
export function guardCompositions(): void {
  const guard = (event: KeyboardEvent): void => {
    const { keyCode } = event as { readonly keyCode: number };
    if (event.isComposing || keyCode === COMPOSING_KEY) event.stopImmediatePropagation();
  };
  for (const name of ['keydown', 'keypress', 'keyup'] as const)
    addEventListener(name, guard, { capture: true });
}

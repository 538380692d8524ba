/** Parts of the page that are loaded when they are opened. */
import { lazy as load, Suspense } from 'preact/compat';

export { Suspense };
export const lazy = load;

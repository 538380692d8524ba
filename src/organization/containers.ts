/**
 * Containers of the state: maps and cells with layers. Values are replaced, never changed in place, so a
 * shallow copy of a container is a consistent snapshot, and a layer costs only what it changes.
 */

export { cell } from './containers/cell.ts';
export type { Codec, Container } from './containers/container.ts';
export { type FoldMap, map } from './containers/map.ts';

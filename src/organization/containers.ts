/**
 * What state is kept in: maps and cells with a layer. Values are replaced, never changed in place, so a
 * shallow copy of a container is a picture of one moment, and a layer costs only what it changes.
 */

export { cell } from './containers/cell.ts';
export type { Codec, Container } from './containers/container.ts';
export { type FoldMap, map } from './containers/map.ts';

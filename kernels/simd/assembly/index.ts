/**
 * The ground along paths in WebAssembly, four steps at a time; written in AssemblyScript. `posts.ts` and
 * `path-reader.ts` beside this folder have the other end.
 */

export { roughness, walk, walkAll } from './edges'
export { findHorizons } from './horizons'
export { range } from './irregularity'
export { open } from './memory'
export { fitted, heightAtStep, momentOf, sample, sumOf } from './sampling'

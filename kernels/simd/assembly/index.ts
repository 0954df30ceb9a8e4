/**
 * Posts and the ground along paths in WebAssembly, four at a time; written in AssemblyScript. Used by `posts.ts` and
 * `path-reader.ts` in the parent folder.
 */

export { roughness, walk, walkAll } from './edges'
export { anyUnknown, lowerHeights } from './heights'
export { findHorizons } from './horizons'
export { range } from './irregularity'
export { open } from './memory'
export { fitted, heightAtStep, momentOf, sample, sumOf } from './sampling'

/** Posts and the ground along paths in WebAssembly, four at a time, for `posts.ts` and `path-reader.ts`. */

export { roughness, walk, walkAll } from './edges'
export { anyUnknown, lowerHeights } from './heights'
export { findHorizons } from './horizons'
export { range } from './irregularity'
export { open } from './memory'
export { fitted, heightAtStep, momentOf, sample, sumOf } from './sampling'

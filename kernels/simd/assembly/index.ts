/**
 * Posts and the ground along paths in WebAssembly, four at a time; written in AssemblyScript. `posts.ts` and
 * `path-reader.ts` beside this folder have the other end.
 */

export { roughness, walk, walkAll } from './edges'
export { anyUnknown, lowerHeights } from './heights'
export { open } from './memory'
export { fitted, heightAtStep, momentOf, sample, sumOf } from './sampling'

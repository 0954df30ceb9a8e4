/**
 * WebAssembly module for posts and for ground along paths, four at a time; written in AssemblyScript.
 * `posts.ts` and `path-reader.ts` are the JavaScript side.
 */

export { roughness, walk, walkAll } from './edges'
export { anyUnknown, lowerHeights } from './heights'
export { open } from './memory'
export { fitted, heightAtStep, momentOf, sample, sumOf } from './sampling'

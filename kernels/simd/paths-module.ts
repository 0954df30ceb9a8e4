/** WebAssembly module for posts and for the ground along paths, compiled once; see `assembly/`. */

import { readFileSync } from 'node:fs'

let compiled: WebAssembly.Module | undefined

/** Creates an instance over a memory; `Exports` are the required exports of `assembly/index.ts`. */
export function pathsOver<Exports>(memory: WebAssembly.Memory): Exports {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./paths.wasm', import.meta.url)))
  return new WebAssembly.Instance(compiled, { env: { memory, abort: failed } }).exports as unknown as Exports
}

function failed(): never {
  throw new Error('WebAssembly failed over posts')
}

import { readFileSync } from 'node:fs'

/** WebAssembly modules of `assembly/`, by name, with the input named if a module fails. */
const INPUTS = { paths: 'posts', sectors: 'an item' }

const compiled = new Map<string, WebAssembly.Module>()

/** Creates an instance over a memory; `Exports` are the required exports. Each module is compiled once. */
export function instanceOver<Exports>(name: keyof typeof INPUTS, memory: WebAssembly.Memory): Exports {
  let module = compiled.get(name)
  if (module === undefined) {
    module = new WebAssembly.Module(readFileSync(new URL(`./${name}.wasm`, import.meta.url)))
    compiled.set(name, module)
  }
  const abort = () => {
    throw new Error(`WebAssembly failed over ${INPUTS[name]}`)
  }
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as unknown as Exports
}

import { extname } from 'node:path'
import { ComputeClient, type ComputeClientOptions } from '../../server/compute/client.ts'

/** A compute client in front of `fake-compute`, with short waits. */
export function fakeCompute(options: Partial<ComputeClientOptions> = {}) {
  return new ComputeClient({
    backend: 'cpu',
    terrainFolders: [],
    modulePath: new URL(`./fake-compute${extname(import.meta.filename)}`, import.meta.url),
    cancelGraceMs: 300,
    stopGraceMs: 500,
    backoffMs: 20,
    ...options,
  })
}

/** Waits until something holds. What does not come in five minutes comes on no machine, however loaded. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 300_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited in vain for: ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

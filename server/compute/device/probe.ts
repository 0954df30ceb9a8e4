/**
 * A process that looks for a graphics adapter and ends, so that a driver that crashes takes nothing else along. It sends a
 * `ProbeAnswer`; what drivers write to standard error is read by its parent. The argument is the root of the system's files.
 */

import { findAdapter, namesOfProcessors } from '../../../kernels/device/adapter.ts'
import { readDriverSearch } from '../../config/vulkan.ts'
import type { ProbeAnswer } from './choose.ts'
import { gatherFacts } from './facts.ts'

async function look(): Promise<ProbeAnswer> {
  const facts = { ...gatherFacts(readDriverSearch(process.env), process.argv[2]), complaints: [] }
  try {
    const adapter = await findAdapter()
    return {
      adapter,
      adapters: await namesOfProcessors(),
      facts: { ...facts, softwareAdapter: adapter?.software ? adapter.name : undefined },
    }
  } catch (error) {
    return { adapters: [], facts: { ...facts, libraryError: (error as Error).message.split('\n')[0] } }
  }
}

// Nobody waits for it any more, also while a driver hangs.
process.on('disconnect', () => process.exit(0))
// Without waiting for what the driver may still have to do.
process.send?.(await look(), () => process.exit(0))

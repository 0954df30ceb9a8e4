/**
 * Child process that probes for a GPU adapter, so that a crashing driver affects nothing else. Sends a
 * `ProbeAnswer`; the parent captures driver messages from standard error. Argument: root folder for system
 * files.
 */

import { findAdapter, namesOfProcessors } from '../../../kernels/device/adapter.ts'
import { readDriverSearch } from '../../config/vulkan.ts'
import type { ProbeAnswer } from './choose.ts'
import { gatherFacts } from './facts.ts'

async function probe(): Promise<ProbeAnswer> {
  const facts = { ...gatherFacts(readDriverSearch(process.env), process.argv[2]), driverMessages: [] }
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

// Exits when the parent exits, even while a driver hangs.
process.on('disconnect', () => process.exit(0))
process.send?.(await probe(), () => process.exit(0))

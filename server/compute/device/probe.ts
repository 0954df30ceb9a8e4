/**
 * A process that looks for a graphics adapter and ends. What drivers write to standard error stays with it, and one that
 * crashes takes nothing else along. It sends a `ProbeAnswer`.
 */

import { findAdapter } from '../../../kernels/device/adapter.ts'
import type { ProbeAnswer } from './choose.ts'
import { gatherFacts } from './diagnosis.ts'

async function look(): Promise<ProbeAnswer> {
  try {
    const adapter = await findAdapter()
    return {
      adapter,
      facts: { ...gatherFacts(), softwareAdapter: adapter?.software ? adapter.name : undefined },
    }
  } catch (error) {
    return { facts: { ...gatherFacts(), libraryError: (error as Error).message.split('\n')[0] } }
  }
}

// Nobody waits for it any more, also while a driver hangs.
process.on('disconnect', () => process.exit(0))
// Without waiting for what the driver may still have to do.
process.send?.(await look(), () => process.exit(0))

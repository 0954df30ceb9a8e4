import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { COLLECTED_BYTES } from '../../kernels/threads/collector.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { putHgt } from '../helpers/tiles.ts'

// Simulations without a pause, in which memory would be given back.

const mebibyte = 2 ** 20
const skip = process.platform === 'linux' ? false : 'resident memory is read from /proc'
const WARM = 2
const MORE = 6

t.test('one simulation after another holds little more than the memory of one', { skip }, async (t) => {
  const server = await startRealServer(t, (folder) => putHgt(join(folder, 'N10E020.hgt'), () => 100), {
    KERNEL_BACKEND: 'webasm',
  })
  const asked = { name: 'busy', tx_lat: 10.5, tx_lon: 20.5, tx_height: 30, frequency: 600, max_range: 200 }
  const residentBytes = async () => {
    const status = await readFile(`/proc/${server.computeProcesses.at(-1)?.pid}/status`, 'utf8')
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  }
  // Some 20 million posts, most of them unknown: 75 MiB.
  for (const [engine, own] of Object.entries({
    'own rays': { resolution: 1000 },
    'the device': { resolution: 300 },
  })) {
    const run = async (times: number) => {
      for (let i = 0; i < times; i++) {
        // Another account: each has its own number of requests a minute.
        const { client } = await server.account()
        t.equal((await finished(client, { ...asked, ...own })).status, 'completed')
      }
      return residentBytes()
    }
    const first = await run(WARM)
    const last = await run(MORE)
    t.comment(`${engine}: ${(first / mebibyte).toFixed(0)} MiB, then ${(last / mebibyte).toFixed(0)} MiB`)
    // What is collected together, and what else comes and goes.
    t.ok(last < first + COLLECTED_BYTES + 70 * mebibyte, engine)
  }
})

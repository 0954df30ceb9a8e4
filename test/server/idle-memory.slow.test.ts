import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { writeWideTerrain } from '../../bench/ground/wide-terrain.ts'
import { runAdmin } from '../helpers/admin.ts'
import { Client } from '../helpers/client.ts'
import { serving, startServiceProcess } from '../helpers/service-process.ts'
import { rasterOf } from '../helpers/toy-service.ts'

const mebibyte = 2 ** 20
const skip = process.platform === 'linux' ? false : 'resident memory is read from /proc'

/** Resident memory of a process and its children. */
async function residentBytes(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  let bytes = 0
  for (const one of [String(pid), ...children.trim().split(' ').filter(Boolean)]) {
    const status = await readFile(`/proc/${one}/status`, 'utf8')
    bytes += 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  }
  return bytes
}

t.test('the service releases memory after its jobs', { skip }, async (t) => {
  const terrainDir = join(t.testdir(), 'terrain')
  const mast = await writeWideTerrain(terrainDir).then(() => ({
    tx_lat: 47.5,
    tx_lon: 9.5,
    tx_height: 30,
    frequency: 868,
  }))
  const service = await startServiceProcess(t, {
    env: { TERRAIN_DIR: terrainDir, KERNEL_BACKEND: 'webasm', LOG_LEVEL: 'silent' },
  })
  const origin = await serving(service)
  const made = await runAdmin(
    { DATA_DIR: service.dataDir },
    ...['account', 'create', '--name', 'm', '--plan', 'enterprise', '--credits', '100', '--json'],
  )
  const client = new Client(origin, JSON.parse(made.out).api_key)
  t.teardown(() => client.close())
  const asked = { ...mast, max_range: 50, resolution: 100 }
  const before = await rasterOf(client, asked)
  await rasterOf(client, { ...mast, max_range: 3, model: 'p1812' })
  const pid = service.process.pid ?? 0
  const busyBytes = await residentBytes(pid)
  let idleBytes = busyBytes
  for (let second = 0; second < 30 && idleBytes > busyBytes - 100 * mebibyte; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    idleBytes = await residentBytes(pid)
  }
  t.comment(
    `${(busyBytes / mebibyte).toFixed(0)} MiB after the jobs, ${(idleBytes / mebibyte).toFixed(0)} MiB when idle`,
  )
  t.ok(idleBytes <= busyBytes - 100 * mebibyte, 'nearly all that the jobs left')
  t.ok(idleBytes < 600 * mebibyte, 'all processes together')
  t.same(await rasterOf(client, asked), before, 'what was let go is made again')
})

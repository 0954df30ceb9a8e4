import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { fakeCompute, until } from '../helpers/compute.ts'
import { madeJob } from '../helpers/jobs.ts'

function job(rasterDirectory: string, name: string, id = `sim_${name.replace(/\W/g, '')}`) {
  return { id, accountId: 'acc_1', job: madeJob({ name }), memoryBytes: 2 ** 30, rasterDirectory }
}

const never = () => new AbortController().signal
const ignore = () => {}

t.test('jobs run side by side and report progress', async (t) => {
  const folder = t.testdir()
  const lines: string[] = []
  const note = (fields: object) => {
    if ('line' in fields) lines.push(String(fields.line))
  }
  const compute = fakeCompute({ logger: { info: note, warn: note, error: note } })
  t.equal(compute.state, 'stopped')
  const device = await compute.start()
  t.same(await compute.start(), device, 'idempotent')
  t.match(compute.device, { backend: 'cpu', device: /process \d+/ })
  await compute.whenReady?.()
  t.equal(compute.state, 'ready')

  const reported: number[] = []
  const slow = compute.run(job(folder, 'slow'), (_, progress) => reported.push(progress), never())
  const quick = await compute.run(job(folder, 'quick'), ignore, never())
  t.ok(reported.length < 11, 'a quick one passes a slow one')
  t.match(quick, { kind: 'completed', result: { engine: { backend: 'fake' } } })
  t.match(await slow, { kind: 'completed' })
  t.same(reported, [0.1, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
  t.same(await compute.run(job(folder, 'fail:tx_below_ground'), ignore, never()), {
    kind: 'failed',
    code: 'tx_below_ground',
    detail: 'Asked to fail.',
  })
  t.same(lines, ['fake compute'])

  await compute.stop()
  await compute.stop()
  t.equal(compute.state, 'stopped')
  t.match(await compute.run(job(folder, 'late'), ignore, never()), { kind: 'died' })
  await compute.start()
  t.match(await compute.run(job(folder, 'again'), ignore, never()), { kind: 'completed' })
  await compute.stop()
})

t.test('the process is restarted when it dies, and its jobs fail', async (t) => {
  const folder = t.testdir()
  const compute = fakeCompute()
  t.teardown(() => compute.stop())
  const first = await compute.start()
  const held = compute.run(job(folder, 'hold'), ignore, never())
  const crashed = await compute.run(job(folder, 'crash-once'), ignore, never())
  t.match(crashed, { kind: 'died', detail: /SIGKILL/ })
  t.match(await held, { kind: 'died' })
  // Given while there is no process.
  t.match(await compute.run(job(folder, 'crash-once'), ignore, never()), { kind: 'completed' })
  t.not(compute.device?.device, first.device)
})

t.test('a cancelled job ends when the computation confirms it', async (t) => {
  const folder = t.testdir()
  const compute = fakeCompute()
  t.teardown(() => compute.stop())
  await compute.start()
  await compute.whenReady?.()
  const cancelling = new AbortController()
  let ended = false
  const running = compute.run(job(folder, 'hold'), ignore, cancelling.signal)
  void running.then(() => {
    ended = true
  })
  cancelling.abort()
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal(ended, false)
  t.same(await running, { kind: 'cancelled' })
  t.same(await compute.run(job(folder, 'never'), ignore, AbortSignal.abort()), { kind: 'cancelled' })
  t.notOk(existsSync(join(folder, 'sim_never.tif')))
})

t.test('a job that ignores cancellation is ended with its process', async (t) => {
  const folder = t.testdir()
  const compute = fakeCompute()
  t.teardown(() => compute.stop())
  await compute.start()
  const cancelling = new AbortController()
  const running = compute.run(job(folder, 'stubborn'), () => cancelling.abort(), cancelling.signal)
  t.match(await running, { kind: 'died' })
  t.match(await compute.run(job(folder, 'next'), ignore, never()), { kind: 'completed' })
})

t.test('a failed start is rejected with the reason', async (t) => {
  for (const [behaviour, message] of [
    ['refuse', /did not start.*no cpu here/s],
    ['exit', /ended with code 3: cannot open the device/],
  ] as const) {
    const compute = fakeCompute({ terrainFolders: [behaviour] })
    await t.rejects(compute.start(), { message })
    t.equal(compute.state, 'stopped')
    await compute.stop()
  }
  const missing = fakeCompute({ modulePath: new URL('./no-such-module.js', import.meta.url) })
  await t.rejects(missing.start(), /did not start/)

  const mute = fakeCompute({ terrainFolders: ['mute'] })
  const starting = mute.start()
  await Promise.all([t.rejects(starting, /was stopped/), mute.stop()])
})

t.test('a process that scans its terrain has a device, and runs nothing yet', async (t) => {
  const folder = t.testdir()
  const scanned = join(folder, 'scanned')
  const compute = fakeCompute({ terrainFolders: [`scan:${scanned}`], startMs: 2000, silenceMs: 400 })
  t.teardown(() => compute.stop())
  t.match(await compute.start(), { backend: 'cpu' })
  let progress = 0
  const count = () => {
    progress++
  }
  const running = compute.run(job(folder, 'early'), count, never())
  // Longer than it may say nothing, or take to open its device.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  t.same([compute.state, progress], ['starting', 0])
  await writeFile(scanned, '')
  await compute.whenReady?.()
  t.equal(compute.state, 'ready')
  t.match(await running, { kind: 'completed' })

  const stopped = fakeCompute({ terrainFolders: [`scan:${join(folder, 'never')}`] })
  await stopped.start()
  await Promise.all([t.rejects(stopped.whenReady?.() ?? Promise.resolve(), /was stopped/), stopped.stop()])
})

t.test('a restart that fails is tried again after growing delays', async (t) => {
  const folder = t.testdir()
  const mark = join(folder, 'broken')
  const compute = fakeCompute({ terrainFolders: [`exit-after:${mark}`] })
  t.teardown(() => compute.stop())
  await compute.start()
  await writeFile(mark, '')
  t.match(await compute.run(job(folder, 'crash'), ignore, never()), { kind: 'died' })
  t.match(
    await compute.run(job(folder, 'waits'), ignore, never()),
    { kind: 'died', detail: /did not start/ },
    'nothing waits for ever',
  )
  t.equal(compute.state, 'starting')
  await rm(mark)
  await until(() => compute.state === 'ready', 'the process')
  t.match(await compute.run(job(folder, 'works'), ignore, never()), { kind: 'completed' })
})

t.test('a process that hangs, or whose device hangs, is replaced', async (t) => {
  for (const [name, why] of [
    ['freeze-once', /sent no message for 0\.4 s/],
    ['stall-once', /No computation made progress for 0\.5 s/],
  ] as const) {
    const folder = t.testdir()
    const compute = fakeCompute({ silenceMs: 400, stallMs: 500, watchdogMs: 50 })
    const { device } = await compute.start()
    t.match(await compute.run(job(folder, name), ignore, never()), { kind: 'died', detail: why })
    t.match(await compute.run(job(folder, name), ignore, never()), { kind: 'completed' }, 'by another one')
    t.not(compute.device?.device, device)
    await compute.stop()
  }
})

t.test('a process that works, waits or is idle is not replaced', async (t) => {
  const folder = t.testdir()
  const compute = fakeCompute({ silenceMs: 400, stallMs: 200, watchdogMs: 50 })
  t.teardown(() => compute.stop())
  const { device } = await compute.start()
  const awaited = join(folder, 'go')
  // It reports reading terrain once, and for long nothing more.
  const waiting = compute.run(job(folder, `wait:${awaited}`, 'sim_1'), ignore, never())
  for (let iteration = 0; iteration < 3; iteration++) {
    t.match(await compute.run(job(folder, 'slow'), ignore, never()), { kind: 'completed' })
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  await writeFile(awaited, '')
  t.match(await waiting, { kind: 'completed' })
  t.equal(compute.device?.device, device)
})

t.test('a process that never gets ready fails to start', async (t) => {
  const compute = fakeCompute({ terrainFolders: ['mute'], startMs: 300 })
  await t.rejects(compute.start(), { message: /did not start.*Not ready after 0\.3 s/ })
  t.equal(compute.state, 'stopped')
})

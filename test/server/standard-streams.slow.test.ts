import { execFileSync, fork, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { ComputeConfig, FromCompute } from '../../server/jobs/protocol.ts'
import { runAdmin } from '../helpers/admin.ts'
import { until } from '../helpers/compute.ts'
import { listening, startServiceProcess } from '../helpers/service-process.ts'

const server = join(import.meta.dirname, '../../server')
const extension = extname(import.meta.filename)

t.test('the service continues when nobody reads its output', async (t) => {
  const service = await startServiceProcess(t)
  service.process.stdout?.destroy()
  service.process.stderr?.destroy()
  await until(async () => (await service.ask('/health')) === 200, 'it serves')
  for (let count = 0; count < 5; count++) {
    t.equal(await service.ask('/health/live'), 200, 'each writes a line')
    await pause(20)
  }
  t.equal(await service.stop(), 0)
})

t.test("the service continues when the log's disk is full", async (t) => {
  const full = openSync('/dev/full', 'w')
  const service = await startServiceProcess(t, { stdio: ['ignore', 'pipe', full] })
  closeSync(full)
  await listening(service.process)
  for (let count = 0; count < 5; count++) t.equal(await service.ask('/health/live'), 200)
  t.equal(await service.stop(), 0)
})

t.test('a log that is read again continues', async (t) => {
  const path = join(t.testdir(), 'log')
  execFileSync('mkfifo', [path])
  const first = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const end = openSync(path, 'w')
  const service = await startServiceProcess(t, { stdio: ['ignore', 'pipe', end] })
  closeSync(end)
  await listening(service.process)
  closeSync(first)
  t.equal(await service.ask('/health/live'), 200, 'lost')
  t.equal(await service.ask('/nowhere'), 404, 'lost')
  const second = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  t.teardown(() => closeSync(second))
  t.equal(await service.ask('/models'), 200)
  const bytes = Buffer.alloc(65_536)
  let text = ''
  await until(() => {
    text += bytes.toString('utf8', 0, readIfAny(second, bytes))
    return text.includes('"/models"')
  }, 'the line')
  t.notMatch(text, '/health/live')
})

t.test('a slow reader of the log loses lines and costs no memory', async (t) => {
  const program = `
    import { ignoreWriteErrors, standardError } from ${JSON.stringify(join(server, `config/standard-streams${extension}`))}
    ignoreWriteErrors()
    for (let line = 0; line < 8000; line++) standardError.write('x'.repeat(1000) + '\\n')
    console.log(process.stderr.writableLength)
    process.stdin.once('data', () => {
      standardError.write('later\\n')
      process.stdin.unref()
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  t.teardown(() => child.kill('SIGKILL'))
  const waiting = Number(await listening(child))
  t.ok(waiting > 0 && waiting < 2 * 2 ** 20, `${waiting} bytes wait`)
  let received = 0
  let last = ''
  child.stderr.on('data', (data: Buffer) => {
    received += data.length
    last = data.toString()
  })
  await until(() => received > waiting, 'what waited')
  child.stdin.end('go on\n')
  await until(() => last.endsWith('later\n'), 'lines after those that were dropped')
})

t.test('the compute process continues too', async (t) => {
  // A tile that is not one is reported on standard error.
  const terrain = t.testdir({ 'N10E010.hgt': 'bytes', 'N10E011.hgt': 'bytes' })
  const config: ComputeConfig = { backend: 'webasm', terrainFolders: [terrain] }
  const child = fork(join(server, `compute/process${extension}`), [JSON.stringify(config)], { silent: true })
  t.teardown(() => child.kill('SIGKILL'))
  child.stdout?.destroy()
  child.stderr?.destroy()
  const received: string[] = []
  child.on('message', (message: FromCompute) => received.push(message.type))
  await until(() => received.includes('ready'), 'it is ready')
  child.send({ type: 'run', job: { id: 'sim_1', accountId: 'acc_1', params: {}, rasterDirectory: terrain } })
  await until(() => received.includes('failed'), 'an answer')
  await until(() => received.lastIndexOf('alive') > received.indexOf('failed'), 'it lives on')
})

t.test('the command line works with closed output', async (t) => {
  const env = {
    DATA_DIR: t.testdir({}),
    TERRAIN_DIR: join(t.testdir({ terrain: { 'N10E010.hgt': 'bytes' } }), 'terrain'),
  }
  const checked = await runAdmin(env, 'terrain', 'check', { close: 'stderr' })
  t.match(checked, { status: 1, out: /1 files, 1 damaged\n$/ }, 'without its progress')
  t.match(await runAdmin(env, 'account', 'list', { close: 'stdout' }), { status: 0, err: '' })
})

function readIfAny(fd: number, into: Buffer): number {
  try {
    return readSync(fd, into)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}

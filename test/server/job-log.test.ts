import { access } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openLog } from '../../server/config/logger.ts'
import { until } from '../helpers/compute.ts'
import { setUp } from '../helpers/dispatcher.ts'

// What operators read of jobs in the log: one line for each step, with the same fields.

const one = { slots: 1, smallSlots: 0, tinySlots: 0 }
const cells = Math.ceil(Math.PI * (1000 / 30) ** 2)

type Line = Record<string, unknown> & { message: string }

/** A service whose log is kept. */
async function withLog(t: Parameters<typeof setUp>[0], limits = {}) {
  const lines: Line[] = []
  const keep = (fields: object, message: string) => lines.push({ ...fields, message })
  const service = await setUp(t, { limits, logger: { info: keep, warn: keep, error: keep } })
  const of = (id: string) => lines.filter(({ simulation }) => simulation === id)
  const steps = (id: string) => of(id).map(({ message, outcome }) => [message, outcome])
  return { ...service, of, steps }
}

t.test('a completed simulation logs accepted, started, completed and deleted', async (t) => {
  const service = await withLog(t)
  const account = await service.account()
  const id = await service.start(account, 'slow secret-name')
  await until(() => service.of(id).length === 3, 'the line of its end')
  t.ok(await service.dispatcher.remove(account, id))
  t.same(service.steps(id), [
    ['simulation accepted', 'accepted'],
    ['simulation started', 'started'],
    ['simulation completed', 'completed'],
    ['simulation deleted', 'deleted'],
  ])
  const common = { simulation: id, account: account.id, model: 'los', cells }
  const fields = ['account', 'cells', 'compute_ms', 'message', 'model', 'outcome', 'queue_ms', 'simulation']
  for (const line of service.of(id)) {
    t.match(line, common)
    t.same(Object.keys(line).sort(), fields)
    t.ok(Number.isInteger(line.queue_ms) && Number(line.queue_ms) >= 0)
  }
  const computed = service.of(id).map(({ compute_ms }) => Number(compute_ms))
  t.same(computed.slice(0, 2), [0, 0])
  t.ok(computed[2] > 0 && computed[3] > 0, 'what it took stands in the line of its end, and of its deletion')
  t.notOk(await service.dispatcher.remove(account, id))
  t.equal(service.of(id).length, 4, 'it is deleted once')
})

t.test('a failure is logged with its code', async (t) => {
  const service = await withLog(t)
  const id = await service.start(await service.account(), 'fail:terrain_unavailable')
  await until(() => service.of(id).length === 3, 'the line of its end')
  t.same(service.steps(id)[2], ['simulation failed', 'terrain_unavailable'])
})

t.test('a deletion is logged while the job waits and while it runs', async (t) => {
  const service = await withLog(t, { capacity: one })
  const account = await service.account()
  const running = await service.start(account, 'hold')
  const waiting = await service.start(account, 'hold')
  await service.dispatcher.remove(account, waiting)
  await service.dispatcher.remove(account, running)
  await until(() => service.of(running).length === 3, 'that it stopped')
  t.same(service.steps(waiting), [
    ['simulation accepted', 'accepted'],
    ['simulation deleted', 'deleted'],
  ])
  t.equal(service.of(waiting)[1].compute_ms, 0)
  t.same(service.steps(running)[2], ['simulation deleted', 'deleted'])
  t.ok(Number(service.of(running)[2].compute_ms) > 0)
})

t.test('a retried job is logged as started once', async (t) => {
  const service = await withLog(t)
  const id = await service.start(await service.account(), 'crash-once')
  await until(() => service.of(id).length === 4, 'the line of its end')
  t.same(
    service.of(id).map(({ message }) => message),
    [
      'simulation accepted',
      'simulation started',
      'computation of simulation aborted',
      'simulation completed',
    ],
  )
  await access(join(service.rasterDirectory, `${id}.tif`))
})

t.test('an error has its stack and its cause, and nothing that a client attached to it', (t) => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const cause = new Error('socket closed')
  const err = Object.assign(new Error('away', { cause }), { code: 'EIO', command: { args: ['hush'] } })
  log.warn({ err }, 'Redis unavailable')
  const [line] = lines.map((text) => JSON.parse(text))
  t.same(Object.keys(line.err), ['type', 'message', 'stack', 'code'])
  t.match(line, { msg: 'Redis unavailable', err: { type: 'Error', message: /socket closed/, code: 'EIO' } })
  const refusals = [new Error('connect ECONNREFUSED ::1'), new Error('connect ECONNREFUSED 127.0.0.1')]
  log.warn({ err: new AggregateError(refusals) }, 'Redis unavailable')
  t.match(JSON.parse(lines[1] ?? '').err.message, /::1; .*127\.0\.0\.1/, 'each address with its reason')
  t.match(line.err.stack, /job-log\.test/)
  log.warn({ err: 'gone' }, 'Redis unavailable')
  t.match(lines.at(-1), /"err":"gone"/)
  t.end()
})

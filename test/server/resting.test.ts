import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { restingWhile } from '../../server/results/resting.ts'

// Threads of slow products rest while simulations run.

/** Takes the processor for longer than a slice. */
function work(): void {
  const before = process.cpuUsage()
  while (process.cpuUsage(before).user < 20_000) Math.sqrt(2)
}

/** Whether the function still waits when the event loop has turned. */
async function rests(rest: () => Promise<void>): Promise<boolean> {
  let isDone = false
  const resting = rest().then(() => {
    isDone = true
  })
  await setImmediate()
  const wasDone = isDone
  await resting
  return !wasDone
}

t.test('a thread rests after work while simulations run, and only then', async (t) => {
  const running = new Int32Array(new SharedArrayBuffer(4))
  const rest = restingWhile(running, { processors: 2, afterMs: 0 })
  work()
  t.notOk(await rests(rest), 'none runs')
  running[0] = 1
  t.notOk(await rests(rest), 'nothing was done since')
  work()
  t.ok(await rests(rest), 'one runs')
  running[0] = 0
  work()
  t.notOk(await rests(rest), 'it has ended')
  const longer = restingWhile(running, { processors: 2, afterMs: 60_000 })
  running[0] = 1
  work()
  t.ok(await rests(longer))
  running[0] = 0
  work()
  t.ok(await rests(longer), 'it ended less than a minute ago')
})

t.test('without simulations on this machine no thread rests', async (t) => {
  const rest = restingWhile(undefined)
  work()
  t.notOk(await rests(rest))
})

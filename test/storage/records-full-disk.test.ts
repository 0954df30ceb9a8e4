import t from 'tap'
import { systemError } from '../helpers/fragile-disk.ts'
import { clockAhead, fillAtEachCall, Trial } from '../helpers/full-disk.ts'

// The disk is full at single calls of a checkpoint: segments, lists of tiles and the live file are written and renamed,
// old segments and journals removed. Some file systems have no space to remove either.

t.test('a disk that is full at a call of a checkpoint loses nothing, and is used again', (t) =>
  fillAtEachCall(t, 36),
)

const lastCalls = [
  { what: 'old segments cannot be removed', call: 'remove', path: '/segments/' },
  { what: 'the name of the live file cannot be stored', call: 'syncFolder', path: '' },
] as const
for (const { what, call, path } of lastCalls) {
  t.test(`${what}: nothing is lost by the next checkpoint, or by a crash`, async (t) => {
    const clock = clockAhead(t)
    let failures = 0
    for (let seed = 0; seed < 6; seed++) {
      const trial = new Trial(seed)
      await trial.begin()
      const { disk } = trial
      const { rename, [call]: proceed } = disk
      let isLive = false
      disk.rename = async (from, to) => {
        await rename(from, to)
        isLive ||= to.endsWith('/records.json')
      }
      disk[call] = async (of) => {
        if (!isLive || !of.includes(path)) return proceed.call(disk, of)
        disk[call] = proceed.bind(disk)
        failures++
        throw systemError('ENOSPC')
      }
      await trial.change(12)
      await trial.rest()
      disk[call] = proceed.bind(disk)
      if (seed % 2 === 0) {
        clock.pass()
        await trial.change(14)
        await trial.rest(15 * seed)
      }
      disk.crash()
      await trial.open().catch((error: unknown) => t.fail(`seed ${seed}: ${String(error)}`))
      t.same(await trial.faults(), [], `seed ${seed}`)
      await trial.records.close()
    }
    t.equal(failures, 6)
  })
}

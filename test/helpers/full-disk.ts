/** Records on a disk that is full at a call of a checkpoint, and what is lost by it: nothing, as they promise. */

import type { Test } from 'tap'
import { segmentName } from '../../storage/records/disk/segment.ts'
import { StorageError } from '../../storage/records/errors.ts'
import type { LiveFile } from '../../storage/records/live-file.ts'
import { openRecords } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import { seededRandom } from '../references/random.ts'
import { FragileDisk, systemError } from './fragile-disk.ts'
import { accepted, resultWith } from './records.ts'

const folder = '/data/records'
/** Small, so that a few changes fill segments and a journal. */
const options = { journalBytes: 8000, sizes: { simulations: 4, entries: 6 } }
/** A checkpoint that failed is tried again after so long. */
const pauseMs = 31_000

/** Calls that a full disk refuses. */
const refused = ['create', 'write', 'rename', 'sync', 'syncFolder', 'truncate', 'makeFolder', 'remove']
export class Trial {
  readonly disk: FragileDisk
  records!: RecordStore
  accountId = ''
  /** Ids of simulations that are there, and of deleted ones: what was answered, or refused. */
  readonly there = new Set<string>()
  readonly gone = new Set<string>()
  readonly overwritten: string[] = []
  refusals = 0
  counter = 0

  constructor(seed: number) {
    this.disk = new FragileDisk({ random: seededRandom(seed) })
    const rename = this.disk.rename.bind(this.disk)
    this.disk.rename = (from, to) => {
      if (this.countingFiles().some((name) => to.endsWith(`/${name}`))) this.overwritten.push(to)
      return rename(from, to)
    }
  }

  /** Segments that the live file names: nothing in them may change. */
  countingFiles(): string[] {
    const text = this.disk.content(`${folder}/records.json`)
    if (text === undefined) return []
    const live = JSON.parse(String(text)) as LiveFile
    return [
      ...live.simulation_segments.map(({ id, revision }) => segmentName('simulations', id, revision)),
      ...live.ledger_segments.map(({ id, revision }) => segmentName('ledger', id, revision)),
    ]
  }

  async open(): Promise<void> {
    this.records = await openRecords(folder, { fs: this.disk, ...options })
  }

  /** Segments with some deleted records, and lists of tiles in files. */
  async begin(): Promise<void> {
    await this.open()
    this.accountId = (await this.records.createAccount({ name: 'a', plan: 'pro', credits: 1000 })).id
    await this.change(30)
    await this.rest()
  }

  /**
   * Accepts, ends and deletes simulations, one after the other; a checkpoint comes with every few of them. It ends with
   * the store that it began with, as a process does: changes in one that was opened after a crash would race with `faults`.
   */
  async change(times: number): Promise<void> {
    const { records } = this
    for (let n = 0; n < times && records === this.records; n++) {
      const accepting = await this.attempt(() =>
        accepted(records, this.accountId, { name: `s${this.counter++}`, price: 1 }),
      )
      if (accepting) {
        this.there.add(accepting.id)
        // On a full disk it waits for space.
        void records.complete(accepting.id, resultWith(n % 3 === 0 ? 60 : 1)).catch(() => {})
      }
      if (n % 2 === 0 || records !== this.records) continue
      const [id = ''] = [...this.there].slice(this.counter % 3)
      const refusals = this.refusals
      this.there.delete(id)
      const removing = await this.attempt(() => records.removeSimulation(id))
      if (removing) this.gone.add(id)
      else if (this.refusals > refusals) this.there.add(id)
    }
  }

  async attempt<T>(change: () => Promise<T>): Promise<T | undefined> {
    try {
      return await change()
    } catch (error) {
      if (error instanceof StorageError) this.refusals++
      else if (!/crashed/.test(String(error))) throw error
      return undefined
    }
  }

  /** What runs in the background ends. */
  async rest(turns = 150): Promise<void> {
    for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve))
  }

  /** What was answered is so, whatever is read from. */
  async faults(): Promise<string[]> {
    const { records, accountId } = this
    const found = await records.read(records.simulations(accountId))
    const ids = new Set(found.map(({ id }) => id))
    const lost = [...this.there].filter((id) => !ids.has(id)).map((id) => `${id} is lost`)
    const back = [...this.gone].filter((id) => ids.has(id)).map((id) => `${id} came back`)
    const tiles = await Promise.all(
      found.map(async ({ id, status }) => (status === 'completed' ? [(await records.tiles(id)).length] : [])),
    )
    const lists = tiles.flat().some((count) => count !== 1 && count !== 60)
      ? ['a list of tiles is short']
      : []
    const { entries } = await records.ledger(accountId)
    const sum = entries.reduce((total, { amount }) => total + amount, 0)
    const { balance } = records.credits(accountId)
    const changed = this.overwritten.map((path) => `${path} counted, and was written again`)
    return [
      ...changed,
      ...lost,
      ...back,
      ...lists,
      ...(sum === balance ? [] : [`a balance of ${balance}, not ${sum}`]),
    ]
  }
}

/** Full from the call `at` on, or at that one call; `Infinity`: never. Returns how many calls there were. */
function fill(disk: FragileDisk, at: number, isOnce = false): () => number {
  let count = 0
  disk.beforeCall = (name) => {
    if (!refused.includes(name)) return
    const call = count++
    if (isOnce ? call === at : call >= at) throw systemError('ENOSPC')
  }
  return () => count
}

/** Moves `performance.now` ahead: a checkpoint that failed is tried again after a pause. */
export function clockAhead(t: Test): { pass(): void } {
  const realNow = performance.now.bind(performance)
  let aheadMs = 0
  performance.now = () => realNow() + aheadMs
  // The disk is in memory: nothing else keeps the process alive.
  const keepsAlive = setInterval(() => {}, 1000)
  t.teardown(() => {
    performance.now = realNow
    clearInterval(keepsAlive)
  })
  return {
    pass: () => {
      aheadMs += pauseMs
    },
  }
}

const ends = ['crash', 'space', 'space, then a crash'] as const
const cases = ends.flatMap((end) => [false, true].map((isOnce) => ({ end, isOnce })))

/** Full at each call of a checkpoint; of the ways in which each goes on, one in `stride` is tried. */
export async function fillAtEachCall(t: Test, stride: number): Promise<void> {
  const clock = clockAhead(t)
  const whole = new Trial(0)
  await whole.begin()
  const counted = fill(whole.disk, Number.POSITIVE_INFINITY)
  await whole.change(12)
  await whole.rest()
  const total = counted()
  await whole.records.close()
  let [refusals, crashes] = [0, 0]
  for (let at = 0; at < total; at++) {
    for (const [index, { end, isOnce }] of cases.entries()) {
      if (index % stride !== at % stride) continue
      const where = `call ${at}${isOnce ? ' alone' : ''}, ${end}`
      const trial = new Trial(at)
      await trial.begin()
      fill(trial.disk, at, isOnce)
      await trial.change(12)
      await trial.rest()
      refusals += trial.refusals
      trial.disk.beforeCall = undefined
      if (end !== 'crash') {
        clock.pass()
        t.same(await trial.faults(), [], where)
        const later = end === 'space' ? Number.POSITIVE_INFINITY : (at * 7919) % 150
        let count = 0
        trial.disk.beforeCall = (name) => {
          if (!refused.includes(name) || count++ !== later) return
          crashes++
          trial.disk.crash()
          throw new Error('The machine has crashed.')
        }
        await Promise.race([trial.change(14), trial.rest(2000)])
        await trial.rest()
        trial.disk.beforeCall = undefined
      }
      trial.disk.crash()
      await trial.open().catch((error: unknown) => t.fail(`${where}: ${String(error)}`))
      t.same(await trial.faults(), [], `${where}, opened again`)
      await trial.records.close()
    }
  }
  t.comment(`${total} calls, ${refusals} refusals, ${crashes} crashes`)
  t.ok(total > 50 && refusals > 0 && crashes > 0, 'else this says nothing')
}

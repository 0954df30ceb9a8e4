/** Opens large records in a process of its own, has them written anew, opens them again, and says what that took. */

import { existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRecords } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import { collectGarbage } from './garbage.ts'
import { accountId, answerKey, kinds, type LargeRecords, sessionId } from './large-records.ts'

export interface Findings {
  openSeconds: number
  heapMib: number
  checkpointSeconds: number
  /** The longest time for which the event loop was blocked meanwhile, in CPU time where the system reports it. */
  blockedMs: number
  liveMib: number
  reopenSeconds: number
  /** Peak memory of the process. */
  residentMib: number
  /** What is not as it should be. */
  faults: string[]
}

async function opened(folder: string): Promise<{ records: RecordStore; seconds: number }> {
  const startMs = performance.now()
  const records = await openRecords(folder, { journalBytes: 2 ** 18 })
  return { records, seconds: (performance.now() - startMs) / 1000 }
}

/** Every entry that is to be there is, and no other. */
function faultsOf(records: RecordStore, { sessions, answers }: LargeRecords): string[] {
  const faults: string[] = []
  for (let n = 0; n < sessions; n++) {
    const isKept = kinds[n % kinds.length] !== 'expired'
    const session = records.creditSession(sessionId(n))
    if ((session !== undefined) !== isKept) faults.push(`${sessionId(n)}: ${session?.provider}`)
    if (session && session.account_id !== accountId(n)) faults.push(`${sessionId(n)} is of another account`)
  }
  for (let n = 0; n < answers; n++) {
    const answer = records.idempotent(accountId(n), '/api/v1/simulate', answerKey(n))
    if ((answer !== undefined) !== (n % 2 === 1)) faults.push(`answer ${n}: ${answer?.created_at}`)
  }
  return faults
}

/** Goes on changing the records until a checkpoint of theirs is done. */
async function checkpoint(
  records: RecordStore,
  folder: string,
): Promise<{ seconds: number; blockedMs: number }> {
  const seconds = { start: 0, end: 0 }
  let blockedMs = 0
  let last = { atMs: performance.now(), cpuMs: threadCpuMs() }
  const timer = setInterval(() => {
    const now = { atMs: performance.now(), cpuMs: threadCpuMs() }
    blockedMs = Math.max(
      blockedMs,
      now.cpuMs === undefined ? now.atMs - last.atMs : now.cpuMs - (last.cpuMs ?? 0),
    )
    last = now
  }, 1)
  while (existsSync(join(folder, 'journal-000001.log'))) {
    if (existsSync(join(folder, 'journal-000002.log'))) seconds.start ||= performance.now() / 1000
    await records.grant(accountId(0), 1, seconds.start ? 'meanwhile' : 'before '.repeat(200))
    await sleep(1)
  }
  seconds.end = performance.now() / 1000
  clearInterval(timer)
  return { seconds: seconds.end - seconds.start, blockedMs }
}

/** CPU time of the main thread, where the system reports it: what others on the machine take is not in it. */
function threadCpuMs(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

async function main(folder: string, made: LargeRecords): Promise<Findings> {
  const first = await opened(folder)
  collectGarbage()
  const heapMib = process.memoryUsage().heapUsed / 2 ** 20
  const faults = faultsOf(first.records, made)
  const { seconds: checkpointSeconds, blockedMs } = await checkpoint(first.records, folder)
  const { balance } = first.records.credits(accountId(0))
  await first.records.close()
  const { size } = await stat(join(folder, 'records.json'))
  const second = await opened(folder)
  faults.push(...faultsOf(second.records, made))
  if (second.records.credits(accountId(0)).balance !== balance) faults.push('the balance is another')
  await second.records.close()
  return {
    openSeconds: first.seconds,
    heapMib,
    checkpointSeconds,
    blockedMs,
    liveMib: size / 2 ** 20,
    reopenSeconds: second.seconds,
    residentMib: process.resourceUsage().maxRSS / 1024,
    faults,
  }
}

const [folder = '', made = '{}'] = process.argv.slice(2)
console.log(JSON.stringify(await main(folder, JSON.parse(made) as LargeRecords)))

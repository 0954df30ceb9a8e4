import fc from 'fast-check'
import type { Test } from 'tap'
import { Fuzzer } from './fuzz.ts'
import { requestsTo } from './fuzz-requests.ts'
import { startTestServer } from './server.ts'

/** Sends generated requests to a service and fails at the first fault. Returns how often each status came. */
export async function fuzzService(
  t: Test,
  requests: number,
  seed: number,
): Promise<ReadonlyMap<number, number>> {
  let minutes = 0
  const server = await startTestServer(t, { now: () => Date.now() + minutes * 61_000 })
  const fuzzer = await Fuzzer.open(server, () => minutes++)
  t.teardown(() => fuzzer.close())
  const property = fc.asyncProperty(requestsTo(server.document), async (request) => {
    const faults = await fuzzer.faults(request)
    if (faults.length > 0) throw new Error(faults.join('; '))
  })
  const details = await fc.check(property, { seed, numRuns: requests })
  const { message = '' } = (details.errorInstance ?? {}) as { message?: string }
  t.notOk(details.failed, `${message} ${fc.defaultReportMessage(details) ?? 'held'}`)
  t.equal(details.numRuns, requests)
  const counts = [...fuzzer.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
  t.comment(counts.join(', '))
  const { heldMs, request } = fuzzer.worst
  t.comment(`The event loop was held for ${heldMs.toFixed(1)} ms at most: ${request}`)
  return fuzzer.statuses
}

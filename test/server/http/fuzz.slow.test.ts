import fc from 'fast-check'
import t from 'tap'
import { Fuzzer } from '../../helpers/fuzz.ts'
import { requestsTo } from '../../helpers/fuzz-requests.ts'
import { startTestServer } from '../../helpers/server.ts'

/** `FUZZ_REQUESTS=10000 FUZZ_SEEDS=1,2 node build/test/server/http/fuzz.slow.test.js`: so many requests of each seed. */
const requests = Number(process.env.FUZZ_REQUESTS || 1000)
const seeds = (process.env.FUZZ_SEEDS || '2').split(',').map(Number)
const timeout = 60_000 + 200 * requests
t.setTimeout(timeout * seeds.length)

for (const seed of seeds) {
  const name = `${requests} requests made of the document, seed ${seed}: each is answered, and as the document says`
  t.test(name, { timeout }, async (t) => {
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
    // Not only refusals: the requests get past the checks.
    for (const status of [200, 201, 204, 206, 304, 400, 401, 403, 404, 405, 412, 415, 416, 431]) {
      t.ok(fuzzer.statuses.has(status), `some answers are ${status}`)
    }
  })
}

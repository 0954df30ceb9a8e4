import t from 'tap'
import { fuzzService } from '../../helpers/fuzz-service.ts'

/** `FUZZ_REQUESTS=10000 FUZZ_SEEDS=1,2 node build/test/server/http/fuzz.slow.test.js`: so many requests of each seed. */
const requests = Number(process.env.FUZZ_REQUESTS || 1500)
const seeds = (process.env.FUZZ_SEEDS || '3').split(',').map(Number)
const timeout = 60_000 + 200 * requests
t.setTimeout(timeout * seeds.length)

for (const seed of seeds) {
  const name = `${requests} requests made of the document, seed ${seed}: each is answered, and as the document says`
  t.test(name, { timeout }, async (t) => {
    const statuses = await fuzzService(t, requests, seed)
    // Not only refusals: the requests get past the checks.
    for (const status of [200, 201, 204, 206, 304, 400, 401, 403, 404, 405, 412, 415, 416, 431]) {
      t.ok(statuses.has(status), `some answers are ${status}`)
    }
  })
}

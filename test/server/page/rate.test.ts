import t from 'tap'
import { defaultPlans, resultsFactor, retryAfterSeconds } from '../../../server/config/limits.ts'
import { FixedWindows } from '../../../server/http/rate-limit.ts'
import { retryAfterS } from '../../../server/page/browser/service/pause.ts'
import { RequestRate, turnOf } from '../../../server/page/browser/service/rate.ts'

// The page against the service's own windows, for ten minutes of a clock that is not the machine's.

const { pro } = defaultPlans
const limits = { requests: pro.requestsPerMinute, results: pro.requestsPerMinute * resultsFactor }
const minuteMs = 60_000

interface Event {
  atMs: number
  run(atMs: number): void
}

/** Somebody who goes on asking: `afterMs` after each answer, the first time at `fromMs`. */
interface Habit {
  path: string
  afterMs: number
  fromMs?: number
}

function turnFor(path: string) {
  const turn = turnOf(
    new Request(`https://localhost:8443${path}`, { headers: { authorization: 'Bearer key' } }),
  )
  if (turn === undefined) throw new Error(`${path} counts nowhere.`)
  return turn
}

/** Requests that were sent, refused, and the longest that one waited, by path. */
function tenMinutes(habits: readonly Habit[], isHeld = true) {
  const [rate, windows] = [new RequestRate(), new FixedWindows()]
  const events: Event[] = []
  const found = new Map(habits.map(({ path }) => [path, { sent: 0, refused: 0, waitedMs: 0 }]))
  const at = (atMs: number, run: Event['run']) => events.push({ atMs, run })

  for (const { path, afterMs, fromMs = 0 } of habits) {
    const turn = turnFor(path)
    const bucket = turn.bucket.startsWith('results') ? 'results' : 'requests'
    const tally = found.get(path) ?? { sent: 0, refused: 0, waitedMs: 0 }
    const ask = (sinceMs: number) => (nowMs: number) => {
      const waitMs = isHeld ? rate.begin(turn, nowMs) : 0
      if (waitMs > 0) return at(nowMs + waitMs, ask(sinceMs))
      tally.sent++
      tally.waitedMs = Math.max(tally.waitedMs, nowMs - sinceMs)
      const latencyMs = 20 + (tally.sent % 7) * 60
      at(nowMs + latencyMs / 2, (countedMs) => {
        const { limit, remaining, resetMs, exceeded } = windows.count(bucket, limits[bucket], countedMs)
        if (exceeded) tally.refused++
        const headers = new Headers({
          'x-ratelimit-limit': String(limit),
          'x-ratelimit-remaining': String(remaining),
          'x-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
          // In whole seconds.
          date: new Date(1000 * Math.floor(countedMs / 1000)).toUTCString(),
        })
        at(nowMs + latencyMs, (answeredMs) => {
          if (isHeld) rate.end(turn, headers, answeredMs)
          at(answeredMs + afterMs, (nextMs) => ask(nextMs)(nextMs))
        })
      })
    }
    at(fromMs, (startMs) => ask(startMs)(startMs))
  }
  for (;;) {
    const next = events.reduce<Event | undefined>(
      (first, one) => (first === undefined || one.atMs < first.atMs ? one : first),
      undefined,
    )
    if (next === undefined || next.atMs > 10 * minuteMs) return found
    events.splice(events.indexOf(next), 1)
    next.run(next.atMs)
  }
}

/** A stream of events that is cut all the time, and what the simulations of a batch cost as they end. */
const streaming = [
  { path: '/api/v1/events', afterMs: 30_000 },
  { path: '/api/v1/credits', afterMs: 5000 },
]
/** Three that are computed are followed as often as the service says, where there is no stream. */
const pollMs = 1000 * retryAfterSeconds(pro, 0)
const following = ['a', 'b', 'c'].map((id) => ({ path: `/api/v1/status/${id}`, afterMs: pollMs }))
/** A form that is changed all the time, and a click on the coverage every ten seconds. */
const using = [
  { path: '/api/v1/simulate/estimate', afterMs: 700 },
  { path: '/api/v1/link', afterMs: 10_000, fromMs: 5000 },
]
/** A map that is moved without end on a large screen, and a pointer that rests now and then. */
const looking = [
  ...Array.from({ length: 16 }, (_, index) => ({
    path: `/api/v1/terrain/tiles/12/${index}/1.png`,
    afterMs: 100,
  })),
  { path: '/results/sim_1/value', afterMs: 1000 },
]

t.test('ten minutes of a browser on plan pro never meet a 429', async (t) => {
  const found = tenMinutes([...streaming, ...using, ...looking])
  for (const [path, { sent, refused }] of found) {
    t.equal(refused, 0, path)
    t.ok(sent >= 10, `${path}: ${sent}`)
  }
  t.equal(found.get('/api/v1/link')?.waitedMs, 0, 'a click is answered at once')
})

t.test('nor do they where no stream is to be had', async (t) => {
  const found = tenMinutes([...following, ...using, ...looking])
  for (const [path, { sent, refused }] of found) {
    t.equal(refused, 0, path)
    t.ok(sent >= 10, `${path}: ${sent}`)
  }
  t.equal(found.get('/api/v1/link')?.waitedMs, 0, 'a click is answered at once')
  t.equal(found.get('/results/sim_1/value')?.waitedMs, 0, 'and so is a pointer that rests')
  const polls = following.map(({ path }) => found.get(path)?.sent ?? 0)
  t.ok(Math.min(...polls) > 80, `progress goes on beside it: ${polls}`)
})

t.test('without its rate held the same would be refused', async (t) => {
  const found = tenMinutes([...following, ...using, ...looking], false)
  const refused = (path: string) => found.get(path)?.refused ?? 0
  t.ok(refused('/api/v1/link') > 0 && refused('/results/sim_1/value') > 0)
})

t.test('what counts in no bucket does not wait, and each key has its own', async (t) => {
  const request = (path: string, key = '') =>
    turnOf(new Request(`https://localhost${path}`, { headers: { authorization: key } }))
  for (const path of ['/models', '/openapi.json', '/page/main.js']) t.equal(request(path), undefined, path)
  t.not(request('/api/v1/credits', 'Bearer a')?.bucket, request('/api/v1/credits', 'Bearer b')?.bucket)
  t.equal(request('/results/x/tiles/1/2/3.png')?.bucket, request('/api/v1/results/x/value')?.bucket)
})

t.test('a window that is over is full again, and old answers change nothing', async (t) => {
  const rate = new RequestRate()
  const turn = turnFor('/api/v1/credits')
  const headers = (remaining: number, resetS: number) =>
    new Headers({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(resetS),
      date: new Date(0).toUTCString(),
    })
  t.equal(rate.begin(turn, 0), 0)
  rate.end(turn, headers(0, 60), 0)
  t.equal(rate.begin(turn, 1000), 59_000)
  t.equal(rate.begin(turn, 60_000), 0)
  t.equal(rate.begin(turn, 60_000), 0)
  t.ok(rate.begin(turn, 60_000) > 0, 'two are under way')
  rate.end(turn, headers(1, 60), 60_001)
  rate.end(turn, headers(2, 20), 60_002)
  t.equal(rate.begin(turn, 60_003), 0)
  rate.end(turn, undefined, 60_004)
  t.equal(rate.begin(turn, 60_005), 0, 'one that failed on its path gives its place back')
})

t.test('the page waits as long as an answer requests, an hour at most', async (t) => {
  const asked = (text?: string) => retryAfterS({ headers: new Headers(text ? { 'retry-after': text } : {}) })
  t.equal(asked('7'), 7)
  for (const text of [undefined, '0', 'soon', '-1', '1e99']) t.equal(asked(text), 2)
  t.equal(asked('99999999'), 3600)
  t.equal(asked('Fri, 31 Dec 9999 23:59:59 GMT'), 3600)
})

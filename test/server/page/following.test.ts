import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { EventFollower } from '../../../server/page/browser/service/event-follower.ts'

// The page's stream of events, by a clock that is not the machine's.

const greeting = 'retry: 2000\nid: evt_0\n\n'
const eventText = (name: string, id: string, data: object = { id: 'sim_1' }) =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

interface Pause {
  endS: number
  end(): void
}

class Clock {
  nowS = 0
  #pauses: Pause[] = []

  readonly pause = (seconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason)
      const pause = { endS: this.nowS + seconds, end: resolve }
      this.#pauses.push(pause)
      signal?.addEventListener('abort', () => {
        this.#pauses = this.#pauses.filter((one) => one !== pause)
        reject(signal.reason)
      })
    })

  async go(seconds: number): Promise<void> {
    const endS = this.nowS + seconds
    for (;;) {
      await setImmediate()
      const [next] = this.#pauses.filter((one) => one.endS <= endS).sort((a, b) => a.endS - b.endS)
      if (next === undefined) break
      this.nowS = next.endS
      this.#pauses = this.#pauses.filter((one) => one !== next)
      next.end()
    }
    this.nowS = endS
  }
}

/** A stream that the test writes. */
class Stream {
  readonly answer: Response
  #controller: ReadableStreamDefaultController | undefined
  #isOver = false

  constructor() {
    const body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
    })
    this.answer = new Response(body)
  }

  async write(...parts: (string | Uint8Array)[]): Promise<void> {
    for (const part of parts) this.#controller?.enqueue(Buffer.from(part))
    await setImmediate()
  }

  /** As `fetch` does when its signal is aborted. */
  cut(): void {
    if (!this.#isOver) this.#controller?.error(new DOMException('Cut off.', 'AbortError'))
  }

  async end(): Promise<void> {
    this.#isOver = true
    this.#controller?.close()
    await setImmediate()
  }
}

/** A follower, the answers that it gets, the last one ever again, and what it does. */
function begin(answers: (Stream | Response | Error | undefined)[]) {
  const [clock, stop, log] = [new Clock(), new AbortController(), [] as string[]]
  const connections: AbortSignal[] = []
  const acts = { begin: async (): Promise<void> => {}, take: async (): Promise<void> => {} }
  const follower = new EventFollower({
    open: (lastEventId, signal) => {
      log.push(`open ${lastEventId ?? 'anew'} at ${clock.nowS}`)
      connections.push(signal)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer === undefined) return new Promise(() => {})
      if (answer instanceof Error) return Promise.reject(answer)
      if (answer instanceof Response) return Promise.resolve(answer)
      signal.addEventListener('abort', () => answer.cut())
      return Promise.resolve(answer.answer)
    },
    begin: async () => {
      log.push('list')
      await acts.begin()
    },
    take: async (name, data) => {
      log.push(`${name} ${(data as { id: string }).id}`)
      await acts.take()
    },
    setFollowed: (isFollowed) => void log.push(isFollowed ? 'followed' : 'ask'),
    pause: clock.pause,
  })
  const ended = follower.follow(stop.signal)
  /** What it did since this was called last. */
  const since = () => log.splice(0)
  return { acts, clock, connections, ended, follower, since, stop }
}

t.test(
  'what there is is listed once events come; then each is taken when the last one is done',
  async (t) => {
    const stream = new Stream()
    const { acts, clock, since } = begin([stream])
    let done = () => {}
    acts.take = () =>
      new Promise((resolve) => {
        done = resolve
      })
    await clock.go(1)
    t.same(since(), ['open anew at 0'])
    await stream.write(greeting)
    t.same(since(), ['followed', 'list'])
    const bytes = Buffer.from(
      eventText('progress', 'evt_1') + eventText('completed', 'evt_2', { id: 'Zürich' }),
    )
    const within = bytes.indexOf('ü') + 1
    await stream.write(bytes.subarray(0, within), bytes.subarray(within))
    t.same(since(), ['progress sim_1'])
    done()
    await clock.go(0)
    t.same(since(), ['completed Zürich'])
  },
)

t.test('it goes on after the last event, also when it is followed anew later', async (t) => {
  const [first, second, third] = [new Stream(), new Stream(), new Stream()]
  const { clock, ended, follower, since, stop } = begin([first, second, third])
  await clock.go(0)
  await first.write(greeting, eventText('completed', 'evt_1'))
  await first.end()
  since()
  await clock.go(2)
  t.same(since(), ['open evt_1 at 2'], 'nobody has to ask meanwhile')
  await second.write(greeting, eventText('reset', 'evt_2', { id: 'all' }))
  await clock.go(0)
  t.same(since(), ['followed', 'reset all'], 'nothing but what it missed is read again')
  stop.abort()
  await ended
  void follower.follow(new AbortController().signal)
  await clock.go(0)
  t.same(since(), ['open evt_2 at 2'])
})

t.test('what could not be taken comes again', async (t) => {
  const stream = new Stream()
  const { acts, clock, since } = begin([stream, new Stream()])
  acts.take = async () => {
    throw new TypeError('fetch failed')
  }
  await clock.go(0)
  await stream.write(greeting, eventText('reset', 'evt_9'))
  await clock.go(2)
  t.same(since(), ['open anew at 0', 'followed', 'list', 'reset sim_1', 'ask', 'open anew at 2'])
})

t.test('where no stream is to be had one asks, and tries again when the service says', async (t) => {
  const stream = new Stream()
  const { clock, since } = begin([
    new Response('{}', { status: 429, headers: { 'retry-after': '5' } }),
    new TypeError('fetch failed'),
    stream,
  ])
  await clock.go(4.9)
  t.same(since(), ['open anew at 0', 'ask'])
  await clock.go(0.1)
  t.same(since(), ['open anew at 5', 'ask'])
  await clock.go(4)
  t.same(since(), ['open anew at 9'])
  await stream.write(greeting)
  t.same(since(), ['followed', 'list'])
})

t.test(
  'streams that do not hold are opened ever more rarely, and soon again after one that held',
  async (t) => {
    const stream = new Stream()
    const answers = [...Array(6).fill(new TypeError('fetch failed')), stream, new TypeError('again')]
    const { clock, since } = begin(answers)
    await clock.go(2 + 4 + 8 + 16 + 30 + 30)
    const opened = since().flatMap((line) => /open anew at (.*)/.exec(line)?.[1] ?? [])
    t.same(opened, ['0', '2', '6', '14', '30', '60', '90'])
    await stream.write(greeting)
    await stream.write(':\n\n')
    await stream.end()
    since()
    await clock.go(2)
    t.same(since(), ['open anew at 92', 'ask'])
  },
)

t.test('who may have no stream is asked for none again', async (t) => {
  const { clock, ended, since } = begin([new Response('{}', { status: 403 })])
  await ended
  await clock.go(600)
  t.same(since(), ['open anew at 0', 'ask'])
})

t.test('a stream that falls silent is given up; a sign of life keeps it', async (t) => {
  const stream = new Stream()
  const { clock, connections, since } = begin([undefined, stream])
  await clock.go(5)
  t.same(since(), ['open anew at 0', 'ask'], 'nobody greets')
  t.ok(connections[0]?.aborted)
  await clock.go(2)
  await stream.write(greeting)
  since()
  for (let beat = 0; beat < 10; beat++) {
    await clock.go(15)
    await stream.write(':\n\n')
  }
  t.same(since(), [])
  await clock.go(45)
  t.same(since(), ['ask'])
  t.ok(connections[1]?.aborted)
})

t.test('it ends with its signal', async (t) => {
  const stream = new Stream()
  const { clock, connections, ended, since, stop } = begin([stream])
  await clock.go(0)
  await stream.write(greeting)
  since()
  stop.abort()
  await ended
  t.ok(connections[0]?.aborted)
  await clock.go(600)
  t.same(since(), [])
})

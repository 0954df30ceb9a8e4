import { problems } from '../../server/http/errors.ts'
import { planetFile } from './antennas.ts'
import { type Answer, ContractChecker } from './client.ts'
import { placeholders } from './fuzz-requests.ts'
import { LoopWatch } from './loop-watch.ts'
import { NoAnswerError, RawClient, type RawRequest } from './raw-http.ts'
import { simulateToEnd, type TestServer, validRequest } from './server.ts'

/** Requests between two minutes of the service's clock, fewer than any rate allows. */
const REQUESTS_A_MINUTE = 40
const SIMULATIONS = 4
/** That a request may hold the event loop; generous, as the machine may be busy. */
export const LONGEST_HELD_MS = 250

/** Statuses of what has no operation: those of paths, methods and of HTTP itself. */
const outsideStatuses = new Set([204, 400, 401, 403, 404, 405, 413, 414, 415, 417, 429, 431])

/** Asked for in `Accept`, it is the type of errors too. */
const plainJson = 'application/json'

/** Sends generated requests and judges the answers; keeps things for them to ask for. */
export class Fuzzer {
  readonly #server: TestServer
  readonly #checker: ContractChecker
  readonly #raw: RawClient
  readonly #passMinute: () => void
  readonly #watch = new LoopWatch()
  readonly #accounts: Awaited<ReturnType<TestServer['account']>>[] = []
  #simulations: string[] = []
  #signature = ''
  #antenna = ''
  #sent = 0
  /** How often each status came. */
  readonly statuses = new Map<number, number>()
  /** The longest that a request held the event loop, and which it was. */
  worst = { heldMs: 0, request: 'none' }

  private constructor(server: TestServer, passMinute: () => void) {
    this.#server = server
    this.#passMinute = passMinute
    this.#checker = ContractChecker.of(server.document)
    this.#raw = new RawClient(server.origin)
  }

  /** `passMinute` moves the service's clock, so that rates don't hide everything else. */
  static async open(server: TestServer, passMinute: () => void): Promise<Fuzzer> {
    const fuzzer = new Fuzzer(server, passMinute)
    for (const [plan, credits] of [
      ['enterprise', 10_000_000],
      ['pro', 0],
      ['free', 0],
    ] as const) {
      fuzzer.#accounts.push(await server.account(plan, credits))
    }
    await fuzzer.#replenish()
    return fuzzer
  }

  /** What is wrong with the answer; empty if nothing is. */
  async faults(generated: RawRequest): Promise<string[]> {
    if (++this.#sent % REQUESTS_A_MINUTE === 0) this.#passMinute()
    if (this.#sent % 100 === 0) await this.#replenish()
    const request = this.#fill(generated)
    try {
      const { result: answer, heldMs } = await this.#watch.during(() => this.#raw.ask(request))
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
      if (heldMs > this.worst.heldMs) this.worst = { heldMs, request: summaryOf(request) }
      return [...this.#judge(request, answer), ...(await this.#delays(request, heldMs))]
    } catch (error) {
      if (error instanceof NoAnswerError) return [error.message]
      throw error
    }
  }

  close(): void {
    this.#raw.close()
    this.#watch.close()
  }

  /** What holds the loop does so each time; what came in between by chance does not. */
  async #delays(request: RawRequest, heldMs: number): Promise<string[]> {
    let minimumMs = heldMs
    for (let tries = 1; tries < 3 && minimumMs > LONGEST_HELD_MS; tries++) {
      const again = await this.#watch.during(() => this.#raw.ask(request))
      minimumMs = Math.min(minimumMs, again.heldMs)
    }
    return minimumMs > LONGEST_HELD_MS ? [`it held the event loop for ${minimumMs.toFixed(0)} ms`] : []
  }

  #judge(request: RawRequest, answer: Answer): string[] {
    const { method, path } = request
    const { status, headers, text } = answer
    const faults = this.#checker.faults(method, path, answer)
    if (status >= 500) faults.push(`it failed: ${text.slice(0, 200)}`)
    if (!this.#checker.knows(method, path) && !outsideStatuses.has(status) && !isAsset(path)) {
      faults.push(`status ${status} where nothing is documented`)
    }
    if (status < 400 || method === 'HEAD') return faults
    const accepted = request.headers.some(([name, value]) => name === 'Accept' && value === plainJson)
    const isPlain = accepted && headers['content-type'] === `${plainJson}; charset=utf-8`
    // Both where no header could be read.
    if (headers['content-type'] !== 'application/problem+json' && !isPlain) {
      faults.push(`an error of type ${headers['content-type']}`)
      return faults
    }
    const { code, status: stated } = answer.json<{ code: string; status: number }>()
    const known = Object.entries(problems).find(([name]) => name === code)?.[1]
    if (stated !== status || known?.status !== status) faults.push(`status ${status} says ${stated} ${code}`)
    if (/\n\s+at |node_modules|\.[jt]s:\d/.test(text)) faults.push(`a stack: ${text}`)
    return faults
  }

  #fill(request: RawRequest): RawRequest {
    // Mostly the account that may do everything and has something.
    const account = this.#accounts[Math.max(0, (this.#sent % 15) - 12) % this.#accounts.length]
    if (account === undefined) throw new Error('Expected accounts.')
    const keys = this.#server.services.records.keys(account.account.id)
    const values: [string, string][] = [
      [placeholders.simulation, this.#simulations[this.#sent % this.#simulations.length] ?? 'sim_0'],
      // Never the first key, which is the one in use.
      [placeholders.key, keys[1]?.key_id ?? 'none'],
      [placeholders.antenna, this.#antenna],
      [placeholders.apiKey, account.apiKey],
      [placeholders.signature, this.#signature.slice(1)],
    ]
    const fill = (text: string) =>
      values.reduce((filled, [name, value]) => filled.replaceAll(name, value), text)
    return {
      ...request,
      path: fill(request.path),
      headers: request.headers.map(([name, value]) => [name, fill(value)]),
    }
  }

  /** Deletions take simulations away. */
  async #replenish(): Promise<void> {
    const { compute, services } = this.#server
    const [first] = this.#accounts
    if (first === undefined) return
    this.#passMinute()
    this.#simulations = this.#simulations.filter((id) => services.records.simulation(id) !== undefined)
    while (this.#simulations.length < SIMULATIONS) {
      // One in four failed.
      if (this.#simulations.length === 0)
        compute.failure = { kind: 'failed', code: 'internal_error', detail: 'Asked to fail.' }
      const id = await simulateToEnd(first.client, { ...validRequest, layers: ['visible'] })
      compute.failure = undefined
      this.#simulations.push(id)
    }
    const uploaded = await first.client.ask('/api/v1/antennas', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: planetFile(),
    })
    if (uploaded.status < 300) this.#antenna = uploaded.json<{ id: string }>().id
    const signed = await first.client.get(`/results/${this.#simulations.at(-1)}/signed-url`)
    this.#signature = new URL(signed.json<{ url: string }>().url).search
    this.#passMinute()
  }
}

/** A request in a line: its key is left out. */
function summaryOf({ method, path, body }: RawRequest): string {
  const start = body.subarray(0, 60).toString('latin1')
  return `${method} ${path.slice(0, 100)} with ${body.length} bytes of ${JSON.stringify(start)}`
}

/** The files of the page that shows the document are no operations. */
function isAsset(path: string): boolean {
  return path.startsWith('/docs/') || path.startsWith('/sandbox/')
}

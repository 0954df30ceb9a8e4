/** Accounts that keep simulations pending over HTTPS; each receives completion events on one stream. */

import { request } from 'node:https'
import { createInterface } from 'node:readline'
import { HttpsClient } from '../frame/https-client.ts'
import type { Cluster } from './cluster.ts'

export interface Ended {
  id: string
  maxRangeKm: number
  /** Completion time by the clock of the benchmark's process. */
  atMs: number
  /** Time from acceptance to the start of the computation; `totalMs`: from acceptance to its end. */
  waitMs: number
  totalMs: number
}

interface FinalRecord {
  id: string
  status: string
  created_at: string
  started_at: string
  completed_at: string
  params: { max_range: number }
}

export class BusyAccount {
  readonly ended: Ended[] = []
  readonly #client: HttpsClient
  #pending = 0
  #error: Error | undefined
  #close = () => {}
  #wake = () => {}

  private constructor({ server: { certificate, origin } }: Cluster, apiKey: string) {
    this.#client = new HttpsClient(origin, { apiKey, certificate })
  }

  static async open(cluster: Cluster, apiKey: string): Promise<BusyAccount> {
    const account = new BusyAccount(cluster, apiKey)
    await account.#listen(cluster, apiKey)
    return account
  }

  /** Keeps up to `maximumPending` simulations pending until `next` returns none and all jobs have ended. */
  async keep(maximumPending: number, next: () => object | undefined): Promise<void> {
    for (let body = next(); body !== undefined; body = next()) {
      await this.#fewerThan(maximumPending)
      this.#pending++
      await this.#client.json('/api/v1/simulate', { method: 'POST', body })
    }
    await this.#fewerThan(1)
  }

  close(): void {
    this.#close()
    this.#client.close()
  }

  async #fewerThan(count: number): Promise<void> {
    while (this.#pending >= count) {
      if (this.#error) throw this.#error
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #receive(record: FinalRecord): void {
    if (record.status === 'pending') return
    if (record.status !== 'completed') this.#error = new Error(`A simulation is ${record.status}.`)
    const createdMs = Date.parse(record.created_at)
    this.ended.push({
      id: record.id,
      maxRangeKm: record.params.max_range,
      atMs: performance.now(),
      waitMs: Date.parse(record.started_at) - createdMs,
      totalMs: Date.parse(record.completed_at) - createdMs,
    })
    this.#pending--
    this.#wake()
  }

  #listen({ server: { certificate, origin } }: Cluster, apiKey: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${apiKey}` }
      const outgoing = request(
        `${origin}/api/v1/events`,
        { ca: certificate, agent: false, headers },
        (incoming) => {
          if (incoming.statusCode !== 200) {
            return reject(new Error(`Expected a stream, got ${incoming.statusCode}.`))
          }
          const lines = createInterface(incoming)
          // Either side may close the stream; errors from a closed stream are ignored.
          lines.on('error', () => {})
          lines.on('line', (line) => {
            if (line.startsWith('data: ')) this.#receive(JSON.parse(line.slice('data: '.length)))
          })
          resolve()
        },
      )
      outgoing.on('error', (error) => {
        this.#error = error
        this.#wake()
        reject(error)
      })
      outgoing.end()
      this.#close = () => outgoing.destroy()
    })
  }
}

export async function withAccounts<T>(
  cluster: Cluster,
  work: (accounts: readonly BusyAccount[]) => Promise<T>,
): Promise<T> {
  const accounts: BusyAccount[] = []
  try {
    for (const key of cluster.keys) accounts.push(await BusyAccount.open(cluster, key))
    return await work(accounts)
  } finally {
    for (const account of accounts) account.close()
  }
}

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Load, LoadClient, LoadOptions } from './load-clients.ts'

/** Clients of `load-clients.ts` in a worker thread; they send requests between "start" and "stop". */
export class ClientThread {
  readonly #worker: Worker

  constructor({ origin, certificate }: Omit<LoadOptions, 'clients'>, clients: LoadClient[]) {
    const url = new URL(`./load-clients${extname(import.meta.filename)}`, import.meta.url)
    this.#worker = new Worker(url, { workerData: { origin, certificate, clients } satisfies LoadOptions })
  }

  async during(work: () => Promise<void>): Promise<Load> {
    const load = new Promise<Load>((resolve, reject) => {
      this.#worker.once('message', resolve)
      this.#worker.once('error', reject)
    })
    this.#worker.postMessage('start')
    try {
      // A failing client rejects `load`, which ends the wait for `work`.
      await Promise.race([work(), load])
    } finally {
      this.#worker.postMessage('stop')
    }
    return load
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** Clients that together send one request every `intervalMs`. */
export function sharingInterval(clients: Omit<LoadClient, 'perMinute'>[], intervalMs: number): LoadClient[] {
  return clients.map((client) => ({ ...client, perMinute: 60_000 / intervalMs / clients.length }))
}

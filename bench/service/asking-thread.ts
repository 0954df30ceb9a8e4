import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/**
 * The other end of clients in a thread of their own, a script of this folder: they ask between "start" and "stop", and
 * then post one message about what they saw.
 */
export class AskingThread<Options, Result> {
  readonly #worker: Worker

  constructor(script: string, options: Options) {
    const url = new URL(`./${script}${extname(import.meta.filename)}`, import.meta.url)
    this.#worker = new Worker(url, { workerData: options })
  }

  /** Lets them ask while something goes on. */
  async during(goesOn: () => Promise<void>): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.#worker.once('message', resolve)
      this.#worker.once('error', reject)
    })
    this.#worker.postMessage('start')
    try {
      // Clients that fail end the wait.
      await Promise.race([goesOn(), result])
    } finally {
      this.#worker.postMessage('stop')
    }
    return result
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

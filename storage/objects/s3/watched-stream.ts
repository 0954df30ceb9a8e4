import { Readable } from 'node:stream'
import { StoreError } from '../errors.ts'

/** Passes on a response body at the reader's rate; fails if the store stalls while data is requested. */
export class WatchedStream extends Readable {
  readonly #body: Readable
  readonly #stallMs: number
  #timer: NodeJS.Timeout | undefined

  constructor(body: Readable, stallMs: number) {
    super()
    this.#body = body
    this.#stallMs = stallMs
    body.pause()
    body.on('data', (chunk: Buffer) => {
      clearTimeout(this.#timer)
      if (this.push(chunk)) this.#watch()
      else body.pause()
    })
    body.on('end', () => this.push(null))
    body.on('error', (error) => this.destroy(new StoreError('be read to the end', error)))
    body.on('close', () => {
      if (!body.readableEnded) this.destroy(new StoreError('be read to the end', 'the response was cut off'))
    })
  }

  override _read(): void {
    this.#watch()
    this.#body.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    // Destroying the body ends the request early.
    this.#body.destroy()
    done(error)
  }

  #watch(): void {
    clearTimeout(this.#timer)
    const stalled = () =>
      this.destroy(new StoreError('be read to the end', `nothing was received for ${this.#stallMs / 1000} s`))
    this.#timer = setTimeout(stalled, this.#stallMs)
  }
}

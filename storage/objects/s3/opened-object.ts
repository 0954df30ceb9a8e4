import type { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { ObjectChanged, StoreError } from '../errors.ts'
import type { ObjectInfo, OpenObject } from '../types.ts'
import { attempt, isMissing, type S3Requests, type SendOptions, statusOf } from './client.ts'
import { WatchedStream } from './watched-stream.ts'

/** Attempts of a read into memory, as the SDK cannot retry a response that breaks off. */
const READ_ATTEMPTS = 2

/** Key of an object and the entity tag that reads require. */
export interface Version {
  Bucket: string
  Key: string
  IfMatch: string | undefined
}

/** Reads parts of an object with a fixed entity tag; no connection is held between reads. */
export class OpenedObject implements OpenObject {
  readonly name: string
  readonly bytes: number
  readonly modifiedMs: number
  readonly version: string
  readonly #requests: S3Requests
  readonly #address: Version

  constructor(requests: S3Requests, info: ObjectInfo, address: Version) {
    this.name = info.name
    this.bytes = info.bytes
    this.modifiedMs = info.modifiedMs
    this.version = info.version
    this.#requests = requests
    this.#address = address
  }

  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || length < 0 || offset + length > this.bytes) {
      throw new RangeError(`Expected a part of ${this.bytes} bytes, got ${length} at ${offset}.`)
    }
    if (length === 0) return Buffer.alloc(0)
    return this.#requests.read('be read', async (client, options) => {
      for (let attempts = 1; ; attempts++) {
        try {
          return await this.#readOnce(offset, length, client, options)
        } catch (error) {
          if (attempts === READ_ATTEMPTS || !(error instanceof StoreError)) throw error
        }
      }
    })
  }

  async stream(start: number, end: number): Promise<Readable> {
    const body = await this.#requests.short('be read', (client, options) =>
      this.#get(start, end, client, options),
    )
    return new WatchedStream(body, this.#requests.limits.stallMs)
  }

  async close(): Promise<void> {}

  async #readOnce(offset: number, length: number, client: S3Client, options: SendOptions): Promise<Buffer> {
    const chunks: Buffer[] = []
    const answer = await this.#get(offset, offset + length - 1, client, options)
    const body = new WatchedStream(answer, this.#requests.limits.stallMs)
    for await (const chunk of body) chunks.push(chunk as Buffer)
    const content = Buffer.concat(chunks, length)
    const got = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (got !== length) throw new StoreError('be read', `${got} of ${length} bytes were received`)
    return content
  }

  /** Resolves when the response begins; `end` is inclusive. */
  async #get(start: number, end: number, client: S3Client, options: SendOptions): Promise<Readable> {
    const command = new GetObjectCommand({ ...this.#address, Range: `bytes=${start}-${end}` })
    const getting = client.send(command, options).catch((error: unknown) => {
      throw isMissing(error) || statusOf(error) === 412 ? new ObjectChanged(this.name) : error
    })
    const { Body, ContentLength } = await attempt('be read', getting)
    const body = Body as Readable
    if (ContentLength === end - start + 1) return body
    body.destroy()
    throw new StoreError('be read', `${ContentLength} bytes were received for bytes ${start} to ${end}`)
  }
}

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
export function openedObject(requests: S3Requests, info: ObjectInfo, address: Version): OpenObject {
  const { stallMs } = requests.limits

  /** Resolves when the response begins; `end` is inclusive. */
  async function get(start: number, end: number, client: S3Client, options: SendOptions): Promise<Readable> {
    const command = new GetObjectCommand({ ...address, Range: `bytes=${start}-${end}` })
    const getting = client.send(command, options).catch((error: unknown) => {
      throw isMissing(error) || statusOf(error) === 412 ? new ObjectChanged(info.name) : error
    })
    const { Body, ContentLength } = await attempt('be read', getting)
    const body = Body as Readable
    if (ContentLength === end - start + 1) return new WatchedStream(body, stallMs)
    body.destroy()
    throw new StoreError('be read', `${ContentLength} bytes were received for bytes ${start} to ${end}`)
  }

  async function readOnce(
    start: number,
    end: number,
    client: S3Client,
    options: SendOptions,
  ): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of await get(start, end, client, options)) chunks.push(chunk as Buffer)
    const content = Buffer.concat(chunks)
    if (content.length === end - start + 1) return content
    throw new StoreError('be read', `${content.length} of ${end - start + 1} bytes were received`)
  }

  return {
    ...info,
    async read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > info.bytes) {
        throw new RangeError(`Expected a part of ${info.bytes} bytes, got ${length} at ${offset}.`)
      }
      if (length === 0) return Buffer.alloc(0)
      return requests.read('be read', async (client, options) => {
        for (let attempts = 1; ; attempts++) {
          try {
            return await readOnce(offset, offset + length - 1, client, options)
          } catch (error) {
            if (attempts === READ_ATTEMPTS || !(error instanceof StoreError)) throw error
          }
        }
      })
    },
    stream: (start, end) => requests.short('be read', (client, options) => get(start, end, client, options)),
    async close() {},
  }
}

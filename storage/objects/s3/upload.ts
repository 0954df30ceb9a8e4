import { type FileHandle, open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { readPart } from '../../files/read-into.ts'
import { StoreError } from '../errors.ts'
import type { PutOptions } from '../types.ts'
import type { S3Requests } from './client.ts'

/** Minimum part size in bytes; larger files are uploaded in several parts. */
export const PART_BYTES = 16 * 2 ** 20
/** Maximum number of parts in an S3 upload. */
const MAX_PARTS = 10_000
/** Number of parts in memory at a time. */
const PARTS_AT_ONCE = 2

interface Address {
  Bucket: string
  Key: string
}

/** Uploads a local file with checksums that the store verifies. On failure the uploaded parts are deleted. */
export async function uploadFile(
  requests: S3Requests,
  address: Address,
  path: string,
  { signal, onProgress }: PutOptions,
): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > PART_BYTES)
      return await new Multipart(requests, address, file, size).upload(signal, onProgress)
    await putBytes(requests, address, await readPart(file, 0, size), signal)
    onProgress?.(size)
  } finally {
    await file.close()
  }
}

export async function putBytes(
  requests: S3Requests,
  address: Address,
  content: Buffer,
  signal?: AbortSignal,
): Promise<void> {
  const command = new PutObjectCommand({ ...address, Body: content })
  await requests.write('be written', (client, options) => client.send(command, options), signal)
}

class Multipart {
  readonly #requests: S3Requests
  readonly #address: Address
  readonly #file: FileHandle
  readonly #size: number
  readonly #partBytes: number

  constructor(requests: S3Requests, address: Address, file: FileHandle, size: number) {
    this.#requests = requests
    this.#address = address
    this.#file = file
    this.#size = size
    this.#partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  }

  async upload(signal: AbortSignal | undefined, onProgress: PutOptions['onProgress']): Promise<void> {
    const creating = new CreateMultipartUploadCommand(this.#address)
    const { UploadId } = await this.#requests.write(
      'be written',
      (client, options) => client.send(creating, options),
      signal,
    )
    if (UploadId === undefined) throw new StoreError('be written', 'it started no upload')
    try {
      const Parts = await this.#uploadParts(UploadId, signal, onProgress)
      const command = new CompleteMultipartUploadCommand({
        ...this.#address,
        UploadId,
        MultipartUpload: { Parts },
      })
      await this.#requests.write('be written', (client, options) => client.send(command, options), signal)
    } catch (error) {
      // Best effort: `removeUnfinished` or a lifecycle rule of the bucket removes leftovers.
      const command = new AbortMultipartUploadCommand({ ...this.#address, UploadId })
      await this.#requests
        .short('be written', (client, options) => client.send(command, options))
        .catch(() => {})
      throw error
    }
  }

  /** Returns the parts in order of number; settles only when no part is in transfer, even after a failure. */
  async #uploadParts(
    UploadId: string,
    signal: AbortSignal | undefined,
    onProgress: PutOptions['onProgress'],
  ): Promise<CompletedPart[]> {
    const count = Math.ceil(this.#size / this.#partBytes)
    const parts: CompletedPart[] = new Array(count)
    const failing = new AbortController()
    const either = signal === undefined ? failing.signal : AbortSignal.any([signal, failing.signal])
    let [next, done] = [0, 0]
    const work = async () => {
      while (next < count && !either.aborted) {
        const index = next++
        const offset = index * this.#partBytes
        const content = await readPart(this.#file, offset, Math.min(this.#partBytes, this.#size - offset))
        const command = new UploadPartCommand({
          ...this.#address,
          UploadId,
          PartNumber: index + 1,
          Body: content,
        })
        const { ETag, ChecksumCRC32 } = await this.#requests.write(
          'be written',
          (client, options) => client.send(command, options),
          either,
        )
        parts[index] = { ETag, PartNumber: index + 1, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) }
        done += content.length
        onProgress?.(done)
      }
    }
    const working = Array.from({ length: PARTS_AT_ONCE }, () =>
      work().catch((error: unknown) => {
        failing.abort(error)
      }),
    )
    await Promise.all(working)
    signal?.throwIfAborted()
    // Throws the first failure rather than the aborts caused by it.
    failing.signal.throwIfAborted()
    return parts
  }
}

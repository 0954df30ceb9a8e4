import { type FileHandle, open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { mapConcurrently } from '../../files/concurrently.ts'
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
  options: PutOptions,
): Promise<void> {
  const { signal, onProgress } = options
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > PART_BYTES) return await uploadInParts(requests, address, file, size, options)
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

async function uploadInParts(
  requests: S3Requests,
  address: Address,
  file: FileHandle,
  size: number,
  options: PutOptions,
): Promise<void> {
  const { signal } = options
  const creating = new CreateMultipartUploadCommand(address)
  const { UploadId } = await requests.write(
    'be written',
    (client, options) => client.send(creating, options),
    signal,
  )
  if (UploadId === undefined) throw new StoreError('be written', 'it started no upload')
  const upload = { ...address, UploadId }
  try {
    const Parts = await uploadParts(requests, upload, file, size, options)
    const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })
    await requests.write('be written', (client, options) => client.send(command, options), signal)
  } catch (error) {
    // Best effort: `removeUnfinished` or a lifecycle rule of the bucket removes leftovers.
    const command = new AbortMultipartUploadCommand(upload)
    await requests.short('be written', (client, options) => client.send(command, options)).catch(() => {})
    throw error
  }
}

/** Returns the parts in order of number; settles only when no part is in transfer, even after a failure. */
async function uploadParts(
  requests: S3Requests,
  upload: Address & { UploadId: string },
  file: FileHandle,
  size: number,
  { signal, onProgress }: PutOptions,
): Promise<CompletedPart[]> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  const failing = new AbortController()
  const either = signal === undefined ? failing.signal : AbortSignal.any([signal, failing.signal])
  let done = 0
  const uploadPart = async (index: number): Promise<CompletedPart> => {
    either.throwIfAborted()
    const offset = index * partBytes
    const content = await readPart(file, offset, Math.min(partBytes, size - offset))
    const command = new UploadPartCommand({ ...upload, PartNumber: index + 1, Body: content })
    const { ETag, ChecksumCRC32 } = await requests.write(
      'be written',
      (client, options) => client.send(command, options),
      either,
    )
    done += content.length
    onProgress?.(done)
    return { ETag, PartNumber: index + 1, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) }
  }
  const indices = [...new Array(Math.ceil(size / partBytes)).keys()]
  return mapConcurrently(indices, PARTS_AT_ONCE, (index) =>
    uploadPart(index).catch((error: unknown) => {
      // Ends the other part in transfer, which then rejects with the same error.
      failing.abort(error)
      throw error
    }),
  )
}

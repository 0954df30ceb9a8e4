/** Object store in a bucket, over the S3 protocol. */

import { randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3'
import type { FreeSpace } from '../../files/disk-space.ts'
import { StoreError } from '../errors.ts'
import type { ObjectInfo, ObjectStore, OpenObject, PutOptions, StoreLocation } from '../types.ts'
import { isMissing, type S3Limits, S3Requests, statusOf } from './client.ts'
import { openedObject } from './opened-object.ts'
import { putBytes, uploadFile } from './upload.ts'

/** HTTP statuses of operations that a store does not implement. */
const NOT_IMPLEMENTED = [405, 501]
/** HTTP status after which objects are removed one by one. 400: the store requires a checksum unknown to the SDK. */
const ONE_BY_ONE = [400, ...NOT_IMPLEMENTED]

export class S3Store implements ObjectStore {
  readonly #requests: S3Requests
  readonly #bucket: string
  readonly #prefix: string

  /** `limits` are set in tests only. */
  constructor(
    { bucket, prefix, endpoint }: Extract<StoreLocation, { kind: 's3' }>,
    limits?: Partial<S3Limits>,
  ) {
    this.#requests = new S3Requests(endpoint, limits)
    this.#bucket = bucket
    this.#prefix = prefix
  }

  async putFile(name: string, path: string, options: PutOptions = {}): Promise<void> {
    await uploadFile(this.#requests, this.#address(name), path, options)
    const { size } = await stat(path)
    const stored = await this.stat(name)
    if (stored?.bytes !== size)
      throw new StoreError('be written', `${stored?.bytes} of ${size} bytes were stored`)
    await rm(path, { force: true })
  }

  putBytes(name: string, content: Buffer): Promise<void> {
    return putBytes(this.#requests, this.#address(name), content)
  }

  async stat(name: string): Promise<ObjectInfo | undefined> {
    const head = await this.#head(name)
    return head && infoOf(name, head)
  }

  async open(name: string): Promise<OpenObject | undefined> {
    const head = await this.#head(name)
    if (head === undefined) return undefined
    const address = { ...this.#address(name), IfMatch: head.ETag }
    return openedObject(this.#requests, infoOf(name, head), address)
  }

  async readWhole(name: string): Promise<Buffer | undefined> {
    const command = new GetObjectCommand(this.#address(name))
    return this.#requests.read('be read', async (client, options) => {
      const answer = await orIfMissing(client.send(command, options))
      return answer?.Body && Buffer.from(await answer.Body.transformToByteArray())
    })
  }

  async remove(name: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#address(name))
    await this.#requests.short('be written', (client, options) => orIfMissing(client.send(command, options)))
  }

  async removeAll(prefix: string): Promise<void> {
    for await (const { Contents = [] } of this.#pages(prefix)) {
      const names = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
      if (names.length > 0) await this.#removeMany(names)
    }
  }

  /** Removes the objects of up to one page of a listing, which is the maximum for one request. */
  async #removeMany(names: readonly string[]): Promise<void> {
    const Delete = { Objects: names.map((Key) => ({ Key })), Quiet: true }
    const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete })
    const removed = await this.#requests.short('be written', (client, options) =>
      client.send(command, options).catch((error: unknown) => {
        if (ONE_BY_ONE.includes(statusOf(error) ?? 0)) return undefined
        throw error
      }),
    )
    if (removed === undefined) {
      for (const name of names) await this.remove(name.slice(this.#prefix.length))
      return
    }
    const [failed] = removed.Errors ?? []
    if (failed) throw new StoreError('be written', `${failed.Code}, ${failed.Message}`)
  }

  async *list(prefix: string): AsyncGenerator<ObjectInfo> {
    for await (const { Contents = [] } of this.#pages(prefix)) {
      for (const { Key = '', Size: ContentLength, LastModified, ETag } of Contents) {
        yield infoOf(Key.slice(this.#prefix.length), { ContentLength, LastModified, ETag })
      }
    }
  }

  async *#pages(prefix: string): AsyncGenerator<ListObjectsV2CommandOutput> {
    const where = { Bucket: this.#bucket, Prefix: `${this.#prefix}${prefix}` }
    let ContinuationToken: string | undefined
    do {
      const command = new ListObjectsV2Command({ ...where, ContinuationToken })
      const page = await this.#requests.short('be listed', (client, options) => client.send(command, options))
      yield page
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  async removeUnfinished(beganBeforeMs: number): Promise<number> {
    let removed = 0
    for await (const { Key, UploadId, Initiated } of this.#uploads()) {
      if (Initiated === undefined || Initiated.getTime() >= beganBeforeMs) continue
      const command = new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId })
      await this.#requests.short('be written', (client, options) =>
        orIfMissing(client.send(command, options)),
      )
      removed++
    }
    return removed
  }

  /** Unfinished multipart uploads; empty if the store does not list uploads. */
  async *#uploads(): AsyncGenerator<MultipartUpload> {
    const where = { Bucket: this.#bucket, Prefix: this.#prefix }
    let page: ListMultipartUploadsCommandOutput | undefined
    do {
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page ?? {}
      page = await this.#uploadsFrom({ ...where, KeyMarker, UploadIdMarker })
      yield* page?.Uploads ?? []
    } while (page?.IsTruncated && page.NextKeyMarker)
  }

  #uploadsFrom(
    input: ListMultipartUploadsCommandInput,
  ): Promise<ListMultipartUploadsCommandOutput | undefined> {
    const command = new ListMultipartUploadsCommand(input)
    return this.#requests.short('be listed', (client, options) =>
      client.send(command, options).catch((error: unknown) => {
        if (NOT_IMPLEMENTED.includes(statusOf(error) ?? 0)) return undefined
        throw error
      }),
    )
  }

  async freeSpace(): Promise<FreeSpace> {
    return { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY }
  }

  async ping(): Promise<void> {
    await this.stat('.probe')
  }

  async probe(): Promise<void> {
    const name = `.probe-${randomBytes(6).toString('hex')}`
    const content = Buffer.from(name)
    await this.putBytes(name, content)
    const read = await this.readWhole(name)
    if (read === undefined || !read.equals(content))
      throw new StoreError('be read', 'it returns different bytes')
    const names: string[] = []
    for await (const info of this.list(name)) names.push(info.name)
    if (!names.includes(name)) throw new StoreError('be listed', 'a new object is not listed')
    await this.remove(name)
  }

  async close(): Promise<void> {
    this.#requests.close()
  }

  #address(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` }
  }

  #head(name: string): Promise<HeadObjectCommandOutput | undefined> {
    const command = new HeadObjectCommand(this.#address(name))
    return this.#requests.short('be read', (client, options) => orIfMissing(client.send(command, options)))
  }
}

type Head = Pick<HeadObjectCommandOutput, 'ContentLength' | 'LastModified' | 'ETag'>

function infoOf(name: string, { ContentLength = 0, LastModified, ETag = '' }: Partial<Head>): ObjectInfo {
  return {
    name,
    bytes: ContentLength,
    modifiedMs: LastModified?.getTime() ?? 0,
    version: ETag.replace(/^W\//, '').replace(/[^\w-]/g, ''),
  }
}

function orIfMissing<T>(asking: Promise<T>): Promise<T | undefined> {
  return asking.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

/** Objects of a bucket, by the S3 protocol. */

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
  type S3Client,
} from '@aws-sdk/client-s3'
import type { FreeSpace } from '../../files/disk-space.ts'
import { StoreError } from '../errors.ts'
import type { ObjectInfo, ObjectStore, OpenObject, PutOptions, StoreLocation } from '../types.ts'
import { attempt, createClient, isMissing, long, short, statusOf } from './client.ts'
import { OpenedObject } from './opened-object.ts'
import { putBytes, uploadFile } from './upload.ts'

/** Of whoever speaks a part of the protocol only. */
const NOT_IMPLEMENTED = [405, 501]
/** Also where another checksum is required than the SDK sends. */
const ONE_BY_ONE = [400, ...NOT_IMPLEMENTED]

export class S3Store implements ObjectStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  /** An attempt is given up when its answer does not begin for so long; a short time in tests. */
  constructor({ bucket, prefix, endpoint }: Extract<StoreLocation, { kind: 's3' }>, answerMs?: number) {
    this.#client = createClient(endpoint, answerMs)
    this.#bucket = bucket
    this.#prefix = prefix
  }

  async putFile(name: string, path: string, options: PutOptions = {}): Promise<void> {
    await uploadFile(this.#client, this.#address(name), path, options)
    const { size } = await stat(path)
    const stored = await this.stat(name)
    if (stored?.bytes !== size)
      throw new StoreError('be written', `${stored?.bytes} of ${size} bytes are there`)
    await rm(path, { force: true })
  }

  putBytes(name: string, content: Buffer): Promise<void> {
    return putBytes(this.#client, this.#address(name), content)
  }

  async stat(name: string): Promise<ObjectInfo | undefined> {
    const head = await this.#head(name)
    return head && infoOf(name, head)
  }

  async open(name: string): Promise<OpenObject | undefined> {
    const head = await this.#head(name)
    if (head === undefined) return undefined
    const address = { ...this.#address(name), IfMatch: head.ETag }
    return new OpenedObject(this.#client, infoOf(name, head), address)
  }

  async readWhole(name: string): Promise<Buffer | undefined> {
    const reading = async () => {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#address(name)), long(undefined))
      return Body && Buffer.from(await Body.transformToByteArray())
    }
    return attempt('be read', orIfMissing(reading()))
  }

  async remove(name: string): Promise<void> {
    const removing = this.#client.send(new DeleteObjectCommand(this.#address(name)), short())
    await attempt('be written', orIfMissing(removing))
  }

  async removeAll(prefix: string): Promise<void> {
    for await (const { Contents = [] } of this.#pages(prefix)) {
      const names = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]))
      if (names.length > 0) await this.#removeMany(names)
    }
  }

  /** Those of a page of a list: as many as one request may name. */
  async #removeMany(names: readonly string[]): Promise<void> {
    const Delete = { Objects: names.map((Key) => ({ Key })), Quiet: true }
    const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete })
    const removing = this.#client.send(command, short()).catch((error: unknown) => {
      if (ONE_BY_ONE.includes(statusOf(error) ?? 0)) return undefined
      throw error
    })
    const removed = await attempt('be written', removing)
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
      const page = await attempt('be listed', this.#client.send(command, short()))
      yield page
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  async removeUnfinished(beganBeforeMs: number): Promise<number> {
    let removed = 0
    for await (const { Key, UploadId, Initiated } of this.#uploads()) {
      if (Initiated === undefined || Initiated.getTime() >= beganBeforeMs) continue
      const command = new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId })
      await attempt('be written', orIfMissing(this.#client.send(command, short())))
      removed++
    }
    return removed
  }

  /** Uploads in parts that did not end; none where the store does not list them. */
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
    const listing = this.#client.send(new ListMultipartUploadsCommand(input), short())
    const unlessUnknown = listing.catch((error: unknown) => {
      if (NOT_IMPLEMENTED.includes(statusOf(error) ?? 0)) return undefined
      throw error
    })
    return attempt('be listed', unlessUnknown)
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
      throw new StoreError('be read', 'it gives other bytes back')
    const names: string[] = []
    for await (const info of this.list(name)) names.push(info.name)
    if (!names.includes(name)) throw new StoreError('be listed', 'a new object is not there')
    await this.remove(name)
  }

  async close(): Promise<void> {
    this.#client.destroy()
  }

  #address(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` }
  }

  #head(name: string): Promise<HeadObjectCommandOutput | undefined> {
    const command = new HeadObjectCommand(this.#address(name))
    return attempt('be read', orIfMissing(this.#client.send(command, short())))
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

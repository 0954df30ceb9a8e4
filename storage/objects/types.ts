import type { Readable } from 'node:stream'
import type { FreeSpace } from '../files/disk-space.ts'

/** What is known of an object without reading it. */
export interface ObjectInfo {
  name: string
  bytes: number
  /** Of the last change; some stores know it to the second only. */
  modifiedMs: number
  /** Another text whenever the content of the name is another; made of characters that may stand in an entity tag. */
  version: string
}

/** An object as it was when it was opened. Reads reject with `ObjectChanged` once it is gone or another one. */
export interface OpenObject extends ObjectInfo {
  /** Part of it, in memory. */
  read(offset: number, length: number): Promise<Buffer>
  /**
   * Bytes `start` to `end`, both inclusive, as they come and as fast as they are taken. The promise settles when the
   * first of them can be had. Ends the reading below it when it is destroyed, and closes the object.
   */
  stream(start: number, end: number): Promise<Readable>
  /** May be called again. */
  close(): Promise<void>
}

export interface PutOptions {
  /** Rejects with its reason; nothing is left of the object. */
  signal?: AbortSignal
  /** How many bytes are there so far. */
  onProgress?: (bytes: number) => void
  /** Whether it outlives a crash of the machine; by default it does. What can be made again need not. */
  isDurable?: boolean
}

/**
 * Rasters, products and antennas, by name: whole objects that never change but are replaced or removed. An object is
 * there when its put has settled, on stable storage, and never in part. Names are relative paths of letters, digits,
 * `.`, `_` and `-`, with `/` between. What can't be done because of the store rejects with a `StoreError`.
 */
export interface ObjectStore {
  /** Stores a file of this machine, which is gone when the promise is fulfilled, and stays if it is not. */
  putFile(name: string, path: string, options?: PutOptions): Promise<void>
  putBytes(name: string, content: Buffer): Promise<void>
  /** `undefined`, here and below: there is no such object. */
  stat(name: string): Promise<ObjectInfo | undefined>
  open(name: string): Promise<OpenObject | undefined>
  /** A small object as a whole. */
  readWhole(name: string): Promise<Buffer | undefined>
  /** Nothing happens where there is none. What need not stay removed after a crash of the machine takes less time. */
  remove(name: string, options?: Pick<PutOptions, 'isDurable'>): Promise<void>
  /** Removes every object whose name begins so, as one change on the disk where they are a folder. */
  removeAll(prefix: string): Promise<void>
  /** Every object whose name begins so, in any order, one by one: there may be very many. */
  list(prefix: string): AsyncIterable<ObjectInfo>
  /** Removes what puts left that began before then and never ended; returns how many. */
  removeUnfinished(beganBeforeMs: number): Promise<number>
  freeSpace(): Promise<FreeSpace>
  /** Rejects while the store can't be reached. */
  ping(): Promise<void>
  /** Writes, reads, lists and removes a probe: rejects with the first of them that can't be done. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** Where a store is, for whoever opens it: this process, its threads, another one. */
export type StoreLocation =
  | { kind: 'folder'; folder: string }
  /** `prefix` is empty or ends with `/`; without an endpoint the store is Amazon's. */
  | { kind: 's3'; bucket: string; prefix: string; endpoint?: string }

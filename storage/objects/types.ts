import type { Readable } from 'node:stream'
import type { FreeSpace } from '../files/disk-space.ts'

/** Properties of an object, available without reading it. */
export interface ObjectInfo {
  name: string
  bytes: number
  /** Time of the last change; some stores resolve only seconds. */
  modifiedMs: number
  /** Changes whenever the content of the name changes; usable within an entity tag. */
  version: string
}

/** An object as it was when opened. Reads reject with `ObjectChanged` once it was removed or replaced. */
export interface OpenObject extends ObjectInfo {
  read(offset: number, length: number): Promise<Buffer>
  /**
   * Bytes `start` to `end`, both inclusive, at the reader's rate. Resolves when the first byte is available.
   * Destroying the stream ends the read and closes the object.
   */
  stream(start: number, end: number): Promise<Readable>
  /** May be called repeatedly. */
  close(): Promise<void>
}

export interface PutOptions {
  /** The put rejects with its reason and leaves nothing. */
  signal?: AbortSignal
  onProgress?: (bytes: number) => void
  /** True (default): the object survives a crash of the machine. Use false for data that can be made again. */
  isDurable?: boolean
}

/**
 * Rasters, products and antennas by name: whole objects that never change, only replaced or removed. An object exists
 * once its put has settled, on stable storage, never in part. Names are relative paths of letters, digits, `.`, `_`
 * and `-`, separated by `/`. Faults of the store reject with a `StoreError`.
 */
export interface ObjectStore {
  /** Moves a local file into the store; on failure the file stays. */
  putFile(name: string, path: string, options?: PutOptions): Promise<void>
  putBytes(name: string, content: Buffer): Promise<void>
  /** `undefined` here and below: no such object. */
  stat(name: string): Promise<ObjectInfo | undefined>
  open(name: string): Promise<OpenObject | undefined>
  readWhole(name: string): Promise<Buffer | undefined>
  /** A missing object is not an error. With `isDurable: false` removal is faster but may not survive a crash. */
  remove(name: string, options?: Pick<PutOptions, 'isDurable'>): Promise<void>
  /** Removes every object whose name has the prefix, atomically if they are a folder. */
  removeAll(prefix: string): Promise<void>
  /** Every object whose name has the prefix, in any order; there may be very many. */
  list(prefix: string): AsyncIterable<ObjectInfo>
  /** Removes leftovers of puts that began before that time and did not finish; returns their number. */
  removeUnfinished(beganBeforeMs: number): Promise<number>
  freeSpace(): Promise<FreeSpace>
  /** Rejects if the store is unreachable. */
  ping(): Promise<void>
  /** Writes, reads, lists and removes a test object; rejects with the first failure. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** Location of a store, for this process, its threads and other processes. */
export type StoreLocation =
  | { kind: 'folder'; folder: string }
  /** `prefix` is empty or ends with `/`; without an endpoint the store is Amazon's. */
  | { kind: 's3'; bucket: string; prefix: string; endpoint?: string }

import type { Readable } from 'node:stream'
import type { FreeSpace } from '../files/disk-space.ts'

/** Properties of an object that are available without reading its content. */
export interface ObjectInfo {
  name: string
  bytes: number
  /** Time of the last change in milliseconds since 1970; in some stores a whole number of seconds. */
  modifiedMs: number
  /** Version of the content, usable in an entity tag; changes whenever the object is replaced. */
  version: string
}

/** An object in its state at opening. Reads reject with `ObjectChanged` once the object was removed or replaced. */
export interface OpenObject extends ObjectInfo {
  read(offset: number, length: number): Promise<Buffer>
  /**
   * Streams bytes `start` to `end`, both inclusive, at the reader's rate. Resolves when the first byte is
   * available. Destroying the stream ends the read and closes the object.
   */
  stream(start: number, end: number): Promise<Readable>
  /** Closes the object; may be called repeatedly. */
  close(): Promise<void>
}

export interface PutOptions {
  /** On abort the put rejects with the signal's reason and leaves nothing in the store. */
  signal?: AbortSignal
  onProgress?: (bytes: number) => void
  /** True (default): the object survives a crash of the machine. False is for data that can be computed again. */
  isDurable?: boolean
}

/**
 * Rasters, derived files and antenna patterns by name. An object never changes; it can only be replaced or removed as
 * a whole. Once its put has settled, an object is complete and on stable storage. Names are relative paths of
 * letters, digits, `.`, `_` and `-`, separated by `/`. Errors of the store are `StoreError`.
 */
export interface ObjectStore {
  /** Moves a local file into the store; after a failure the local file is unchanged. */
  putFile(name: string, path: string, options?: PutOptions): Promise<void>
  putBytes(name: string, content: Buffer): Promise<void>
  /** `stat` and `open` resolve with `undefined` if the object does not exist. */
  stat(name: string): Promise<ObjectInfo | undefined>
  open(name: string): Promise<OpenObject | undefined>
  readWhole(name: string): Promise<Buffer | undefined>
  /** Ignores a missing object. `isDurable: false` is faster, but a crash of the machine may undo a removal. */
  remove(name: string, options?: Pick<PutOptions, 'isDurable'>): Promise<void>
  /** Removes all objects whose name has the prefix, atomically if the prefix is a folder. */
  removeAll(prefix: string): Promise<void>
  /** Lists all objects whose name has the prefix, in any order; the list may be very long. */
  list(prefix: string): AsyncIterable<ObjectInfo>
  /** Removes leftovers of unfinished puts that began before the given time; returns the number removed. */
  removeUnfinished(beganBeforeMs: number): Promise<number>
  freeSpace(): Promise<FreeSpace>
  /** Rejects if the store is unreachable. */
  ping(): Promise<void>
  /** Writes, reads, lists and removes a test object; rejects with the first error. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** Location of an object store, as passed to threads and other processes. */
export type StoreLocation =
  | { kind: 'folder'; folder: string }
  /** `prefix` is empty or ends with `/`. The default endpoint is Amazon S3. */
  | { kind: 's3'; bucket: string; prefix: string; endpoint?: string }

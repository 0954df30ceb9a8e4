import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LocalBucket } from '../../bench/frame/local-bucket.ts'
import { nodeFileNames } from '../../storage/files/atomic-file.ts'
import { openRasters } from '../../storage/objects/open.ts'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { Wire } from './wire.ts'

/** Of each fifth of a second that a slow store has, it answers so long. */
const SLOW_TURN_MS = 200
const ANSWERING_MS = 20

export type StoreKind = 'folder' | 's3'

/** Where the service and its nodes keep rasters, until it fails. */
export interface CrashStore {
  /** For the service and its nodes. */
  readonly environment: Record<string, string>
  /** As it is reached when nothing fails. */
  readonly location: StoreLocation
  /** Nothing can be read or written, and nothing looks missing. */
  fail(forMs: number): Promise<void>
  /** It answers late; a folder can't. */
  delay?(forMs: number): Promise<void>
  remove(): Promise<void>
}

export async function makeStore(kind: StoreKind, folder: string): Promise<CrashStore> {
  return kind === 'folder' ? FolderStore.make(folder) : BucketStore.make(folder)
}

/** All rasters and products as files in a folder. */
export async function copyRasters(location: StoreLocation, folder: string): Promise<void> {
  const rasters = await openRasters(location)
  try {
    await mkdir(folder, { recursive: true })
    for await (const { name } of rasters.list('')) {
      const content = await rasters.readWhole(name)
      if (content === undefined) continue
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
  } finally {
    await rasters.close()
  }
}

/** A folder that is reached by a link. */
class FolderStore implements CrashStore {
  readonly environment: Record<string, string>
  readonly location: StoreLocation
  readonly #folder: string
  readonly #link: string

  private constructor(folder: string) {
    this.#folder = join(folder, 'disk')
    this.#link = join(folder, 'store')
    this.environment = { RASTER_STORE: this.#link }
    this.location = { kind: 'folder', folder: this.#folder }
  }

  static async make(folder: string): Promise<FolderStore> {
    const store = new FolderStore(folder)
    await mkdir(store.#folder)
    await symlink(store.#folder, store.#link)
    return store
  }

  /** A link to itself: nothing in it can be read, written or made, by root neither. */
  async fail(forMs: number): Promise<void> {
    await this.#linkTo(this.#link)
    await sleep(forMs)
    await this.#linkTo(this.#folder)
  }

  /** In one step, so that nobody finds it missing. */
  async #linkTo(target: string): Promise<void> {
    await symlink(target, `${this.#link}-new`)
    await nodeFileNames.rename(`${this.#link}-new`, this.#link)
  }

  remove(): Promise<void> {
    return rm(this.#link, { force: true })
  }
}

/** A bucket behind a wire. */
class BucketStore implements CrashStore {
  readonly environment: Record<string, string>
  readonly location: StoreLocation
  readonly #bucket: LocalBucket
  readonly #wire: Wire

  private constructor(bucket: LocalBucket, wire: Wire) {
    this.#bucket = bucket
    this.#wire = wire
    this.location = bucket.location
    this.environment = {
      ...bucket.env,
      RASTER_STORE: `s3://${bucket.location.bucket}`,
      S3_ENDPOINT: `http://127.0.0.1:${wire.port}`,
    }
    // This process looks into it at the end.
    Object.assign(process.env, bucket.env)
  }

  static async make(folder: string): Promise<BucketStore> {
    const bucket = await LocalBucket.start(join(folder, 'bucket'))
    return new BucketStore(bucket, await Wire.open(Number(new URL(bucket.location.endpoint ?? '').port)))
  }

  async fail(forMs: number): Promise<void> {
    this.#wire.cut()
    await sleep(forMs)
    this.#wire.mend()
  }

  async delay(forMs: number): Promise<void> {
    const endMs = performance.now() + forMs
    while (performance.now() < endMs) {
      this.#wire.stall()
      await sleep(SLOW_TURN_MS - ANSWERING_MS)
      this.#wire.mend()
      await sleep(ANSWERING_MS)
    }
  }

  async remove(): Promise<void> {
    this.#wire.close()
    await this.#bucket.stop()
  }
}

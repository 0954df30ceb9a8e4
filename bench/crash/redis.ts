import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { endOf, freePort, signalAll } from './processes.ts'

const PASSWORD = 'only-for-the-crash-test'

export type Fsync = 'everysec' | 'always'

/** A redis-server with a password, which is killed and started again on the same files. */
export class CrashRedis {
  readonly port: number
  readonly fsync: Fsync
  readonly #folder: string
  readonly #client: Redis
  #process: ChildProcess | undefined

  private constructor(folder: string, port: number, fsync: Fsync) {
    this.port = port
    this.fsync = fsync
    this.#folder = folder
    this.#client = new Redis(this.urlAt(port), {
      lazyConnect: true,
      maxRetriesPerRequest: null,
      retryStrategy: () => 50,
    })
    this.#client.on('error', () => {})
  }

  static async make(folder: string, fsync: Fsync): Promise<CrashRedis> {
    await mkdir(folder)
    return new CrashRedis(folder, await freePort(), fsync)
  }

  /** Its address through whatever listens on that port. */
  urlAt(port: number): string {
    return `redis://:${PASSWORD}@127.0.0.1:${port}`
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const kept = ['--save', '', '--appendonly', 'yes', '--appendfsync', this.fsync]
    const where = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder]
    this.#process = spawn(
      'redis-server',
      [...where, '--requirepass', PASSWORD, ...kept, '--maxmemory-policy', 'noeviction'],
      { stdio: 'ignore' },
    )
    await this.#client.ping()
  }

  async kill(): Promise<void> {
    if (this.#process === undefined) return
    const ended = endOf(this.#process)
    this.#process.kill('SIGKILL')
    await ended
    this.#process = undefined
  }

  /** While it is dead: what a machine without power loses of a file that is not on the disk yet. */
  async loseEnd(share: number): Promise<void> {
    const folder = join(this.#folder, 'appendonlydir')
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.incr.aof')) continue
      const { size } = await stat(join(folder, name))
      await truncate(join(folder, name), Math.floor(size * (1 - share)))
    }
  }

  freeze(): Promise<void> {
    return signalAll(this.#process, 'SIGSTOP')
  }

  resume(): Promise<void> {
    return signalAll(this.#process, 'SIGCONT')
  }

  async empty(): Promise<void> {
    await this.#client.flushall()
  }

  async remove(): Promise<void> {
    this.#client.disconnect()
    await this.kill()
  }
}

import { readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { RedisServer } from '../../bench/frame/redis-server.ts'
import { signalAll } from './processes.ts'

export type Fsync = 'everysec' | 'always'

/** What may befall a Redis. */
export class CrashRedis {
  readonly server: RedisServer
  readonly fsync: Fsync

  private constructor(server: RedisServer, fsync: Fsync) {
    this.server = server
    this.fsync = fsync
  }

  static async make(folder: string, fsync: Fsync): Promise<CrashRedis> {
    return new CrashRedis(await RedisServer.make(folder, ['--appendfsync', fsync]), fsync)
  }

  /** While it is dead: what a machine without power loses of a file that is not on the disk yet. */
  async loseEnd(share: number): Promise<void> {
    const folder = join(this.server.folder, 'appendonlydir')
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.incr.aof')) continue
      const { size } = await stat(join(folder, name))
      await truncate(join(folder, name), Math.floor(size * (1 - share)))
    }
  }

  freeze(): Promise<void> {
    return signalAll(this.server.process, 'SIGSTOP')
  }

  resume(): Promise<void> {
    return signalAll(this.server.process, 'SIGCONT')
  }

  async empty(): Promise<void> {
    await this.server.client.flushall()
  }
}

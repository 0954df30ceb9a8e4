import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'

const PASSWORD = 'only-for-this-redis'

/** Process of redis-server with a password and the persistence settings that the service requires. */
export class RedisServer {
  readonly port: number
  readonly folder: string
  /** Client that reconnects forever while the server is down. */
  readonly client: Redis
  readonly #settings: readonly string[]
  #process: ChildProcess | undefined

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.folder = folder
    this.port = port
    this.#settings = settings
    this.client = new Redis(this.url, {
      lazyConnect: true,
      maxRetriesPerRequest: null,
      retryStrategy: () => 50,
    })
    this.client.on('error', () => {})
  }

  /** Prepares a server without starting the process; `settings` are arguments of redis-server. */
  static async make(folder: string, settings: readonly string[] = []): Promise<RedisServer> {
    await mkdir(folder, { recursive: true })
    return new RedisServer(folder, await freePort(), settings)
  }

  get url(): string {
    return this.urlAt(this.port)
  }

  /** URL of the server through a proxy that listens on `port`. */
  urlAt(port: number): string {
    return `redis://:${PASSWORD}@127.0.0.1:${port}`
  }

  get process(): ChildProcess {
    if (this.#process === undefined) throw new Error('redis-server is not running.')
    return this.#process
  }

  /**
   * Starts or restarts the server on its port and files. Resolves when it answers; rejects if not installed.
   */
  async start(): Promise<void> {
    const child = spawn(
      'redis-server',
      [
        ...['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder],
        ...['--requirepass', PASSWORD, '--maxmemory-policy', 'noeviction'],
        ...['--save', '', '--appendonly', 'yes', ...this.#settings],
      ],
      { stdio: 'ignore' },
    )
    this.#process = child
    const failed = new Promise<never>((_, reject) => {
      child.once('error', () => reject(new Error('redis-server is not installed.')))
      child.once('exit', (code) => reject(new Error(`redis-server ended with code ${code}.`)))
    })
    failed.catch(() => {})
    await Promise.race([this.client.ping(), failed])
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.kill('SIGKILL')) await ended
  }

  /** Stops the server permanently and keeps its files. */
  async remove(): Promise<void> {
    this.client.disconnect()
    await this.kill()
  }
}

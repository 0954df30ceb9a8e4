import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openRecords } from '../../storage/records/records.ts'
import { writeSyntheticTerrain } from '../references/synthetic.ts'
import { childrenOf, endOf, signalAll, signalIfThere } from './processes.ts'

const startPatienceMs = 60_000
const keptLogLines = 40
const mainPath = join(import.meta.dirname, '../../server/main.js')

export interface MadeAccount {
  id: string
  apiKey: string
  credits: number
}

/** The real service in processes of its own, on made-up terrain in a temporary folder, to be killed and started again. */
export class CrashService {
  readonly folder: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #logLines: string[] = []
  #process: ChildProcess | undefined
  readonly kills = { server: 0, compute: 0 }
  readonly startsMs: number[] = []

  private constructor(folder: string, backend: string | undefined) {
    this.folder = folder
    this.#environment = {
      PATH: process.env.PATH,
      PORT: '0',
      // Checkout addresses stay the same from start to start; whoever asks takes the path alone.
      PUBLIC_URL: 'https://localhost:8443',
      DATA_DIR: folder,
      TERRAIN_DIR: join(folder, 'terrain'),
      PAYMENTS: 'sandbox',
      // Where the test receives them.
      WEBHOOK_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...(backend && { KERNEL_BACKEND: backend }),
    }
  }

  static async make(seed: number, backend?: string): Promise<CrashService> {
    const folder = await mkdtemp(join(tmpdir(), 'coverage-crash-'))
    await mkdir(join(folder, 'terrain'))
    await writeSyntheticTerrain(join(folder, 'terrain'), { seed })
    return new CrashService(folder, backend)
  }

  /** Adds to its environment, before the first start. */
  configure(environment: NodeJS.ProcessEnv): void {
    Object.assign(this.#environment, environment)
  }

  get certificatePath(): string {
    return join(this.folder, 'tls', 'cert.pem')
  }

  get recordsDir(): string {
    return join(this.folder, 'records')
  }

  get rasterDir(): string {
    return join(this.folder, 'rasters')
  }

  /** What the service said last on standard error. */
  get log(): readonly string[] {
    return this.#logLines
  }

  readonly keepLine = (line: string): void => {
    this.#logLines.push(line)
    if (this.#logLines.length > keptLogLines) this.#logLines.shift()
  }

  /** Before the first start, as nobody else may have the records open. */
  async makeAccounts(balances: readonly number[]): Promise<MadeAccount[]> {
    const records = await openRecords(this.recordsDir)
    try {
      const made: MadeAccount[] = []
      for (const credits of balances) {
        const { id } = await records.createAccount({ name: 'crash test', plan: 'enterprise', credits })
        const key = await records.createKey(id)
        if (key === undefined) throw new Error('Expected a key.')
        made.push({ id, apiKey: key.api_key, credits })
      }
      return made
    } finally {
      await records.close()
    }
  }

  /** What opens it to nodes, before the first start. */
  async makeNodeToken(): Promise<string> {
    const records = await openRecords(this.recordsDir)
    try {
      return (await records.createNodeToken('crash test')).node_token
    } finally {
      await records.close()
    }
  }

  /** Resolves with where it listens; `undefined` if the process ended before. */
  async start(): Promise<{ origin: string; certificate: string } | undefined> {
    const startMs = performance.now()
    const child = spawn(process.execPath, [mainPath], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    createInterface(child.stderr).on('line', this.keepLine)
    const origin = await new Promise<string | undefined>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The server did not listen within ${startPatienceMs / 1000} s.`)),
        startPatienceMs,
      )
      createInterface(child.stdout).on('line', (line) => resolve(/^listening on (\S+)$/.exec(line)?.[1]))
      child.once('exit', () => resolve(undefined))
      child.once('exit', () => clearTimeout(timer))
      createInterface(child.stdout).once('line', () => clearTimeout(timer))
    })
    if (origin === undefined) {
      this.#process = undefined
      return undefined
    }
    this.startsMs.push(performance.now() - startMs)
    return { origin, certificate: await readFile(this.certificatePath, 'utf8') }
  }

  /** SIGKILL to the server, or to its compute process, or to both at once. */
  async kill(whom: 'server' | 'compute' | 'both'): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined) return
    if (whom !== 'server') {
      for (const pid of await childrenOf(child.pid)) signalIfThere(pid, 'SIGKILL')
      this.kills.compute++
    }
    if (whom === 'compute') return
    const ended = endOf(child)
    child.kill('SIGKILL')
    this.kills.server++
    await ended
    this.#process = undefined
  }

  freeze(): Promise<void> {
    return signalAll(this.#process, 'SIGSTOP')
  }

  resume(): Promise<void> {
    return signalAll(this.#process, 'SIGCONT')
  }

  /** SIGTERM; resolves with the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#process
    if (child === undefined) return null
    const ended = endOf(child)
    child.kill('SIGTERM')
    await ended
    this.#process = undefined
    return child.exitCode
  }

  async remove(): Promise<void> {
    await this.kill('both')
    // A compute process that lost its server may be about to end.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

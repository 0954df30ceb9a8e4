import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, endOf, signalAll, signalIfThere } from './processes.ts'
import type { Wire } from './wire.ts'

const mainPath = 'build/server/nodes/main.js'
const ownFolder = join(import.meta.dirname, '../../..')
/** Whoever keeps services running starts it again after this long. */
const AGAIN_MS = 300

/** A compute node, which is started again whenever it ends. */
export class CrashNode {
  readonly name: string
  /** Its connection to Redis. */
  readonly wire: Wire
  readonly #environment: NodeJS.ProcessEnv
  readonly #mainPath: string
  readonly #onLine: (line: string) => void
  #process: ChildProcess | undefined
  #isWanted = false
  #isReady = false
  #wake: (() => void)[] = []
  /** It ended by itself though it took jobs. */
  readonly falls: string[] = []

  /** `clone`: the built clone that it runs. */
  constructor(
    name: string,
    wire: Wire,
    environment: NodeJS.ProcessEnv,
    onLine: (line: string) => void,
    clone = ownFolder,
  ) {
    this.name = name
    this.wire = wire
    this.#mainPath = join(clone, mainPath)
    this.#environment = { ...environment, NODE_NAME: name }
    this.#onLine = onLine
  }

  start(): void {
    this.#isWanted = true
    const child = spawn(process.execPath, [this.#mainPath], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    this.#isReady = false
    createInterface(child.stderr).on('line', (line) => this.#onLine(`${this.name}: ${line}`))
    createInterface(child.stdout).once('line', () => {
      this.#isReady = true
      for (const wake of this.#wake.splice(0)) wake()
    })
    child.once('exit', (code, signal) => {
      if (!this.#isWanted) return
      if (this.#isReady && signal !== 'SIGKILL') this.falls.push(`${this.name} ended with ${code ?? signal}`)
      this.#isReady = false
      void sleep(AGAIN_MS).then(() => {
        if (this.#isWanted) this.start()
      })
    })
  }

  /** Settles when it takes jobs. */
  async ready(): Promise<void> {
    if (!this.#isReady) await new Promise<void>((resolve) => this.#wake.push(resolve))
  }

  /** SIGKILL to it, to its compute process, or to both; the node is started again. */
  async kill(whom: 'node' | 'compute' | 'both'): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined) return
    if (whom !== 'node') for (const pid of await childrenOf(child.pid)) signalIfThere(pid, 'SIGKILL')
    if (whom === 'compute') return
    const ended = endOf(child)
    child.kill('SIGKILL')
    await ended
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
    this.#isWanted = false
    child.kill('SIGTERM')
    await endOf(child)
    return child.exitCode
  }

  async remove(): Promise<void> {
    this.#isWanted = false
    await this.kill('both')
    this.wire.close()
  }
}

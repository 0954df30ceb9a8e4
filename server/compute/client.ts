import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from '../config/logger.ts'
import type {
  Compute,
  ComputeConfig,
  ComputeJob,
  ComputeOutcome,
  ComputeStage,
  FromCompute,
  OpenedDevice,
  ToCompute,
} from '../jobs/protocol.ts'
import { Watchdog } from './watchdog.ts'

export interface ComputeClientOptions extends ComputeConfig {
  logger?: Logger
  /** Entry module of the compute process; replaced in tests. */
  modulePath?: URL
  /** Time in ms from a cancellation until a process that is still computing is killed. */
  cancelGraceMs?: number
  /** Time in ms between SIGTERM and SIGKILL when the process is stopped. */
  stopGraceMs?: number
  /** Time limit in ms for the process to become ready. */
  startMs?: number
  /** Time limits in ms after which the process counts as stuck and is replaced; see `Watchdog`. */
  silenceMs?: number
  stallMs?: number
  watchdogMs?: number
  /** Initial pause in ms before restarting a process that failed to start; doubles up to 30 s. */
  backoffMs?: number
}

const maximumBackoffMs = 30_000
const keptErrorLines = 20
const outputGraceMs = 200

interface Run {
  job: ComputeJob
  onProgress: (stage: ComputeStage, progress: number) => void
  settle: (outcome: ComputeOutcome) => void
  sent: boolean
}

interface Child {
  process: ChildProcess
  device: OpenedDevice | undefined
  isReady: boolean
  /** Error message of a failed start, or the reason for killing the process. */
  refusal: string | undefined
  errorLines: string[]
  /** Time limit for the start; afterwards the watchdog takes over. */
  startTimer: NodeJS.Timeout
  watchdog: Watchdog | undefined
}

interface Starter<Value> {
  resolve: (value: Value) => void
  reject: (error: Error) => void
}

export class ComputeClient implements Compute {
  readonly #options: ComputeClientOptions &
    Required<Omit<ComputeClientOptions, keyof ComputeConfig | 'logger'>>
  readonly #runs = new Map<string, Run>()
  readonly running = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #child: Child | undefined
  #state: Compute['state'] = 'stopped'
  #device: Child['device']
  #starting: Promise<OpenedDevice> | undefined
  #whenStarted: Starter<OpenedDevice> | undefined
  #becomingReady: Promise<void> | undefined
  #whenReady: Starter<void> | undefined
  #failedStarts = 0
  #restartTimer: NodeJS.Timeout | undefined
  #stopping: Promise<void> | undefined

  constructor(options: ComputeClientOptions) {
    this.#options = {
      modulePath: new URL(`./process${extname(import.meta.filename)}`, import.meta.url),
      // The grace period is long enough to compile a kernel on a busy machine.
      cancelGraceMs: 30_000,
      stopGraceMs: 2000,
      startMs: 120_000,
      silenceMs: 60_000,
      stallMs: 120_000,
      watchdogMs: 1000,
      backoffMs: 500,
      ...options,
    }
  }

  get state(): Compute['state'] {
    return this.#state
  }

  get device(): Child['device'] {
    return this.#device
  }

  /** Starts the compute process; rejects without a retry if the process cannot open the device. */
  start(): Promise<OpenedDevice> {
    this.#starting ??= new Promise((resolve, reject) => {
      this.#whenStarted = { resolve, reject }
      this.#becomingReady = new Promise((resolve, reject) => {
        this.#whenReady = { resolve, reject }
      })
      // Failures reach callers of whenReady(); without a caller, the rejection must not be unhandled.
      this.#becomingReady.catch(() => {})
      this.#spawn()
    })
    return this.#starting
  }

  async whenReady(): Promise<void> {
    await this.#becomingReady
  }

  run(
    job: ComputeJob,
    onProgress: (stage: ComputeStage, progress: number) => void,
    signal: AbortSignal,
  ): Promise<ComputeOutcome> {
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' })
    if (this.#state === 'stopped') {
      return Promise.resolve({ kind: 'died', detail: 'The compute process is stopped.' })
    }
    return new Promise((resolve) => {
      let cancelTimer: NodeJS.Timeout | undefined
      const cancel = () => {
        if (!run.sent) return run.settle({ kind: 'cancelled' })
        this.#send({ type: 'cancel', id: job.id })
        const { process } = this.#child ?? {}
        cancelTimer = setTimeout(() => {
          const fields = { simulation: job.id, reason: 'a cancelled computation did not stop' }
          this.#options.logger?.warn(fields, 'compute process killed')
          process?.kill('SIGKILL')
        }, this.#options.cancelGraceMs)
      }
      const run: Run = {
        job,
        onProgress,
        sent: false,
        settle: (outcome) => {
          clearTimeout(cancelTimer)
          signal.removeEventListener('abort', cancel)
          this.#runs.delete(job.id)
          Atomics.store(this.running, 0, this.#runs.size)
          resolve(outcome)
        },
      }
      signal.addEventListener('abort', cancel, { once: true })
      this.#runs.set(job.id, run)
      Atomics.store(this.running, 0, this.#runs.size)
      if (this.#state === 'ready') this.#sendRun(run)
    })
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end().finally(() => {
      this.#stopping = undefined
    })
    return this.#stopping
  }

  async #end(): Promise<void> {
    this.#state = 'stopped'
    this.#device = undefined
    this.#starting = undefined
    this.#whenStarted?.reject(new Error('The compute process was stopped.'))
    this.#whenStarted = undefined
    this.#whenReady?.reject(new Error('The compute process was stopped.'))
    this.#whenReady = undefined
    clearTimeout(this.#restartTimer)
    const { process } = this.#child ?? {}
    if (process && process.exitCode === null && process.signalCode === null) {
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGTERM')
      this.#killLater(process)
      await ended
    }
    this.#settleAll('The compute process was stopped.')
  }

  #spawn(): void {
    const { logger: _logger, ...config } = this.#options
    const { modulePath, startMs } = config
    this.#state = 'starting'
    const child: Child = {
      process: fork(modulePath, [JSON.stringify(config satisfies ComputeConfig)], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Flags of the parent, such as an inspector port or a test runner's loaders, are not inherited.
        execArgv: [],
        // Not inherited, because the compute process often allocates large arrays and itself frees memory.
        env: { ...process.env, MALLOC_TRIM_THRESHOLD_: undefined },
      }),
      device: undefined,
      isReady: false,
      refusal: undefined,
      errorLines: [],
      startTimer: setTimeout(() => {
        this.#replace(child, `Not ready after ${startMs / 1000} s.`)
      }, startMs).unref(),
      watchdog: undefined,
    }
    this.#child = child
    this.#log(child)
    child.process.on('message', (message) => this.#receive(child, message as FromCompute))
    child.process.on('error', (error) => {
      // Without a pid, the start failed and no `exit` event follows; other errors concern single messages.
      if (child.process.pid === undefined) this.#ended(child, `failed: ${error.message}`)
    })
    // Without the IPC channel the process is useless, but gets time to exit before being killed.
    child.process.on('disconnect', () => this.#killLater(child.process))
    child.process.on('exit', (code, signal) => {
      const how = signal ? `ended by ${signal}` : `ended with code ${code}`
      // `close` follows the last lines of output, but a grandchild that holds the pipe may delay the event.
      const timer = setTimeout(() => this.#ended(child, how), outputGraceMs)
      child.process.once('close', () => {
        clearTimeout(timer)
        this.#ended(child, how)
      })
    })
  }

  /** Logs the output of the process line by line, without parsing. */
  #log(child: Child): void {
    const { logger } = this.#options
    const { stdout, stderr } = child.process
    if (stdout) {
      createInterface(stdout).on('line', (line) =>
        logger?.info({ source: 'compute', line }, 'compute process output'),
      )
    }
    if (stderr) {
      createInterface(stderr).on('line', (line) => {
        if (line.trim() === '') return
        child.errorLines.push(line)
        if (child.errorLines.length > keptErrorLines) child.errorLines.shift()
        logger?.warn({ source: 'compute', line }, 'compute process output')
      })
    }
  }

  /** Kills a stuck process; the interrupted jobs are retried. */
  #replace(child: Child, reason: string): void {
    child.refusal = reason
    this.#options.logger?.error({ reason }, 'compute process killed')
    child.process.kill('SIGKILL')
  }

  #receive(child: Child, message: FromCompute): void {
    child.watchdog?.received()
    if (message.type === 'alive') return
    if (message.type === 'opened') {
      this.#opened(child, message)
      return
    }
    if (message.type === 'ready') {
      this.#ready(child)
      return
    }
    if (message.type === 'failed' && message.id === '') {
      child.refusal = message.detail
      child.process.kill('SIGTERM')
      return
    }
    if (message.type === 'progress') child.watchdog?.progressed(message.id, message.stage, message.progress)
    else child.watchdog?.ended(message.id)
    const run = this.#runs.get(message.id)
    if (run === undefined) return
    if (message.type === 'progress') run.onProgress(message.stage, message.progress)
    else {
      const { type: kind, id: _id, ...rest } = message
      run.settle({ kind, ...rest } as ComputeOutcome)
    }
  }

  #opened(child: Child, { backend, device, withoutWebGpu }: Extract<FromCompute, { type: 'opened' }>): void {
    child.device = { backend, device }
    const fields = { backend, device, requested: this.#options.backend, without_webgpu: withoutWebGpu }
    this.#options.logger?.info(fields, 'compute device initialized')
    clearTimeout(child.startTimer)
    const { silenceMs, stallMs, watchdogMs: checkMs } = this.#options
    const onStuck = (reason: string) => this.#replace(child, reason)
    child.watchdog = new Watchdog({ silenceMs, stallMs, checkMs, onStuck })
    if (this.#state !== 'starting' || this.#child !== child) return
    this.#device = child.device
    this.#whenStarted?.resolve(child.device)
    this.#whenStarted = undefined
  }

  #ready(child: Child): void {
    child.isReady = true
    if (this.#state !== 'starting' || this.#child !== child) return
    this.#state = 'ready'
    this.#failedStarts = 0
    this.#whenReady?.resolve()
    this.#whenReady = undefined
    for (const run of this.#runs.values()) this.#sendRun(run)
  }

  #ended(child: Child, how: string): void {
    clearTimeout(child.startTimer)
    child.watchdog?.stop()
    if (this.#child !== child) return
    this.#child = undefined
    this.#device = undefined
    const why = child.refusal ?? child.errorLines.join('\n')
    const detail = `The compute process ${child.device ? '' : 'did not start: it '}${how}${why ? `: ${why}` : '.'}`
    this.#settleAll(detail)
    if (this.#state === 'stopped') return

    const { logger, backoffMs } = this.#options
    if (this.#whenStarted) {
      this.#state = 'stopped'
      this.#starting = undefined
      for (const waiting of [this.#whenStarted, this.#whenReady]) waiting?.reject(new Error(detail))
      this.#whenStarted = undefined
      this.#whenReady = undefined
      return
    }
    this.#state = 'starting'
    logger?.error({ how }, 'compute process restarted')
    // Restarts at once after a crash of a ready process, otherwise with exponential backoff.
    this.#failedStarts = child.isReady ? 0 : this.#failedStarts + 1
    const pauseMs = this.#failedStarts === 0 ? 0 : backoffMs * 2 ** (this.#failedStarts - 1)
    this.#restartTimer = setTimeout(() => this.#spawn(), Math.min(pauseMs, maximumBackoffMs))
  }

  #settleAll(detail: string): void {
    for (const run of [...this.#runs.values()]) run.settle({ kind: 'died', detail })
  }

  #killLater(process: ChildProcess): void {
    const timer = setTimeout(() => process.kill('SIGKILL'), this.#options.stopGraceMs)
    process.once('exit', () => clearTimeout(timer))
  }

  #sendRun(run: Run): void {
    run.sent = true
    this.#send({ type: 'run', job: run.job })
  }

  /** Sends a message. Errors are ignored: the process is then exiting, and its exit ends every run. */
  #send(message: ToCompute): void {
    const { process } = this.#child ?? {}
    if (process?.connected) process.send(message, () => {})
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Answer, HttpsClient, untilReady } from '../frame/https-client.ts'

/** Service in a separate process, as started by `npm start`, on a free port. */
export class ServerProcess {
  readonly origin: string
  /** Certificate of the service as PEM. */
  readonly certificate: string
  readonly #process: ChildProcess
  readonly #client: HttpsClient

  private constructor(origin: string, certificate: string, process: ChildProcess) {
    this.origin = origin
    this.certificate = certificate
    this.#process = process
    // One connection per request, as the service may close an idle connection just when it is reused.
    this.#client = new HttpsClient(origin, { certificate, connections: 0 })
  }

  static async start(
    env: { DATA_DIR: string; TERRAIN_DIR: string } & Record<string, string>,
  ): Promise<ServerProcess> {
    const script = join(import.meta.dirname, `../../server/main${extname(import.meta.filename)}`)
    const child = spawn(process.execPath, [script], {
      env: {
        ...process.env,
        TRUST_PROXY: '',
        PUBLIC_URL: '',
        HOST: '',
        PROBE_PORT: '',
        PROBE_HOST: '',
        LOG_LEVEL: 'error',
        ...env,
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<never>((_, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`The service ended with code ${code}.`)))
    })
    const listening = new Promise<string>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const origin = /^listening on (\S+)$/.exec(line)?.[1]
        if (origin !== undefined) resolve(origin)
      })
    })
    const ready = listening.then(async (origin) => {
      await untilReady(origin)
      return origin
    })
    const origin = await Promise.race([ready, ended])
    ended.catch(() => {})
    return new ServerProcess(origin, await readFile(join(env.DATA_DIR, 'tls', 'cert.pem'), 'utf8'), child)
  }

  get pid(): number {
    return this.#process.pid as number
  }

  ask(method: string, path: string, apiKey?: string, body?: object): Promise<Answer> {
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
    return this.#client.ask(path, { method, headers, body })
  }

  /** Value of a metric by name. */
  async figure(name: string): Promise<number> {
    const { text } = await this.ask('GET', '/metrics')
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    if (line === undefined) throw new Error(`Expected the metric ${name}.`)
    return Number(line.slice(name.length + 1))
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    await ended
  }
}

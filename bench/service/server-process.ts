import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Reply {
  status: number
  retryAfterS: number | undefined
  text: string
}

/** The service in a process of its own, as `npm start` runs it, on a free port. */
export class ServerProcess {
  readonly origin: string
  /** PEM. */
  readonly certificate: string
  readonly #process: ChildProcess

  private constructor(origin: string, certificate: string, process: ChildProcess) {
    this.origin = origin
    this.certificate = certificate
    this.#process = process
  }

  static async start(env: { DATA_DIR: string; TERRAIN_DIR: string }): Promise<ServerProcess> {
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
    const origin = await Promise.race([listening, ended])
    ended.catch(() => {})
    return new ServerProcess(origin, await readFile(join(env.DATA_DIR, 'tls', 'cert.pem'), 'utf8'), child)
  }

  ask(method: string, path: string, apiKey: string, body?: object): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
        ...(body && { 'content-type': 'application/json' }),
      }
      // A connection of its own: the service ends idle ones, at times just as they are used again.
      const options = { method, headers, ca: this.certificate, agent: false }
      const call = request(`${this.origin}${path}`, options, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const retryAfter = response.headers['retry-after']
          resolve({
            status: response.statusCode ?? 0,
            retryAfterS: retryAfter === undefined ? undefined : Number(retryAfter),
            text,
          })
        })
      })
      call.on('error', reject)
      call.end(body && JSON.stringify(body))
    })
  }

  /** A figure of `GET /metrics`. */
  async figure(name: string): Promise<number> {
    const { text } = await this.ask('GET', '/metrics', '')
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    if (line === undefined) throw new Error(`Expected ${name} among the figures.`)
    return Number(line.slice(name.length + 1))
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGTERM')
    await ended
  }
}

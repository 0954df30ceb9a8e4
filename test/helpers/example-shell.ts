import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { untilReady } from '../../bench/frame/https-client.ts'
import { projectRoot } from './markdown.ts'
import type { LearnedNames } from './shown-json.ts'

const shownPort = 'localhost:8443'
/** Nothing that changes the machine is run, whatever a README says; blocks with other commands are marked as not run. */
const isHarmless =
  /^(\w+=|\w+\(\) \{|(npm (run|start)|api|coverage|curl|cp -r server|gdalinfo|for|sleep|echo|printf|cat|ls)\b)/

/** A terminal in which the examples are typed one after the other: what one sets, the next ones have. */
export class ExampleShell {
  readonly #folder: string
  readonly #port: number
  readonly #env: NodeJS.ProcessEnv
  readonly #names: LearnedNames
  #settings = ''
  #service: ChildProcess | undefined

  constructor(folder: string, port: number, env: Record<string, string>, names: LearnedNames) {
    this.#folder = folder
    this.#port = port
    this.#env = { ...process.env, ...env, PORT: String(port) }
    this.#names = names
  }

  /** What a command prints, as if the service had its usual port. */
  async run(shown: string): Promise<string> {
    const command = this.#names.put(shown).replaceAll(shownPort, `localhost:${this.#port}`)
    if (!isHarmless.test(command))
      throw new Error(`Expected a command that ${isHarmless} allows, got ${command}`)
    if (/^(\w+=|\w+\(\) \{)/.test(command)) {
      this.#settings += command
      return ''
    }
    if (command.startsWith('npm start')) return this.#asShown(await this.#start())
    for (;;) {
      const output = await this.#bash(command)
      // Repeated requests wait as Retry-After says, which keeps the rate.
      const isPending = /\/status\//.test(command) && /"status":"pending"/.test(output)
      const isLimited = /"code":"rate_limited"/.test(output)
      if (!isPending && !isLimited) return this.#asShown(output)
      await pause(isLimited ? 10_000 : 3000)
    }
  }

  #asShown(output: string): string {
    return output.replaceAll(`:${this.#port}`, ':8443').replaceAll('\r', '')
  }

  /** The project is elsewhere than the data; npm only runs scripts of it, as to install would break the tests beside. */
  async #bash(command: string): Promise<string> {
    const npm = `npm() { case $1 in run) (cd '${projectRoot}' && command npm "$@");; *) return 1;; esac; }\n`
    const child = spawn('bash', ['-c', npm + this.#settings + command], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    child.stderr.on('data', (data) => {
      errors += data
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}${errors}`)
    return output
  }

  /** The first line of the service, which goes on. */
  #start(): Promise<string> {
    const child = spawn('npm', ['start'], {
      cwd: projectRoot,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#service = child
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)))
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith('listening on ')) untilReady(line.slice(13)).then(() => resolve(line), reject)
      })
    })
  }

  async end(): Promise<void> {
    const child = this.#service
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

import { codeOf, messageOf } from '../../storage/files/system-errors.ts'

/** Invalid configuration: thrown by a parser with the allowed values, or by `throwProblems` with all errors. */
export class ConfigError extends Error {
  readonly code = 'invalid_configuration'
}

/** Variables whose values never appear in error messages. */
const secret = /SECRET|TOKEN|^QUEUE_URL$/
/** User and password of a URL, or of several; the password may contain any character. */
const userInfo = /\/\/.*@/s

/** Reads variables one by one and collects errors, so that one message reports all of them. */
export class Settings {
  readonly #env: NodeJS.ProcessEnv
  readonly #problems: string[] = []
  /** Default value of every variable read so far. */
  readonly defaults = new Map<string, unknown>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** True if the variable is set to non-empty text. */
  has(name: string): boolean {
    return this.#value(name) !== ''
  }

  /** Parsed value; the default if the variable is unset or invalid (`throwProblems` reports invalid values). */
  read<T>(name: string, byDefault: T, parse: (value: string) => T): T {
    this.defaults.set(name, byDefault)
    if (!this.has(name)) return byDefault
    try {
      return parse(this.#value(name))
    } catch (error) {
      // A parser may fail with a system error too, such as a missing permission.
      if (!(error instanceof ConfigError) && codeOf(error) === undefined) throw error
      this.refuse(name, error instanceof ConfigError ? error.message : `can't be used: ${messageOf(error)}`)
      return byDefault
    }
  }

  choice<T extends string>(name: string, byDefault: T, allowed: readonly T[]): T {
    return this.read(name, byDefault, (value) => {
      const found = allowed.find((choice) => choice === value)
      if (found === undefined) throw new ConfigError(`must be one of ${allowed.join(', ')}`)
      return found
    })
  }

  /** Records an error of a variable, if the variable is set. */
  refuse(name: string, why: string): void {
    if (!this.has(name)) return
    const shown = secret.test(name) ? '(secret)' : JSON.stringify(this.#value(name))
    const [value, reason] = [shown, why].map((text) => text.replace(userInfo, '//(secret)@'))
    this.#problems.push(`${name}=${value} ${reason}`)
  }

  isRefused(name: string): boolean {
    return this.#problems.some((problem) => problem.startsWith(`${name}=`))
  }

  /** Records an error if a required variable is not set. */
  require(name: string): void {
    if (!this.has(name)) this.#problems.push(`${name} is required`)
  }

  /** Records an error if `one` is set without `other`. */
  refuseAlone(one: string, other: string): void {
    if (!this.has(other)) this.refuse(one, `needs ${other}`)
    if (!this.has(one)) this.refuse(other, `needs ${one}`)
  }

  throwProblems(): void {
    if (this.#problems.length === 0) return
    throw new ConfigError(['The configuration is not valid:', ...this.#problems].join('\n  '))
  }

  #value(name: string): string {
    return this.#env[name] ?? ''
  }
}

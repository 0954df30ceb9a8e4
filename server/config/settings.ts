import { codeOf, messageOf } from '../../storage/files/system-errors.ts'

/** Thrown by a parser with the allowed values, and by `throwProblems` with all errors. */
export class ConfigError extends Error {
  readonly code = 'invalid_configuration'
}

/** Variables whose values are never shown. */
const secret = /SECRET|TOKEN|^QUEUE_URL$/

/** Reads variables one by one and collects errors, so that one message reports all of them. */
export class Settings {
  readonly #env: NodeJS.ProcessEnv
  readonly #problems: string[] = []
  /** Every variable that was read, with its default. */
  readonly defaults = new Map<string, unknown>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** True if set; empty text counts as unset. */
  has(name: string): boolean {
    return this.#value(name) !== ''
  }

  /** The parsed value; the default if unset or refused (`throwProblems` reports it). */
  read<T>(name: string, byDefault: T, parse: (value: string) => T): T {
    this.defaults.set(name, byDefault)
    if (!this.has(name)) return byDefault
    try {
      return parse(this.#value(name))
    } catch (error) {
      // System errors, as for a folder without permission.
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

  /** Records an error of a set variable. */
  refuse(name: string, why: string): void {
    if (!this.has(name)) return
    const shown = secret.test(name) ? '(secret)' : JSON.stringify(this.#value(name))
    this.#problems.push(`${name}=${shown} ${why}`)
  }

  /** Records an error if a required variable is missing. */
  require(name: string): void {
    if (!this.has(name)) this.#problems.push(`${name} is required`)
  }

  /** Refuses one of two variables set without the other. */
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

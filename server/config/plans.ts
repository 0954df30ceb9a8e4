/** `PLAN_PRO` and `PLAN_ENTERPRISE`: limits of a plan that differ from the defaults. */

import { defaultPlans, type PlanLimits, type Plans } from './limits.ts'
import { ConfigError, type Settings } from './settings.ts'

const gibibyte = 2 ** 30

interface Key {
  limit: keyof PlanLimits
  minimum: number
  maximum: number
  /** Factor that converts the variable's unit to the unit of the limit. */
  factor: number
}

const keys: Readonly<Record<string, Key>> = {
  requests: { limit: 'requestsPerMinute', minimum: 1, maximum: 1_000_000, factor: 1 },
  concurrent: { limit: 'concurrent', minimum: 1, maximum: 1000, factor: 1 },
  cells: { limit: 'maxCells', minimum: 1, maximum: 1_000_000_000_000, factor: 1 },
  credits: { limit: 'creditsPerMonth', minimum: 0, maximum: 1_000_000_000_000, factor: 1 },
  storage_gib: { limit: 'storedBytes', minimum: 1, maximum: 1_000_000, factor: gibibyte },
}
const example = 'requests=60,concurrent=3,cells=100000000,credits=5000,storage_gib=20'

export function readPlans(settings: Settings): Plans {
  const read = (name: string, byDefault: Readonly<PlanLimits>) =>
    settings.read(name, byDefault, (value) => ({ ...byDefault, ...parseLimits(value) }))
  return {
    ...defaultPlans,
    pro: read('PLAN_PRO', defaultPlans.pro),
    enterprise: read('PLAN_ENTERPRISE', defaultPlans.enterprise),
  }
}

function parseLimits(value: string): Partial<PlanLimits> {
  const limits: Partial<PlanLimits> = {}
  for (const part of value.split(',')) {
    const [, name, digits] = /^\s*([a-z_]+)\s*=\s*(\d{1,15})\s*$/.exec(part) ?? []
    if (name === undefined || digits === undefined) {
      throw new ConfigError(`must be keys with whole numbers such as ${example}, got ${JSON.stringify(part)}`)
    }
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (key === undefined) {
      throw new ConfigError(`has the unknown key ${name}; allowed: ${Object.keys(keys).join(', ')}`)
    }
    const { limit, minimum, maximum, factor } = key
    if (limits[limit] !== undefined) throw new ConfigError(`has the key ${name} twice`)
    const count = Number(digits)
    if (count < minimum || count > maximum) {
      throw new ConfigError(`has ${name}=${digits}; it must be between ${minimum} and ${maximum}`)
    }
    limits[limit] = count * factor
  }
  return limits
}

/** Describes the limits of the plans with API access, for the API documentation. */
export function describePlans(plans: Plans): string {
  const sentences = (['pro', 'enterprise'] as const).map((name) => {
    const { requestsPerMinute, concurrent, maxCells, creditsPerMonth, storedBytes } = plans[name]
    return `${name} (requests per minute: ${requestsPerMinute}, simulations at once: ${concurrent}, cells per simulation: ${maxCells}, credits per month: ${creditsPerMonth}, GiB of stored results: ${storedBytes / gibibyte})`
  })
  return `Plans: ${sentences.join('; ')}; the plan free has no access to simulations and credits.`
}

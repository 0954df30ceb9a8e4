import { parseArgs } from 'node:util'
import type { AccountTerms, Plan } from '../../storage/records/types.ts'
import { UsageError } from './errors.ts'

export type AdminCommand =
  | { name: 'account create' | 'account invite'; accountName: string; terms: AccountTerms }
  | { name: 'account list' | 'node list' | 'node token list' }
  | { name: 'account show' | 'account disable' | 'account delete' | 'key create' | 'key list'; id: string }
  | { name: 'account grant'; id: string; credits: number }
  | { name: 'account set-plan'; id: string; plan: Plan }
  | { name: 'key revoke'; keyId: string }
  | { name: 'node drain' | 'node resume' | 'node token create'; nodeName: string }
  | { name: 'node token revoke'; tokenId: string }

export const usage = `Usage: npm run --silent admin -- COMMAND [--json]
   or: coverage admin COMMAND [--json]

  account create --name NAME [--plan pro] [--credits 0] [--limit CREDITS_A_MONTH]
  account create --name NAME --unmetered
  account invite NAME [--plan pro] [--credits 0] [--limit CREDITS_A_MONTH]
  account invite NAME --unmetered
  account list
  account show ID
  account grant ID --credits N
  account set-plan ID free|pro|enterprise
  account disable ID
  account delete ID
  key create ID
  key list ID
  key revoke KEY_ID
  node list
  node drain NAME
  node resume NAME
  node token create --name NAME
  node token list
  node token revoke TOKEN_ID
  terrain list [--geojson]
  terrain check
  terrain fetch --bbox WEST,SOUTH,EAST,NORTH

  --json   print one JSON object on standard output, {"error": {"code", "detail"}} on failure
  --help   show help

DATA_DIR is the data folder; commands go through the service if it runs on that folder. Terrain commands do not need the
service: they read TERRAIN_DIR and TERRAIN_URL as it does, and fetch into the cache in DATA_DIR.
Exit status: 0 success, 1 failure or bad terrain file, 2 wrong usage.`

const plans: readonly Plan[] = ['free', 'pro', 'enterprise']
/** Keeps every sum of credits an exact integer. */
const maximumCredits = 1_000_000_000
const options = {
  name: { type: 'string' },
  plan: { type: 'string' },
  credits: { type: 'string' },
  limit: { type: 'string' },
  unmetered: { type: 'boolean' },
} as const

type Option = keyof typeof options
type Values = Partial<Record<Exclude<Option, 'unmetered'>, string>> & { unmetered?: boolean }

interface Syntax {
  /** Arguments after the command's words. */
  positionals: string[]
  options: readonly Option[]
  /** The command without its name. */
  read(positionals: string[], values: Values): object
}

const termOptions = ['plan', 'credits', 'limit', 'unmetered'] as const
const bare: Syntax = { positionals: [], options: [], read: () => ({}) }
const onId: Syntax = { positionals: ['ID'], options: [], read: ([id]) => ({ id }) }
const onNode: Syntax = { positionals: ['NAME'], options: [], read: ([nodeName]) => ({ nodeName }) }

const syntaxes: Record<AdminCommand['name'], Syntax> = {
  'account create': {
    positionals: [],
    options: ['name', ...termOptions],
    read: (_, { name, ...terms }) => ({ accountName: required('--name', name), terms: readTerms(terms) }),
  },
  'account invite': {
    positionals: ['NAME'],
    options: termOptions,
    read: ([accountName], terms) => ({ accountName, terms: readTerms(terms) }),
  },
  'account list': bare,
  'account show': onId,
  'account grant': {
    positionals: ['ID'],
    options: ['credits'],
    read: ([id], { credits }) => ({
      id,
      credits: readCredits('--credits', required('--credits', credits), 1),
    }),
  },
  'account set-plan': {
    positionals: ['ID', 'PLAN'],
    options: [],
    read: ([id, plan]) => ({ id, plan: readPlan(plan) }),
  },
  'account disable': onId,
  'account delete': onId,
  'key create': onId,
  'key list': onId,
  'key revoke': { positionals: ['KEY_ID'], options: [], read: ([keyId]) => ({ keyId }) },
  'node list': bare,
  'node drain': onNode,
  'node resume': onNode,
  'node token create': {
    positionals: [],
    options: ['name'],
    read: (_, { name }) => ({ nodeName: required('--name', name) }),
  },
  'node token list': bare,
  'node token revoke': { positionals: ['TOKEN_ID'], options: [], read: ([tokenId]) => ({ tokenId }) },
}

/**
 * Parses a command line without `--json` and `--help`.
 * @throws {UsageError}
 */
export function parseCommand(args: string[]): AdminCommand {
  const { values, positionals } = parse(args)
  const names = [2, 3].map((words) => positionals.slice(0, words).join(' '))
  const name = names.find(isCommandName)
  if (name === undefined) throw new UsageError(`Unknown command "${names[0]}".`)
  const syntax = syntaxes[name]
  const rest = positionals.slice(name.split(' ').length)
  if (rest.length !== syntax.positionals.length || rest.includes('')) {
    throw new UsageError(`Expected: ${[name, ...syntax.positionals].join(' ')}`)
  }
  for (const option of Object.keys(values)) {
    if (!syntax.options.some((known) => known === option)) {
      throw new UsageError(`"${name}" has no option --${option}.`)
    }
  }
  return { name, ...syntax.read(rest, values) } as AdminCommand
}

function parse(args: string[]): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values: { ...values }, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function isCommandName(name: string): name is AdminCommand['name'] {
  return Object.hasOwn(syntaxes, name)
}

function required(option: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`${option} is required.`)
  return value
}

function readTerms({ unmetered, ...metered }: Pick<Values, (typeof termOptions)[number]>): AccountTerms {
  if (unmetered) {
    const [other] = Object.keys(metered)
    if (other !== undefined) throw new UsageError(`--unmetered and --${other} exclude each other.`)
    return { unmetered: true }
  }
  const { plan = 'pro', credits = '0', limit } = metered
  return {
    plan: readPlan(plan),
    credits: readCredits('--credits', credits, 0),
    ...(limit !== undefined && { limit: readCredits('--limit', limit, 0) }),
  }
}

function readPlan(value: string): Plan {
  const plan = plans.find((known) => known === value)
  if (plan === undefined) throw new UsageError(`Expected a plan (${plans.join(', ')}), got "${value}".`)
  return plan
}

function readCredits(what: string, value: string, minimum: number): number {
  const credits = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (!(credits >= minimum && credits <= maximumCredits)) {
    throw new UsageError(
      `Expected ${what} to be a whole number from ${minimum} to ${maximumCredits}, got "${value}".`,
    )
  }
  return credits
}

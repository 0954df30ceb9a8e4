import { Command, InvalidArgumentError, Option } from 'commander'
import type { AccountTerms, Plan } from '../../storage/records/types.ts'
import type { Bounds } from '../../storage/terrain/types.ts'

export type AdminCommand =
  | { name: 'account create' | 'account invite'; accountName: string; terms: AccountTerms }
  | { name: 'account list' | 'node list' | 'node token list' }
  | { name: 'account show' | 'account disable' | 'account delete' | 'key create' | 'key list'; id: string }
  | { name: 'account grant'; id: string; credits: number }
  | { name: 'account set-plan'; id: string; plan: Plan }
  | { name: 'key revoke'; keyId: string }
  | { name: 'node drain' | 'node resume' | 'node token create'; nodeName: string }
  | { name: 'node token revoke'; tokenId: string }

export type TerrainCommand =
  | { name: 'terrain list'; geojson: boolean }
  | { name: 'terrain check' }
  | { name: 'terrain fetch'; bounds: Bounds }

const plans: readonly Plan[] = ['free', 'pro', 'enterprise']
/** Bound that keeps every sum of credits an exact integer. */
const maximumCredits = 1_000_000_000

interface TermFlags {
  plan?: Plan
  credits?: number
  limit?: number
  unmetered?: boolean
}

/** Adds the commands for accounts, keys and nodes; `run` receives the parsed command. */
export function addRecordCommands(
  admin: Command,
  run: (command: AdminCommand) => void | Promise<void>,
): void {
  /** Adds a command without options; `made` gets its argument, if the usage has one. */
  const plain = (group: Command, usage: string, about: string, made: (word: string) => AdminCommand) =>
    group
      .command(usage)
      .description(about)
      .action((word: string) => run(made(word)))

  const account = admin.command('account').description('manage accounts')
  withTerms(account.command('create').description('create an account with an API key'))
    .requiredOption('--name <name>', 'name of the account', readName)
    .action(({ name: accountName, ...flags }: TermFlags & { name: string }) =>
      run({ name: 'account create', accountName, terms: termsOf(flags) }),
    )
  const about = 'print a one-time invitation link that creates an account'
  withTerms(account.command('invite <name>').description(about)).action(
    (accountName: string, flags: TermFlags) =>
      run({ name: 'account invite', accountName, terms: termsOf(flags) }),
  )
  plain(account, 'list', 'list accounts', () => ({ name: 'account list' }))
  plain(account, 'show <id>', 'show an account', (id) => ({ name: 'account show', id }))
  account
    .command('grant <id>')
    .description('add credits to an account')
    .requiredOption('--credits <number>', 'credits to add', creditsFrom(1))
    .action((id: string, { credits }: { credits: number }) => run({ name: 'account grant', id, credits }))
  account
    .command('set-plan <id>')
    .argument('<plan>', plans.join(', '), readPlan)
    .description('change the plan of an account: free, pro or enterprise')
    .action((id: string, plan: Plan) => run({ name: 'account set-plan', id, plan }))
  plain(account, 'disable <id>', 'disable an account: its API keys are refused', (id) => ({
    name: 'account disable',
    id,
  }))
  plain(account, 'delete <id>', 'delete an account and all its simulations', (id) => ({
    name: 'account delete',
    id,
  }))

  const key = admin.command('key').description('manage API keys')
  plain(key, 'create <id>', 'create an API key for an account', (id) => ({ name: 'key create', id }))
  plain(key, 'list <id>', 'list the API keys of an account', (id) => ({ name: 'key list', id }))
  plain(key, 'revoke <key-id>', 'revoke an API key', (keyId) => ({ name: 'key revoke', keyId }))

  const node = admin.command('node').description('manage compute nodes')
  plain(node, 'list', 'list compute nodes', () => ({ name: 'node list' }))
  plain(node, 'drain <name>', 'stop assigning jobs to a compute node', (nodeName) => ({
    name: 'node drain',
    nodeName,
  }))
  plain(node, 'resume <name>', 'resume assigning jobs to a compute node', (nodeName) => ({
    name: 'node resume',
    nodeName,
  }))

  const token = node.command('token').description('manage access tokens of compute nodes')
  token
    .command('create')
    .description('create an access token for a compute node')
    .requiredOption('--name <name>', 'name of the node', readName)
    .action(({ name: nodeName }: { name: string }) => run({ name: 'node token create', nodeName }))
  plain(token, 'list', 'list the access tokens of compute nodes', () => ({ name: 'node token list' }))
  plain(token, 'revoke <token-id>', 'revoke the access token of a compute node', (tokenId) => ({
    name: 'node token revoke',
    tokenId,
  }))
}

/** Adds the terrain commands, which need no records. */
export function addTerrainCommands(
  admin: Command,
  run: (command: TerrainCommand) => void | Promise<void>,
): void {
  const terrain = admin.command('terrain').description('list, check and download elevation files')
  terrain
    .command('list')
    .description('list the elevation files')
    .option('--geojson', 'print GeoJSON')
    .action(({ geojson = false }: { geojson?: boolean }) => run({ name: 'terrain list', geojson }))
  terrain
    .command('check')
    .description('read every elevation file and list the damaged ones')
    .action(() => run({ name: 'terrain check' }))
  terrain
    .command('fetch')
    .description('download elevation files from TERRAIN_URL into the local cache')
    .requiredOption('--bbox <west,south,east,north>', 'area to download, in degrees', readBounds)
    .action(({ bbox: bounds }: { bbox: Bounds }) => run({ name: 'terrain fetch', bounds }))
}

/**
 * Parses a command line of an account, key or node command.
 * @throws {CommanderError}
 */
export function parseCommand(args: readonly string[]): AdminCommand {
  let parsed: AdminCommand | undefined
  const program = new Command('admin').exitOverride().configureOutput({ writeErr: () => {} })
  addRecordCommands(program, (command) => {
    parsed = command
  })
  program.parse(args, { from: 'user' })
  if (parsed === undefined) throw new Error('Expected a command.')
  return parsed
}

function withTerms(command: Command): Command {
  return command
    .option('--plan <plan>', 'plan of the account: free, pro or enterprise; default: pro', readPlan)
    .option('--credits <number>', 'initial balance in credits; default: 0', creditsFrom(0))
    .option('--limit <number>', 'maximum credits per month; default: the limit of the plan', creditsFrom(0))
    .addOption(
      new Option(
        '--unmetered',
        'account without credits and limits; excludes --plan, --credits and --limit',
      ).conflicts(['plan', 'credits', 'limit']),
    )
}

function termsOf({ unmetered, plan = 'pro', credits = 0, limit }: TermFlags): AccountTerms {
  return unmetered ? { unmetered } : { plan, credits, ...(limit !== undefined && { limit }) }
}

function readName(value: string): string {
  if (value === '') throw new InvalidArgumentError('Expected a name that is not empty.')
  return value
}

function readPlan(value: string): Plan {
  const plan = plans.find((known) => known === value)
  if (plan === undefined) throw new InvalidArgumentError(`Expected one of ${plans.join(', ')}.`)
  return plan
}

function creditsFrom(minimum: number): (value: string) => number {
  return (value) => {
    const credits = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    if (credits >= minimum && credits <= maximumCredits) return credits
    throw new InvalidArgumentError(`Expected a whole number from ${minimum} to ${maximumCredits}.`)
  }
}

function readBounds(text: string): Bounds {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [westDeg = Number.NaN, southDeg = Number.NaN, east = Number.NaN, northDeg = Number.NaN] = numbers
  // East is less than west where the area crosses the antimeridian.
  const eastDeg = east < westDeg ? east + 360 : east
  const isOnEarth = westDeg >= -180 && westDeg <= 180 && east >= -180 && east <= 180
  if (numbers.length !== 4 || !isOnEarth || !(southDeg >= -90 && southDeg < northDeg && northDeg <= 90)) {
    throw new InvalidArgumentError('Expected WEST,SOUTH,EAST,NORTH in degrees, such as 11.2,49.8,12.1,50.4.')
  }
  return { westDeg, southDeg, eastDeg, northDeg }
}

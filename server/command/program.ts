/** Defines the commands with flags and help texts; each action module is loaded on demand. */

import { Command, Option } from 'commander'
import { addRecordCommands, addTerrainCommands } from '../admin/arguments.ts'
import { nearestOf } from '../requests/nearest.ts'
import type { Call } from './call/call.ts'
import { aboutOf, type Body, bodyOf, type Field, fieldsOf, placeholderOf } from './call/fields.ts'
import { UsageError } from './errors.ts'
import {
  type BatchFlags,
  type CommonFlags,
  type Described,
  type FlagsOf,
  type LinkFlags,
  type LinksFlags,
  options,
  type RelayFlags,
  type SimulateFlags,
} from './flags.ts'
import { CommandHelp, helpWidth, optionGroups } from './help.ts'
import { errorWidthOf, type Io } from './terminal/io.ts'
import { fitted, safeLines, wrapped } from './terminal/text.ts'

const forPeople = 'Simulations and links:'
const forResults = 'Results:'
const forAccounts = 'Account and service:'
const forOperators = 'For the operator:'

/** Commands that `coverage.js` starts without this program. */
const operatorCommands = {
  serve: 'run the service (see coverage serve --help)',
  backup: 'back up DATA_DIR, even while the service is running: coverage backup FOLDER',
  demo: 'run a demo service with an example simulation (see coverage demo --help)',
}

const afterword =
  'Service address, API key and certificate are taken from --url, --key and --ca, else from COVERAGE_URL, COVERAGE_KEY and COVERAGE_CA, else from ' +
  'the file of coverage login. Exit status: 0 success, 1 failure, 2 wrong usage, 130 interrupted. ' +
  'Help of a command: coverage COMMAND --help.'

/** Builds the program for one call; errors are thrown to the caller. */
export function makeProgram(io: Io): Command {
  const program = new Command('coverage')
    .usage('COMMAND …')
    .description('Radio coverage over real terrain, computed by a service or, with --local, on this machine.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(`${fitted(safeLines(text.trimEnd()), errorWidthOf(io))}\n`),
      getOutHelpWidth: () => helpWidth(io),
      getErrHelpWidth: () => helpWidth(io),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .showHelpAfterError()
  program.createHelp = () => Object.assign(new CommandHelp(), { helpWidth: helpWidth(io) })
  program.commandsGroup(forPeople)
  addSimulate(program, io)
  addLink(program, io)
  addLinks(program, io)
  addRelay(program, io)
  addPresets(program, io)
  addBatch(program, io)
  program.commandsGroup(forResults)
  addRecords(program, io)
  program.commandsGroup(forAccounts)
  addAccount(program, io)
  addGround(program, io)
  program.commandsGroup(forOperators)
  for (const [name, about] of Object.entries(operatorCommands)) program.command(name).description(about)
  addAdmin(program, io)
  addDoctor(program, io)
  program.addHelpText('after', () => wrapped(`\n${afterword}`, helpWidth(io)))
  return program
}

function add(program: Command, name: string, about: string, examples: readonly string[]): Command {
  const command = program.command(name).description(about)
  command.createHelp = program.createHelp
  command.showHelpAfterError(`See coverage ${command.name()} --help.`)
  command.addHelpText('after', `\nExamples:\n${examples.map((each) => `  ${each}`).join('\n')}`)
  return command.optionsGroup(optionGroups.own)
}

/** Groups of every command that asks the service. */
const online = ['output', 'service'] as const

/** Adds tables of options, each to the group of the help text with its name, if there is one. */
function withOptions(command: Command, ...names: readonly (keyof typeof options)[]): Command {
  for (const name of names) {
    command.optionsGroup((optionGroups as Partial<Record<string, string>>)[name] ?? optionGroups.own)
    for (const [flags, given] of Object.entries<Described>(options[name])) {
      const [about, more] = typeof given === 'string' ? [given] : given
      command.option(flags, about, more as string)
    }
  }
  return command.optionsGroup(optionGroups.own)
}

/** Connects a command with tables of options to an action, passing arguments and flags. */
function calls<Name extends keyof typeof options>(
  command: Command,
  io: Io,
  tables: readonly Name[],
  action: (call: Call<FlagsOf<Name>>, ...words: string[]) => Promise<void>,
): void {
  withOptions(command, ...tables).action((...given: unknown[]) => {
    const words = given.slice(0, -2).filter((word) => word !== undefined)
    return action({ io, flags: command.opts() }, ...(words as string[]))
  })
}

/** Fields that differ between the links of a request. */
const ofOneLink = ['tx_lat', 'tx_lon', 'rx_lat', 'rx_lon', 'profile', 'latitude']

/** Request of a command: given by flags, and also by a body argument unless the command reads a table. */
interface Asked {
  request: 'simulation' | 'link'
  isTable?: boolean
}

function withFields(command: Command, { request, isTable }: Asked): Field[] {
  const isLink = request === 'link'
  const fields = fieldsOf(request).filter(
    ({ path: [name = ''] }) => !isTable || !isLink || !ofOneLink.includes(name),
  )
  withOptions(command, 'preset')
  if (!isTable) withOptions(command, 'tx')
  if (!isTable && isLink) withOptions(command, 'rx')
  for (const isOfModel of [false, true]) {
    command.optionsGroup(isOfModel ? optionGroups.model : optionGroups.request)
    for (const { flag, schema } of fields.filter((field) => field.isOfModel === isOfModel)) {
      command.addOption(new Option(`--${flag} <${placeholderOf(schema)}>`, aboutOf(schema)))
    }
  }
  return fields
}

/** Connects a command to an action that takes a request. */
function callsWithBody<Flags>(
  command: Command,
  io: Io,
  asked: Asked,
  action: (call: Call<Flags>, body: Body, fields: readonly Field[]) => Promise<void>,
): void {
  const fields = withFields(command, asked)
  if (!asked.isTable) {
    command.argument('[body]', 'request as @file.json, or - for standard input; overridden by flags')
    command.allowExcessArguments()
  }
  command.action(async () => {
    const flags = command.opts() as Record<string, string> & { dem?: string[] }
    const given = new Map<Field, string>()
    for (const field of fields) {
      const attribute = field.flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
      const text = flags[attribute]
      if (text !== undefined) given.set(field, text)
    }
    const { rest, dem } = asked.isTable ? { rest: [], dem: flags.dem } : withoutBody(command.args, flags.dem)
    const body = await bodyOf(io, fields, given, rest)
    await action({ io, flags: { ...flags, ...(dem && { dem }) } as Flags & CommonFlags }, body, fields)
  })
}

/** Separates a trailing body argument from a list of files. */
function withoutBody(args: string[], dem: string[] | undefined): { rest: string[]; dem?: string[] } {
  const bodies = dem?.filter((path) => path === '-' || path.startsWith('@')) ?? []
  const files = dem?.filter((path) => !bodies.includes(path))
  if (files?.length === 0) throw new UsageError('--dem requires a file.')
  return { rest: [...bodies, ...args], ...(files && { dem: files }) }
}

function addSimulate(program: Command, io: Io): void {
  const command = add(program, 'simulate', 'compute line of sight or signal strength around a transmitter', [
    'coverage simulate --tx-lat 47.6333 --tx-lon 8.925 --tx-height 30 --frequency 433.5 --max-range 20 --out seen.tif',
    'coverage simulate @request.json --model p526 --wait --json',
    'coverage simulate --local --dem N47E008.hgt --tx-lat 47.6333 --tx-lon 8.925 --tx-height 30 --frequency 433.5 --max-range 20 --out seen.tif',
  ])
  withOptions(command, ...online, 'simulate', 'local', 'backend')
  callsWithBody<SimulateFlags>(command, io, { request: 'simulation' }, async (call, body) =>
    (await import('./actions/simulate.ts')).simulate(call, body),
  )
}

function addLink(program: Command, io: Io): void {
  const command = add(program, 'link', 'compute one path: profile, obstacles, loss and received power', [
    'coverage link --tx-lat 47.6333 --tx-lon 8.925 --tx-height 30 --rx-lat 47.7 --rx-lon 8.8 --frequency 433.5',
    'coverage link --local --dem N47E008.hgt --model itm @link.json',
  ])
  withOptions(command, ...online, 'local')
  callsWithBody<LinkFlags>(command, io, { request: 'link' }, async (call, body) =>
    (await import('./actions/link.ts')).link(call, body),
  )
}

function addLinks(program: Command, io: Io): void {
  const command = add(
    program,
    'links',
    'compute many paths: every transmitter to every receiver, or one pair per row of a CSV file',
    [
      'coverage links pairs.csv --frequency 868 --tx-height 30 --out links.csv',
      'coverage links --transmitters masts.geojson --receivers houses.csv --preset meshtastic-longfast-eu868',
      'coverage links pairs.csv --local --dem N47E008.hgt --model itm --json',
    ],
  )
  command.argument(
    '[file]',
    'CSV table with the columns tx_lat, tx_lon, rx_lat, rx_lon and optionally other fields, or JSON {transmitters, receivers}; - for standard input',
  )
  withOptions(command, ...online, 'local', 'links')
  callsWithBody<LinksFlags>(command, io, { request: 'link', isTable: true }, async (call, common) => {
    return (await import('./actions/links.ts')).links(call, command.args[0], common)
  })
}

function addRelay(program: Command, io: Io): void {
  const command = add(program, 'relay', 'find relay sites between two places, best first', [
    'coverage relay --from 47.6333,8.925 --to 47.52,8.61 --tx-height 12 --rx-height 5 --frequency 868',
    'coverage relay --from JN47LP --to JN47HM --candidates hills.csv --tx-height 12 --preset meshtastic-longfast-eu868',
    'coverage relay --from JN47LP --to JN47HM --area forest.geojson --spacing 250 --tx-height 12 --frequency 868 --local --dem N47E008.hgt',
  ])
  withOptions(command, ...online, 'local')
    .requiredOption('--from <place>', 'first end of the path: degrees, Maidenhead or UTM, such as JN47LP')
    .requiredOption('--to <place>', 'second end of the path: degrees, Maidenhead or UTM, such as JN47HM')
  withOptions(command, 'relay').addHelpText(
    'after',
    `\n${wrapped(
      'Columns of the answer: a is the end of --from, b the end of --to. A km is the distance from the relay to a, A ° the azimuth from the relay to a, A dB the margin above the receiver sensitivity at a; A clear, without a sensitivity, is the clearance in radii of the first Fresnel zone.',
      helpWidth(io),
    )}`,
  )
  callsWithBody<RelayFlags>(command, io, { request: 'link', isTable: true }, async (call, common) =>
    (await import('./actions/relay.ts')).relay(call, common),
  )
}

function addBatch(program: Command, io: Io): void {
  const command = add(program, 'batch', 'run a simulation for each row of a table (CSV)', [
    'coverage batch sites.csv --model p526 --max-range 20 --out-dir results --format png',
    'coverage batch hills.csv --preset meshtastic-longfast-eu868 --max-range 15 --area town.geojson',
    'coverage batch standorte.csv --column Breite=tx_lat --column Länge=tx_lon --column Höhe=tx_height --ignore-columns',
  ])
  command.argument(
    '<table>',
    'table whose columns are named like request fields, such as name,tx_lat,tx_lon, separated by commas, semicolons or tabs; - for standard input',
  )
  withOptions(command, ...online, 'batch')
  callsWithBody<BatchFlags>(
    command,
    io,
    { request: 'simulation', isTable: true },
    async (call, defaults, fields) => {
      const [path = '', ...more] = command.args
      if (more.length > 0)
        throw new UsageError(`Expected one table and flags for request fields, got ${more.join(' ')}.`)
      return (await import('./actions/batch.ts')).batch(call, path, defaults, fields)
    },
  )
}

const records = () => import('./actions/records.ts')

function addRecords(program: Command, io: Io): void {
  const list = add(program, 'list', 'list the simulations of the account, newest first', [
    'coverage list --status completed --limit 5',
  ])
  calls(list, io, [...online, 'list'], async (call) => (await records()).list(call))

  const show = add(program, 'show <id>', 'show the record of a simulation', [
    'coverage show sim_vq7YS5ecugNBEHXOPC7r',
  ])
  calls(show, io, online, async (call, id = '') => (await records()).show(call, id))

  const watch = add(
    program,
    'watch <id>',
    'show the progress of a simulation until its end; Ctrl-C does not cancel the simulation',
    ['coverage watch sim_vq7YS5ecugNBEHXOPC7r'],
  )
  calls(watch, io, online, async (call, id = '') => (await records()).watch(call, id))

  const result = add(program, 'result <id>', 'download a result as a file', [
    'coverage result sim_vq7YS5ecugNBEHXOPC7r --out seen.tif',
    'coverage result sim_vq7YS5ecugNBEHXOPC7r --out report.png --style map',
    'coverage result sim_vq7YS5ecugNBEHXOPC7r --out weaker.geojson --sensitivity-dbm -120 --eirp-dbm 43',
  ])
  calls(result, io, [...online, 'view', 'result'], async (call, id = '') =>
    (await records()).result(call, id),
  )

  addPlaces(program, io)
  addNetwork(program, io)

  const share = add(program, 'share <id>', 'create a link that lets anyone view a result without a key', [
    'coverage share sim_vq7YS5ecugNBEHXOPC7r --days 7',
  ])
  calls(share, io, [...online, 'share'], async (call, id = '') => (await records()).share(call, id))

  const remove = add(
    program,
    'delete <id...>',
    'delete simulations and their results; pending simulations are canceled and refunded',
    ['coverage delete sim_vq7YS5ecugNBEHXOPC7r'],
  )
  calls(remove, io, online, async (call, ...ids) => (await records()).remove(call, ids.flat()))
}

function addNetwork(program: Command, io: Io): void {
  const command = add(
    program,
    'network [verb] [id...]',
    'manage networks, which combine several simulations: list, create SIMULATION …, show, gaps, search or delete NETWORK, set NETWORK (name, area), add or drop NETWORK SIMULATION …, choice SEARCH (site selection); result, stats, value, features and share accept network ids',
    [
      'coverage network create --batch bat_Xk81dQzR0vWm4LcTnE7s --name "Five repeaters"',
      'coverage network add net_4fT9bQz71LxKdR0vWm4L sim_vq7YS5ecugNBEHXOPC7r',
      'coverage result net_4fT9bQz71LxKdR0vWm4L --layer best_server --style map --out report.png',
      'coverage network gaps net_4fT9bQz71LxKdR0vWm4L --out gaps.geojson',
      'coverage network search net_4fT9bQz71LxKdR0vWm4L --candidates hills.csv --sites 2 --min-distance-m 3000 --add',
    ],
  )
  calls(command, io, [...online, 'network'], async (call, ...words) =>
    (await import('./actions/network.ts')).network(call, words.flat()),
  )
}

const places = () => import('./actions/places.ts')

function addPlaces(program: Command, io: Io): void {
  const features = add(
    program,
    'features <id> <file>',
    'evaluate a result at the points, lines and polygons of a GeoJSON file, or at the points of a table with the columns lat and lon; measured_dbm or measured_loss_db is compared with the prediction, rx_height sets the receiver height of a point',
    [
      'coverage features sim_vq7YS5ecugNBEHXOPC7r villages.geojson --out covered.geojson',
      'coverage features sim_vq7YS5ecugNBEHXOPC7r drive-test.csv --floor-dbm -120 --out residuals.csv',
      'coverage features net_4fT9bQz71LxKdR0vWm4L roads.geojson --out sections.csv',
    ],
  )
  calls(features, io, [...online, 'view', 'features'], async (call, id = '', file = '') =>
    (await places()).features(call, id, file),
  )

  const stats = add(program, 'stats <id>', 'show the covered, uncovered and unknown area of a result', [
    'coverage stats sim_vq7YS5ecugNBEHXOPC7r --area town.geojson',
  ])
  calls(stats, io, [...online, 'view', 'stats'], async (call, id = '') => (await places()).stats(call, id))

  const value = add(program, 'value <id> <place>', 'show the value of a result at one place', [
    'coverage value sim_vq7YS5ecugNBEHXOPC7r 47.65,8.95',
  ])
  // Positions south of the equator begin with a minus sign, like a flag, so unknown flags are accepted.
  value.allowUnknownOption().allowExcessArguments()
  calls(value, io, [...online, 'view'], async (call, id = '', at = '') => {
    const other = value.args.find((word) => /^--?[a-z]/i.test(word)) ?? value.args[2]
    if (other !== undefined) {
      const nearest = nearestOf(
        other,
        value.options.map(({ long }) => String(long)),
      )
      throw new UsageError(`Expected ID LAT,LON, got ${other}.${nearest ? ` Did you mean ${nearest}?` : ''}`)
    }
    return (await places()).value(call, id, at)
  })
}

const account = () => import('./actions/account.ts')

function addAccount(program: Command, io: Io): void {
  const credits = add(
    program,
    'credits',
    'show the credit balance, the ledger and the credit packs for sale',
    ['coverage credits', 'coverage credits --ledger --limit 5'],
  )
  calls(credits, io, [...online, 'credits'], async (call) => (await account()).credits(call))

  const keys = add(program, 'keys [verb] [key-id]', 'manage API keys: list, create, or revoke KEY_ID', [
    'coverage keys',
    'coverage keys create',
  ])
  calls(keys, io, online, async (call, verb, id) => (await account()).keys(call, verb, id))

  const webhooks = add(
    program,
    'webhooks [verb] [id...]',
    'manage webhooks: list, create URL, test ID, rotate ID (new secret), delete ID, deliveries ID, replay ID DELIVERY_ID',
    [
      'coverage webhooks create https://hooks.example/coverage',
      'coverage webhooks deliveries whk_m3Vd9QkT0sYb7LxWz2Ja',
    ],
  )
  calls(webhooks, io, [...online, 'webhooks'], async (call, ...words) =>
    (await import('./actions/webhooks.ts')).webhooks(call, words.flat()),
  )

  const login = add(
    program,
    'login',
    'save service URL, API key and certificate in a file that only you can read',
    ['coverage login --url https://localhost:8443 --ca data/tls/ca.pem < key.txt'],
  )
  calls(login, io, online, async (call) => (await account()).login(call))
}

function addPresets(program: Command, io: Io): void {
  const presets = add(
    program,
    'presets [name]',
    'list the radio presets for --preset, or show the values and sources of one preset',
    [
      'coverage presets',
      'coverage simulate --preset meshtastic-longfast-eu868 --tx JN47LP --tx-height 10 --max-range 20 --out reach.png',
    ],
  )
  calls(presets, io, ['output'], async (call, name) =>
    (await import('./actions/presets.ts')).listPresets(call, name),
  )
}

function addGround(program: Command, io: Io): void {
  const verify = add(
    program,
    'verify <file>',
    'recompute a result file and compare the new values with those of the file',
    ['coverage verify seen.tif --dem N47E008.hgt'],
  )
  verify.addHelpText('after', '\nExit status: 0 values equal, 1 values not equal or not computed.')
  calls(verify, io, ['output', 'verify'], async (call, path = '') =>
    (await import('./actions/verify.ts')).verify(call, path),
  )

  const terrain = add(
    program,
    'terrain',
    'list the available elevation files, or show the ground height at a place',
    [
      'coverage terrain',
      'coverage terrain --at 47.6333,8.925',
      'coverage terrain --at JN47LP --within 5000',
      'coverage terrain --local --dem N47E008.hgt',
    ],
  )
  calls(terrain, io, [...online, 'local', 'terrain'], async (call) =>
    (await import('./actions/ground.ts')).terrain(call),
  )

  const models = add(
    program,
    'models [name]',
    'list the propagation models, or show the parameters of one model',
    ['coverage models p1812 --local'],
  )
  calls(models, io, [...online, 'models'], async (call, name) =>
    (await import('./actions/ground.ts')).models(call, name),
  )

  const completion = add(program, 'completion <shell>', 'print a shell completion script', [
    'coverage completion bash > ~/.local/share/bash-completion/completions/coverage',
  ])
  calls(completion, io, [], async (_call, shell = '') => {
    const { completionFor } = await import('./completion.ts')
    io.out(completionFor(program, shell))
  })
}

function addAdmin(program: Command, io: Io): void {
  const admin = add(program, 'admin', 'manage accounts, keys, compute nodes and terrain', [
    'coverage admin account invite Ada --credits 1000',
    'coverage admin terrain fetch --bbox 11,49,13,51',
  ])
  admin
    .usage('COMMAND …')
    .addHelpText(
      'after',
      `\n${wrapped(
        'DATA_DIR is the data folder. If a service is running on that folder, commands are sent to it. Terrain commands do not need the service: they use the same TERRAIN_DIR and TERRAIN_URL settings and download into the cache in DATA_DIR. Exit status: 0 success, 1 failure or damaged elevation file, 2 wrong usage.',
        helpWidth(io),
      )}`,
    )
  const load = () => import('./actions/admin.ts')
  const flags = { json: false }
  addRecordCommands(admin, async (command) => {
    const words = admin.args.filter((word) => word !== '--json')
    await (await load()).administrate({ io, flags }, words, command)
  })
  addTerrainCommands(admin, async (command) => (await load()).administrateTerrain({ io, flags }, command))
  const complete = (command: Command) => {
    command.createHelp = program.createHelp
    command.helpCommand(false)
    for (const each of command.commands) complete(each)
    if (command.commands.length > 0) return
    command
      .option('--json', 'print one JSON object to standard output; {"error": …} on failure')
      .hook('preAction', () => {
        flags.json = command.opts().json === true
      })
  }
  complete(admin)
}

function addDoctor(program: Command, io: Io): void {
  const command = add(
    program,
    'doctor',
    'check this installation: versions, graphics, self-test, terrain, data folder, limits and ports',
    ['coverage doctor', 'runuser -u coverage -- env DATA_DIR=/var/lib/coverage coverage doctor'],
  )
  command.addHelpText(
    'after',
    "\nRun coverage doctor on the service's machine, as the service's user and with its\nenvironment.\nExit status: 0 no faults found, 1 faults found.",
  )
  calls(command, io, ['output'], async (call) => (await import('./actions/doctor.ts')).doctor(call))
}

/** The commands, their flags and what they say of themselves; each is loaded when it is called. */

import { Command, Option } from 'commander'
import { nearestOf } from '../requests/nearest.ts'
import type { Call, CommonFlags } from './call.ts'
import { UsageError } from './errors.ts'
import { aboutOf, bodyOf, type Field, fieldsOf, placeholderOf } from './fields.ts'
import type {
  AreaFlags,
  BatchFlags,
  CreditsFlags,
  FeaturesFlags,
  LinkFlags,
  LinksFlags,
  ListFlags,
  NetworkFlags,
  RelayFlags,
  ResultFlags,
  ShareFlags,
  SimulateFlags,
  TerrainFlags,
  VerifyFlags,
  ViewFlags,
  WebhookFlags,
} from './flags.ts'
import { CommandHelp, helpWidth, optionGroups } from './help.ts'
import { errorWidthOf, type Io } from './terminal/io.ts'
import { fitted, safeLines, wrapped } from './terminal/text.ts'

const forPeople = 'Simulations and links:'
const forResults = 'Results:'
const forAccounts = 'Account and service:'
const forOperators = 'For the operator:'

/** Other programs, which `coverage.js` starts itself. */
const operatorCommands = {
  serve: 'run the service: coverage serve --help',
  admin: 'accounts, keys, terrain: coverage admin --help',
  backup: 'a copy of DATA_DIR, also while the service runs: coverage backup FOLDER',
  demo: 'the service with a simulation over Canberra: coverage demo --help',
}

const afterword =
  'Which service, and by which key: --url, --key and --ca; else COVERAGE_URL, COVERAGE_KEY and COVERAGE_CA; else what ' +
  'coverage login has kept. Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted. ' +
  'coverage COMMAND --help says more.'

type Action<Flags> = (call: Call<Flags>, ...words: string[]) => Promise<void>

/** All commands, for one call; what they throw is the caller's to show. */
export function makeProgram(io: Io): Command {
  const program = new Command('coverage')
    .usage('COMMAND …')
    .description('Radio coverage over real terrain: by a service, or with --local by this machine alone.')
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
    .helpOption('-h, --help', 'what there is to say')
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
  addDoctor(program, io)
  program.addHelpText('after', () => wrapped(`\n${afterword}`, helpWidth(io)))
  return program
}

function add(program: Command, name: string, about: string, examples: readonly string[]): Command {
  const command = program.command(name).description(about)
  command.createHelp = program.createHelp
  command.showHelpAfterError(`coverage ${command.name()} --help says more.`)
  command.addHelpText('after', `\nExamples:\n${examples.map((each) => `  ${each}`).join('\n')}`)
  return command.optionsGroup(optionGroups.own)
}

/** Has an action get what it is called with. */
function calls<Flags>(command: Command, io: Io, action: Action<Flags>): Command {
  return command.action((...given: unknown[]) => {
    const words = given.slice(0, -2).filter((word) => word !== undefined)
    return action({ io, flags: command.opts() as Flags & CommonFlags }, ...(words as string[]))
  })
}

function withOutput(command: Command): Command {
  return command
    .optionsGroup(optionGroups.output)
    .option('--json', 'one JSON object on standard output, {"error": …} on failure')
    .option('-q, --quiet', 'the one thing that is asked for, and no progress')
    .optionsGroup(optionGroups.own)
}

function withService(command: Command): Command {
  return withOutput(command)
    .optionsGroup(optionGroups.service)
    .option('--url <address>', 'of the service, such as https://localhost:8443')
    .option('--key <key>', 'API key; COVERAGE_KEY does not show it to others on this machine')
    .option('--ca <file>', "certificate to trust, as PEM, such as the service's own data/tls/ca.pem")
    .optionsGroup(optionGroups.own)
}

function withView(command: Command): Command {
  return command
    .optionsGroup(optionGroups.view)
    .option('--layer <name>', 'if not the main one')
    .option('--sensitivity-dbm <number>', 'of path loss: what the receiver needs, if not as requested')
    .option('--eirp-dbm <number>', 'of path loss: EIRP of the transmitter, if not as requested')
    .option('--up-eirp-dbm <number>', 'of path loss, for the way back: EIRP of the terminal')
    .option(
      '--up-sensitivity-dbm <number>',
      'of path loss, for the way back: sensitivity at the mast, less its antenna gain, plus its cable loss',
    )
    .optionsGroup(optionGroups.own)
}

function withLocal(command: Command): Command {
  return command
    .optionsGroup(optionGroups.local)
    .option('--local', 'compute here, without a service, an account or a network')
    .option('--dem <file...>', 'elevation files or folders for --local; without it those of TERRAIN_DIR')
    .optionsGroup(optionGroups.own)
}

/** Fields that differ from link to link. */
const ofOneLink = ['tx_lat', 'tx_lon', 'rx_lat', 'rx_lon', 'profile', 'latitude']

/** The fields of a request as flags. */
function withFields(command: Command, request: 'simulation' | 'link', takesBody = true): Field[] {
  const fields = fieldsOf(request).filter(
    ({ path: [name = ''] }) => takesBody || request !== 'link' || !ofOneLink.includes(name),
  )
  command.option(
    '--preset <name>',
    'a usual radio, which flags and the body go before; coverage presets lists them',
  )
  if (takesBody) command.option('--tx <place>', 'transmitter: degrees, Maidenhead or UTM, such as JN47LP')
  if (takesBody && request === 'link') command.option('--rx <place>', 'receiver, likewise')
  if (takesBody) command.argument('[body]', 'the request as @file.json, or - for standard input; flags win')
  for (const isOfModel of [false, true]) {
    command.optionsGroup(isOfModel ? optionGroups.model : optionGroups.request)
    for (const { flag, schema } of fields.filter((field) => field.isOfModel === isOfModel)) {
      command.addOption(new Option(`--${flag} <${placeholderOf(schema)}>`, aboutOf(schema)))
    }
  }
  if (takesBody) command.allowExcessArguments()
  return fields
}

/** Commands without a request as an argument: flags alone make it. */
const tables = ['batch', 'links', 'relay']

/** Calls an action with the request that the command line makes. */
function callsWithBody<Flags>(
  command: Command,
  io: Io,
  fields: readonly Field[],
  action: (call: Call<Flags>, body: Record<string, unknown>) => Promise<void>,
): void {
  command.action(async () => {
    const flags = command.opts() as Record<string, string> & { dem?: string[] }
    const given = new Map<Field, string>()
    for (const field of fields) {
      const attribute = field.flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
      const text = flags[attribute]
      if (text !== undefined) given.set(field, text)
    }
    const isTable = tables.includes(command.name())
    const { rest, dem } = isTable ? { rest: [], dem: flags.dem } : withoutBody(command.args, flags.dem)
    const body = await bodyOf(io, fields, given, rest)
    await action({ io, flags: { ...flags, ...(dem && { dem }) } as Flags & CommonFlags }, body)
  })
}

/** A body after a list of files is no file. */
function withoutBody(args: string[], dem: string[] | undefined): { rest: string[]; dem?: string[] } {
  const bodies = dem?.filter((path) => path === '-' || path.startsWith('@')) ?? []
  const files = dem?.filter((path) => !bodies.includes(path))
  if (files?.length === 0) throw new UsageError('--dem needs a file.')
  return { rest: [...bodies, ...args], ...(files && { dem: files }) }
}

function addSimulate(program: Command, io: Io): void {
  const command = add(
    program,
    'simulate',
    'where a transmitter is in line of sight, or how strong its signal is',
    [
      'coverage simulate --tx-lat 47.6333 --tx-lon 8.925 --tx-height 30 --frequency 433.5 --max-range 20 --out seen.tif',
      'coverage simulate @request.json --model p526 --wait --json',
      'coverage simulate --local --dem N47E008.hgt --tx-lat 47.6333 --tx-lon 8.925 --tx-height 30 --frequency 433.5 --max-range 20 --out seen.tif',
    ],
  )
  withService(command)
    .option('--wait', 'until it is final; Ctrl-C cancels it, which gives its credits back')
    .option('--out <file>', 'where its result goes: .tif, .png, .kmz, .geojson or .qml; waits for it')
    .option('--layer <name>', 'which layer --out has, if not the main one')
    .option('--force', 'replace the file of --out')
    .option('--estimate', 'only what it would cost')
    .option('--idempotency-key <text>', 'the same again starts nothing new')
  withLocal(command).option('--backend <name>', 'for --local: auto, webgpu, webasm or cpu')
  const fields = withFields(command, 'simulation')
  callsWithBody<SimulateFlags>(command, io, fields, async (call, body) =>
    (await import('./actions/simulate.ts')).simulate(call, body),
  )
}

function addLink(program: Command, io: Io): void {
  const command = add(program, 'link', 'one path: its profile, what blocks it, loss and received power', [
    'coverage link --tx-lat 47.6333 --tx-lon 8.925 --tx-height 30 --rx-lat 47.7 --rx-lon 8.8 --frequency 433.5',
    'coverage link --local --dem N47E008.hgt --model itm @link.json',
  ])
  withLocal(withService(command))
  const fields = withFields(command, 'link')
  callsWithBody<LinkFlags>(command, io, fields, async (call, body) =>
    (await import('./actions/link.ts')).link(call, body),
  )
}

function addLinks(program: Command, io: Io): void {
  const command = add(
    program,
    'links',
    'many paths at once: each transmitter with each receiver, or a pair in each row of a table (CSV)',
    [
      'coverage links pairs.csv --frequency 868 --tx-height 30 --out links.csv',
      'coverage links --transmitters masts.geojson --receivers houses.csv --preset meshtastic-longfast-eu868',
      'coverage links pairs.csv --local --dem N47E008.hgt --model itm --json',
    ],
  )
  command.argument(
    '[file]',
    'a table with the columns tx_lat, tx_lon, rx_lat, rx_lon and those of other fields, or JSON {transmitters, receivers}; - for standard input',
  )
  withLocal(withService(command))
    .option('--transmitters <file>', 'points with height: GeoJSON, or a table with the columns lat and lon')
    .option('--receivers <file>', 'likewise; measured_dbm or measured_loss_db is compared')
    .option('--floor-dbm <number>', 'pairs with a measured_dbm below it are not compared')
    .option('--out <file>', 'all links, as .csv or .json; without it the first are shown')
    .option('--force', 'replace the file of --out')
  const fields = withFields(command, 'link', false)
  callsWithBody<LinksFlags>(command, io, fields, async (call, common) => {
    return (await import('./actions/links.ts')).links(call, command.args[0], common)
  })
}

function addRelay(program: Command, io: Io): void {
  const command = add(program, 'relay', 'where a relay between two places may be, the best first', [
    'coverage relay --from 47.6333,8.925 --to 47.52,8.61 --tx-height 12 --rx-height 5 --frequency 868',
    'coverage relay --from JN47LP --to JN47HM --candidates hills.csv --tx-height 12 --preset meshtastic-longfast-eu868',
    'coverage relay --from JN47LP --to JN47HM --area forest.geojson --spacing 250 --tx-height 12 --frequency 868 --local --dem N47E008.hgt',
  ])
  withLocal(withService(command))
    .requiredOption('--from <place>', 'one end: degrees, Maidenhead or UTM, such as JN47LP')
    .requiredOption('--to <place>', 'the other end, likewise')
    .option('--from-height <number>', 'of the antenna there in metres, if not --rx-height')
    .option('--to-height <number>', 'likewise')
    .option(
      '--candidates <file>',
      'where a relay may be: GeoJSON points, or a table with the columns lat and lon, perhaps with name and height; without it the summits around both ends',
    )
    .option('--area <file>', 'GeoJSON of an area in which a relay may be, with --spacing')
    .option('--spacing <metres>', 'of the places of --area that are tried')
    .option('--limit <number>', 'how many relays', '20')
    .option('--out <file>', 'the answer, as .json')
    .option('--force', 'replace the file of --out')
  const fields = withFields(command, 'link', false)
  callsWithBody<RelayFlags>(command, io, fields, async (call, common) =>
    (await import('./actions/relay.ts')).relay(call, common),
  )
}

/** Collects the values of an option that may be given several times. */
const also = (text: string, before: readonly string[] = []) => [...before, text]

function addBatch(program: Command, io: Io): void {
  const command = add(program, 'batch', 'a simulation for each row of a table (CSV)', [
    'coverage batch sites.csv --model p526 --max-range 20 --out-dir results --format png',
    'coverage batch hills.csv --preset meshtastic-longfast-eu868 --max-range 15 --area town.geojson',
    'coverage batch standorte.csv --column Breite=tx_lat --column Länge=tx_lon --column Höhe=tx_height --ignore-columns',
  ])
  command.argument(
    '<table>',
    'columns named as fields, such as name,tx_lat,tx_lon, also separated by semicolons or tabs; - for standard input',
  )
  withService(command)
    .option('--wait', 'until all are final')
    .option(
      '--area <file>',
      'GeoJSON of a town: what each row covers of it, also with 10 and 20 dB to spare, the best first; waits for them',
    )
    .option(
      '--out-dir <folder>',
      'where results go, as ROW-NAME.tif, rows with zeros before; made if it is not there; waits for them',
    )
    .option('--layer <name>', 'of results, if not the main one')
    .option('--format <list>', 'of results: tif, png, kmz, geojson or qml, several with commas between')
    .option('--force', 'replace files that are there')
    .option('--missing', 'fetch only files that are not there')
    .option(
      '--column <name=field>',
      'a column by its own name, such as Höhe=tx_height; as often as needed',
      also,
    )
    .option('--ignore-columns', 'leave out columns that are no fields; without it they stop')
    .option('--skip-refused', 'start the other rows where some are refused; without it they stop all')
    .option(
      '--again',
      'start all rows anew; without it rows that were sent within 24 hours are those of then',
    )
  const fields = withFields(command, 'simulation', false)
  callsWithBody<BatchFlags>(command, io, fields, async (call, defaults) => {
    const [path = '', ...more] = command.args
    if (more.length > 0)
      throw new UsageError(`Expected one table, and flags of fields, got ${more.join(' ')}.`)
    return (await import('./actions/batch.ts')).batch(call, path, defaults, fields)
  })
}

const records = () => import('./actions/records.ts')

function addRecords(program: Command, io: Io): void {
  const list = add(program, 'list', 'the simulations of the account, newest first', [
    'coverage list --status completed --limit 5',
  ])
  withService(list)
    .option('--limit <number>', 'how many', '20')
    .option('--offset <number>', 'how many are passed over')
    .option('--after <id>', 'those accepted before this one')
    .option('--status <word>', 'pending, completed or failed')
    .option('--model <name>', 'of this model')
    .option('--batch <id>', 'of this batch')
    .option('--created-after <instant>', 'such as 2026-11-21T05:16:43Z')
    .option('--created-before <instant>', 'likewise')
  calls<ListFlags>(list, io, async (call) => (await records()).list(call))

  const show = add(program, 'show <id>', 'what is known of a simulation', [
    'coverage show sim_vq7YS5ecugNBEHXOPC7r',
  ])
  calls<object>(withService(show), io, async (call, id = '') => (await records()).show(call, id))

  const watch = add(program, 'watch <id>', 'its progress until it is final; Ctrl-C leaves it alone', [
    'coverage watch sim_vq7YS5ecugNBEHXOPC7r',
  ])
  calls<object>(withService(watch), io, async (call, id = '') => (await records()).watch(call, id))

  const result = add(program, 'result <id>', 'its result as a file', [
    'coverage result sim_vq7YS5ecugNBEHXOPC7r --out seen.tif',
    'coverage result sim_vq7YS5ecugNBEHXOPC7r --out report.png --style map',
    'coverage result sim_vq7YS5ecugNBEHXOPC7r --out weaker.geojson --sensitivity-dbm -120 --eirp-dbm 43',
  ])
  withView(withService(result))
    .option('--out <file>', '.tif, .png, .kmz, .geojson, or .qml, the style of a .tif in QGIS')
    .option('--style <word>', 'of a .png: plain or map')
    .option('--force', 'replace the file')
  calls<ResultFlags>(result, io, async (call, id = '') => (await records()).result(call, id))

  addPlaces(program, io)
  addNetwork(program, io)

  const share = add(program, 'share <id>', 'an address that shows it to people without a key', [
    'coverage share sim_vq7YS5ecugNBEHXOPC7r --days 7',
  ])
  withService(share)
    .option('--days <number>', 'how long, 1 to 365; default 90')
    .option('--list', 'the shares that there are')
    .option('--revoke <share>', 'ends one')
  calls<ShareFlags>(share, io, async (call, id = '') => (await records()).share(call, id))

  const remove = add(
    program,
    'delete <id...>',
    'removes records and results; one that is pending is refunded',
    ['coverage delete sim_vq7YS5ecugNBEHXOPC7r'],
  )
  calls<object>(withService(remove), io, async (call, ...ids) => (await records()).remove(call, ids.flat()))
}

function addNetwork(program: Command, io: Io): void {
  const command = add(
    program,
    'network [verb] [id...]',
    'several simulations as one: list, create SIMULATION …, show, gaps, search or delete NETWORK, set NETWORK (name, area), add or drop NETWORK SIMULATION …, choice SEARCH; result, stats, value, features and share take its id',
    [
      'coverage network create --batch bat_Xk81dQzR0vWm4LcTnE7s --name "Five repeaters"',
      'coverage network add net_4fT9bQz71LxKdR0vWm4L sim_vq7YS5ecugNBEHXOPC7r',
      'coverage result net_4fT9bQz71LxKdR0vWm4L --layer best_server --style map --out report.png',
      'coverage network gaps net_4fT9bQz71LxKdR0vWm4L --out gaps.geojson',
      'coverage network search net_4fT9bQz71LxKdR0vWm4L --candidates hills.csv --sites 2 --min-distance-m 3000 --add',
    ],
  )
  withService(command)
    .option('--name <text>', 'what it is called')
    .option('--batch <id>', 'of create: the simulations of this batch')
    .option(
      '--area <file>',
      'GeoJSON of polygons that are to be covered: gaps, areas and what a search adds are those inside',
    )
    .option('--align <word>', 'nearest: takes simulations whose cells do not align')
    .option('--sensitivity-dbm <number>', 'of path loss, for areas and gaps: what the receiver needs')
    .option('--eirp-dbm <number>', 'of path loss, likewise: EIRP of all sites')
    .option('--candidates <file>', 'of search: GeoJSON or CSV of places; summits are looked for without it')
    .option('--spacing <m>', 'of search: candidates on a lattice so many metres apart, within --area')
    .option('--sites <number>', 'of search and choice: sites to choose, 1 if nothing is said')
    .option('--min-distance-m <m>', 'of search and choice: between a chosen site and any other')
    .option('--must-reach <word>', 'of search and choice: any site, or these by their numbers, such as 1,2')
    .option('--weights <layer>', 'of search and choice: what is to be covered, such as people')
    .option(
      '--like <number>',
      'of search: the site whose request candidates repeat, the first if nothing is said',
    )
    .option('--tx-height <m>', 'of search: height of candidates')
    .option('--rx-height <m>', 'of search: of receivers')
    .option('--max-range <km>', 'of search: of candidates')
    .option('--estimate', 'of search: only what it would cost')
    .option('--add', 'of search and choice: simulate what is chosen and make it sites')
    .option('--out <file>', 'of gaps, search and choice: where gaps or candidates go, .geojson')
    .option('--force', 'replace the file of --out')
  calls<NetworkFlags>(command, io, async (call, ...words) =>
    (await import('./actions/network.ts')).network(call, words.flat()),
  )
}

const places = () => import('./actions/places.ts')

function addPlaces(program: Command, io: Io): void {
  const features = add(
    program,
    'features <id> <file>',
    "what its result says of points, lines and polygons: GeoJSON, or a table with the columns lat and lon; measured_dbm or measured_loss_db is compared, rx_height is the point's own",
    [
      'coverage features sim_vq7YS5ecugNBEHXOPC7r villages.geojson --out covered.geojson',
      'coverage features sim_vq7YS5ecugNBEHXOPC7r drive-test.csv --floor-dbm -120 --out residuals.csv',
      'coverage features net_4fT9bQz71LxKdR0vWm4L roads.geojson --out stretches.csv',
    ],
  )
  withView(withService(features))
    .option('--floor-dbm <number>', 'points with a measured_dbm below it are not compared')
    .option(
      '--out <file>',
      'all features, as .geojson, or as .csv: the rows of a table, or the stretches of lines; without it a summary is shown',
    )
    .option('--force', 'replace the file of --out')
  calls<FeaturesFlags>(features, io, async (call, id = '', file = '') =>
    (await places()).features(call, id, file),
  )

  const stats = add(program, 'stats <id>', 'areas of its result: covered, not covered, unknown', [
    'coverage stats sim_vq7YS5ecugNBEHXOPC7r --area town.geojson',
  ])
  withView(withService(stats)).option(
    '--area <file>',
    'GeoJSON of polygons: only inside them; - for standard input',
  )
  calls<AreaFlags>(stats, io, async (call, id = '') => (await places()).stats(call, id))

  const value = add(program, 'value <id> <place>', 'what its result says of one place', [
    'coverage value sim_vq7YS5ecugNBEHXOPC7r 47.65,8.95',
  ])
  // A latitude south of the equator is no flag.
  value.allowUnknownOption().allowExcessArguments()
  calls<ViewFlags & { layer?: string }>(withView(withService(value)), io, async (call, id = '', at = '') => {
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
  const credits = add(program, 'credits', 'the balance, what credits went for, and what can be bought', [
    'coverage credits',
    'coverage credits --ledger --limit 5',
  ])
  withService(credits)
    .option('--ledger', 'every movement, newest first')
    .option('--limit <number>', 'how many of them', '20')
    .option('--packs', 'what can be bought')
  calls<CreditsFlags>(credits, io, async (call) => (await account()).credits(call))

  const keys = add(program, 'keys [verb] [key-id]', 'API keys: list, create, or revoke KEY_ID', [
    'coverage keys',
    'coverage keys create',
  ])
  calls<object>(withService(keys), io, async (call, verb, id) => (await account()).keys(call, verb, id))

  const webhooks = add(
    program,
    'webhooks [verb] [id...]',
    'events posted to an address: list, create URL, test, rotate, delete or deliveries ID, replay ID DELIVERY_ID',
    [
      'coverage webhooks create https://hooks.example/coverage',
      'coverage webhooks deliveries whk_m3Vd9QkT0sYb7LxWz2Ja',
    ],
  )
  withService(webhooks)
    .option('--events <list>', 'of create: kinds of events with commas between; default all')
    .option('--low <credits>', 'of create: credits.low comes below so many; default 100')
    .option('--limit <number>', 'of deliveries: how many', '20')
  calls<WebhookFlags>(webhooks, io, async (call, ...words) =>
    (await import('./actions/webhooks.ts')).webhooks(call, words.flat()),
  )

  const login = add(program, 'login', 'keeps address, key and certificate in a file of your own', [
    'coverage login --url https://localhost:8443 --ca data/tls/ca.pem < key.txt',
  ])
  calls<object>(withService(login), io, async (call) => (await account()).login(call))
}

function addPresets(program: Command, io: Io): void {
  const presets = add(program, 'presets [name]', 'usual radios for --preset, or the sources of one', [
    'coverage presets',
    'coverage simulate --preset meshtastic-longfast-eu868 --tx JN47LP --tx-height 10 --max-range 20 --out reach.png',
  ])
  calls<object>(withOutput(presets), io, async (call, name) =>
    (await import('./actions/presets.ts')).listPresets(call, name),
  )
}

function addGround(program: Command, io: Io): void {
  const verify = add(program, 'verify <file>', 'compute a result file again and compare', [
    'coverage verify seen.tif --dem N47E008.hgt',
  ])
  withOutput(verify)
    .option('--dem <file...>', 'elevation files or folders; without it those of TERRAIN_DIR')
    .option('--backend <name>', 'auto, webgpu, webasm or cpu')
    .addHelpText('after', '\nExit status: 0 equal, 1 not equal or not computed.')
  calls<VerifyFlags>(verify, io, async (call, path = '') =>
    (await import('./actions/verify.ts')).verify(call, path),
  )

  const terrain = add(program, 'terrain', 'the elevation files at hand, or the height at a place', [
    'coverage terrain',
    'coverage terrain --at 47.6333,8.925',
    'coverage terrain --at JN47LP --within 5000',
    'coverage terrain --local --dem N47E008.hgt',
  ])
  withLocal(withService(terrain))
    .option('--at <place>', 'the height of the ground there, and whether ground nearby is higher')
    .option('--within <metres>', 'of --at: also the highest ground within this distance, up to 20000')
  calls<TerrainFlags>(terrain, io, async (call) => (await import('./actions/ground.ts')).terrain(call))

  const models = add(program, 'models [name]', 'the propagation models, or the parameters of one', [
    'coverage models p1812 --local',
  ])
  withService(models).option('--local', 'those of this program')
  calls<{ local?: boolean }>(models, io, async (call, name) =>
    (await import('./actions/ground.ts')).models(call, name),
  )

  const completion = add(program, 'completion <shell>', 'a script that completes commands and flags', [
    'coverage completion bash > ~/.local/share/bash-completion/completions/coverage',
  ])
  calls<object>(completion, io, async (_call, shell = '') => {
    const { completionFor } = await import('./completion.ts')
    io.out(completionFor(program, shell))
  })
}

function addDoctor(program: Command, io: Io): void {
  const command = add(
    program,
    'doctor',
    'checks this installation: versions, graphics, a self-test, terrain, data, limits, ports',
    ['coverage doctor', 'runuser -u coverage -- env DATA_DIR=/var/lib/coverage coverage doctor'],
  )
  withOutput(command).addHelpText(
    'after',
    '\nOn the machine of the service, as its user and with its environment.\nExit status: 0 without faults, 1 with.',
  )
  calls<object>(command, io, async (call) => (await import('./actions/doctor.ts')).doctor(call))
}

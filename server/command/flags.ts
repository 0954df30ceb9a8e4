/** Options of commands, and the flags that commands get from them: text, even for numbers. */

/** Description of an option, perhaps with its default or its parser. */
export type Described = string | readonly [about: string, more: string | typeof also]

/** Accumulates the values of a repeatable option. */
const also = (text: string, before: readonly string[] = []) => [...before, text]

/** Tables of options; those of several commands are named like their group of the help text. */
export const options = {
  output: {
    '--json': 'print one JSON object to standard output; {"error": …} on failure',
    '-q, --quiet': 'print only the result, without progress',
  },
  service: {
    '--url <address>': 'URL of the service, such as https://localhost:8443',
    '--key <key>': 'API key; set COVERAGE_KEY instead to hide the key from other users of this machine',
    '--ca <file>': 'PEM file of a certificate authority to trust, such as data/tls/ca.pem of the service',
  },
  view: {
    '--layer <name>': 'layer to use (default: the main layer)',
    '--sensitivity-dbm <number>': 'path-loss results: receiver sensitivity, default: value of the request',
    '--eirp-dbm <number>': 'path-loss results: EIRP of the transmitter, default: value of the request',
    '--up-eirp-dbm <number>': 'path-loss results, uplink: EIRP of the terminal',
    '--up-sensitivity-dbm <number>':
      'path-loss results, uplink: base-station sensitivity minus antenna gain plus cable loss',
  },
  local: {
    '--local': 'compute on this machine: no service, account or network connection required',
    '--dem <file...>': 'elevation files or folders for --local, default: TERRAIN_DIR',
  },
  preset: {
    '--preset <name>': 'radio preset, overridden by flags and the body; list of presets: coverage presets',
  },
  tx: { '--tx <place>': 'position of the transmitter: degrees, Maidenhead or UTM, such as JN47LP' },
  rx: { '--rx <place>': 'position of the receiver: degrees, Maidenhead or UTM, such as JN47LP' },
  simulate: {
    '--wait': 'wait until the simulation ends; Ctrl-C cancels and refunds the simulation',
    '--out <file>': 'wait for the result and write it to this .tif, .png, .kmz, .geojson or .qml file',
    '--layer <name>': 'layer to write to --out (default: the main layer)',
    '--force': 'replace the file of --out',
    '--estimate': 'show only the price, without starting the simulation',
    '--idempotency-key <text>':
      'idempotency key: a repeated request with an equal key starts no second simulation',
  },
  links: {
    '--transmitters <file>':
      'transmitters, optionally with height: GeoJSON points, or a table with the columns lat and lon',
    '--receivers <file>':
      'receivers: GeoJSON points, or a table with the columns lat and lon; measured_dbm or measured_loss_db is compared with the prediction',
    '--floor-dbm <number>': 'exclude pairs with a measured_dbm below this value from the comparison',
    '--out <file>':
      'write all links to this .csv or .json file; without --out, only the first links are printed',
    '--force': 'replace the file of --out',
  },
  relay: {
    '--from-height <number>': 'antenna height in metres at the place of --from, default: --rx-height',
    '--to-height <number>': 'antenna height in metres at the place of --to, default: --rx-height',
    '--candidates <file>':
      'candidate sites: GeoJSON points, or a table with the columns lat and lon (or tx_lat and tx_lon), optionally name and height; default: summits near the two ends',
    '--area <file>': 'GeoJSON area to search for relay sites; requires --spacing',
    '--spacing <metres>': 'distance between candidate sites in the area of --area',
    '--limit <number>': ['maximum number of relay sites', '20'],
    '--out <file>': 'write the relay sites to this .json file',
    '--force': 'replace the file of --out',
  },
  batch: {
    '--wait': 'wait until all simulations end',
    '--area <file>':
      'wait for the results and show the share of this GeoJSON area covered by each row, also with margins of 10 and 20 dB, best first',
    '--out-dir <folder>':
      'wait for the results and write them to this folder (created if missing) as ROW-NAME.tif with zero-padded row numbers',
    '--layer <name>': 'result layer to use (default: the main layer)',
    '--format <list>': 'file formats of results, separated by commas: tif, png, kmz, geojson or qml',
    '--force': 'replace existing files',
    '--missing': 'download only results whose file is missing',
    '--column <name=field>': [
      'map a column of the table to a request field, such as Höhe=tx_height; repeatable',
      also,
    ],
    '--ignore-columns': 'ignore columns that are not request fields, instead of reporting errors',
    '--skip-refused': 'skip refused rows and start all others, instead of stopping at a refused row',
    '--again': 'start all rows again, instead of reusing simulations of rows sent within the last 24 hours',
  },
  list: {
    '--limit <number>': ['maximum number of simulations', '20'],
    '--offset <number>': 'number of simulations to skip',
    '--after <id>': 'list only simulations older than the simulation with this id',
    '--status <word>': 'only simulations with this status: pending, completed or failed',
    '--model <name>': 'only simulations with this propagation model',
    '--batch <id>': 'only simulations of this batch',
    '--created-after <instant>': 'only simulations accepted after this time, such as 2026-11-21T05:16:43Z',
    '--created-before <instant>': 'only simulations accepted before this time, such as 2026-11-21T05:16:43Z',
  },
  result: {
    '--out <file>': 'file to write: .tif, .png, .kmz, .geojson, or .qml (QGIS style of the .tif)',
    '--style <word>': 'style of a .png file: plain or map',
    '--force': 'replace the file of --out',
  },
  share: {
    '--days <number>': 'days until the link expires, 1 to 365; default: 90',
    '--list': 'list the share links of the result',
    '--revoke <share>': 'revoke a share link, given its id',
  },
  network: {
    '--name <text>': 'name of the network',
    '--batch <id>': 'create: use all simulations of this batch',
    '--area <file>':
      'GeoJSON polygons to be covered; gaps, covered areas and the gain of a search are counted only inside the polygons',
    '--align <word>': 'nearest: accept simulations with different cell grids and use the nearest cells',
    '--sensitivity-dbm <number>':
      "path-loss results: receiver sensitivity that decides what is covered; default: each site's own",
    '--eirp-dbm <number>':
      "path-loss results: EIRP of all sites that decides what is covered; default: each site's own",
    '--candidates <file>': 'search: candidate sites as GeoJSON or CSV; default: summits of the terrain',
    '--spacing <m>': 'search: spacing of a grid of candidate sites within --area',
    '--sites <number>': 'search and site selection: number of sites to select, default: 1',
    '--min-distance-m <m>':
      'search and site selection: minimum distance between selected sites and from existing sites',
    '--must-reach <word>':
      'search and site selection: existing sites to which each selected site must have a link: any, or site numbers such as 1,2',
    '--weights <layer>': 'search and site selection: layer to weight coverage by, such as population',
    '--like <number>': 'search: number of the existing site whose settings candidate sites use, default: 1',
    '--tx-height <m>': 'search: antenna height of candidate sites',
    '--rx-height <m>': 'search: antenna height of receivers',
    '--max-range <km>': 'search: maximum coverage radius computed for each candidate site',
    '--estimate': 'search: show only the price, without starting the search',
    '--add': 'search and site selection: simulate the selected sites and add them to the network',
    '--out <file>':
      'gaps, search and site selection: write the gaps or candidate sites to this .geojson file',
    '--force': 'replace the file of --out',
  },
  features: {
    '--floor-dbm <number>': 'exclude points with a measured_dbm below this value from the comparison',
    '--out <file>':
      'write all features to this .geojson or .csv file (.csv: one row per table row or line section); without --out, only a summary is printed',
    '--force': 'replace the file of --out',
  },
  credits: {
    '--ledger': 'list all ledger entries, newest first',
    '--limit <number>': ['maximum number of ledger entries', '20'],
    '--packs': 'list the credit packs for sale',
  },
  webhooks: {
    '--events <list>': 'create: types of events to send, separated by commas; default: all',
    '--low <credits>': 'create: balance in credits below which the event credits.low is sent; default: 100',
    '--limit <number>': ['deliveries: maximum number of deliveries', '20'],
  },
  verify: {
    '--dem <file...>': 'elevation files or folders to use, default: TERRAIN_DIR',
    '--backend <name>': 'compute backend: auto, webgpu, webasm or cpu',
  },
  terrain: {
    '--at <place>': 'show the ground height at this place, and higher ground nearby if there is any',
    '--within <metres>': 'with --at: also show the highest ground within this distance, up to 20000',
  },
  backend: { '--backend <name>': 'compute backend for --local: auto, webgpu, webasm or cpu' },
  stats: { '--area <file>': 'GeoJSON file of polygons in which cells are counted; - for standard input' },
  models: { '--local': "list the models built into this program instead of the service's" },
} as const satisfies Record<string, Record<string, Described>>

type Camel<Text> = Text extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<Camel<Rest>>}` : Text
type NameOf<Option> = Option extends `${string}--${infer Name} <${string}`
  ? Camel<Name>
  : Option extends `${string}--${infer Name}`
    ? Camel<Name>
    : never
type ValueOf<Option, Given> = Given extends readonly [string, typeof also]
  ? string[]
  : Option extends `${string}...>`
    ? string[]
    : Option extends `${string}>`
      ? string
      : boolean
type Tables = typeof options
type OptionOf<Table> = Table extends Table ? keyof Table : never

/** Flags that a command with these tables may get. */
export type FlagsOf<Name extends keyof Tables> = {
  -readonly [Option in OptionOf<Tables[Name]> as NameOf<Option>]?: ValueOf<
    Option,
    Extract<Tables[Name], Record<Option, unknown>>[Option]
  >
}

export type ConnectionFlags = FlagsOf<'service'>
export type CommonFlags = FlagsOf<'output' | 'service'>
export type RequestFlags = FlagsOf<'preset' | 'tx' | 'rx'>
export type LocalFlags = FlagsOf<'local'>
export type LayerFlags = FlagsOf<'view'>
export type SimulateFlags = RequestFlags & FlagsOf<'simulate' | 'local' | 'backend'>
export type LinkFlags = RequestFlags & LocalFlags
export type LinksFlags = LinkFlags & FlagsOf<'links'>
export type RelayFlags = LinkFlags & FlagsOf<'relay'> & { from: string; to: string }
export type BatchFlags = RequestFlags & FlagsOf<'batch'>
export type ListFlags = FlagsOf<'list'>
export type ResultFlags = FlagsOf<'view' | 'result'>
export type ShareFlags = FlagsOf<'share'>
export type NetworkFlags = FlagsOf<'network'>
export type FeaturesFlags = FlagsOf<'view' | 'features'>
export type AreaFlags = FlagsOf<'view' | 'stats'>
export type CreditsFlags = FlagsOf<'credits'>
export type WebhookFlags = FlagsOf<'webhooks'>
export type VerifyFlags = FlagsOf<'verify'>
export type TerrainFlags = FlagsOf<'local' | 'terrain'>

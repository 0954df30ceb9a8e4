/** Measured losses: the repository's links over profiles, and drive tests as CSV with header comments. */

import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { requestSchemas } from '../../server/command/call/fields.ts'
import { checkLink } from '../../server/command/local/check.ts'
import { Problem } from '../../server/http/errors.ts'
import { withLinkDefaults } from '../../server/link/schemas.ts'
import { membersOf, put, readText } from '../../server/requests/cells.ts'
import { type PlacesFeature, readPlaces } from '../../server/requests/places.ts'
import { stretchAt } from '../../server/results/products/fit.ts'
import { radioOf } from '../../server/results/views/outputs.ts'

export type Fields = Record<string, unknown>

export interface MeasuredPlace {
  /** Name of the place in messages, such as `row 12`. */
  name: string
  fields: Fields
  /** Clutter or building at both ends; `undefined` if unknown. */
  ends: Fields | undefined
  measuredDb: number
  /** Link, or square of terrain, that contains the place; errors within either are correlated. */
  stretch: string
}

export interface MeasuredSet {
  name: string
  places: MeasuredPlace[]
  /** Latitude of the profiles' middle, for models that require it; `undefined` if positions are given. */
  latitudeDeg?: number
  /** Description of the measurements' place, with the number of skipped rows. */
  about: string
}

interface MeasuredLinks {
  source: string
  frequency_mhz: number
  tx_height_m: number
  rx_height_m: number
  links: {
    link: number
    distance_m: number
    measured_loss_db: number[]
    ground_m: number[]
    clutter_type: number[]
  }[]
}

const LINKS = join(import.meta.dirname, '../../../test/data/measured/lora-915-rural.json')
/** Assumed latitude of a set without positions; no figure changes by 0.001 dB even at 60 degrees. */
const LINKS_LATITUDE_DEG = -22
const TREES = 4

const ENDS = ['tx_clutter', 'rx_clutter', 'rx_indoor']
const POWER = ['erp', 'tx_power_dbm', 'tx_gain_dbi', 'tx_loss_db']
const REQUIRED = ['tx_lat', 'tx_lon', 'tx_height', 'frequency']
/** Link fields allowed in a header; members of objects are written as in `rx_clutter.type`. */
const LINK_FIELDS = [
  ...REQUIRED,
  'tx_height_mode',
  'rx_height',
  'polarization',
  ...POWER,
  'rx_gain_dbi',
  'rx_loss_db',
  ...ENDS,
]
/** Header line in a comment, possibly quoted by a spreadsheet. */
const COMMENT = /^(?:ï»¿)?"?#/
/** Header field `name: value`; spreadsheets append empty cells. */
const NAMED = /#\s*([\w.]+)\s*:\s*(.*?)"?[,;\s]*$/

/** The repository's links: without clutter, and with clutter types at the heights of ITU-R P.2108. */
export async function ruralLinks(): Promise<MeasuredSet> {
  const { source, links, ...radio }: MeasuredLinks = JSON.parse(await readFile(LINKS, 'utf8'))
  const clutterOf = (type: number | undefined) => ({ type: type === TREES ? 'trees' : 'open' })
  const places = links.map(({ link, distance_m, measured_loss_db, ground_m, clutter_type }) => ({
    name: `link ${link}`,
    fields: {
      frequency: radio.frequency_mhz,
      tx_height: radio.tx_height_m,
      rx_height: radio.rx_height_m,
      profile: {
        distance_m: ground_m.map((_, at) => (at * distance_m) / (ground_m.length - 1)),
        ground_m,
      },
    },
    ends: { tx_clutter: clutterOf(clutter_type[0]), rx_clutter: clutterOf(clutter_type.at(-1)) },
    measuredDb: measured_loss_db.reduce((sum, db) => sum + db, 0) / measured_loss_db.length,
    stretch: `${link}`,
  }))
  return { name: 'lora-915-rural', places, latitudeDeg: LINKS_LATITUDE_DEG, about: source }
}

/** Reads a drive test; errors name the file, each wrong row and field, its value and the allowed values. */
export async function driveTest(path: string): Promise<MeasuredSet> {
  const name = basename(path)
  try {
    return setOf(name, await readFile(path, 'latin1'))
  } catch (error) {
    throw new Error(`${name}: ${messagesOf(error).join(`\n${name}: `)}`)
  }
}

function setOf(name: string, text: string): MeasuredSet {
  const comments = new Map<string, string>()
  // Comments become empty lines, which keeps row numbers.
  const lines = text.split(/\r\n?|\n/).map((line) => {
    if (!COMMENT.test(line)) return line
    const [, key, value = ''] = NAMED.exec(line) ?? []
    if (key !== undefined && comments.has(key) && isKnown(key)) throw new Error(`the header has ${key} twice`)
    if (key !== undefined) comments.set(key, value)
    return ''
  })
  const { features, table } = readPlaces(Buffer.from(lines.join('\n'), 'latin1'), 'text/csv')
  const { fields, ends, floorDbm } = headerOf(comments, table?.separator !== ',')
  const { eirpDbm, rxGainDbi } = radioOf(withLinkDefaults(fields))
  const counts = { withoutMeasurement: 0, belowFloor: 0 }
  const places = features.flatMap((feature): MeasuredPlace[] => {
    const { measured, where } = feature
    if (measured === undefined) counts.withoutMeasurement++
    else if ('dbm' in measured && measured.dbm < floorDbm) counts.belowFloor++
    else {
      if ('dbm' in measured && !POWER.some((field) => field in fields)) {
        throw new Error(
          `${where.name}: measured_dbm needs the power in the header: # eirp_dbm: … or # tx_power_dbm: …`,
        )
      }
      const measuredDb = 'lossDb' in measured ? measured.lossDb : eirpDbm + rxGainDbi - measured.dbm
      const own = fieldsOf(feature)
      const stretch = stretchAt(Number(fields.tx_lat), own.rx_lat, own.rx_lon)
      return [{ name: where.name, fields: { ...fields, ...own }, ends, measuredDb, stretch }]
    }
    return []
  })
  const unused = `${counts.belowFloor} below floor_dbm, ${counts.withoutMeasurement} without a value in a column measured_dbm or measured_loss_db`
  if (places.length === 0) throw new Error(`no row is used: ${unused}`)
  checkPlaces(places, fields, ends)
  const about = `${fields.frequency} MHz, transmitter ${fields.tx_height} m: ${features.length} rows, ${places.length} used, ${unused}`
  return { name: name.replace(/\.\w+$/, ''), places, about }
}

/** True for a field name; other comment lines are free text. */
function isKnown(key: string): boolean {
  return ['eirp_dbm', 'floor_dbm', ...LINK_FIELDS].includes(key.split('.')[0] ?? '')
}

/** Fields that vary from row to row. */
function fieldsOf({ shape, feature, where }: PlacesFeature) {
  const [[lon, lat]] = shape.kind === 'points' ? shape.points : []
  const { rx_height: heightM = '' } = (feature.properties ?? {}) as Fields
  if (typeof heightM !== 'number' && heightM !== '') {
    throw new Error(`${where.name}: rx_height must be a number of metres, got ${JSON.stringify(heightM)}`)
  }
  const rx_lon = Math.abs(lon) > 180 ? lon - 360 * Math.sign(lon) : lon
  return { rx_lat: lat, rx_lon, ...(heightM !== '' && { rx_height: heightM }) }
}

interface Header {
  fields: Fields
  ends: Fields | undefined
  floorDbm: number
}

function headerOf(comments: ReadonlyMap<string, string>, mayHaveCommas: boolean): Header {
  const missing = REQUIRED.filter((name) => !comments.has(name))
  if (missing.length > 0) {
    const had = comments.size > 0 ? [...comments.keys()].join(', ') : 'none'
    throw new Error(`the header needs ${missing.map((name) => `# ${name}: …`).join(', ')}; it has ${had}`)
  }
  const request: Fields = {}
  const read = (text: string, schema: object) => readText(text, schema, mayHaveCommas && !text.includes('.'))
  for (const { path, schema } of membersOf(requestSchemas().link)) {
    const value = comments.get(path.join('.'))
    if (value !== undefined && LINK_FIELDS.includes(path[0] ?? '')) put(request, path, read(value, schema))
  }
  const numberOf = (name: string) => {
    const text = comments.get(name) ?? ''
    const value = read(text, { type: 'number' })
    if (typeof value === 'number') return value
    throw new Error(`${name} must be a number of dBm, got ${JSON.stringify(text)}`)
  }
  if (comments.has('eirp_dbm')) {
    const other = POWER.find((name) => name in request)
    if (other !== undefined) throw new Error(`the header has both eirp_dbm and ${other}: give one of them`)
    request.tx_power_dbm = numberOf('eirp_dbm')
  }
  const given = Object.entries(request)
  const ends = Object.fromEntries(given.filter(([field]) => ENDS.includes(field)))
  return {
    fields: Object.fromEntries(given.filter(([field]) => !ENDS.includes(field))),
    ends: Object.keys(ends).length > 0 ? ends : undefined,
    floorDbm: comments.has('floor_dbm') ? numberOf('floor_dbm') : Number.NEGATIVE_INFINITY,
  }
}

/** Checks the header fields together with the rows of the lowest and the highest receiver. */
function checkPlaces(places: readonly MeasuredPlace[], fields: Fields, ends: Fields | undefined): void {
  checkLink({ ...fields, ...places[0]?.fields, rx_height: fields.rx_height ?? 1, ...ends })
  const byHeight = places.filter((place) => place.fields.rx_height !== fields.rx_height)
  byHeight.sort((one, other) => Number(one.fields.rx_height) - Number(other.fields.rx_height))
  for (const { name, fields: own } of new Set([...byHeight.slice(0, 1), ...byHeight.slice(-1)])) {
    try {
      checkLink(own)
    } catch (error) {
      throw new Error(
        messagesOf(error)
          .map((message) => `${name}: ${message}`)
          .join('\n'),
      )
    }
  }
}

function messagesOf(error: unknown): string[] {
  if (error instanceof Problem && error.extra.errors) return error.extra.errors.map(({ detail }) => detail)
  return [error instanceof Error ? error.message : String(error)]
}

import type { Position } from '../../client/coordinates.ts'
import { compassPointTo } from '../../client/masts.ts'
import type { components } from '../../client/requests.ts'
import { type Io, widthOf } from '../terminal/io.ts'
import { folded, pairs } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { type Call, warn } from './call.ts'

type Simulation = components['schemas']['Simulation']
type HigherGround = components['schemas']['HigherGround']

/** Record of a simulation, or what a simulation on this machine gave. */
export type Shown = Pick<Simulation, 'status' | 'warnings'> &
  Partial<Omit<Simulation, 'params'>> & { params: Record<string, unknown> }

function clutterText(asked: unknown): string | undefined {
  const clutter = asked as components['schemas']['Clutter'] | undefined
  if (clutter === undefined) return undefined
  const { type, height_m: heightM, percent } = clutter
  if (type === 'map') return 'from the land-cover map'
  return `${safe(type)}, ${heightM === undefined ? `${percent} % of locations` : `${heightM} m`}`
}

function correctionText(asked: unknown): string | undefined {
  const correction = asked as components['schemas']['Correction'] | undefined
  if (correction === undefined) return undefined
  const { offset_db: offsetDb, slope_db: slopeDb = 0 } = correction
  return slopeDb === 0
    ? `${offsetDb} dB`
    : `${offsetDb} dB ${slopeDb < 0 ? '−' : '+'} ${Math.abs(slopeDb)} dB · log10(km)`
}

function indoorText(asked: unknown): string | undefined {
  const indoor = asked as components['schemas']['Indoor'] | undefined
  return indoor && `${safe(indoor.building)} buildings, ${indoor.percent} %`
}

export function recordText(record: Shown, io: Io): string {
  const columns = widthOf(io)
  const { params, summary, engine, terrain, error, tx_ground_m: groundM = null } = record
  const isPending = record.status === 'pending'
  const isLoss = params.output !== undefined
  const azimuths = params.azimuths as components['schemas']['Azimuths'] | undefined
  const [covered, lacking] = isLoss ? ['covered', 'too weak'] : ['visible', 'blocked']
  const sensitivity = params.rx_sensitivity_dbm as number | undefined
  const facts = pairs(
    [
      ['id', record.id],
      ['name', params.name === '' ? undefined : (params.name as string)],
      ['status', isPending ? `pending, ${Math.floor(100 * (record.progress ?? 0))} %` : record.status],
      ['error', error && `${error.code}: ${error.detail}`],
      ['model', params.model as string],
      ['transmitter', `${params.tx_lat}, ${params.tx_lon}, ${params.tx_height} m ${params.tx_height_mode}`],
      ['tx ground', groundM === null ? undefined : `${safe(groundM)} m`],
      ['', higherGroundOf(record)],
      ['tx clutter', clutterText(params.tx_clutter)],
      ['rx clutter', clutterText(params.rx_clutter)],
      ['indoors', indoorText(params.rx_indoor)],
      ['correction', correctionText(params.correction)],
      ['frequency', `${params.frequency} MHz`],
      ['range', `${params.max_range} km, ${params.resolution} m cells`],
      ['directions', azimuths && `${azimuths.from_deg}° to ${azimuths.to_deg}°`],
      ['power', powerText(record)],
      ['sensitivity', sensitivity === undefined ? undefined : `${sensitivity} dBm`],
      [covered, summary ? `${summary.visible} cells, ${summary.visible_km2} km²` : undefined],
      ['farthest', summary ? `${summary.farthest_km} km` : undefined],
      [lacking, summary ? `${summary.blocked} cells` : undefined],
      ['unknown', summary ? `${summary.unknown} cells` : undefined],
      ['terrain', terrain ? terrain.sources.map(({ name }) => name).join(', ') : undefined],
      ['engine', engine ? `${engine.version}, ${engine.backend}, ${engine.device}` : undefined],
      ['credits', record.credits_charged],
      ['created', record.created_at],
      ['completed', record.completed_at],
      ['expires', record.expires_at],
    ],
    columns,
  )
  return [facts, ...warningLines(record.warnings, columns)].join('\n')
}

function powerText({ params, radio }: Shown): string | undefined {
  if (params.output === undefined) return 'line of sight only, no power'
  return radio && `${radio.eirp_dbm} dBm EIRP`
}

const directions = {
  n: 'north',
  ne: 'north-east',
  e: 'east',
  se: 'south-east',
  s: 'south',
  sw: 'south-west',
  w: 'west',
  nw: 'north-west',
}

export function directionTo(place: Position, other: Position): string {
  return directions[compassPointTo(place, other)]
}

/** Higher ground near the mast of a record; `undefined` if there is none. */
export function higherGroundOf({
  params,
  tx_ground_m: groundM,
  higher_ground: higher,
}: Pick<Shown, 'params' | 'tx_ground_m' | 'higher_ground'>): string | undefined {
  const mast = { lat: Number(params.tx_lat), lon: Number(params.tx_lon) }
  return higher && groundM != null ? higherGroundText(mast, groundM, higher) : undefined
}

export function higherGroundText(mast: Position, groundM: number, higher: HigherGround): string {
  const byM = Math.round(higher.ground_m - groundM)
  const direction = directionTo(mast, higher)
  const at = `${higher.lat},${higher.lon}`
  return `${byM} m higher ground ${safe(higher.distance_m)} m ${direction}, at ${safe(at)}`
}

/** Prints what is wrong with a result to standard error with `--quiet`, which hides the record. */
export function warnIfQuiet(call: Call, record: Shown): void {
  if (!call.flags.quiet) return
  for (const text of [higherGroundOf(record), ...warningLines(record.warnings, Number.POSITIVE_INFINITY)]) {
    if (text !== undefined) warn(call, text)
  }
}

export function warningLines(warnings: Shown['warnings'], columns: number): string[] {
  return warnings.flatMap(({ code, detail }) => folded(`warning: ${safe(code)}: ${safe(detail)}`, columns))
}

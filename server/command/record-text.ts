import { type Io, widthOf } from './terminal/io.ts'
import { folded, pairs } from './terminal/table.ts'
import { safe } from './terminal/text.ts'

/** As much of a record as is shown, of the service or of a simulation made here. */
export interface Shown {
  id?: string
  status: string
  params: Record<string, unknown>
  progress?: number
  credits_charged?: number
  created_at?: string
  completed_at?: string
  expires_at?: string
  /** Only records of the service have it. */
  radio?: { eirp_dbm: number }
  warnings: readonly { code: string; detail: string }[]
  engine: { version: string; backend: string; device: string } | null
  terrain: { unknown_share: number; sources: readonly { name: string }[] } | null
  summary: {
    visible: number
    blocked: number
    unknown: number
    visible_km2: number
    farthest_km: number
  } | null
  error?: { code: string; detail: string }
}

/** A record for people. */
export function recordText(record: Shown, io: Io): string {
  const columns = widthOf(io)
  const { params, summary, engine, terrain, error } = record
  const isPending = record.status === 'pending'
  const isLoss = params.output !== undefined
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
      ['frequency', `${params.frequency} MHz`],
      ['range', `${params.max_range} km, ${params.resolution} m a cell`],
      ['power', isLoss && record.radio ? `${record.radio.eirp_dbm} dBm EIRP` : undefined],
      ['sensitivity', sensitivity === undefined ? undefined : `${sensitivity} dBm`],
      [covered, summary ? `${summary.visible} cells, ${summary.visible_km2} km²` : undefined],
      ['farthest', summary ? `${summary.farthest_km} km` : undefined],
      [lacking, summary ? `${summary.blocked} cells` : undefined],
      ['unknown', summary ? `${summary.unknown} cells` : undefined],
      ['ground', terrain ? terrain.sources.map(({ name }) => name).join(', ') : undefined],
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

export function warningLines(warnings: Shown['warnings'], columns: number): string[] {
  return warnings.flatMap(({ code, detail }) => folded(`warning: ${safe(code)}: ${safe(detail)}`, columns))
}

/** Computes a links response from a request body, in worker threads or on the command line. */

import type { StoredAntenna } from '../../storage/antennas/types.ts'
import { unknownPattern } from '../requests/antenna-rules.ts'
import type { AntennaField } from '../requests/antenna-schemas.ts'
import type { Values } from '../requests/field.ts'
import type { Purse } from '../requests/price.ts'
import type { Table } from '../requests/table.ts'
import { tableLines } from '../results/products/table-text.ts'
import { computePairs, type GroundAround, type LinkRow } from './compute.ts'
import type { ExtraFaults } from './faults.ts'
import type { Pair } from './pair.ts'
import { readPairs } from './read.ts'

export interface RelaysTask {
  bytes: Uint8Array
  /** Uploaded antenna patterns of the account that the body may name, by id. */
  antennas: ReadonlyMap<string, StoredAntenna>
  /** Available credits; `undefined` if nothing is charged. */
  purse?: Purse | undefined
}

export interface LinksTask extends RelaysTask {
  mediaType: string
  asTable: boolean
  query: Values
  floorDbm?: number | undefined
}

export interface LinksMade {
  text: string
  pairs: number
}

export async function makeLinks(
  task: LinksTask,
  ground: GroundAround,
  extraFaults: ExtraFaults = (body) => unknownPatterns(body, task.antennas),
): Promise<LinksMade> {
  const { bytes, mediaType, asTable, query, floorDbm, antennas, purse } = task
  const { pairs, table } = readPairs(bytes, mediaType, query, extraFaults)
  const { links, summary } = await computePairs(pairs, ground, { floorDbm, purse, antennas })
  if (asTable) {
    const lines = tableLines(table ?? tableOf(pairs), links.map(cellsOf), addedColumns)
    return { text: [...lines].join(''), pairs: pairs.length }
  }
  const rows = links.map((link) => JSON.stringify(link))
  const text = `{"links":[\n${rows.join(',\n')}\n],"summary":${JSON.stringify(summary)}}\n`
  return { text, pairs: pairs.length }
}

export function unknownPatterns({ antenna }: Values, antennas: LinksTask['antennas']) {
  const { pattern } = (typeof antenna === 'object' && antenna !== null ? antenna : {}) as AntennaField
  if (pattern?.type !== 'uploaded' || typeof pattern.id !== 'string' || antennas.has(pattern.id)) return []
  return [unknownPattern(pattern.id)]
}

const addedColumns = [
  'distance_m',
  'azimuth_deg',
  'reverse_azimuth_deg',
  'visible',
  'worst_fresnel',
  'clear_los_m',
  'clear_fresnel60_m',
  'free_space_db',
  'diffraction_db',
  'loss_db',
  'antenna_db',
  'received_dbm',
  'margin_db',
  'residual_db',
  'warnings',
  'error',
  'error_detail',
]

function cellsOf({ clear_heights_m: clear, loss_db: loss, error, warnings, ...row }: LinkRow): object {
  return {
    ...row,
    clear_los_m: clear?.los,
    clear_fresnel60_m: clear?.fresnel60,
    free_space_db: loss?.free_space,
    diffraction_db: loss?.diffraction,
    loss_db: loss?.model,
    warnings: warnings.map(({ code }) => code).join(' '),
    error: error?.code,
    error_detail: error?.detail,
  }
}

function tableOf(pairs: readonly Pair[]): Table {
  const names = ['tx_id', 'tx_name', 'tx_lat', 'tx_lon', 'rx_id', 'rx_name', 'rx_lat', 'rx_lon']
  const rows = pairs.map(({ tx, rx, body }, at) => {
    const cells = [tx.id, tx.name, body.tx_lat, body.tx_lon, rx.id, rx.name, body.rx_lat, body.rx_lon]
    return { row: at + 2, cells: cells.map((cell) => String(cell ?? '')) }
  })
  return { names, rows, separator: ',', hasDecimalCommas: false }
}

/** Command `coverage links`: many radio links at once. */

import type { components } from '../../client/requests.ts'
import { commonFor } from '../../requests/over.ts'
import { answer, type Call, parametersOf } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import { freePath, saveText } from '../call/target.ts'
import { UsageError } from '../errors.ts'
import type { LinksFlags } from '../flags.ts'
import { requestOf } from '../request/request.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { csv, type GivenPlaces, geoJson, posted, readPlaces, type Summary, summaryText } from './places.ts'

type Link = components['schemas']['LinkOfMany']

const MAXIMUM_SHOWN = 40

export async function links(call: Call<LinksFlags>, path: string | undefined, ofFlags: Body): Promise<void> {
  const { flags, io } = call
  const { out, local, dem, floorDbm } = flags
  if (dem && !local) throw new UsageError('--dem requires --local.')
  const target = out === undefined ? undefined : freePath(out, flags.force)
  const asTable = out?.toLowerCase().endsWith('.csv') === true
  const common = await requestOf(ofFlags, flags)
  const { places, query } = await pairsOf(call, path, common)
  const text = local
    ? await (await import('../local/links.ts')).linksHere(call, {
        bytes: places.bytes,
        mediaType: places.type,
        query,
        asTable,
        floorDbm: floorOf(floorDbm),
      })
    : await posted(call, '/api/v1/link/batch', {
        query: {
          ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
          ...parametersOf(flags, 'floorDbm'),
        },
        places,
        accept: asTable ? csv : 'application/json',
      })
  await saveText(call, target, text)
  if (asTable) {
    if (flags.json) answer(call, { file: out }, () => '')
    return
  }
  const found = JSON.parse(text) as { links: Link[]; summary: Summary }
  const { summary } = found
  answer(call, target ? { file: out, summary } : found, () =>
    [...(target ? [] : [linksText(found.links, widthOf(io))]), summaryText(summary, widthOf(io))].join(
      '\n\n',
    ),
  )
}

function floorOf(text: string | undefined): number | undefined {
  if (text === undefined || Number.isFinite(Number(text))) return text === undefined ? text : Number(text)
  throw new UsageError(`Expected --floor-dbm with a number of dBm, got "${text}".`)
}

/** Request body with fields from flags; for a table, the flags become query parameters instead. */
async function pairsOf(
  call: Call<LinksFlags>,
  path: string | undefined,
  common: Body,
): Promise<{ places: GivenPlaces; query: Body }> {
  const { transmitters, receivers } = call.flags
  if (path !== undefined && (transmitters ?? receivers) !== undefined) {
    throw new UsageError('Expected a file of pairs, or --transmitters and --receivers, got both.')
  }
  if (path === undefined && (transmitters === undefined || receivers === undefined)) {
    throw new UsageError(
      'Expected a file of pairs as the first argument, or --transmitters FILE and --receivers FILE.',
    )
  }
  if (path === undefined) {
    const body = {
      transmitters: await collectionOf(call, transmitters as string),
      receivers: await collectionOf(call, receivers as string),
      link: common,
    }
    return { places: { bytes: Buffer.from(JSON.stringify(body)), type: geoJson }, query: {} }
  }
  const places = await readPlaces(call, path)
  if (places.type === csv) return { places, query: flattened(common) }
  if (Object.keys(common).length === 0) return { places, query: {} }
  const body = parsed(places.bytes, path)
  const link = (body as { link?: Body }).link ?? {}
  const merged = { ...body, link: { ...commonFor(link, common), ...common } }
  return { places: { ...places, bytes: Buffer.from(JSON.stringify(merged)) }, query: {} }
}

export function parsed(bytes: Buffer, path: string): object {
  try {
    const value: unknown = JSON.parse(bytes.toString().replace(/^\uFEFF/, ''))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Errors are ignored here: invalid JSON is reported below, like any other wrong value.
  }
  throw new UsageError(`Expected a JSON object in ${path}.`)
}

/** GeoJSON points, read from GeoJSON or from a table with columns lat and lon (or tx_lat and tx_lon). */
export async function collectionOf(call: Call, path: string, isOfMasts = false): Promise<object> {
  const { bytes: given, type } = await readPlaces(call, path)
  if (type !== csv) return parsed(given, path)
  const bytes = isOfMasts ? withPlaces(given) : given
  const { readPlaces: readTable } = await import('../../requests/places.ts')
  const features = readTable(bytes, csv).features.map(({ feature }) => {
    const { type, geometry, properties } = feature as { type: string; geometry: object; properties: object }
    return { type, geometry, properties }
  })
  return { type: 'FeatureCollection', features }
}

/** Renames the columns tx_lat and tx_lon of a transmitter table, as in `coverage batch`, to lat and lon. */
function withPlaces(table: Buffer): Buffer {
  const text = table.toString()
  const end = text.search(/[\r\n]/)
  const head = end < 0 ? text : text.slice(0, end)
  if (/(^|[,;\t"])(lat|lon)([,;\t"]|$)/.test(head)) return table
  return Buffer.from(
    head.replaceAll(/(^|[,;\t"])tx_(lat|lon)(?=[,;\t"]|$)/g, '$1$2') + text.slice(head.length),
  )
}

/** Fields as query parameters; nested names are joined, as in `antenna_tilt`. */
function flattened(body: Body, above: readonly string[] = []): Body {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flattened(value as Body, [...above, name]))
        : [[[...above, name].join('_'), value]],
    ),
  )
}

function linksText(links: readonly Link[], columns: number): string {
  const nameOf = ({ name, id }: Link['tx'], index: number | undefined) =>
    safe(name ?? id ?? (index === undefined ? '' : index + 1))
  const figure = (value: number | null | undefined, decimals = 1) => value?.toFixed(decimals)
  const rows = links
    .slice(0, MAXIMUM_SHOWN)
    .map((link) => [
      ...(link.row === undefined ? [] : [link.row]),
      nameOf(link.tx, link.tx_index),
      nameOf(link.rx, link.rx_index),
      figure(link.distance_m / 1000, 3),
      figure(link.azimuth_deg),
      link.visible === null ? undefined : link.visible ? 'visible' : 'blocked',
      figure(link.loss_db?.model),
      figure(link.received_dbm),
      figure(link.margin_db),
      link.error
        ? `${safe(link.error.code)}: ${safe(link.error.detail)}`
        : link.warnings.map(({ code }) => safe(code)).join(' '),
    ])
  const isTable = links[0]?.row !== undefined
  const names = ['tx', 'rx', 'km', 'azimuth', 'line of sight', 'loss dB', 'dBm', 'margin dB', 'remark']
  const shown = table([...(isTable ? ['row'] : []), ...names], rows, columns)
  const more = links.length - MAXIMUM_SHOWN
  return more > 0 ? `${shown}\n\nand ${more} more links: --out FILE.csv writes all of them` : shown
}

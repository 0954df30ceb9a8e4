/** Commands `coverage features`, `coverage stats` and `coverage value`: result values at places. */

import type { components } from '../../client/requests.ts'
import { answer, type Call, note, parametersOf, serviceOf, warn } from '../call/call.ts'
import { bytesOf } from '../call/read-file.ts'
import { freePath, saveText } from '../call/target.ts'
import type { AreaFlags, FeaturesFlags, LayerFlags } from '../flags.ts'
import { positionIn } from '../request/positions.ts'
import { widthOf } from '../terminal/io.ts'
import { pairs, table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { refuseXml } from './area.ts'

type Cell = string | number | null | undefined
type Weight = components['schemas']['Weight'] & Partial<components['schemas']['PointsWeight']>
type Errors = components['schemas']['DistanceBin'] | components['schemas']['ClutterGroup']
type Fit = components['schemas']['Fit']
type Line = components['schemas']['LineResult']
export type Summary = components['schemas']['FeaturesSummary']

export const csv = 'text/csv'
export const geoJson = 'application/geo+json'

/** Query parameters for layer and view. */
export function viewOf(flags: LayerFlags): Record<string, string> {
  return parametersOf(flags, 'layer', 'sensitivityDbm', 'eirpDbm', 'upEirpDbm', 'upSensitivityDbm')
}

export async function features(call: Call<FeaturesFlags>, id: string, path: string): Promise<void> {
  const { flags, io } = call
  const { out } = flags
  const target = out === undefined ? undefined : freePath(out, flags.force)
  const places = await readPlaces(call, path)
  const asTable = out?.toLowerCase().endsWith('.csv') === true
  const query = { ...viewOf(flags), ...parametersOf(flags, 'floorDbm') }
  const text = await posted(call, `/results/{id}/features`, {
    id,
    query,
    places,
    accept: asTable ? csv : geoJson,
  })
  await saveText(call, target, text)
  if (asTable) {
    if (flags.json) answer(call, { id, file: out }, () => '')
    return
  }
  const found = JSON.parse(text) as { features: AnsweredLine[]; summary: Summary }
  const { summary } = found
  const said = target ? { id, file: out, summary } : found
  const lines = found.features.filter(({ properties }) => properties?.result?.length_m !== undefined)
  const columns = widthOf(io)
  answer(call, said, () => {
    const texts = [
      ...(lines.length < found.features.length || lines.length === 0 ? [summaryText(summary, columns)] : []),
      ...linesTexts(lines, columns),
    ]
    return texts.join('\n\n')
  })
}

interface AnsweredLine {
  properties?: { name?: unknown; result?: Line & { lines?: Line[] } }
}

/** Table of lines with their outages, and the length served by each site of a network. */
function linesTexts(features: readonly AnsweredLine[], columns: number): string[] {
  if (features.length === 0) return []
  const lengthsM = new Map<string, number>()
  const rows = features.map(({ properties: { name, result } = {} }, index) => {
    const {
      length_m: lengthM = 0,
      covered_share: share = null,
      lines = result ? [result] : [],
    } = result ?? {}
    const outagesM = lines.flatMap(({ outages = [] }) => outages.map(({ from_m, to_m }) => to_m - from_m))
    for (const { from_m, to_m, site, name } of lines.flatMap(({ servers = [] }) => servers)) {
      const server = site === 0 ? '0 none' : `${site} ${safe(name ?? '')}`
      lengthsM.set(server, (lengthsM.get(server) ?? 0) + to_m - from_m)
    }
    return [
      typeof name === 'string' ? safe(name) : String(index + 1),
      figure(lengthM / 1000),
      share === null ? '' : percent(share),
      outagesM.length,
      figure(outagesM.reduce((longest, one) => Math.max(longest, one), 0)),
    ]
  })
  const allM = [...lengthsM.values()].reduce((sum, one) => sum + one, 0)
  const servers = [...lengthsM]
    .sort(([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map(([server, lengthM]) => [server, figure(lengthM / 1000), percent(allM > 0 ? lengthM / allM : 0)])
  return [
    table(['line', 'km', 'covered', 'outages', 'longest m'], rows, columns),
    ...(servers.length > 0 ? [table(['best server', 'km', 'share'], servers, columns)] : []),
  ]
}

function fitText({ stretches, needed_stretches: needed, correction, rmse_db: leftDb }: Fit): string {
  if (correction === null) {
    return stretches < needed
      ? `none: measurements in only ${stretches} squares of 1 km × 1 km, at least ${needed} are required`
      : 'none: no correction within the permitted range reduces the error'
  }
  const { offset_db: offsetDb, slope_db: slopeDb } = correction
  const slope = slopeDb === 0 ? '' : ` --correction-slope-db ${slopeDb}`
  return `--correction-offset-db ${offsetDb}${slope} reduces the RMSE to ${leftDb} dB over ${stretches} squares of 1 km × 1 km`
}

export function summaryText(
  { by_distance: bins = [], by_clutter: groups = [], fit, weight, ...figures }: Summary,
  columns: number,
): string {
  const rows = Object.entries(figures).map(([name, value]): [string, Cell] => {
    const [, measure] = /^(.*)_db$/.exec(name) ?? []
    return measure && value !== null ? [measure, `${value} dB`] : [name.replaceAll('_', ' '), value]
  })
  if (figures.bias_db !== undefined) rows.push(['errors', 'predicted loss − measured loss'])
  else if (Number(figures.n) > 0) rows.push(['measured', 'no points with measured_dbm or measured_loss_db'])
  if (fit) rows.push(['fit', fitText(fit)])
  if (weight) rows.push(['weight', weightText(weight)])
  const errors = <Bin extends Errors>(by: string, list: Bin[], nameOf: (bin: Bin) => string) => {
    const lines = list.map((bin) => [nameOf(bin), bin.n, bin.bias_db, bin.sigma_db, bin.rmse_db])
    return lines.length > 0 ? [table([by, 'points', 'bias dB', 'sigma dB', 'rmse dB'], lines, columns)] : []
  }
  return [
    pairs(rows, columns),
    ...errors('distance', bins, (bin) => `${bin.from_m} to ${bin.to_m} m`),
    ...errors('clutter', groups, (group) =>
      group.type === null ? 'unknown' : `${group.type}, ${group.height_m} m`,
    ),
  ].join('\n\n')
}

/** Rounds a number to three decimals for display; `--json` prints all digits. */
const figure = (value: number) => Number(Number(value).toFixed(3))
const percent = (share: number) => `${(100 * share).toFixed(2)} %`

function weightText({ total, zones, attribution, out_of_range: outside }: Weight): string {
  const covered = zones.filter(({ state }) => state === 'covered')
  const sum = covered.reduce((all, { weight }) => all + weight, 0)
  const share = `${figure(sum)} of ${figure(total)}, ${percent(total > 0 ? sum / total : 0)}`
  return [
    covered.length > 0 ? share : figure(total),
    ...(outside ? [`${figure(outside)} out of range`] : []),
    ...(attribution === undefined ? [] : [safe(attribution)]),
  ].join('; ')
}

type Stats = components['schemas']['Stats']

export async function stats(call: Call<AreaFlags>, id: string): Promise<void> {
  const { area } = call.flags
  const query = viewOf(call.flags)
  const found = area === undefined ? await wholeStats(call, id, query) : await statsWithin(call, id, area)
  const columns = widthOf(call.io)
  const text = () => {
    const rows = found.zones.map(({ state, label, cells, km2, share }) => [
      state,
      // Labels of levels end with a number and need the unit; labels of classes include a unit.
      found.unit && /\d$/.test(label) ? `${label} ${found.unit}` : label,
      cells,
      figure(km2),
      percent(share),
    ])
    const covered = found.zones.filter(({ state }) => state === 'covered')
    const coveredKm2 = covered.reduce((sum, { km2 }) => sum + km2, 0)
    const coveredShare = covered.reduce((sum, { share }) => sum + share, 0)
    const oneDirection = found.zones.filter(({ state }) => state === 'talk_out' || state === 'talk_in')
    const facts = pairs(
      [
        ['area', `${figure(found.km2)} km²`],
        ['covered', covered.length > 0 ? `${figure(coveredKm2)} km², ${percent(coveredShare)}` : undefined],
        ...oneDirection.map(({ state, km2, share }): [string, string] => [
          `${state.replace('_', '-')} only`,
          `${figure(km2)} km², ${percent(share)}`,
        ]),
        ['farthest', covered.length > 0 && !found.sites ? `${figure(found.farthest_km)} km` : undefined],
        ...Object.entries(found.weight ?? {}).map(([name, weight]): [string, string] => [
          safe(name),
          weightText(weight),
        ]),
      ],
      columns,
    )
    const sites = (found.sites ?? []).map(({ number, name, covered_km2, alone_km2 }) => [
      String(number),
      safe(name),
      covered_km2 === null ? '' : figure(covered_km2),
      alone_km2 === null ? '' : figure(alone_km2),
    ])
    const bySite = sites.length > 0 ? `\n\n${table(['no', 'site', 'km²', 'alone'], sites, columns)}` : ''
    return `${facts}\n\n${table(['state', 'zone', 'cells', 'km²', 'share'], rows, columns)}${bySite}`
  }
  answer(call, found, text)
  for (const { code, detail } of found.warnings ?? []) warn(call, `warning: ${safe(code)}: ${safe(detail)}`)
}

async function wholeStats(call: Call, id: string, query: Record<string, string>): Promise<Stats> {
  const service = (await serviceOf(call)).requireKey()
  const params = { path: { id }, query: query as never }
  return service.ask((client) => client.GET('/results/{id}/stats', { params }))
}

async function statsWithin(call: Call<AreaFlags>, id: string, path: string): Promise<Stats> {
  const places = { ...(await readPlaces(call, path)), type: geoJson }
  const query = viewOf(call.flags)
  return JSON.parse(
    await posted(call, '/results/{id}/stats', { id, query, places, accept: 'application/json' }),
  )
}

export async function value(call: Call<LayerFlags>, id: string, at: string): Promise<void> {
  const { lat, lon } = await positionIn(at, 'value')
  const query = { lat, lon, ...viewOf(call.flags) }
  const service = (await serviceOf(call)).requireKey()
  const params = { path: { id }, query: query as never }
  const found = await service.ask((client) => client.GET('/results/{id}/value', { params }))
  const measure = found.value === null ? '' : `${figure(found.value)}${found.unit ? ` ${found.unit}` : ''}`
  const text = () =>
    pairs(
      [
        ['value', found.unit && found.value !== null ? safe(measure) : undefined],
        ['state', safe(found.label)],
        ['distance', `${figure(found.distance_km)} km`],
        ['azimuth', `${figure(found.azimuth_deg)}°`],
      ],
      widthOf(call.io),
    )
  answer(call, found, text, safe(found.value ?? ''))
}

interface Posted {
  /** Id of the result for `{id}` in the path; omitted for paths without an id. */
  id?: string
  query: Record<string, string>
  places: GivenPlaces
  accept: string
}

/** Posts a body of places unchanged, and prints the price. */
export async function posted(
  call: Call,
  path: '/results/{id}/features' | '/results/{id}/stats' | '/api/v1/link/batch' | '/api/v1/relays',
  { id, query, places, accept }: Posted,
): Promise<string> {
  const service = (await serviceOf(call)).requireKey()
  let credits = 0
  const text = await service.ask(async (client) => {
    const { data, error, response } = await client.POST(path, {
      params: { ...(id !== undefined && { path: { id } }), query } as never,
      headers: { 'content-type': places.type, accept },
      body: places.bytes as never,
      bodySerializer: (body) => body,
      parseAs: 'text',
    })
    credits = Number(response.headers.get('x-credits-charged'))
    return { data: data as string | undefined, error, response }
  })
  if (credits > 0 && !(await service.isUnmetered())) note(call, `credits charged: ${credits}`)
  return text ?? ''
}

export interface GivenPlaces {
  bytes: Buffer
  type: string
}

/** Reads CSV or GeoJSON, detected by file extension, else by the first character; `-` is standard input. */
export async function readPlaces({ io }: Call, path: string): Promise<GivenPlaces> {
  const bytes = path === '-' ? Buffer.from(await io.readInput()) : bytesOf(path)
  const start = bytes.toString('utf8', 0, 1000)
  refuseXml(start, path)
  const isJson = /\.(geo)?json$/i.test(path) || (!/\.csv$/i.test(path) && /^\uFEFF?\s*[{[]/.test(start))
  return { bytes, type: isJson ? geoJson : csv }
}

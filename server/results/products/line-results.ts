/** Results along lines: covered share, outages, best servers of a network, values, and a table of line stretches. */

import { faultAt, type PlacesFeature, type Position, refuse } from '../../requests/places.ts'
import { rounded } from '../views/zones.ts'
import { readCellsAt } from './cells.ts'
import { LinePath, LineReader, type Stretches, TooLongError } from './lines.ts'
import { UNKNOWN_CODE } from './network-merge.ts'
import { NetworkSource } from './network-source.ts'
import type { ResultSource } from './source.ts'
import { tableLine } from './table-text.ts'

/** Maximum number of half-cell steps of all lines, which take some tens of megabytes. */
const MAXIMUM_STEPS = 2_000_000
/** Maximum steps of a profile, about one per pixel column; each change of state or server adds a step. */
const PROFILE_STEPS = 1000

interface Line {
  positions: readonly Position[]
  stretches: Stretches
  start: number
}

interface Run {
  first: number
  end: number
  fromM: number
  toM: number
}

/** Results along the lines of features. @throws {Problem} for lines with too many cells */
export async function lineResults(source: ResultSource, features: readonly PlacesFeature[]) {
  const lines = splitLines(source, features)
  const all = [...lines.values()].flat()
  const cells = new Float64Array(all.reduce((sum, { stretches }) => sum + stretches.cells.length, 0))
  for (const { stretches, start } of all) cells.set(stretches.cells, start)
  const found = await readCellsAt(source, cells)
  /** Best server of each cell of a network, 0 for an uncovered cell. */
  const servers = await serversAt(source, cells)
  const states = ['out_of_range', ...source.zones.map(({ kind }) => kind)]
  const stateAt = (at: number) => states[found.zones[at]]
  const isAlike = (one: number, at: number) =>
    servers?.[one] === servers?.[at] && stateAt(one) === stateAt(at)
  const siteName = (site: number) => (site === 0 ? null : source.sites[site - 1].name)
  return { of, tableLines }

  function of(feature: PlacesFeature, hasProfile: boolean): object {
    const own = lines.get(feature) ?? []
    const outages = own.map(outagesOf)
    const parts = own.map((line, index) => ({
      covered_share: shareOf(outages[index]),
      outages: outages[index].outages,
      length_m: metres(line.stretches.lengthM),
      ...(servers && { servers: serversOf(line, servers) }),
      ...(hasProfile && { profile: profileOf(line) }),
    }))
    if (!feature.shape.isMulti) return parts[0]
    const whole = outages.reduce((sum, { coveredM, lengthM }) => ({
      ...{ outages: [], coveredM: sum.coveredM + coveredM, lengthM: sum.lengthM + lengthM },
    }))
    return { covered_share: shareOf(whole), length_m: metres(whole.lengthM), lines: parts }
  }

  function* tableLines(): Generator<string> {
    const hasValues = source.unit !== null
    yield tableLine([
      ...['feature', 'part', 'name', 'from_m', 'to_m', 'length_m', 'state'],
      ...(servers ? ['site', 'site_name'] : []),
      ...(hasValues ? ['value_min', 'value_mean', 'value_max'] : []),
      'wkt',
    ])
    let number = 0
    for (const [{ feature }, own] of lines) {
      number++
      const name = nameOf(feature.properties)
      for (const [index, line] of own.entries()) {
        const path = new LinePath(line.positions)
        for (const run of runsOf(line, isAlike)) {
          const { lowest, mean, highest } = valuesOf(line, run)
          const at = line.start + run.first
          const [from, to] = [metres(run.fromM), metres(run.toM)]
          const site = servers?.[at] ?? 0
          yield tableLine([
            ...[number, index + 1].map(String),
            name,
            ...[from, to, metres(to - from)].map(String),
            stateAt(at),
            ...(servers ? [String(site), siteName(site) ?? ''] : []),
            ...(hasValues ? [lowest, mean, highest].map((value) => textOf(value)) : []),
            wktOf(path.between(run.fromM, run.toM)),
          ])
        }
      }
    }
  }

  function outagesOf(line: Line) {
    const isCovered = (at: number) => stateAt(at) === 'covered'
    const outages: { from_m: number; to_m: number }[] = []
    let coveredM = 0
    for (const { first, fromM, toM } of runsOf(line, (one, at) => isCovered(one) === isCovered(at))) {
      if (isCovered(line.start + first)) coveredM += toM - fromM
      else outages.push({ from_m: metres(fromM), to_m: metres(toM) })
    }
    return { outages, coveredM, lengthM: line.stretches.lengthM }
  }

  function serversOf(line: Line, servers: Uint8Array) {
    return [...runsOf(line, (one, at) => servers[one] === servers[at])].map(({ first, fromM, toM }) => {
      const site = servers[line.start + first]
      return { from_m: metres(fromM), to_m: metres(toM), site, name: siteName(site) }
    })
  }

  /** Steps of a line: cells, or groups of adjacent cells of equal state and server if there are too many cells. */
  function profileOf(line: Line) {
    const { cells, lengthM } = line.stretches
    // Two adjacent steps of equal state are together longer than `stepM`, which limits the number of steps.
    const stepM = cells.length > PROFILE_STEPS ? (2 * lengthM) / PROFILE_STEPS : 0
    const path = new LinePath(line.positions)
    const steps = [...runsOf(line, isAlike, stepM)].map((run) => {
      const { mean } = valuesOf(line, run)
      return { run, position: path.at(run.fromM).map(degrees), mean }
    })
    return {
      from_m: steps.map(({ run }) => metres(run.fromM)),
      lat: steps.map(({ position: [, lat] }) => lat),
      lon: steps.map(({ position: [lon] }) => lon),
      state: steps.map(({ run }) => stateAt(line.start + run.first)),
      value: steps.map(({ mean }) => (mean === undefined ? null : rounded(mean))),
    }
  }

  function valuesOf({ stretches: { fromM, lengthM }, start }: Line, { first, end }: Run) {
    let [sum, knownM] = [0, 0]
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let index = first; index < end; index++) {
      const at = start + index
      const value = source.valueOf(found.cells[at], found.zones[at])
      const inCellM = (fromM[index + 1] ?? lengthM) - fromM[index]
      if (value === undefined || inCellM <= 0) continue
      sum += inCellM * value
      knownM += inCellM
      lowest = Math.min(lowest, value)
      highest = Math.max(highest, value)
    }
    return knownM > 0 ? { lowest, mean: sum / knownM, highest } : {}
  }
}

/**
 * Runs of adjacent equal cells of a line, each as long as possible up to `longestM`; indices refer to the
 * cells of the line. A cell that only the end point of the line touches is left out.
 */
function* runsOf(
  { stretches, start }: Line,
  isAlike: (one: number, at: number) => boolean,
  longestM = Number.POSITIVE_INFINITY,
): Generator<Run> {
  const { cells, fromM, lengthM } = stretches
  const endOf = (index: number) => fromM[index + 1] ?? lengthM
  for (let first = 0; first < cells.length; ) {
    let end = first + 1
    while (end < cells.length && isAlike(start + first, start + end) && endOf(end) - fromM[first] <= longestM)
      end++
    const toM = endOf(end - 1)
    if (toM > fromM[first]) yield { first, end, fromM: fromM[first], toM }
    first = end
  }
}

function splitLines(source: ResultSource, features: readonly PlacesFeature[]): Map<PlacesFeature, Line[]> {
  const reader = new LineReader(source, MAXIMUM_STEPS)
  const all = new Map<PlacesFeature, Line[]>()
  let start = 0
  for (const feature of features) {
    const { shape, where } = feature
    if (shape.kind !== 'lines') continue
    try {
      const lines = shape.lines.map((positions) => {
        const line = { positions, stretches: reader.read(positions), start }
        start += line.stretches.cells.length
        return line
      })
      all.set(feature, lines)
    } catch (error) {
      if (!(error instanceof TooLongError)) throw error
      const detail = `lines within the result have more than ${MAXIMUM_STEPS} half cells in total, the maximum of a request`
      refuse([faultAt(where, detail)])
    }
  }
  return all
}

/** Best servers of cells; `undefined` if the result is not a network. */
async function serversAt(source: ResultSource, cells: Float64Array): Promise<Uint8Array | undefined> {
  if (!(source instanceof NetworkSource)) return undefined
  const found = await readCellsAt(source.serverSource(), cells)
  return Uint8Array.from(found.cells, (code) => (code < UNKNOWN_CODE ? code : 0))
}

function shareOf({ coveredM, lengthM }: { coveredM: number; lengthM: number }): number | null {
  return lengthM > 0 ? Number((coveredM / lengthM).toFixed(6)) : null
}

function metres(value: number): number {
  return Number(value.toFixed(1))
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(rounded(value))
}

function nameOf(properties: object | null | undefined): string {
  const { name } = (properties ?? {}) as { name?: unknown }
  return typeof name === 'string' || typeof name === 'number' ? String(name) : ''
}

/** Degrees rounded to about a centimetre on the ground. */
function degrees(value: number): number {
  return Number(value.toFixed(7))
}

/** Line in well-known text; longitudes may exceed 180°. */
function wktOf(positions: readonly Position[]): string {
  const corners = positions.map((position) => position.map(degrees).join(' '))
  return `LINESTRING (${corners.join(', ')})`
}

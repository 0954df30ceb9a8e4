/** Finds relays between two ends: candidates ranked by the worse of their links to both ends. */

import type { Terrain } from '../../storage/terrain/types.ts'
import { SHORTEST_LINK_M } from '../link/limits.ts'
import { withLinkDefaults } from '../link/schemas.ts'
import type { Values } from '../requests/field.ts'
import { type Position, refuse, type Where } from '../requests/places.ts'
import { computePairs, type GroundAround, type LinkRow } from './compute.ts'
import type { ExtraFaults } from './faults.ts'
import { type LinksMade, type RelaysTask, unknownPatterns } from './make.ts'
import type { Pair } from './pair.ts'
import { latticePlaces, summitPlaces } from './relay-candidates.ts'
import { type RelayEnd, type RelaySearch, readRelaySearch } from './relay-request.ts'
import { type Site, SiteReader } from './sites.ts'

interface Place {
  tx_index?: number
  rx_index?: number
  row?: number
}
type Figures = Omit<LinkRow, 'tx' | 'rx' | 'residual_db' | keyof Place>

interface Candidate {
  /** Position in the list of candidates. */
  index: number
  site: Site
  a: Figures
  b: Figures
}

/** Measure for ranking: margin in dB, or clearance in first Fresnel zone radii if no sensitivity is given. */
type Measure = 'margin_db' | 'worst_fresnel'

const ends = { tx: 'candidates', rx: 'a and b' } as const
const candidatesPlace: Where = { name: 'candidates', pointer: '#/candidates' }
const endNames = ['a', 'b'] as const
type EndName = (typeof endNames)[number]

/** Computes relays from a request body. Throws a `Problem`. */
export async function makeRelays(
  { bytes, antennas, purse }: RelaysTask,
  ground: GroundAround,
  extraFaults: ExtraFaults = (body) => unknownPatterns(body, antennas),
): Promise<LinksMade> {
  const search = readRelaySearch(bytes)
  const { a, b, common } = search
  const reader = new SiteReader(ends, extraFaults)
  reader.common(common)
  // If the request has no candidates, checks the link fields with one end before terrain is read.
  const given =
    search.candidates.kind === 'points'
      ? reader.sites('tx', search.candidates.features)
      : [siteAt([a.lon, a.lat], candidatesPlace)]
  if (common.tx_height === undefined && given.some(({ own }) => own.tx_height === undefined)) {
    const detail = 'link: tx_height is required, the antenna height of a relay: it must be a number of metres'
    refuse([{ pointer: '#/link/tx_height', detail }])
  }
  const receivers = [endSite('a', a), endSite('b', b)]
  const givenPairs = reader.pairs(given, receivers, common)
  const sites = (await sitesFound(search, ground)) ?? given
  const pairs = sites === given ? givenPairs : reader.pairs(sites, receivers, common)
  const { links } = await computePairs(pairs, ground, { antennas, purse })
  const directly = directPair(search)
  const isComplete = reader.faults.of(directly.body).length === 0
  const [direct] = isComplete ? (await computePairs([directly], ground, { antennas })).links : []
  const tried = sites.map((site, index) => ({
    index,
    site,
    a: figuresOf(links[2 * index]),
    b: figuresOf(links[2 * index + 1]),
  }))
  // A candidate that is an end itself is no relay.
  const isEnd = ({ distance_m: distanceM }: Figures) => distanceM !== null && distanceM < SHORTEST_LINK_M
  const candidates = tried.filter(({ a, b }) => !isEnd(a) && !isEnd(b))
  const answer = await answerOf(search, candidates, await ground.terrain())
  const text = `${JSON.stringify({ ...answer, direct: direct ? figuresOf(direct) : null })}\n`
  return { text, pairs: pairs.length }
}

async function sitesFound(search: RelaySearch, ground: GroundAround): Promise<Site[] | undefined> {
  const { candidates } = search
  if (candidates.kind === 'points') return undefined
  const places =
    candidates.kind === 'lattice'
      ? latticePlaces(candidates.polygons, candidates.spacingM)
      : await summitPlaces(await ground.terrain(), search)
  return places.map(({ latDeg, lonDeg }) => siteAt([lonDeg, latDeg], candidatesPlace))
}

function siteAt(position: Position, where: Where): Site {
  return { end: {}, own: {}, properties: new Map(), where, isFeature: false, position }
}

function endSite(name: EndName, { lat, lon, height }: RelayEnd): Site {
  const site = siteAt([lon, lat], { name, pointer: `#/${name}` })
  if (height === undefined) return site
  return { ...site, own: { rx_height: height }, properties: new Map([['rx_height', 'height']]) }
}

/** Direct link from a to b: radio of the relay, receiver's surroundings at both ends, no antenna pattern. */
function directPair({ a, b, common }: RelaySearch): Pair {
  const { antenna: _antenna, tx_clutter: _clutter, ...others } = common
  const { rx_height, rx_height_mode, rx_clutter } = withLinkDefaults(common)
  const body: Values = {
    ...others,
    ...{ tx_lat: a.lat, tx_lon: a.lon, rx_lat: b.lat, rx_lon: b.lon },
    tx_height: a.height ?? rx_height,
    rx_height: b.height ?? rx_height,
    ...(rx_height_mode !== undefined && { tx_height_mode: rx_height_mode }),
    ...(rx_clutter !== undefined && { tx_clutter: rx_clutter }),
  }
  const where = { name: 'a to b', pointer: '#/b' }
  return { body, tx: {}, rx: {}, place: { tx_index: 0, rx_index: 0 }, where }
}

function figuresOf(row: LinkRow): Figures {
  const { tx: _tx, rx: _rx, residual_db: _residual, ...others } = row
  const { tx_index: _from, rx_index: _to, row: _row, ...figures } = others as typeof others & Place
  return figures
}

async function answerOf(search: RelaySearch, candidates: readonly Candidate[], terrain: Terrain) {
  const measure: Measure = search.common.rx_sensitivity_dbm === undefined ? 'worst_fresnel' : 'margin_db'
  const valuesTo = (end: EndName) => candidates.map((candidate) => candidate[end][measure] ?? Number.NaN)
  const reachTo = (end: EndName) => candidates.map((candidate) => reachOf(candidate[end], measure))
  const found = relaysBetween(reachTo('a'), reachTo('b'))
  const nearest = found.length > 0 ? undefined : highestOf(valuesTo('a'), valuesTo('b'))
  const described = (at: number) => relayOf(candidates[at], search.candidates.kind === 'points', terrain)
  const relays = []
  for (const { candidate } of found.slice(0, search.limit)) relays.push(await described(candidate))
  return {
    ranked_by: measure,
    candidates: candidates.length,
    reach_both: found.length,
    relays,
    nearest:
      nearest === undefined
        ? null
        : { ...(await described(nearest)), misses: obstaclesOf(candidates[nearest], measure) },
    failures: failuresOf(candidates, measure),
  }
}

/** Candidates with a margin of at least 0 to both ends, sorted by the smaller margin. NaN means no link. */
export function relaysBetween(toA: readonly number[], toB: readonly number[]) {
  return Array.from(toA, (marginDb, candidate) => ({
    candidate,
    marginDb: Math.min(marginDb, toB[candidate]),
  }))
    .filter(({ marginDb }) => marginDb >= 0)
    .sort((one, other) => other.marginDb - one.marginDb || one.candidate - other.candidate)
}

/** Margin or clearance of a link, at least 0 if the link reaches the end; NaN if unknown or blocked. */
function reachOf(figures: Figures, measure: Measure): number {
  const value = figures[measure] ?? Number.NaN
  if (measure === 'margin_db') return value
  // A grazing ray counts as visible, even if clearance is slightly negative.
  return figures.visible ? Math.max(0, value) : Number.NaN
}

/** Index of the candidate whose worse link is best; `undefined` if no candidate has values for both links. */
function highestOf(toA: readonly number[], toB: readonly number[]): number | undefined {
  let highest: number | undefined
  const lower = toA.map((value, at) => Math.min(value, toB[at]))
  for (const [at, value] of lower.entries()) {
    if (value > (highest === undefined ? Number.NEGATIVE_INFINITY : lower[highest])) highest = at
  }
  return highest
}

async function relayOf({ index, site, a, b }: Candidate, hasIndex: boolean, terrain: Terrain) {
  const [lon, lat] = site.position
  const { elevationM } = await terrain.elevationAt(lat, lon)
  return {
    ...(hasIndex && { index }),
    ...site.end,
    lat,
    lon,
    ground_m: elevationM === undefined ? null : Number(elevationM.toFixed(2)),
    margin_db: lowerOf(a.margin_db, b.margin_db),
    worst_fresnel: lowerOf(a.worst_fresnel, b.worst_fresnel),
    a,
    b,
  }
}

function lowerOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.min(one, other)
}

/** What is missing for a candidate to reach each end that is out of reach. */
function obstaclesOf(candidate: Candidate, measure: Measure) {
  return endNames.flatMap((end) => {
    const { [end]: figures } = candidate
    if (reachOf(figures, measure) >= 0) return []
    const { margin_db: marginDb, visible, clear_heights_m: clear } = figures
    const missing_db = measure === 'margin_db' && marginDb !== null ? -marginDb : null
    return [{ end, missing_db, clear_los_m: visible || clear === null ? null : clear.los }]
  })
}

/** Counts candidates without figures by reason, with the first detail for each reason. */
function failuresOf(candidates: readonly Candidate[], measure: Measure) {
  const failures = new Map<string, { code: string; candidates: number; detail: string }>()
  for (const { a, b } of candidates) {
    const failed = [a, b].find((figures) => figures[measure] === null)
    if (failed?.error === undefined) continue
    const { code, detail } = failed.error
    const before = failures.get(code)
    if (before) before.candidates++
    else failures.set(code, { code, candidates: 1, detail })
  }
  return [...failures.values()]
}

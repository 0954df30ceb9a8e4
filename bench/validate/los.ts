/** Line of sight, or a clear Fresnel zone, on given files: each backend against a float64 reference. */

import { type Backend, BackendUnavailableError, openDevice } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { GRAZING_M } from '../../test/references/compare-visibility.ts'
import { type LosCase, runModel } from '../../test/references/los.ts'
import { integer, oneOf, UsageError } from '../frame/options.ts'
import { type Program, program } from '../frame/program.ts'
import { makeReport, type Row } from '../frame/report.ts'
import { findPeers, type Peer, runPeers } from '../speed/peers.ts'
import { caseOf, type Dem, isOn, readDem, type Site, sitesOf } from './dem.ts'
import {
  type CaseFinding,
  findingRows,
  MINIMUM_JACCARD,
  oracleRows,
  printFindings,
  RELIEF_M,
} from './findings.ts'
import { compareWithOracle } from './oracle.ts'
import { Truth } from './truth.ts'

const BACKENDS = ['webasm', 'cpu', 'webgpu'] as const satisfies readonly Backend[]
const DEFAULT_SAMPLE = 50_000
/** Minimum number of visible cells; with fewer, the Jaccard index would depend on single cells. */
const MINIMUM_VISIBLE = 1000
const MAXIMUM_SAMPLE = 1_000_000_000

const usage = `npm run validate -- los --dem FILE… [options]

Computes line of sight around antennas on each terrain file and compares random cells with a float64 reference that
follows every ray along the geodesic. Passes if no cell is wrong except those grazing by less than ${1000 * GRAZING_M} mm, and none
differs between backends. With --fresnel, passes if on tiles with relief (standard deviation of heights over ${RELIEF_M} m) the
Jaccard index of visible cells is at least ${MINIMUM_JACCARD}.

  --dem FILE…          .hgt, .hgt.gz, .hgt.zip or GeoTIFF on WGS 84
  --tx LAT,LON,HEIGHT  antenna, metres above ground; repeatable, for the files that contain it.
                       Without it, three per file: the highest post of the inner third and two seeded sites
                       among the higher ground, 30 m high
  --sample N           random cells per antenna (${DEFAULT_SAMPLE}), more until ${MINIMUM_VISIBLE} visible ones are included
  --seed S             seed of sites and sample (1)
  --fresnel FRACTION   required clear fraction of the first Fresnel zone's radius: the model los_fresnel (0: los)
  --frequency MHZ      for --fresnel (900)
  --backend B          ${BACKENDS.join(', ')}; repeatable (all available)
  --peers              also gdal_viewshed and GRASS r.viewshed, if installed
  --oracle DIR         a surface model with its viewsheds by GRASS, as in test/data/viewshed
  --json               one JSON object instead of tables
  --help               show help

Receivers are 2 m above the ground, the earth has 4/3 of its radius, the disc is within the file, cells have the spacing
of its posts.`

interface Opened {
  backend: Backend
  name: string
  engines: Engines
}

const measure = program({
  usage,
  options: {
    dem: { type: 'string', multiple: true },
    tx: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string' },
    fresnel: { type: 'string', default: '0' },
    frequency: { type: 'string', default: '900' },
    backend: { type: 'string', multiple: true },
    peers: { type: 'boolean' },
    oracle: { type: 'string' },
  },
  allowPositionals: true,
  async measure(values, positionals) {
    const files = [...(values.dem ?? []), ...positionals]
    if (files.length === 0 && values.oracle === undefined)
      throw new UsageError(`--dem is missing.\n\n${usage}`)
    const sample = integer('--sample', values.sample ?? `${DEFAULT_SAMPLE}`, 1, MAXIMUM_SAMPLE)
    const seed = integer('--seed', values.seed ?? '1', 0, 2 ** 32 - 1)
    const zone = {
      fraction: fractionOf(values.fresnel),
      frequencyMhz: integer('--frequency', values.frequency, 1, 100_000),
    }
    if (zone.fraction > 0 && (values.peers || values.oracle !== undefined)) {
      throw new UsageError('--fresnel excludes --peers and --oracle: they have only line of sight.')
    }
    const sites = values.tx?.map(parseSite)
    const backends = values.backend?.map((text) => oneOf('--backend', text, BACKENDS))

    const { opened, notes } = await openBackends(backends)
    try {
      const peers = values.peers ? await findPeers() : []
      if (values.peers && peers.length === 0)
        notes.push('Peers: neither gdal_viewshed nor GRASS is installed.')
      const rows: Row[] = []
      const findings: CaseFinding[] = []
      for (const file of files) {
        const dem = await readDem(file)
        const chosen = sites?.filter((site) => isOn(dem, site)) ?? sitesOf(dem, seed)
        if (chosen.length === 0) notes.push(`${dem.name}: no antenna is on it.`)
        for (const [index, site] of chosen.entries()) {
          if (!values.json && process.stderr.isTTY) console.error(`${dem.name}: antenna ${index + 1}`)
          findings.push(await tryCase(dem, site, index, { opened, peers, sample, seed, zone }))
        }
      }
      if (sites !== undefined && files.length > 0 && findings.length === 0) {
        throw new Error('No antenna is on any of the files.')
      }
      rows.push(...findings.flatMap(findingRows))
      if (values.oracle !== undefined) {
        for (const { backend, engines } of opened) {
          rows.push(...oracleRows(backend, await compareWithOracle(values.oracle, engines)))
        }
      }
      const devices = opened.map(({ backend, name }) => `${backend} (${name})`).join('; ')
      const report = makeReport(devices, rows, notes)
      return { report, show: () => printFindings(report, findings) }
    } finally {
      for (const { engines } of opened) await engines.destroy()
    }
  },
})

export const run: Program['run'] = (args) => measure(joinNegative(args))

interface LosTrial {
  opened: Opened[]
  peers: Peer[]
  sample: number
  seed: number
  zone: NonNullable<LosCase['fresnel']>
}

/** Case of one antenna; all backends are compared on the same cells. */
async function tryCase(
  dem: Dem,
  site: Site,
  index: number,
  { opened, peers, sample, seed, zone }: LosTrial,
): Promise<CaseFinding> {
  const losCase: LosCase = { ...caseOf(dem, site), ...(zone.fraction > 0 && { fresnel: zone }) }
  const truth = new Truth(losCase, sample, MINIMUM_VISIBLE, seed)
  const finding: CaseFinding = {
    dem,
    site,
    number: index + 1,
    rangeKm: losCase.rangeKm,
    isExact: zone.fraction === 0,
    judged: [],
  }
  let first: Uint8Array | undefined
  for (const { backend, engines } of opened) {
    const { visibility } = await runModel(engines, losCase)
    first ??= visibility
    const differing = first === visibility ? undefined : countDifferent(first, visibility)
    finding.judged.push({
      by: backend,
      ...truth.judge(visibility),
      rasterCells: visibility.length,
      differing,
    })
  }
  if (peers.length === 0) return finding
  for (const { name, visibility } of await runPeers(losCase, peers)) {
    const rasterCells = visibility.length
    finding.judged.push({
      by: name,
      isPeer: true,
      ...truth.judge(visibility),
      rasterCells,
      differing: undefined,
    })
  }
  return finding
}

function countDifferent(a: Uint8Array, b: Uint8Array): number {
  let count = 0
  for (let cell = 0; cell < a.length; cell++) if (a[cell] !== b[cell]) count++
  return count
}

/** Opens the given backends, or all available ones; notes list skipped backends with reasons. */
async function openBackends(named: Backend[] | undefined): Promise<{ opened: Opened[]; notes: string[] }> {
  const opened: Opened[] = []
  const notes: string[] = []
  for (const backend of new Set(named ?? BACKENDS)) {
    try {
      const device = await openDevice(backend)
      opened.push({ backend, name: device.name, engines: new Engines(device, models) })
    } catch (error) {
      if (named !== undefined || !(error instanceof BackendUnavailableError)) throw error
      notes.push(`Skipped ${backend}: ${error.message}`)
    }
  }
  if (opened.length < 2) notes.push('Only one backend: no comparison between backends.')
  return { opened, notes }
}

function fractionOf(text: string): number {
  const fraction = text.trim() === '' ? Number.NaN : Number(text)
  if (fraction >= 0 && fraction <= 1) return fraction
  throw new UsageError(`Expected --fresnel from 0 to 1, got ${JSON.stringify(text)}.`)
}

function parseSite(text: string): Site {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [latDeg = Number.NaN, lonDeg = Number.NaN, heightM = Number.NaN] = parts
  if (!(parts.length === 3 && Math.abs(latDeg) < 90 && Math.abs(lonDeg) <= 180 && heightM >= 0)) {
    throw new UsageError(`Expected --tx LAT,LON,HEIGHT, got ${JSON.stringify(text)}.`)
  }
  return { latDeg, lonDeg, heightM }
}

/** Joins `--tx` with a value that begins with a minus sign, which `parseArgs` takes for an option. */
function joinNegative(args: string[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    if (/^-[\d.]/.test(arg) && joined.at(-1) === '--tx') joined[joined.length - 1] = `--tx=${arg}`
    else joined.push(arg)
  }
  return joined
}

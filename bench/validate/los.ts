/** Line of sight, or a clear Fresnel zone, on the operator's files: all backends, judged by the float64 reference. */

import { type Backend, BackendUnavailableError, openDevice } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { GRAZING_M } from '../../test/references/compare-visibility.ts'
import { type LosCase, runModel } from '../../test/references/los.ts'
import { integer, oneOf, UsageError } from '../frame/options.ts'
import { type Program, program } from '../frame/program.ts'
import { makeReport, type Row } from '../frame/report.ts'
import { askPeers, findPeers, type Peer } from '../speed/peers.ts'
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
/** With few visible cells, a single wrong one would decide. */
const MINIMUM_VISIBLE = 1000
const MAXIMUM_SAMPLE = 1_000_000_000

const usage = `npm run validate -- los --dem FILE… [options]

Computes line of sight around antennas on each terrain file and compares random cells with a float64 reference that
follows every ray along the geodesic. Passes if no cell is wrong but those that graze by less than ${1000 * GRAZING_M} mm, and none
differs between backends. With --fresnel, if on tiles with relief (standard deviation of heights over ${RELIEF_M} m) the
Jaccard index of what is visible is at least ${MINIMUM_JACCARD}.

  --dem FILE…          .hgt, .hgt.gz, .hgt.zip or GeoTIFF on WGS 84
  --tx LAT,LON,HEIGHT  antenna, metres above ground; repeatable, for the files that it stands on.
                       Without it, three on each file: the highest post of the inner third and two seeded sites
                       among the higher ground, 30 m high
  --sample N           random cells of each antenna (${DEFAULT_SAMPLE}), and on until ${MINIMUM_VISIBLE} of them are visible or all are taken
  --seed S             seed of sites and sample (1)
  --fresnel FRACTION   of the first Fresnel zone's radius that has to be clear: the model los_fresnel (0: los)
  --frequency MHZ      for --fresnel (900)
  --backend B          ${BACKENDS.join(', ')}; repeatable. Without it, all that this machine has
  --peers              also gdal_viewshed and GRASS r.viewshed, where they are installed
  --oracle DIR         a surface model with its viewsheds by GRASS, as in test/data/viewshed
  --json               one JSON object instead of tables
  --help               this text

Receivers stand 2 m above the ground, the earth has 4/3 of its radius, the disc stays within the file, cells are as
fine as its posts.`

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
      throw new UsageError('--fresnel has neither --peers nor --oracle: they know line of sight alone.')
    }
    const sites = values.tx?.map(parseSite)
    const asked = values.backend?.map((text) => oneOf('--backend', text, BACKENDS))

    const { opened, notes } = await openBackends(asked)
    try {
      const peers = values.peers ? await findPeers() : []
      if (values.peers && peers.length === 0)
        notes.push('Peers: neither gdal_viewshed nor GRASS is installed.')
      const rows: Row[] = []
      const findings: CaseFinding[] = []
      for (const file of files) {
        const dem = await readDem(file)
        const chosen = sites?.filter((site) => isOn(dem, site)) ?? sitesOf(dem, seed)
        if (chosen.length === 0) notes.push(`${dem.name}: none of the antennas stands on it.`)
        for (const [index, site] of chosen.entries()) {
          if (!values.json && process.stderr.isTTY) console.error(`${dem.name}: antenna ${index + 1}`)
          findings.push(await tryCase(dem, site, index, { opened, peers, sample, seed, zone }))
        }
      }
      if (sites !== undefined && files.length > 0 && findings.length === 0) {
        throw new Error('None of the antennas stands on any of the files.')
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

interface Asked {
  opened: Opened[]
  peers: Peer[]
  sample: number
  seed: number
  zone: NonNullable<LosCase['fresnel']>
}

/** One antenna: every backend computes it, and all are judged on the same cells. */
async function tryCase(
  dem: Dem,
  site: Site,
  index: number,
  { opened, peers, sample, seed, zone }: Asked,
): Promise<CaseFinding> {
  const asked: LosCase = { ...caseOf(dem, site), ...(zone.fraction > 0 && { fresnel: zone }) }
  const truth = new Truth(asked, sample, MINIMUM_VISIBLE, seed)
  const finding: CaseFinding = {
    dem,
    site,
    number: index + 1,
    rangeKm: asked.rangeKm,
    isExact: zone.fraction === 0,
    judged: [],
  }
  let first: Uint8Array | undefined
  for (const { backend, engines } of opened) {
    const { visibility } = await runModel(engines, asked)
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
  for (const { name, visibility } of await askPeers(asked, peers)) {
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

/** Opens the requested backends, or all available ones; the notes name skipped ones with reasons. */
async function openBackends(asked: Backend[] | undefined): Promise<{ opened: Opened[]; notes: string[] }> {
  const opened: Opened[] = []
  const notes: string[] = []
  for (const backend of new Set(asked ?? BACKENDS)) {
    try {
      const device = await openDevice(backend)
      opened.push({ backend, name: device.name, engines: new Engines(device, models) })
    } catch (error) {
      if (asked !== undefined || !(error instanceof BackendUnavailableError)) throw error
      notes.push(`Skipped ${backend}: ${error.message}`)
    }
  }
  if (opened.length < 2) notes.push('One backend only: nothing to differ from.')
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

/** Allows `--tx -28.6,…`, whose latitude `parseArgs` would take for an option. */
function joinNegative(args: string[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    if (/^-[\d.]/.test(arg) && joined.at(-1) === '--tx') joined[joined.length - 1] = `--tx=${arg}`
    else joined.push(arg)
  }
  return joined
}

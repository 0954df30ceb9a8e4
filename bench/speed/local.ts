/** `coverage simulate --local` beside gdal_viewshed and SPLAT!, from command to file. */

import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeSyntheticTerrain } from '../../storage/terrain/synthetic.ts'
import { integer, UsageError } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, ratioRows, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { isInstalled, type PeerRun, timeProgram } from './peer-process.ts'

const command = join(import.meta.dirname, '../../../server/coverage.js')
const SEED = 2026
const DEFAULT_PAIRS = 5
/** Within the western tile. */
const SITE = { latDeg: 47.5, lonDeg: 8.5, txM: 30, rxM: 2, rangeKm: 35, resolutionM: 90, frequencyMhz: 600 }
/** 1/k of the effective earth radius factor 4/3. */
const CURVATURE = 0.75

const usage = `npm run bench -- local [options]

Times whole processes, their start included, by turns: coverage simulate --local from one SRTM tile (made up, 1201 posts a
side) to a GeoTIFF of ${SITE.rangeKm} km at ${SITE.resolutionM} m; gdal_viewshed on the same tile, with the gdalwarp to metres that it needs and
without; splat -c and splat -L with the conversion of the tile and without. What is not installed is left out.

  --pairs N       runs of each (${DEFAULT_PAIRS})
  --dem FILE      another SRTM3 tile, with the site in its middle
  --json          one JSON object instead of a table
  --help          this text`

interface Site {
  tile: string
  latDeg: number
  lonDeg: number
}

interface Peer {
  name: string
  /** Ours that does the same. */
  ours: 'los' | 'itm'
  run: PeerRun
}

export const run = program({
  usage,
  options: {
    pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
    dem: { type: 'string' },
  },
  async measure({ pairs: text, dem }) {
    const pairs = integer('--pairs', text, 1, 100)
    return inTemporaryFolder(async (folder) => {
      const site = await siteIn(folder, dem)
      const ours = { los: ourRun(folder, site, 'los'), itm: ourRun(folder, site, 'itm') }
      const peers = [...(await gdalPeers(folder, site)), ...(await splatPeers(folder, site))]
      const help = await times(pairs, async () => (await coverage(['--help'], folder)).wallMs)
      const rows: Row[] = [rowOf('coverage --help', 'ms', help)]
      for (const model of ['los', 'itm'] as const) {
        const beside = peers.filter((peer) => peer.ours === model)
        rows.push(...(await byTurns(`--local --model ${model}`, ours[model], beside, pairs)))
      }
      return makeReport('webasm', rows, [
        `${SITE.rangeKm} km at ${SITE.resolutionM} m, ${basename(site.tile)}`,
      ])
    })
  },
})

async function siteIn(folder: string, dem: string | undefined): Promise<Site> {
  if (dem === undefined) {
    const [tile = ''] = (await writeSyntheticTerrain(folder, { seed: SEED })).files
    return { tile, latDeg: SITE.latDeg, lonDeg: SITE.lonDeg }
  }
  const [, ns, lat, ew, lon] = /([NS])(\d\d)([EW])(\d{3})\.hgt$/.exec(dem) ?? []
  if (ns === undefined) throw new UsageError(`Expected an SRTM tile such as N49E011.hgt, got ${dem}.`)
  const tile = join(folder, basename(dem))
  await copyFile(dem, tile)
  return {
    tile,
    latDeg: (ns === 'N' ? 1 : -1) * Number(lat) + 0.5,
    lonDeg: (ew === 'E' ? 1 : -1) * Number(lon) + 0.5,
  }
}

function coverage(args: string[], folder: string) {
  return timeProgram(process.execPath, [command, ...args], folder)
}

function ourRun(folder: string, { tile, latDeg, lonDeg }: Site, model: string): PeerRun {
  const { txM, rxM, rangeKm, resolutionM, frequencyMhz } = SITE
  const fields = {
    'tx-lat': latDeg,
    'tx-lon': lonDeg,
    'tx-height': txM,
    'rx-height': rxM,
    frequency: frequencyMhz,
    'max-range': rangeKm,
    resolution: resolutionM,
    model,
  }
  const flags = Object.entries(fields).flatMap(([name, value]) => [`--${name}`, String(value)])
  const args = [
    'simulate',
    '--local',
    '--dem',
    tile,
    ...flags,
    '--out',
    join(folder, 'ours.tif'),
    '--force',
    '-q',
  ]
  return async () => (await coverage(args, folder)).wallMs
}

async function gdalPeers(folder: string, { tile, latDeg, lonDeg }: Site): Promise<Peer[]> {
  if (!(await isInstalled('gdal_viewshed')) || !(await isInstalled('gdalwarp'))) return []
  const metres = join(folder, 'metres.tif')
  const halfM = String(1000 * SITE.rangeKm + SITE.resolutionM)
  const system = `+proj=aeqd +lat_0=${latDeg} +lon_0=${lonDeg} +datum=WGS84 +units=m +no_defs`
  const extent = [
    '-te',
    `-${halfM}`,
    `-${halfM}`,
    halfM,
    halfM,
    '-tr',
    String(SITE.resolutionM),
    String(SITE.resolutionM),
  ]
  const warp = ['-q', '-overwrite', '-r', 'bilinear', '-t_srs', system, ...extent, tile, metres]
  const earth = ['-md', String(1000 * SITE.rangeKm), '-cc', String(CURVATURE), '-ov', '255']
  const heights = ['-ox', '0', '-oy', '0', '-oz', String(SITE.txM), '-tz', String(SITE.rxM)]
  const viewshed = ['-q', ...heights, ...earth, metres, join(folder, 'viewshed.tif')]
  const warped = async () => (await timeProgram('gdalwarp', warp, folder)).wallMs
  const seen = async () => (await timeProgram('gdal_viewshed', viewshed, folder)).wallMs
  await warped()
  return [
    { name: 'gdal_viewshed', ours: 'los', run: seen },
    { name: 'gdalwarp and gdal_viewshed', ours: 'los', run: async () => (await warped()) + (await seen()) },
  ]
}

async function splatPeers(folder: string, { tile, latDeg, lonDeg }: Site): Promise<Peer[]> {
  if (!(await isInstalled('splat')) || !(await isInstalled('srtm2sdf'))) return []
  const place = join(folder, 'splat')
  await mkdir(place)
  await copyFile(tile, join(place, basename(tile)))
  // Longitudes are positive to the west.
  await writeFile(join(place, 'mast.qth'), `mast\n${latDeg}\n${(360 - lonDeg) % 360}\n${SITE.txM} meters\n`)
  const parameters = [
    '15.000',
    '0.005',
    '301.000',
    SITE.frequencyMhz.toFixed(3),
    '5',
    '1',
    '0.50',
    '0.50',
    '0',
  ]
  await writeFile(join(place, 'mast.lrp'), `${parameters.join('\n')}\n`)
  const convert = async () => (await timeProgram('srtm2sdf', [basename(tile)], place)).wallMs
  const shared = ['-metric', '-R', String(SITE.rangeKm), '-N', '-ngs', '-d', place, '-o', 'map']
  const splat = (map: string[]) => async () =>
    (await timeProgram('splat', ['-t', 'mast', ...map, ...shared], place)).wallMs
  await convert()
  const seen = splat(['-c', String(SITE.rxM)])
  return [
    { name: 'splat -c', ours: 'los', run: seen },
    { name: 'srtm2sdf and splat -c', ours: 'los', run: async () => (await convert()) + (await seen()) },
    { name: 'splat -L', ours: 'itm', run: splat(['-L', String(SITE.rxM), '-olditm']) },
  ]
}

async function times(runs: number, work: PeerRun): Promise<number[]> {
  const measured: number[] = []
  for (let i = 0; i < runs; i++) measured.push(await work())
  return measured
}

/** Ours and each of the others after the other, so that what else the machine does falls on all. */
async function byTurns(name: string, ours: PeerRun, peers: Peer[], pairs: number): Promise<Row[]> {
  const oursMs: number[] = []
  const theirsMs = peers.map((): number[] => [])
  for (let turn = 0; turn < pairs; turn++) {
    oursMs.push(await ours())
    for (const [i, { run }] of peers.entries()) theirsMs[i]?.push(await run())
  }
  return [
    rowOf(name, 'ms', oursMs),
    ...peers.flatMap((peer, i) => {
      const measured = theirsMs[i] ?? []
      const ratios = measured.map((ms, turn) => ms / (oursMs[turn] ?? Number.NaN))
      return [rowOf(peer.name, 'ms', measured), ...ratioRows(peer.name, peer.name, oursMs, measured, ratios)]
    }),
  ]
}

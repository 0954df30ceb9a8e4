/** Command `coverage verify`: recomputes a result file from the metadata (parameters, terrain, antenna). */

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredAntenna } from '../../../storage/antennas/types.ts'
import { type Raster, readRaster, unescapeXml } from '../../../storage/rasters/read.ts'
import { tileText } from '../../compute/simulate.ts'
import { version } from '../../config/config.ts'
import type { ComputeResult } from '../../jobs/protocol.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { answer, type Call } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import { Failure, Unsuccessful } from '../errors.ts'
import type { VerifyFlags } from '../flags.ts'
import { checkSimulation } from '../local/check.ts'
import { computeHere } from '../local/compute.ts'
import { BACKEND_TOLERANCE_DB, differences } from '../local/differences.ts'
import { makeProduct } from '../local/products.ts'
import { layerOf, rasterOf } from '../local/rasters.ts'
import { safe } from '../terminal/text.ts'

export async function verify(call: Call<VerifyFlags>, path: string): Promise<void> {
  const given = await readRaster(path).catch((error: Error) => {
    const why = error.message ? ` (${error.message.replace(/\.$/, '')})` : ''
    throw new Failure('not_a_result', `${path} is not a complete GeoTIFF${why}.`)
  })
  const { params, view, layer } = requestOf(given, path)
  const { ANTENNA: antenna } = given.metadata
  const stored = antenna === undefined ? undefined : stated<StoredAntenna>(antenna, path)
  const options = { parent: tmpdir(), readAntenna: async () => stored }
  await computeHere(
    call,
    async () => params,
    options,
    async ({ folder, result }) => {
      const shown = layerOf(params, version, layer, view)
      let made = join(folder, rasterOf(shown.stored))
      if (shown.name !== shown.stored) {
        made = join(folder, 'view.tif')
        await makeProduct('tif', { folder, params, result, layer: shown }, made)
      }
      const verdict = compare(given, await readRaster(made), result)
      answer(call, verdict, () => textOf(verdict), verdict.equal ? 'equal' : 'differs')
      if (!verdict.equal) throw new Unsuccessful('not_equal', verdict.difference ?? '')
    },
  )
}

function requestOf({ metadata }: Raster, path: string) {
  const { PARAMETERS, LAYER, VIEW, JOB } = metadata
  if (PARAMETERS === undefined || LAYER === undefined || JOB === undefined) {
    throw new Failure(
      'not_a_result',
      `${path} is not a result of version 0.4 or later: JOB is missing in the metadata.`,
    )
  }
  return {
    params: checked(stated<Body>(PARAMETERS, path), path),
    layer: LAYER,
    view: VIEW === undefined ? {} : stated<Record<string, number>>(VIEW, path),
  }
}

/** Validates parameters as the service does; uploaded patterns are allowed, as the file contains a copy. */
function checked(params: Body, path: string): SimulationParams {
  try {
    return checkSimulation(params, { patternsAreGiven: true })
  } catch (error) {
    throw new Failure(
      'not_a_result',
      `${path}: PARAMETERS in the metadata were refused: ${(error as Error).message}`,
    )
  }
}

/** Parses JSON in metadata; some versions of GDAL escape quotes a second time when copying. */
function stated<T>(text: string, path: string): T {
  try {
    return JSON.parse(text.startsWith('{&quot;') ? unescapeXml(text) : text) as T
  } catch {
    // Metadata that is not JSON means that the file is not a result.
    throw new Failure(
      'not_a_result',
      `${path}: PARAMETERS, VIEW or ANTENNA in the metadata is not valid JSON.`,
    )
  }
}

function compare(given: Raster, made: Raster, { engine, terrain }: ComputeResult) {
  const { SOFTWARE = '', ENGINE: backend = '', TERRAIN = '' } = given.metadata
  const computed = { version: SOFTWARE.split(' ').at(-1) ?? '', backend }
  const here = { version: engine.version, backend: engine.backend }
  const isOtherBackend = computed.backend !== here.backend
  const toleranceDb = isOtherBackend && given.kind === 'float' ? BACKEND_TOLERANCE_DB : 0
  const { differing, largest } = differences(given.data, made.data, toleranceDb)
  const sameGrid = JSON.stringify(given.geometry) === JSON.stringify(made.geometry)
  const tiles = terrain.tiles.map(tileText)
  const ofTerrain = terrainDifference(TERRAIN === '' ? [] : TERRAIN.split('; '), tiles)
  const difference =
    sameGrid && differing === 0
      ? null
      : (ofTerrain ??
        versionDifference(computed.version, here.version) ??
        (sameGrid
          ? `${differing} of ${made.data.length} cells differ`
          : 'the rasters cover different places'))
  const stated = difference ?? (ofTerrain === undefined ? statedOtherwise(given, made) : null)
  return {
    equal: stated === null,
    /** Difference between the file and the recomputed result; null if both results are equal. */
    difference: stated,
    /** Differences between the terrain files used, reported even if the values are equal. */
    terrain: ofTerrain ?? null,
    cells: made.data.length,
    /** Number of cells whose values differ, and the largest difference between two known values of a cell. */
    differing,
    largest_difference: largest,
    computed,
    here,
  }
}

/** Text for metadata that differs although the values are equal; null if nothing differs. */
function statedOtherwise(given: Raster, made: Raster): string | null {
  const name = ['JOB', 'MODEL', 'UNIT', 'CLASSES'].find(
    (name) => given.metadata[name] !== made.metadata[name],
  )
  return name === undefined
    ? null
    : `the values are equal, but the file has a different ${name} in its metadata: ${given.metadata[name] ?? 'none'}`
}

function terrainDifference(recorded: readonly string[], found: readonly string[]): string | undefined {
  const other = recorded.find((tile) => !found.includes(tile))
  const [name, hash] = (other ?? '').split(' sha256:')
  if (other === undefined) {
    const more = found.find((tile) => !recorded.includes(tile))
    return more && `terrain: ${more.split(' ')[0]} was used now, but not for the file`
  }
  const same = found.find((tile) => tile.startsWith(`${name} `))
  return same === undefined
    ? `terrain: ${name} (sha256 ${hash}) is missing on this machine`
    : `terrain: ${name} is a different file on this machine, with sha256 ${same.split(' sha256:')[1]}, not ${hash}`
}

function versionDifference(computed: string, here: string): string | undefined {
  const minor = (text: string) => text.split('.').slice(0, 2).join('.')
  return minor(computed) === minor(here)
    ? undefined
    : `version: the file was computed by version ${computed}, this program is version ${here}`
}

function textOf(verdict: ReturnType<typeof compare>): string {
  const { equal, difference, terrain, cells, largest_difference, computed, here } = verdict
  if (!equal) return `differs    ${safe(difference)}`
  const exact = largest_difference === 0 ? 'identical values' : `within ${BACKEND_TOLERANCE_DB} dB`
  const backends = computed.backend === here.backend ? '' : ` (${safe(computed.backend)} and ${here.backend})`
  const note = terrain === null ? '' : `\n${safe(terrain)}`
  return `equal      ${cells} cells, ${exact}${backends}; overviews are not compared${note}`
}

/** Command `coverage simulate --local`: computes without a service, account or network connection. */

import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { nodeFileNames } from '../../../storage/files/atomic-file.ts'
import type { FileTerrain } from '../../../storage/terrain/terrain.ts'
import { resolutionFor } from '../../client/resolution.ts'
import { version } from '../../config/config.ts'
import { jobOf } from '../../jobs/job.ts'
import type { ComputeResult } from '../../jobs/protocol.ts'
import type { SimulationParams } from '../../requests/simulation.ts'
import { mainLayer, type ShownLayer } from '../../results/views/layers.ts'
import { elevationAnswer } from '../../terrain/mast.ts'
import { answer, type Call, note } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import { recordText, warnIfQuiet } from '../call/record-text.ts'
import { type Target, targetOf, writeTarget } from '../call/target.ts'
import { UsageError } from '../errors.ts'
import type { SimulateFlags } from '../flags.ts'
import { safe } from '../terminal/text.ts'
import { checkSimulation } from './check.ts'
import { computeHere } from './compute.ts'
import { missingTiles } from './ground.ts'
import { layerOf, rasterOf } from './rasters.ts'

/** Output file, and the layer written to that file. */
interface Wanted extends Target {
  layer: ShownLayer
}

export async function simulateHere(
  call: Call<SimulateFlags>,
  body: Body,
  target: Target | undefined,
): Promise<void> {
  const { flags } = call
  for (const name of ['url', 'key', 'ca', 'estimate', 'idempotencyKey'] as const) {
    if (flags[name] !== undefined)
      throw new UsageError(`--${dashed(name)} cannot be combined with --local, which uses no service.`)
  }
  // Validation does not depend on the cell size, so errors are reported before terrain is opened.
  const checked = checkSimulation(body)
  const wanted = target ? wantedOf(checked, target, flags.layer) : []
  // The temporary folder is on the output file's file system, so that a rename suffices.
  const parent = target ? dirname(resolve(target.path)) : tmpdir()
  const paramsOver = async (terrain: FileTerrain) =>
    body.resolution === undefined && body.grid === undefined ? overTerrain(checked, terrain) : checked
  await computeHere(call, paramsOver, { parent }, async ({ folder, params, result, terrain }) => {
    // Rasters are moved last, because the other formats are made from the rasters.
    for (const each of wanted.toSorted((one, other) => Number(isMoved(one)) - Number(isMoved(other)))) {
      await writeTarget(each, async (path) => {
        const tif = join(folder, rasterOf(each.layer.stored))
        if (isMoved(each)) return nodeFileNames.rename(tif, path)
        const { makeProduct } = await import('./products.ts')
        return makeProduct(each.format, { folder, params, result, layer: each.layer }, path)
      })
    }
    for (const { path } of wanted) note(call, `${safe(path)} was written.`)
    await report(call, params, result, wanted, terrain)
  })
}

/** Sets the default cell size, which is derived from the terrain's post spacing. */
async function overTerrain(params: SimulationParams, terrain: FileTerrain): Promise<SimulationParams> {
  const { tx_lat: latDeg, tx_lon: lonDeg, max_range } = params
  const { post_spacing_m: spacingM } = await elevationAnswer(terrain, { latDeg, lonDeg }, { hasMast: true })
  return spacingM ? { ...params, resolution: resolutionFor(spacingM, max_range) } : params
}

/** True if the output is a stored raster, which only needs to be moved. */
function isMoved({ format, layer }: Wanted): boolean {
  return format === 'tif' && layer.name === layer.stored
}

/** Requested layer; else every layer if the output is a raster, each in a file named after the layer. */
function wantedOf(params: SimulationParams, target: Target, layer: string | undefined): Wanted[] {
  const { layers } = params
  const main = layer ?? mainLayer(layers)
  const others = layer === undefined && target.format === 'tif' ? layers.filter((name) => name !== main) : []
  const beside = others.map((name) => {
    const ending = extname(target.path)
    const path = `${target.path.slice(0, -ending.length)}.${name}${ending}`
    return { ...targetOf(path, target.mayReplace), layer: layerOf(params, version, name) }
  })
  return [{ ...target, layer: layerOf(params, version, main) }, ...beside]
}

async function report(
  call: Call<SimulateFlags>,
  params: SimulationParams,
  { terrain: ground, ...result }: ComputeResult,
  wanted: readonly Wanted[],
  terrain: FileTerrain,
): Promise<void> {
  const files = wanted.map(({ path }) => path)
  const record = { status: 'completed' as const, params, ...result, terrain: ground, files }
  answer(call, record, () => recordText(record, call.io), files.join('\n'))
  warnIfQuiet(call, record)
  if (ground.unknown_share === 0) return
  const missing = await missingTiles(terrain, jobOf(params).disc.bounds)
  if (missing !== '') note(call, missing)
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

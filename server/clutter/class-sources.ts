/** Land-cover class layers: opening files, and looking up clutter at cells and places. */

import { join } from 'node:path'
import type { Clutter } from '../../kernels/ends/ends.ts'
import { type ClutterMap, UNKNOWN_CLUTTER } from '../../kernels/ends/receivers.ts'
import { around } from '../../storage/terrain/plan/bounds.ts'
import { CLASS_PRESETS } from '../../storage/terrain/remote/known-sources.ts'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { beginTerrain, type FileTerrain, type TerrainProblem } from '../../storage/terrain/terrain.ts'
import type {
  Bounds,
  ClassFiles,
  Lattice,
  Requester,
  SourceUsed,
  TileUsed,
} from '../../storage/terrain/types.ts'
import { CLASS_CACHE_BYTES, type ClassLayer, type ClassLayerFiles } from '../config/layers.ts'

export interface ClassSource<Files extends ClassFiles = ClassFiles> {
  layer: ClassLayer
  files: Files
}

const CELLS_AT_ONCE = 2 ** 20

/** Cell centers of a raster, row-major, row 0 = north. */
export interface CellCenters {
  lattice: Lattice
  rows: number
  cols: number
  bounds: Bounds
}

export function placeOf(latDeg: number, lonDeg: number): CellCenters {
  return {
    lattice: { northDeg: latDeg, westDeg: lonDeg, latStepDeg: 1e-6, lonStepDeg: 1e-6 },
    rows: 1,
    cols: 1,
    bounds: { southDeg: latDeg, northDeg: latDeg, westDeg: lonDeg, eastDeg: lonDeg },
  }
}

export interface CellClutter extends ClutterMap {
  used(): { tiles: TileUsed[]; sources: SourceUsed[] }
}

/** Opens the files of each layer, or rejects if a layer has none; `cachedOnly` prevents downloads. */
export function openClassSources(
  layers: readonly ClassLayerFiles[],
  options: {
    cacheFolder: string
    cachedOnly?: true
    /** Maximum memory for decoded classes of all layers, in bytes. */
    cacheBytes?: number
    /** Accept layers without any file; the classes of such a layer are unknown. */
    mayBeEmpty?: true
    onProblem: (problem: TerrainProblem) => void
  },
): Promise<ClassSource<FileTerrain>[]> {
  const { cacheFolder, cachedOnly, cacheBytes = CLASS_CACHE_BYTES, mayBeEmpty, onProblem } = options
  return Promise.all(
    layers.map(async ({ path, url, ...layer }) => {
      const remote =
        url === undefined
          ? undefined
          : { sources: parseSources(url, CLASS_PRESETS), cacheFolder: join(cacheFolder, 'layers') }
      const files = await beginTerrain({
        folders: path === undefined ? [] : [[path]],
        cacheBytes: cacheBytes / layers.length,
        ...(remote && { remote: { ...remote, ...(cachedOnly && { cachedOnly }) } }),
        onProblem,
      })
      if (path !== undefined && !mayBeEmpty) await requireFiles(layer.name, files)
      return { layer, files }
    }),
  )
}

/** @throws {Error} if a layer has no readable file. */
export async function requireFiles(name: string, files: FileTerrain): Promise<void> {
  if ((await files.tiles()).length > 0) return
  const [problem] = files.problems()
  throw new Error(`LAYERS: the layer ${name} has no readable raster${problem ? `: ${problem.detail}` : ''}`)
}

/** Clutter at each cell center, from the first layer whose table defines the class found there. */
export async function clutterOver(
  { lattice, rows, cols, bounds }: CellCenters,
  sources: readonly ClassSource[],
  requester: Requester = {},
): Promise<CellClutter> {
  const numbers = new Uint8Array(new SharedArrayBuffer(rows * cols)).fill(UNKNOWN_CLUTTER)
  const clutters: (Clutter | undefined)[] = []
  const used: { layer: ClassLayer; area: Pick<CellClutter, 'used'> }[] = []
  let unknown = numbers.length
  for (const { layer, files } of sources) {
    if (unknown === 0) break
    const area = await files.openValues(lattice, bounds, requester)
    used.push({ layer, area })
    const numberOf = numbersOf(layer, clutters)
    const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / cols))
    for (let firstRow = 0; firstRow < rows; firstRow += rowsAtOnce) {
      const strip = { firstRow, firstCol: 0, rows: Math.min(rowsAtOnce, rows - firstRow), cols }
      const classes = await area.read(strip, requester.signal)
      for (let at = 0, cell = firstRow * cols; at < classes.length; at++, cell++) {
        if (numbers[cell] !== UNKNOWN_CLUTTER) continue
        const number = numberOf.get(classes[at])
        if (number === undefined) continue
        numbers[cell] = number
        unknown--
      }
    }
  }
  return { numbers, clutters, used: () => usedOf(used) }
}

function numbersOf({ table }: ClassLayer, clutters: (Clutter | undefined)[]): Map<number, number> {
  return new Map(
    Object.entries(table).map(([name, { type, height_m: heightM }]) => {
      const isSame = (known: Clutter | undefined) =>
        heightM === 0
          ? known === undefined
          : known?.type === type && 'heightM' in known && known.heightM === heightM
      const before = clutters.findIndex(isSame)
      const number = before >= 0 ? before : clutters.push(heightM === 0 ? undefined : { type, heightM }) - 1
      return [Number(name), number]
    }),
  )
}

/** Tiles and sources used, with the names of layers in place of file names. */
function usedOf(areas: readonly { layer: ClassLayer; area: Pick<CellClutter, 'used'> }[]) {
  const all = areas.map(({ layer, area }) => ({ layer, tiles: area.used().tiles }))
  const read = all.filter(({ tiles }) => tiles.length > 0)
  return {
    tiles: read.flatMap(({ layer, tiles }) => tiles.map((tile) => ({ ...tile, source: layer.name }))),
    sources: read.map(({ layer: { name, attribution } }) => ({ name, attribution })),
  }
}

export interface ClassAt {
  layer: ClassLayer
  class: number
  clutter: ClassLayer['table'][string]
}

export interface Place {
  latDeg: number
  lonDeg: number
}

export async function classAt(
  place: Place,
  sources: readonly ClassSource[],
  requester: Requester = {},
): Promise<ClassAt | undefined> {
  const [found] = await classesAt([place], sources, requester)
  return found
}

/** Class at each place, from the first layer that defines the class; longitudes span at most 360°. */
export async function classesAt(
  places: readonly Place[],
  sources: readonly ClassSource[],
  requester: Requester = {},
): Promise<(ClassAt | undefined)[]> {
  const found = new Array<ClassAt | undefined>(places.length).fill(undefined)
  for (const { layer, files } of sources) {
    const missing = [...found.keys()].filter((at) => found[at] === undefined)
    if (missing.length === 0) break
    const { lattice, bounds } = latticeOver(missing.map((at) => places[at]))
    const area = await files.openValues(lattice, bounds, requester)
    for (const at of missing) {
      const { latDeg, lonDeg } = places[at]
      const firstRow = Math.round((lattice.northDeg - latDeg) / lattice.latStepDeg)
      const firstCol = Math.round((lonDeg - lattice.westDeg) / lattice.lonStepDeg)
      const [value] = await area.read({ firstRow, firstCol, rows: 1, cols: 1 }, requester.signal)
      const clutter = layer.table[String(value)]
      if (clutter) found[at] = { layer, class: value, clutter }
    }
  }
  return found
}

/** Lattice around all places with posts 0.1 m apart: the nearest post is practically at the place. */
function latticeOver(places: readonly Place[]): Pick<CellCenters, 'lattice' | 'bounds'> {
  const bounds = places.map(({ latDeg, lonDeg }) => placeOf(latDeg, lonDeg).bounds).reduce(around)
  return { lattice: placeOf(bounds.northDeg, bounds.westDeg).lattice, bounds }
}

/** Clutter at an end of a path; `undefined` if the class has height 0. */
export function clutterOfClass({ clutter: { type, height_m: heightM } }: ClassAt): Clutter | undefined {
  return heightM === 0 ? undefined : { type, heightM }
}

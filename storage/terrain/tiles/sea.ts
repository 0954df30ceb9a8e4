import { withBytes } from '../files/bytes.ts'
import { TileError, type TileFile } from '../tile.ts'
import type { Lattice, PostRectangle } from '../types.ts'
import { boundsOf } from './lattice.ts'
import type { Window } from './window.ts'

/**
 * Ground declared to be sea. A missing tile is unknown ground unless a list by the operator or a publisher
 * declares sea. `ocean-tiles.txt` in a terrain folder has one cell of one degree per line, named by its
 * south-western corner like SRTM tiles (N54E007); empty lines and text after # are ignored.
 */

const SEA_SOURCE = 'List of ocean tiles'
const NAME = /^([NS])(\d{1,2})([EW])(\d{1,3})$/i
/** Maximum size of a list in bytes: twice the size of a list of all cells, at ten bytes per line. */
const MAXIMUM_BYTES = 2 * 64_800 * 10
const TOLERANCE = 1e-9

export interface SeaList {
  file: TileFile
  /** Name of the source in API responses. */
  source: string
  cells: ReadonlySet<number>
}

/** Number of the cell with the given south-western corner; longitudes wrap. */
export function seaCell(southDeg: number, westDeg: number): number {
  return (southDeg + 90) * 360 + ((((westDeg + 180) % 360) + 360) % 360)
}

/** Reads a list. Throws a TileError for a line that is not a cell, as a typing error would become sea. */
export async function openSeaList(file: TileFile): Promise<SeaList> {
  if (file.sizeBytes > MAXIMUM_BYTES) throw new TileError(file, 'too long for a list of ocean tiles')
  const text = new TextDecoder().decode(await withBytes(file, (bytes) => bytes.read(0, file.sizeBytes)))
  const cells = new Set<number>()
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const name = line.replace(/#.*$/, '').trim()
    if (name === '') continue
    const [, northSouth = '', lat, eastWest = '', lon] = NAME.exec(name) ?? []
    const southDeg = Number(lat) * (northSouth.toUpperCase() === 'S' ? -1 : 1)
    const westDeg = Number(lon) * (eastWest.toUpperCase() === 'W' ? -1 : 1)
    if (!(southDeg >= -90 && southDeg <= 89 && westDeg >= -180 && westDeg <= 180)) {
      throw new TileError(
        file,
        `line ${i + 1}: expected a cell like N54E007, got ${JSON.stringify(name.slice(0, 40))}`,
      )
    }
    cells.add(seaCell(southDeg, westDeg))
  }
  return { file, source: SEA_SOURCE, cells }
}

/** First list that declares a point to be sea; points on the edge of a cell belong to the cell. */
export function seaAt(lists: readonly SeaList[], latDeg: number, lonDeg: number): SeaList | undefined {
  for (const list of lists) {
    for (const south of edgesOf(latDeg)) {
      for (const west of edgesOf(lonDeg)) if (list.cells.has(seaCell(south, west))) return list
    }
  }
  return undefined
}

/** South or west edges, in whole degrees, of cells that contain the coordinate; two for a coordinate on an edge. */
function edgesOf(degrees: number): number[] {
  const first = Math.floor(degrees + TOLERANCE)
  return degrees - first > TOLERANCE ? [first] : [first, first - 1]
}

/** Sets unknown posts of declared cells to height 0. Returns the lists that contributed. */
export function fillSea(
  lists: readonly SeaList[],
  lattice: Lattice,
  window: Window,
  at: PostRectangle,
): Set<SeaList> {
  const gave = new Set<SeaList>()
  if (lists.length === 0) return gave
  for (let row = 0; row < at.rows; row++) {
    const latDeg = lattice.northDeg - (at.firstRow + row) * lattice.latStepDeg
    for (let col = 0; col < at.cols; col++) {
      const to = row * at.cols + col
      if (!Number.isNaN(window.heightsM[to])) continue
      const list = seaAt(lists, latDeg, lattice.westDeg + (at.firstCol + col) * lattice.lonStepDeg)
      if (list === undefined) continue
      window.heightsM[to] = 0
      gave.add(list)
    }
  }
  return gave
}

/** Declared sea cells that overlap a rectangle of posts, in fractional rows and columns of the rectangle. */
export function seaExtents(lists: readonly SeaList[], lattice: Lattice, at: PostRectangle) {
  const extents: { top: number; bottom: number; left: number; right: number }[] = []
  if (lists.length === 0) return extents
  const { northDeg, westDeg, southDeg, eastDeg } = boundsOf(lattice, at)
  for (let south = Math.floor(southDeg) - 1; south <= northDeg; south++) {
    for (let west = Math.floor(westDeg) - 1; west <= eastDeg; west++) {
      if (!lists.some(({ cells }) => cells.has(seaCell(south, west)))) continue
      extents.push({
        top: (northDeg - south - 1) / lattice.latStepDeg,
        bottom: (northDeg - south) / lattice.latStepDeg,
        left: (west - westDeg) / lattice.lonStepDeg,
        right: (west + 1 - westDeg) / lattice.lonStepDeg,
      })
    }
  }
  return extents
}

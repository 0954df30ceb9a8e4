import { FileTerrainArea } from './area.ts'
import { Catalog, type TerrainProblem } from './catalog.ts'
import { ChunkCache } from './chunk-cache.ts'
import { GeneralisedArea, generalisationFor } from './generalised.ts'
import { compareFineness, METRES_PER_DEGREE, type Placement, placementsIn } from './lattice.ts'
import { elevationFromTiles } from './point.ts'
import type { AreaOptions, Bounds, Terrain } from './types.ts'

export type { TerrainProblem } from './catalog.ts'

const DEFAULT_CACHE_BYTES = 512 * 1024 * 1024
/** Ground belongs to a tile up to half a cell beyond its outermost posts, as pixels that are areas say. */
const HALF_CELL = 0.5

export interface TerrainOptions {
  /** Searched recursively; earlier ones win. Folders that do not exist count as empty. */
  folders: string[]
  /** Bound on decoded posts kept in memory; 512 MiB if not given. */
  cacheBytes?: number
  /** Called once for each file that is left out. */
  onProblem?: (problem: TerrainProblem) => void
}

/** Terrain that can tell what it left out. */
export interface FileTerrain extends Terrain {
  /** Files that are left out at present, and why. */
  problems(): TerrainProblem[]
}

/**
 * Elevation from the tile files in some folders, in any format of the catalog and any coordinates. Where tiles overlap the
 * earlier folder wins, then the finer tile; unknown posts of one are filled from the next. New files are found within
 * two seconds, without a restart; a bad file is reported once and never becomes terrain.
 */
export async function openTerrain(options: TerrainOptions): Promise<FileTerrain> {
  const catalog = new Catalog(options.folders, options.onProblem ?? (() => {}))
  const cache = new ChunkCache(options.cacheBytes ?? DEFAULT_CACHE_BYTES)
  await catalog.tiles()

  async function openArea(bounds: Bounds, { cellSizeM, cells }: AreaOptions = {}) {
    const tiles = await catalog.tiles()
    const best = finest(placementsIn(tiles, bounds, HALF_CELL), bounds)
    if (best === undefined) return undefined
    const area = new FileTerrainArea(best.lattice, tiles, catalog, cache)
    const factor = generalisationFor(cellSizeM, area.postSpacingM)
    return factor > 1 ? new GeneralisedArea(area, factor, cells) : area
  }

  return {
    openArea,
    async elevationAt(latDeg, lonDeg) {
      const tiles = await catalog.tiles()
      return elevationFromTiles(tiles, latDeg, lonDeg, catalog, cache)
    },
    async postSpacingM(latDeg, lonDeg) {
      const best = finest(placementsIn(await catalog.tiles(), pointBounds(latDeg, lonDeg), HALF_CELL))
      return best && best.lattice.latStepDeg * METRES_PER_DEGREE
    },
    problems: () => catalog.problems(),
    async close() {
      cache.clear()
    },
  }
}

function pointBounds(latDeg: number, lonDeg: number): Bounds {
  return { southDeg: latDeg, northDeg: latDeg, westDeg: lonDeg, eastDeg: lonDeg }
}

/** The finest placement; of equals the one in the earlier folder, then the one nearest to the middle of the bounds. */
function finest(placements: Placement[], bounds?: Bounds): Placement | undefined {
  const distance = ({ lattice, tile }: Placement) => {
    if (bounds === undefined) return 0
    const lat = lattice.northDeg - ((tile.rows - 1) / 2) * lattice.latStepDeg
    const lon = lattice.westDeg + ((tile.cols - 1) / 2) * lattice.lonStepDeg
    return Math.hypot(
      lat - (bounds.northDeg + bounds.southDeg) / 2,
      lon - (bounds.westDeg + bounds.eastDeg) / 2,
    )
  }
  const [best] = placements.sort(
    (a, b) =>
      compareFineness(a.lattice, b.lattice) ||
      a.tile.file.folder - b.tile.file.folder ||
      distance(a) - distance(b),
  )
  return best
}

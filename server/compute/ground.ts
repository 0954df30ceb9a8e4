/** The ground of one simulation: which posts it reads. */

import { setImmediate } from 'node:timers/promises'
import { groundM, windowInSteps } from '../../kernels/terrain/window.ts'
import type { Lattice, PostRectangle, Requester, Terrain, TerrainArea } from '../../storage/terrain/types.ts'
import { JobError, unknownGround } from './job.ts'
import type { Plan } from './plan.ts'
import { runYielding } from './yielding.ts'

/** Posts beyond the outermost cell that interpolation may ask for. */
const MARGIN_POSTS = 4
/** Posts that are read at a time. */
const STRIP_POSTS = 2 * 1024 * 1024

export type Ground = Awaited<ReturnType<typeof readGround>>

interface GroundOptions {
  onRead: (fraction: number) => void
  /** Called before posts are read; throws when there are too many. */
  checkMemory: (posts: number) => void
}

export async function readGround(
  { latDeg, lonDeg, grid, tx, resolutionM }: Plan,
  terrain: Terrain,
  requester: Requester,
  { onRead, checkMemory }: GroundOptions,
) {
  const halfLat = (grid.halfRows + 1) * grid.cellLatDeg
  const halfLon = (grid.halfCols + 1) * grid.cellLonDeg
  const bounds = {
    southDeg: latDeg - halfLat,
    northDeg: latDeg + halfLat,
    westDeg: lonDeg - halfLon,
    eastDeg: lonDeg + halfLon,
  }
  const area = await terrain.openArea(bounds, {
    ...requester,
    cellSizeM: resolutionM,
    cells: { latDeg, lonDeg, cellLatDeg: grid.cellLatDeg, cellLonDeg: grid.cellLonDeg },
  })
  const nothing = new JobError('terrain_unavailable', unknownGround(latDeg, lonDeg))
  if (area === undefined) throw nothing
  const { lattice } = area
  const rectangle = rectangleAround(lattice, latDeg, lonDeg, halfLat, halfLon)
  checkMemory(rectangle.rows * rectangle.cols)
  const posts = {
    ...lattice,
    northDeg: lattice.northDeg - rectangle.firstRow * lattice.latStepDeg,
    westDeg: lattice.westDeg + rectangle.firstCol * lattice.lonStepDeg,
    rows: rectangle.rows,
    cols: rectangle.cols,
    heightsM: await readPosts(area, rectangle, requester.signal, onRead),
  }
  const underTx = groundM(posts, latDeg, lonDeg)
  if (Number.isNaN(underTx)) throw nothing
  const antennaM = tx.isAboveGround ? underTx + tx.heightM : tx.heightM
  if (antennaM < underTx) {
    throw new JobError(
      'tx_below_ground',
      `tx_height is ${tx.heightM} m above mean sea level, but the ground there is at ${underTx.toFixed(1)} m.`,
    )
  }
  const window = await runYielding(windowInSteps(posts, latDeg, lonDeg, antennaM), requester.signal)
  const { postSpacingM, generalisedBy } = area
  return { window, antennaM, groundM: underTx, postSpacingM, generalisedBy, used: () => area.used() }
}

/** Reads in strips, so that progress is visible and only the result is that large. */
async function readPosts(
  area: TerrainArea,
  rectangle: PostRectangle,
  signal: AbortSignal | undefined,
  onProgress: (fraction: number) => void,
): Promise<Float32Array> {
  const { firstRow, rows, cols } = rectangle
  // Memory that threads can read without a copy.
  const heightsM = new Float32Array(new SharedArrayBuffer(4 * rows * cols))
  const stripRows = Math.max(1, Math.floor(STRIP_POSTS / cols))
  for (let row = 0; row < rows; row += stripRows) {
    const strip = { ...rectangle, firstRow: firstRow + row, rows: Math.min(stripRows, rows - row) }
    await area.read(strip, signal, heightsM.subarray(row * cols, (row + strip.rows) * cols))
    onProgress((row + strip.rows) / rows)
    // Cached posts are read without yielding to the event loop.
    await setImmediate()
  }
  return heightsM
}

function rectangleAround(
  lattice: Lattice,
  latDeg: number,
  lonDeg: number,
  halfLat: number,
  halfLon: number,
): PostRectangle {
  const firstRow = Math.floor((lattice.northDeg - latDeg - halfLat) / lattice.latStepDeg) - MARGIN_POSTS
  const lastRow = Math.ceil((lattice.northDeg - latDeg + halfLat) / lattice.latStepDeg) + MARGIN_POSTS
  const firstCol = Math.floor((lonDeg - halfLon - lattice.westDeg) / lattice.lonStepDeg) - MARGIN_POSTS
  const lastCol = Math.ceil((lonDeg + halfLon - lattice.westDeg) / lattice.lonStepDeg) + MARGIN_POSTS
  return { firstRow, firstCol, rows: lastRow - firstRow + 1, cols: lastCol - firstCol + 1 }
}

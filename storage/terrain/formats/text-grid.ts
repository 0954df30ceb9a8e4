import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { orIfMissing } from '../../files/system-errors.ts'
import { projectionOf } from '../crs/projection.ts'
import { projectionOfWkt } from '../crs/wkt.ts'
import { withBytes } from '../files/bytes.ts'
import {
  asTileError,
  type ByteSource,
  type Companion,
  type PostGrid,
  type Tile,
  TileError,
  type TileFile,
  UnreadyFileError,
} from '../tile.ts'
import { georeference } from '../tiles/projected.ts'
import { decoder, decoding } from './decoder.ts'
import type { decode } from './text-grid-heights.ts'

/*
 * Text grids: a header, then the heights in metres, row by row from the north. The coordinate system is in a
 * file of the same name with the extension .prj; without it, coordinates in the range of degrees are WGS 84.
 */

const HEAD_BYTES = 4096
const CHUNK_BYTES = 1024 * 1024
/** Maximum number of posts, as the whole file is decoded as one chunk. */
const MAXIMUM_POSTS = 64 * 1024 * 1024
const MAXIMUM_PRJ_BYTES = 64 * 1024

export interface TextGrid {
  rows: number
  cols: number
  /** Grid of the post centers. */
  grid: PostGrid
  nodata: number | undefined
  /** Offset of the heights in the file, in bytes. */
  dataOffset: number
}

/** Opens a text grid; reads only the header. `parse` receives the beginning of the file. */
export async function openTextGrid(
  file: TileFile,
  source: string,
  parse: (file: TileFile, text: string) => TextGrid,
): Promise<Tile> {
  const head = await withBytes(file, (bytes) => bytes.read(0, Math.min(HEAD_BYTES, bytes.sizeBytes)))
  const header = parse(file, Buffer.from(head).toString('latin1'))
  checkSize(file, header)
  const { rows, cols } = header
  const prj = await readPrj(file)
  return {
    file,
    source,
    ...(prj && { companions: [prj] }),
    ...georeferenceOf(file, header, prj),
    rows,
    cols,
    chunkRows: rows,
    chunkCols: cols,
    readChunk: () => decoding(file, () => withBytes(file, (bytes) => readHeights(file, header, bytes))),
  }
}

function checkSize(file: TileFile, { rows, cols, grid }: TextGrid): void {
  if (![cols, rows].every((side) => Number.isInteger(side) && side > 0) || cols * rows > MAXIMUM_POSTS) {
    throw new TileError(file, `${rows} rows and ${cols} columns, expected at most ${MAXIMUM_POSTS} posts`)
  }
  // A height and its separator take at least two bytes.
  if (cols * rows * 2 - 1 > file.sizeBytes)
    throw new TileError(file, 'truncated: fewer heights than its header says')
  if (!(grid.colStep > 0 && grid.rowStep > 0))
    throw new TileError(file, `cells of ${grid.colStep} × ${grid.rowStep}, expected a size above 0`)
}

function georeferenceOf(
  file: TileFile,
  { grid, rows, cols }: TextGrid,
  prj: Companion | undefined,
): Pick<Tile, 'lattice' | 'projected'> {
  const wkt = prj && new TextDecoder().decode(prj.content).trim()
  const isDegrees =
    Math.abs(grid.west) <= 360 && Math.abs(grid.north) <= 90.01 && grid.rowStep < 10 && grid.colStep < 10
  if (wkt === undefined && !isDegrees) {
    throw new UnreadyFileError(file, 'coordinates that are not degrees, and no .prj file next to it')
  }
  try {
    const projection = wkt === undefined ? projectionOf('+proj=longlat +datum=WGS84') : projectionOfWkt(wkt)
    return georeference(projection, grid, rows, cols)
  } catch (error) {
    return asTileError(file)(error)
  }
}

/** Reads the companion .prj file; `undefined` if the file is missing. */
async function readPrj(file: TileFile): Promise<Companion | undefined> {
  if (file.companions) return file.companions.find(({ name }) => /\.prj$/i.test(name))
  const stem = file.path.replace(/\.[^.]*$/, '')
  for (const ending of ['.prj', '.PRJ']) {
    const stats = await orIfMissing(stat(stem + ending), undefined)
    if (stats === undefined || !stats.isFile()) continue
    if (stats.size > MAXIMUM_PRJ_BYTES) throw new TileError(file, 'its .prj file is too long')
    return { name: basename(stem + ending), content: await readFile(stem + ending) }
  }
  return undefined
}

async function readHeights(file: TileFile, header: TextGrid, bytes: ByteSource): Promise<Float32Array> {
  const { rows, cols, nodata, dataOffset } = header
  const postCount = rows * cols
  let read: { posts?: Float32Array; count: number; rest: string } = { count: 0, rest: '' }
  for (let offset = dataOffset; offset < bytes.sizeBytes; offset += CHUNK_BYTES) {
    const chunk = await bytes.read(offset, Math.min(CHUNK_BYTES, bytes.sizeBytes - offset))
    const isLast = offset + CHUNK_BYTES >= bytes.sizeBytes
    read = await decoder.run<typeof decode>(file, 'text-grid-heights', {
      ...read,
      bytes: chunk,
      isLast,
      postCount,
      nodata,
    })
  }
  if (read.posts === undefined || read.count < postCount) {
    throw new TileError(file, `truncated: ${read.count} heights, its header says ${postCount}`)
  }
  return read.posts
}

import { type Tile, TileError, type TileFile } from './tile.ts'

// Each format by the end of the file's path. A new format is a line here and a file that makes a Tile; it is loaded
// for its first file.
const FORMATS: [RegExp, (file: TileFile) => Promise<Tile>][] = [
  [/\.hgt(?:\.gz|\.zip)?$/i, async (file) => (await import('./formats/hgt.ts')).openHgt(file)],
  [/\.tiff?$/i, async (file) => (await import('./formats/geotiff-tile.ts')).openGeotiff(file)],
  [/\.asc$/i, async (file) => (await import('./formats/esri-ascii.ts')).openEsriAscii(file)],
  [
    /[\\/]\d{1,2}[\\/]\d{1,8}[\\/]\d{1,8}\.png$/i,
    async (file) => (await import('./formats/terrarium.ts')).openTerrarium(file),
  ],
]

/** To open a file its header is read, no posts: the longest are two lists of 16 MiB. */
const MAXIMUM_BYTES = 64 * 1024 * 1024
/** A disk that has to start takes some seconds. */
export const OPENING_MS = 30_000

/** A file could not be opened in time. It may be another time. */
export class SlowFileError extends TileError {}

export function isTileFile(path: string): boolean {
  return FORMATS.some(([ending]) => ending.test(path))
}

/**
 * Opens a file by the end of its path, `undefined` where no format has that. Throws a TileError where it is no tile, or
 * more than a header would have to be read, and a SlowFileError after `timeoutMs`.
 */
export async function openTile(file: TileFile, timeoutMs?: number): Promise<Tile | undefined> {
  const open = FORMATS.find(([ending]) => ending.test(file.path))?.[1]
  if (open === undefined) return undefined
  let leftBytes = MAXIMUM_BYTES
  let late: SlowFileError | undefined
  file.onRead = (lengthBytes) => {
    leftBytes -= lengthBytes
    if (late !== undefined) throw late
    if (leftBytes < 0) throw new TileError(file, `its header takes more than ${MAXIMUM_BYTES} bytes`)
  }
  const opening = open(file).finally(() => {
    delete file.onRead
  })
  if (timeoutMs === undefined) return opening
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late = new SlowFileError(file, `could not be opened within ${timeoutMs / 1000} s`)
      reject(late)
    }, timeoutMs)
  })
  try {
    return await Promise.race([opening, timeout])
  } finally {
    clearTimeout(timer)
  }
}

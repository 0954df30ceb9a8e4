import type { FileTerrain } from './terrain.ts'
import { chunksUnder, type Tile, TileError } from './tile.ts'

export interface Checked {
  files: number
  problems: { path: string; detail: string }[]
}

/** Opens and decodes all files, and verifies the hashes of cached pages. Damaged pages are removed. */
export async function checkTerrain(
  terrain: FileTerrain,
  onProgress: (done: number, of: number) => void,
): Promise<Checked> {
  const tiles = await terrain.ownTiles()
  const problems = [...terrain.problems()]
  const total = tiles.length + problems.length
  let files = problems.length
  for (const tile of tiles) {
    onProgress(files++, total)
    const detail = await faultOf(tile)
    if (detail !== undefined) problems.push({ path: tile.file.path, detail })
  }
  onProgress(files, total)
  for await (const { path, name, damaged } of terrain.remote?.verify() ?? []) {
    files++
    if (damaged === 0) continue
    problems.push({ path, detail: `${name}: ${damaged} damaged cached pages, to be downloaded again` })
  }
  return { files, problems }
}

async function faultOf(tile: Tile): Promise<string | undefined> {
  try {
    for (const { row, col } of chunksUnder(tile)) await tile.readChunk(row, col)
    return undefined
  } catch (error) {
    if (error instanceof TileError) return error.message
    const { code, message } = error as NodeJS.ErrnoException
    return `${tile.file.name}: ${code ?? message}`
  }
}

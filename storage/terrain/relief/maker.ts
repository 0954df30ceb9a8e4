import { createHash } from 'node:crypto'
import type { BoundedFolder } from '../../files/bounded-folder.ts'
import { Semaphore } from '../../files/semaphore.ts'
import type { FileTerrain } from '../terrain.ts'
import { boundsOfSquare, MAXIMUM_FILES, type PixelSquare, tileHeights } from './heights.ts'
import { gapsPicture, heightsPicture, maskPicture } from './picture.ts'
import { LARGE_MARGIN_PX, LARGE_PX, TILE_PX, type TileAddress } from './tile-grid.ts'

/** Version of the tile content, part of the cache key. */
const FORM = 4
/** Number of tiles made at a time; each uses some ten megabytes of posts. */
const CONCURRENT_TILES = 2
/** Margin in pixels for filling holes: a hole inside the margin gets equal heights in adjacent tiles. */
export const FILL_MARGIN_PX = 128
/** Maximum attempts to make a tile whose ground changes meanwhile. */
const MAXIMUM_ATTEMPTS = 3

/**
 * filled: heights, with unknown heights filled in; large: like filled, with twice the pixels and a margin;
 * mask: unknown ground; gaps: heights, transparent where unknown.
 */
export type TileForm = 'filled' | 'large' | 'mask' | 'gaps'

const small = { tilePx: TILE_PX, marginPx: 0 }
const FORMS: Record<TileForm, Omit<PixelSquare, 'tile'> & { isFilled: boolean }> = {
  filled: { ...small, isFilled: true },
  large: { tilePx: LARGE_PX, marginPx: LARGE_MARGIN_PX, isFilled: true },
  mask: { ...small, isFilled: false },
  gaps: { ...small, isFilled: false },
}

export interface TileRequest extends TileAddress {
  form: TileForm
}

export interface MadeTile {
  /** Entity tag; changes whenever the ground may have changed. */
  tag: string
  png: Buffer
}

export class TileMaker {
  readonly #terrain: FileTerrain
  readonly #folder: BoundedFolder
  readonly #turns = new Semaphore(CONCURRENT_TILES)
  readonly #making = new Map<string, Promise<Buffer | undefined>>()

  constructor(terrain: FileTerrain, folder: BoundedFolder) {
    this.#terrain = terrain
    this.#folder = folder
  }

  /** Makes a tile; `undefined` if the ground has too many posts for the zoom. */
  async make(request: TileRequest): Promise<MadeTile | undefined> {
    const { form, ...tile } = request
    const { isFilled, ...size } = FORMS[form]
    const square = { tile, ...size }
    const wide = { ...square, marginPx: size.marginPx + (isFilled ? FILL_MARGIN_PX : 0) }
    for (let attempt = 1; ; attempt++) {
      const ground = await this.#terrain.identify(boundsOfSquare(wide))
      if (ground.tiles > MAXIMUM_FILES) return undefined
      const tag = createHash('sha256')
        .update(JSON.stringify([FORM, tile.z, tile.x, tile.y, form, ground.identity]))
        .digest('base64url')
      const name = `${tag}.png`
      const kept = await this.#folder.read(name)
      if (kept) return { tag, png: kept }

      let making = this.#making.get(tag)
      if (making === undefined) {
        making = this.#turns.run(undefined, async () => {
          const heightsM = await tileHeights(square, this.#terrain, ground.extent)
          if (heightsM === undefined) return undefined
          if (form === 'mask') return maskPicture(heightsM)
          if (form === 'gaps') return gapsPicture(heightsM)
          // Unknown heights are filled from a wider square, unless that square has too many posts.
          const wider = heightsM.some(Number.isNaN)
            ? await tileHeights(wide, this.#terrain, ground.extent)
            : undefined
          return heightsPicture(wider ?? heightsM, size.tilePx + 2 * size.marginPx)
        })
        this.#making.set(tag, making)
        // Errors are ignored here: callers that await the tile receive the error.
        making.finally(() => this.#making.delete(tag)).catch(() => {})
      }
      const png = await making
      if (png === undefined) return undefined
      const { identity } = await this.#terrain.identify(boundsOfSquare(wide))
      if (identity === ground.identity) {
        await this.#folder.write(name, png)
        return { tag, png }
      }
      if (attempt === MAXIMUM_ATTEMPTS) return { tag: `${tag}-${attempt}`, png }
    }
  }
}

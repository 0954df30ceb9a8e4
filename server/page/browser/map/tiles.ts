import { addProtocol } from 'maplibre-gl'
import { ContourMaker, type GroundTiles } from '../contours/contours.ts'
import { readTile } from '../service/tile-files.ts'
import { leaveOut, leaveOutBelow } from './recolor.ts'

const resultProtocol = 'coverage'
const groundProtocol = 'ground'
const contourProtocol = 'contours'

export const groundAddress = `${groundProtocol}://{z}/{x}/{y}`
export const contourAddress = `${contourProtocol}://{z}/{x}/{y}`

/** What is left out of a result. */
export interface LeftOut {
  /** Colours of its legend. */
  hidden: readonly string[]
  /** Values below this code of the tiles of values. */
  belowCode: number | undefined
}

/** The address of tiles in the colours of a result, without what is left out. */
export function tilesAddress(id: string, layer: string | undefined, { hidden, belowCode }: LeftOut): string {
  const query = new URLSearchParams()
  if (layer !== undefined) query.set('layer', layer)
  if (hidden.length > 0) query.set('hidden', hidden.join(','))
  if (belowCode !== undefined) query.set('below', String(belowCode))
  return `${resultProtocol}://${id}/{z}/{x}/{y}?${query}`
}

/** Tiles of results: as the service made them, or recoloured here. */
export function serveResultTiles(): void {
  addProtocol(resultProtocol, async ({ url }, { signal }) => {
    const [, id, index, query] = /^\w+:\/\/([^/]+)\/([\d/]+)\?(.*)$/.exec(url) ?? []
    const asked = new URLSearchParams(query)
    const hidden = asked.get('hidden')?.split(',') ?? []
    const below = asked.get('below')
    for (const name of ['hidden', 'below']) asked.delete(name)
    const read = (kind: string) => readTile(`/results/${id}/${kind}/${index}.png?${asked}`, signal)
    const [colors, values] = await Promise.all([read('tiles'), below === null ? undefined : read('values')])
    if (hidden.length === 0 && values === undefined) return { data: colors.bytes.slice(0) }
    const picture = await pixelsOf(colors.bytes)
    leaveOut(picture.data, hidden)
    if (values !== undefined) leaveOutBelow(picture.data, (await pixelsOf(values.bytes)).data, Number(below))
    return { data: await createImageBitmap(picture) }
  })
}

/** The ground for relief and 3D, and its contours; until it is stopped. */
export function serveGroundTiles(tiles: Pick<GroundTiles, 'maxzoom' | 'bounds'>): () => void {
  const pathOf = (index: string) => `/api/v1/terrain/tiles/${index}.png`
  addProtocol(groundProtocol, async ({ url }, { signal }) => {
    const [, index = '', query = ''] = /^\w+:\/\/([\d/]+)(.*)$/.exec(url) ?? []
    const { bytes, cacheControl } = await readTile(`${pathOf(index)}${query}`, signal)
    return { data: bytes.slice(0), ...(cacheControl !== undefined && { cacheControl }) }
  })
  const maker = new ContourMaker({ ...tiles, pathOf: ({ z, x, y }) => pathOf(`${z}/${x}/${y}`) })
  addProtocol(contourProtocol, async ({ url }, { signal }) => {
    const [, z, x, y] = /^\w+:\/\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []
    return { data: await maker.tile({ z: Number(z), x: Number(x), y: Number(y) }, signal) }
  })
  return () => maker.stop()
}

async function pixelsOf(bytes: ArrayBuffer): Promise<ImageData> {
  // As they are: numbers are in them.
  const drawn = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  })
  const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d', {
    willReadFrequently: true,
  })
  if (context === null) throw new Error('no canvas')
  context.drawImage(drawn, 0, 0)
  return context.getImageData(0, 0, drawn.width, drawn.height)
}

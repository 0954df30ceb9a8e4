import { addProtocol } from 'maplibre-gl'
import { authorization, send } from '../service/session.ts'

const protocol = 'coverage'
/** Colours of the legend lie farther apart than what the decoding of a translucent one may shift. */
const SAME_COLOR = 12

/** The address of tiles in the colours of a result, without those that were left out. */
export function tilesAddress(id: string, layer: string | undefined, hidden: readonly string[]): string {
  const query = new URLSearchParams()
  if (layer !== undefined) query.set('layer', layer)
  if (hidden.length > 0) query.set('hidden', hidden.join(','))
  return `${protocol}://${id}/{z}/{x}/{y}?${query}`
}

/** Tiles of results: as the service made them, or recoloured here. */
export function serveResultTiles(): void {
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [, id, index, query] = /^\w+:\/\/([^/]+)\/([\d/]+)\?(.*)$/.exec(url) ?? []
    const asked = new URLSearchParams(query)
    const hidden = asked.get('hidden')?.split(',') ?? []
    asked.delete('hidden')
    const address = `${location.origin}/results/${id}/tiles/${index}.png?${asked}`
    const answer = await send(new Request(address, { headers: authorization(), signal }))
    if (!answer.ok) throw new Error(`${answer.status} ${address}`)
    if (hidden.length === 0) return { data: await answer.arrayBuffer() }
    return { data: await without(hidden, await answer.blob()) }
  })
}

async function without(colors: readonly string[], picture: Blob): Promise<ImageBitmap> {
  const drawn = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(drawn.width, drawn.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return drawn
  context.drawImage(drawn, 0, 0)
  const image = context.getImageData(0, 0, drawn.width, drawn.height)
  const channels = colors.map((color) =>
    [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16)),
  )
  for (let at = 0; at < image.data.length; at += 4) {
    const isHidden = channels.some((color) =>
      color.every((channel, index) => Math.abs(channel - (image.data[at + index] ?? 0)) <= SAME_COLOR),
    )
    if (isHidden) image.data[at + 3] = 0
  }
  return createImageBitmap(image)
}

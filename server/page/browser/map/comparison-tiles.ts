import { addProtocol } from 'maplibre-gl'
import { readSide, type Side, textOf } from '../comparison/side.ts'
import { colored, compareTile } from '../comparison/tiles.ts'

const protocol = 'comparison'

/** The address of tiles that say where only one of two results covers, and where both do. */
export function comparisonAddress(sides: readonly [Side, Side]): string {
  return `${protocol}://{z}/{x}/{y}?${sides.map(textOf).join(';')}`
}

export function serveComparisonTiles(): void {
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [, z, x, y, before = '', after = ''] = /^\w+:\/\/(\d+)\/(\d+)\/(\d+)\?([^;]*);(.*)$/.exec(url) ?? []
    const index = { z: Number(z), x: Number(x), y: Number(y) }
    const pixels = await compareTile([readSide(before), readSide(after)], index, signal)
    return { data: await createImageBitmap(colored(pixels)) }
  })
}

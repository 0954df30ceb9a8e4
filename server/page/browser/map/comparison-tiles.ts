import { addProtocol } from 'maplibre-gl'
import { colored, compareTile } from '../comparison/outcomes.ts'
import type { Side } from '../comparison/side.ts'

const protocol = 'comparison'

let compared: readonly [Side, Side] | undefined
let count = 0

export function comparisonAddress(sides: readonly [Side, Side]): string {
  compared = sides
  return `${protocol}://${++count}/{z}/{x}/{y}`
}

export function serveComparisonTiles(): void {
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [, z, x, y] = /^\w+:\/\/\d+\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []
    if (compared === undefined) throw new Error('Nothing is compared.')
    const index = { z: Number(z), x: Number(x), y: Number(y) }
    return { data: await createImageBitmap(colored(await compareTile(compared, index, signal))) }
  })
}

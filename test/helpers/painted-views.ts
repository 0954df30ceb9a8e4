import sharp from 'sharp'
import type { Test } from 'tap'
import { paint, paintingOf } from '../../server/page/browser/comparison/painting.ts'
import {
  type Bins,
  type Entry,
  entriesIn,
  type Legends,
  type View,
} from '../../server/page/browser/comparison/view.ts'
import type { Client } from './client.ts'
import { reader, tileOver, viewedRequest } from './compared-views.ts'
import { finished } from './real-server.ts'

export const views: View[] = [
  { sensitivity_dbm: -75 },
  { eirp_dbm: 50 },
  { sensitivity_dbm: -52, eirp_dbm: 31 },
  { sensitivity_dbm: -70, eirp_dbm: 44, up_eirp_dbm: 20, up_sensitivity_dbm: -71 },
  { sensitivity_dbm: -60, eirp_dbm: 31, up_eirp_dbm: 20, up_sensitivity_dbm: -81 },
]

interface PaintedCase {
  layers: string[]
  /** Of the request. */
  more: Record<string, unknown>
  seen: View[]
}

/** What the page draws of a view equals the tiles and the legend of the service. */
export async function paintedAlike(
  t: Test,
  client: Client,
  { layers, more, seen }: PaintedCase,
): Promise<void> {
  const { ask, json, pixelsOf } = reader(t, client)
  const { id } = await finished(client, { ...viewedRequest, ...more })
  const own: View = 'rx_sensitivity_dbm' in more ? { sensitivity_dbm: Number(more.rx_sensitivity_dbm) } : {}
  const tile = await tileOver(client, id)
  const [z = 0, x = 0, y = 0] = tile.split('/').map(Number)
  // The coarser one has what is out of range.
  const indices = [tile, `${z - 3}/${x >> 3}/${y >> 3}`]
  for (const layer of layers) {
    const legendOf = async (view: View) =>
      (await json<{ legend: { entries: Entry[] } }>(id, '/preview', { layer, ...view })).legend.entries
    const { bins } = await json<{ bins: Bins }>(id, '/tiles.json', { layer })
    const isOwn = own.sensitivity_dbm !== undefined || seen.length === 0
    const legends: Legends = {
      levels: await legendOf({}),
      covered: {
        sensitivityDbm: own.sensitivity_dbm ?? -100,
        entries: await legendOf(isOwn ? {} : { sensitivity_dbm: -100 }),
      },
    }
    for (const given of [{}, ...seen]) {
      const said = JSON.stringify({ ...more, layer, ...given })
      const view = { ...own, ...given }
      const entries = entriesIn(legends, view, bins.link)
      t.same(entries, await legendOf(given), said)
      const painting = paintingOf(bins, entries, view, [])
      for (const index of indices) {
        const numbers = await numbersIn((await ask(id, `/bins/${index}.png`, { layer, size: '512' })).body)
        const wanted = await pixelsOf(id, `/tiles/${index}.png`, { layer, ...given, size: '512' })
        t.equal(Buffer.from(paint(numbers, painting)).compare(wanted), 0, `${said} ${index}`)
      }
    }
  }
}

/** As the page's canvas reads a tile of bins. */
async function numbersIn(png: Buffer): Promise<Uint16Array> {
  const pixels = await sharp(png).removeAlpha().raw().toBuffer()
  return Uint16Array.from({ length: pixels.length / 3 }, (_, at) => pixels.readUInt16BE(3 * at + 1))
}

import sharp from 'sharp'
import t from 'tap'
import { paint, paintingOf } from '../../../server/page/browser/comparison/painting.ts'
import {
  type Bins,
  type Entry,
  entriesIn,
  type Legends,
  type View,
} from '../../../server/page/browser/comparison/view.ts'
import { reader, startOnHills, tileOver, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Sensitivity, power and the way back on the page: what it draws by itself.

const server = await startOnHills(t)
const { client } = await server.account()
const { ask, json, pixelsOf } = reader(t, client)

const views: View[] = [
  { sensitivity_dbm: -75 },
  { eirp_dbm: 50 },
  { sensitivity_dbm: -52, eirp_dbm: 31 },
  { sensitivity_dbm: -70, eirp_dbm: 44, up_eirp_dbm: 20, up_sensitivity_dbm: -71 },
]

t.test('what the page draws of a view equals the tiles and the legend of the service', async (t) => {
  const bounded = { rx_sensitivity_dbm: -60 }
  for (const { layers, more, seen = views } of [
    { layers: ['visible'], more: { model: 'los' }, seen: [] },
    { layers: ['min_height'], more: { model: 'los', layers: ['min_height'] }, seen: [] },
    { layers: ['value', 'class'], more: bounded },
    { layers: ['value'], more: { rx_gain_dbi: 2.3 }, seen: views.slice(2) },
    { layers: ['class'], more: { output: 'path_loss', rx_sensitivity_dbm: -61.5 }, seen: views.slice(3) },
  ]) {
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
        const entries = entriesIn(legends, view)
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
})

/** As the page's canvas reads a tile of bins. */
async function numbersIn(png: Buffer): Promise<Uint16Array> {
  const pixels = await sharp(png).removeAlpha().raw().toBuffer()
  return Uint16Array.from({ length: pixels.length / 3 }, (_, at) => pixels.readUInt16BE(3 * at + 1))
}

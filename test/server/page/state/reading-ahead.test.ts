import { asked, pass } from '../../../helpers/page-host.ts'
import '../../../helpers/page-dom.ts'

import { h } from 'preact'
import t from 'tap'
import { Drawn } from '../../../helpers/page-dom.ts'

// What the map asks for before it exists.

t.test('tiles of a result are requested as soon as it is described, before the next frame', async (t) => {
  const { createElement } = document
  const canvas = { getContext: () => ({}) }
  const frames: (() => void)[] = []
  Object.assign(globalThis, {
    requestAnimationFrame: (run: () => void) => frames.push(run),
    cancelAnimationFrame: () => {},
  })
  Object.assign(document, {
    createElement: (name: string) => (name === 'canvas' ? canvas : createElement.call(document, name)),
  })
  const { MapView } = await import('../../../../server/page/browser/map/map-view.tsx')
  const { shownLayer } = await import('../../../../server/page/browser/state/viewing.ts')
  const drawn = new Drawn(h(MapView, {}))
  const box = drawn.all('div').find(({ attributes }) => attributes.class === 'map-canvas')
  Object.assign(box ?? {}, { clientWidth: 576, clientHeight: 576 })
  for (const run of frames.splice(0)) run()
  await asked()
  const path = '/results/sim_0/bins/{z}/{x}/{y}.png'
  const bins = { values: [], link: null }
  shownLayer.value = { id: 'sim_0', path, bounds: [7.9, 46.9, 8.1, 47.1], maxzoom: 12, bins } as never
  const paths = (await asked()).map((one) => one.path).filter((one) => one.startsWith('/results/'))
  t.ok(paths.length > 0)
  drawn.end()
  await pass(1000)
})

import t from 'tap'
import { usualResolution } from '../../../server/command/actions/resolution.ts'
import type { Service } from '../../../server/command/call/service.ts'

/** A service whose posts are so far apart. */
function serviceOf(post_spacing_m: number | null): Service {
  const GET = async () => ({ data: { post_spacing_m }, response: new Response('') })
  const service = { answer: (ask: (client: { GET: typeof GET }) => unknown) => ask({ GET }) }
  return service as unknown as Service
}

t.test('cells that nobody chose follow the posts, no finer than a thousandth of the range', async (t) => {
  const body = { tx_lat: 49.2, tx_lon: 11.1, max_range: 5 }
  for (const [spacingM, own, resolution] of [
    [90, {}, 90],
    [5, { max_range: 20 }, 20],
    [null, {}, undefined],
    [90, { resolution: 40 }, undefined],
    [90, { grid: {} }, undefined],
    [90, { tx_lat: 'x' }, undefined],
  ] as const) {
    t.equal(await usualResolution(serviceOf(spacingM), { ...body, ...own }), resolution)
  }
})

import t from 'tap'
import { withResolutions } from '../../../server/command/actions/resolution.ts'
import type { Service } from '../../../server/command/service.ts'

// Cells that nobody chose follow the posts of the terrain.

/** A service whose posts are 90 m apart in the north and 5 m in the south; `busy` answers first can't be given. */
function serviceOf(busy: number) {
  const asked: number[] = []
  const GET = async (_path: string, { params }: { params: { query: { lat: number } } }) => {
    asked.push(params.query.lat)
    if (asked.length <= busy)
      return { response: new Response('', { status: 503, headers: { 'retry-after': '0' } }) }
    return { data: { post_spacing_m: params.query.lat > 0 ? 90 : 5 }, response: new Response('') }
  }
  const service = { answer: (ask: (client: { GET: typeof GET }) => unknown) => ask({ GET }) }
  return { service: service as unknown as Service, asked }
}

const north = { tx_lat: 49.2, tx_lon: 11.1, max_range: 5 }
const south = { tx_lat: -35.2, tx_lon: 149.1, max_range: 20 }

t.test('cells follow the posts, which are asked for once a degree square', async (t) => {
  const { service, asked } = serviceOf(0)
  const bodies = [
    north,
    { ...north, tx_lat: 49.9 },
    south,
    { ...north, resolution: 40 },
    { ...north, grid: {} },
  ]
  const resolutions = (await withResolutions(service, bodies)).map(({ resolution }) => resolution)
  t.same(resolutions, [90, 90, 20, 40, undefined], 'and no finer than a thousandth of the range')
  t.same(asked, [49.2, -35.2])
})

t.test('a table waits for a service that starts, so that the same table is the same request', async (t) => {
  const waiting = serviceOf(1)
  t.match(await withResolutions(waiting.service, [north], new AbortController().signal), [{ resolution: 90 }])
  t.same(waiting.asked, [49.2, 49.2])
  const { service, asked } = serviceOf(1)
  t.same(await withResolutions(service, [north]), [north], 'one simulation is refused by the service itself')
  t.same(asked, [49.2])
})

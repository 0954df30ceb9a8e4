import t, { type Test } from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { CLUTTER_HEIGHTS_M, heightGainLossDb } from '../../kernels/propagation/clutter.ts'
import type { Link } from '../../server/link/schemas.ts'
import { mast, rasterIn, startOnHills } from '../helpers/compared-views.ts'
import { finished } from '../helpers/real-server.ts'

// Clutter and buildings around the antennas: in a raster as in a link, and beside a bare raster of raised antennas.

const server = await startOnHills(t)
/** Of its own for each test, as requests a minute are limited. */
const client = async () => (await server.account()).client
type Client = Awaited<ReturnType<typeof client>>
const request = { ...mast, tx_height: 30, frequency: 868, max_range: 3, resolution: 100, rx_height: 2 }
/** Receivers above sea level, some of which stand in the clutter of their cells: two passes over one raster. */
const belowAndAbove = [
  { rx_clutter: { type: 'urban', height_m: 60 }, rx_height_mode: 'AMSL', rx_height: 660, frequency: 100 },
  {
    rx_clutter: { type: 'trees', height_m: 30 },
    rx_height_mode: 'AMSL',
    rx_height: 640,
    tx_height: 3,
    frequency: 100,
  },
]
const models = ['free_space', 'two_ray', 'p526', 'itm', 'p1812']

async function rasterOf(t: Test, client: Client, more: object) {
  const { id } = await finished(client, { ...request, output: 'path_loss', ...more })
  return rasterIn(t, (await client.get(`/results/${id}.tif`)).body)
}

/** `undefined` where a link finds unknown ground between the ends, at which models without a profile do not look. */
async function linkTo(
  client: Client,
  place: { rx_lat: number; rx_lon: number },
  more: object,
): Promise<Link | undefined> {
  const { max_range: _range, resolution, ...others } = request
  // Of links only models with locations take it.
  const body = {
    ...others,
    ...((more as { model?: string }).model === 'p1812' && { resolution }),
    ...place,
    ...more,
  }
  const answer = await client.post('/api/v1/link', body)
  if (answer.status === 400 && answer.text.includes('terrain_unavailable')) return undefined
  if (answer.status !== 200) throw new Error(answer.text.slice(0, 300))
  return answer.json<Link>()
}

for (const model of models) {
  const trees = { type: 'trees', height_m: 12 }
  t.test(`${model}: receivers among trees are those on masts of their height, and A_h`, async (t) => {
    const asking = await client()
    const covered = await rasterOf(t, asking, { model, rx_clutter: trees })
    const bare = await rasterOf(t, asking, { model, rx_height: 12 })
    const gainDb = heightGainLossDb('trees', 2, 12, 0.868)
    let worstDb = 0
    let known = 0
    covered.data.forEach((lossDb, cell) => {
      if (Number.isNaN(lossDb) !== Number.isNaN(bare.data[cell])) t.fail(`cell ${cell}: ${lossDb}`)
      if (Number.isNaN(lossDb)) return
      known++
      worstDb = Math.max(worstDb, Math.abs(lossDb - bare.data[cell] - gainDb))
    })
    t.ok(known > 1000)
    t.ok(worstDb < 2e-5, `${worstDb} dB`)
  })

  t.test(`${model}: a raster says of both ends what a link says`, async (t) => {
    for (const more of [
      { tx_clutter: { type: 'suburban' }, tx_height: 4, rx_clutter: { type: 'open', height_m: 6 } },
      ...belowAndAbove,
      {
        rx_clutter: { type: 'statistical', percent: 80 },
        rx_indoor: { building: 'traditional', percent: 50 },
      },
    ]) {
      const asking = await client()
      const { geometry, data } = await rasterOf(t, asking, { model, ...more })
      let compared = 0
      for (let cell = 7; cell < data.length; cell += 61) {
        if (Number.isNaN(data[cell])) continue
        const latDeg = geometry.northDeg - (Math.floor(cell / geometry.cols) + 0.5) * geometry.cellLatDeg
        const lonDeg = geometry.westDeg + ((cell % geometry.cols) + 0.5) * geometry.cellLonDeg
        const link = await linkTo(asking, { rx_lat: latDeg, rx_lon: lonDeg }, { model, ...more })
        if (link === undefined) continue
        const lossDb = Number(link.loss_db.model)
        if (Math.abs(lossDb - data[cell]) > 0.05) t.fail(`cell ${cell}: ${data[cell]}, link ${lossDb}`)
        compared++
      }
      t.ok(compared > 10, `${compared} cells`)
    }
  })
}

t.test('without a clutter, and with none of it, nothing changes', async (t) => {
  const asking = await client()
  const of = async (more: object) => (await rasterOf(t, asking, { model: 'p526', ...more })).data
  const bare = await of({})
  t.same(await of({ rx_clutter: { type: 'none' }, tx_clutter: { type: 'none' } }), bare)
  t.same(await of({ rx_clutter: { type: 'urban' }, rx_height: 40 }), await of({ rx_height: 40 }), 'above it')
})

t.test('cells nearer than statistical clutter has a loss are unknown', async (t) => {
  const { geometry, data } = await rasterOf(t, await client(), {
    model: 'free_space',
    rx_clutter: { type: 'statistical', percent: 50 },
    tx_clutter: { type: 'statistical', percent: 50 },
  })
  const middle = Math.floor(geometry.rows / 2)
  const alongRow = Array.from({ length: geometry.cols }, (_, col) => data[middle * geometry.cols + col])
  const known = alongRow.map((lossDb) => !Number.isNaN(lossDb))
  const first = known.indexOf(false, known.indexOf(true))
  const cellsUnknown = known.indexOf(true, first) - first
  t.ok(cellsUnknown >= 19 && cellsUnknown <= 21, `${cellsUnknown} cells of 100 m about the mast`)
})

t.test('a link names its terms', async (t) => {
  const ends = {
    tx_clutter: { type: 'open' },
    tx_height: 3,
    rx_clutter: { type: 'dense_urban' },
    rx_indoor: { building: 'efficient', percent: 90 },
  }
  const asking = await client()
  const place = { rx_lat: mast.tx_lat + 0.01, rx_lon: mast.tx_lon + 0.01 }
  const linkWith = async (more: object) => {
    const link = await linkTo(asking, place, { model: 'p526', ...more })
    if (link === undefined) throw new Error('Expected known ground')
    return link
  }
  const covered = await linkWith(ends)
  const raised = await linkWith({ tx_height: 10, rx_height: 20 })
  const { tx_clutter_db, rx_clutter_db, rx_indoor_db } = covered.intermediates as Record<string, number>
  t.equal(tx_clutter_db, heightGainLossDb('open', 3, CLUTTER_HEIGHTS_M.open, 0.868))
  t.equal(rx_clutter_db, heightGainLossDb('dense_urban', 2, 20, 0.868))
  t.ok(rx_indoor_db > 40)
  const sumDb = Number(raised.loss_db.model) + tx_clutter_db + rx_clutter_db + rx_indoor_db
  t.ok(Math.abs(Number(covered.loss_db.model) - sumDb) < 1e-9)
  t.equal(covered.visible, (await linkWith({ tx_height: 3 })).visible)
})

t.test('a correction is added by the logarithm of the distance, in a raster as in a link', async (t) => {
  const asking = await client()
  const correction = { offset_db: 6, slope_db: -4 }
  const bare = await rasterOf(t, asking, { model: 'hata' })
  const { geometry, data } = await rasterOf(t, asking, { model: 'hata', correction })
  let compared = 0
  for (let cell = 3; cell < data.length; cell += 37) {
    if (Number.isNaN(data[cell])) continue
    const latDeg = geometry.northDeg - (Math.floor(cell / geometry.cols) + 0.5) * geometry.cellLatDeg
    const lonDeg = geometry.westDeg + ((cell % geometry.cols) + 0.5) * geometry.cellLonDeg
    const { distanceM } = inverse(mast.tx_lat, mast.tx_lon, latDeg, lonDeg)
    if (distanceM < 100) continue
    const addedDb = 6 - 4 * Math.log10(distanceM / 1000)
    if (Math.abs(data[cell] - bare.data[cell] - addedDb) > 1e-3) t.fail(`cell ${cell}`)
    compared++
  }
  t.ok(compared > 30)
  const place = { rx_lat: mast.tx_lat + 0.01, rx_lon: mast.tx_lon }
  const link = await linkTo(asking, place, { model: 'p526', correction })
  const without = await linkTo(asking, place, { model: 'p526' })
  if (link === undefined || without === undefined) return t.fail('Expected known ground')
  const addedDb = Number(link.intermediates.correction_db)
  t.ok(Math.abs(addedDb - (6 - 4 * Math.log10(link.distance_m / 1000))) < 1e-4)
  t.ok(Math.abs(Number(link.loss_db.model) - Number(without.loss_db.model) - addedDb) < 1e-9)
})

t.test('a transmitter above sea level must stand where the formula of its clutter holds', async (t) => {
  const asking = await client()
  const { elevation_m: groundM } = (
    await asking.get(`/api/v1/elevation?lat=${mast.tx_lat}&lon=${mast.tx_lon}`)
  ).json<{ elevation_m: number }>()
  const onGround = { tx_height_mode: 'AMSL', tx_height: groundM, tx_clutter: { type: 'open' } }
  const failed = await finished(asking, { ...request, model: 'free_space', ...onGround })
  t.match(failed, { status: 'failed', error: { code: 'invalid_parameters', detail: /tx_clutter.type open/ } })
})

t.test('a range in which statistical clutter has no loss is refused, and a hole is warned of', async (t) => {
  const asking = await client()
  const statistical = { type: 'statistical', percent: 50 }
  const answer = await asking.post('/api/v1/simulate', {
    ...request,
    model: 'p526',
    max_range: 1,
    rx_clutter: statistical,
    tx_clutter: statistical,
  })
  t.equal(answer.status, 400)
  t.match(answer.text, /max_range must be above 1 kilometres with tx_clutter.type statistical/)
  const { id } = await finished(asking, { ...request, model: 'p526', rx_clutter: statistical })
  const { warnings } = (await asking.get(`/api/v1/status/${id}`)).json<{ warnings: { code: string }[] }>()
  t.ok(warnings.some(({ code }) => code === 'clutter_distance'))
})

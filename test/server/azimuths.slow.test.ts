import t from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { ruleErrors } from '../../server/requests/simulation.ts'
import { mast, rasterIn, reader, startOnHills, viewedRequest } from '../helpers/compared-views.ts'
import { finished } from '../helpers/real-server.ts'

// Directions that a request asks for: within them the raster of the whole circle, elsewhere nothing is in range.

const server = await startOnHills(t)
const { client } = await server.account()
const request = { ...mast, tx_height: 30, frequency: 600, max_range: 4 }

async function resultOf(more: object) {
  const { id } = await finished(client, { ...request, ...more })
  const answer = await client.get(`/results/${id}.tif`)
  const status = await client.get(`/api/v1/status/${id}`)
  const { summary } = status.json<{ summary: Record<string, number> }>()
  return { id, summary, ...(await rasterIn(t, answer.body)) }
}

/** As far beyond an edge as counts as within, in metres and of the distance. */
const EDGE_M = 0.05
const EDGE_RAD = 0.001

for (const { name, more } of [
  { name: 'shared rays', more: { resolution: 60 } },
  {
    name: 'shared rays off center',
    more: { grid: { west: 7.0003, north: 47.0002, step_lon: 0.0005, step_lat: 0.0003 } },
  },
  { name: 'own rays', more: { resolution: 700, max_range: 14 } },
  { name: 'a zone', more: { model: 'los_fresnel', resolution: 90, max_range: 2 } },
]) {
  t.test(`${name}: the cells of a sector are those of the circle`, async (t) => {
    const whole = await resultOf(more)
    const { geometry } = whole
    for (const [from_deg, to_deg] of [
      [30, 150],
      [350, 10],
      [10, 350],
      [180, 0],
      [200.5, 213],
      [45, 45.01],
      [0, 360 - 1e-3],
    ]) {
      const sector = await resultOf({ ...more, azimuths: { from_deg, to_deg } })
      t.same(sector.geometry, geometry)
      const counts = { visible: 0, blocked: 0, unknown: 0 }
      const wrong: string[] = []
      for (let cell = 0; cell < whole.data.length; cell++) {
        const row = Math.floor(cell / geometry.cols)
        const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
        const lonDeg = geometry.westDeg + ((cell % geometry.cols) + 0.5) * geometry.cellLonDeg
        const { distanceM, azimuthDeg } = inverse(mast.tx_lat, mast.tx_lon, latDeg, lonDeg)
        const width = (to_deg - from_deg + 360) % 360
        const beyond = (azimuthDeg - from_deg + 720) % 360
        const edgeDeg = Math.min(Math.abs(beyond - width), beyond, 360 - beyond)
        const isMast = distanceM < 0.001
        const beyondM = distanceM * Math.sin((edgeDeg * Math.PI) / 180)
        const isOnEdge = edgeDeg < 90 && beyondM < Math.min(EDGE_M, EDGE_RAD * distanceM)
        const isWithin = isMast || beyond <= width || isOnEdge
        const found = sector.data[cell]
        const wanted = isWithin ? whole.data[cell] : UNKNOWN
        if (found !== wanted) wrong.push(`${azimuthDeg}, ${distanceM}: ${found}`)
        if (found === VISIBLE) counts.visible++
        else if (found === BLOCKED) counts.blocked++
        else if (isWithin && distanceM <= 1000 * Number({ ...request, ...more }.max_range)) counts.unknown++
      }
      const said = `${from_deg} to ${to_deg}`
      t.same(wrong.slice(0, 5), [], said)
      t.match(sector.summary, counts, said)
      t.ok(counts.visible > 0 || to_deg - from_deg === to_deg % 1, `${said}: some are visible`)
      const { json } = reader(t, client)
      const { zones } = await json<{ zones: { state: string; cells: number }[] }>(sector.id, '/stats', {})
      const cells = zones.reduce((sum, zone) => sum + zone.cells, 0)
      t.equal(cells, counts.visible + counts.blocked + counts.unknown, `${said}: statistics count no others`)
    }
  })
}

t.test('heights of receivers that are seen are those of the circle too, and no others', async (t) => {
  const more = { resolution: 60, max_range: 2, layers: ['min_height'] }
  const whole = await resultOf(more)
  const sector = await resultOf({ ...more, azimuths: { from_deg: 90, to_deg: 180 } })
  const { rows, cols } = whole.geometry
  const [row, col] = [(rows - 1) / 2, (cols - 1) / 2]
  const at = (down: number, right: number) => (row + down) * cols + col + right
  t.equal(sector.data[at(9, 9)], whole.data[at(9, 9)])
  t.ok(Number.isFinite(whole.data[at(9, 9)]))
  for (const [down, right] of [
    [-9, 9],
    [9, -9],
    [-9, -9],
  ] as const) {
    t.ok(Number.isNaN(sector.data[at(down, right)]), 'out of range')
  }
})

t.test('a mast a fraction of a millimetre off the center of its cell, in any octant', async (t) => {
  const { tx_lat, tx_lon } = mast
  for (const [down, right] of [
    [3e-9, 3e-9],
    [-3e-9, 2e-9],
  ] as const) {
    const grid = {
      west: tx_lon - 0.00025 + right,
      north: tx_lat + 0.0002 + down,
      step_lon: 0.0005,
      step_lat: 0.0004,
    }
    const found = await resultOf({ max_range: 2, grid, azimuths: { from_deg: 20, to_deg: 30 } })
    t.equal(found.summary.unknown, 0)
    t.equal(found.data[found.data.indexOf(VISIBLE)], VISIBLE)
  }
})

t.test('unknown ground and the end of the range are judged within the sector alone', async (t) => {
  const recordOf = async (id: string) => (await client.get(`/api/v1/status/${id}`)).json<Judged>()
  interface Judged {
    terrain: { unknown_share: number }
    warnings: { code: string }[]
  }
  // The hole in the ground is within 1.8 km, due south of the mast.
  const judged = async (azimuths?: object) =>
    recordOf(
      (await resultOf({ max_range: 4, resolution: 90, tx_height: 300, ...(azimuths && { azimuths }) })).id,
    )
  const whole = await judged()
  const north = await judged({ from_deg: 270, to_deg: 90 })
  const south = await judged({ from_deg: 150, to_deg: 210 })
  t.ok(whole.terrain.unknown_share > 0)
  t.equal(north.terrain.unknown_share, 0)
  t.ok(south.terrain.unknown_share > 2 * whole.terrain.unknown_share)
  const codes = ({ warnings }: Judged) => warnings.map(({ code }) => code)
  t.ok(codes(whole).includes('range_limited'))
  t.notOk(codes(north).includes('range_limited'), 'its sides are no end of the range')
})

t.test('what azimuths may be', async (t) => {
  const errorsOf = (body: object) => ruleErrors(body).map(({ pointer, detail }) => `${pointer} ${detail}`)
  t.same(errorsOf({ ...request, azimuths: { from_deg: 350, to_deg: 10 } }), [])
  for (const [from_deg, to_deg] of [
    [20, 20],
    [0, 360],
    [1e-15, 0],
  ]) {
    const [error] = errorsOf({ ...request, azimuths: { from_deg, to_deg } })
    t.match(error, /^#\/azimuths\/to_deg .* must differ from .*leave azimuths out/)
  }
  const refused = await client.post('/api/v1/simulate', {
    ...viewedRequest,
    azimuths: { from_deg: 1, to_deg: 361 },
  })
  t.equal(refused.status, 400)
  const { errors } = refused.json<{ errors: { pointer: string; detail: string }[] }>()
  t.match(
    errors.map(({ pointer }) => pointer),
    ['#/azimuths/to_deg', '#/azimuths'],
    'beyond the limits, and of a model with power',
  )
})

import t from 'tap'
import { startAtDateLine } from '../helpers/date-line.ts'

const { client, isSameAsInland, request } = await startAtDateLine(t)

t.test('los: the cells are those of the same ground elsewhere', (t) => isSameAsInland(t, 'los'))

t.test('a link is the same for longitudes 180 and -180', async (t) => {
  const link = { ...request, rx_lat: request.tx_lat + 0.01, rx_lon: 179.985 }
  const { resolution: _resolution, max_range: _range, ...asked } = link
  const [plus, minus] = await Promise.all(
    [180, -180].map(async (tx_lon) => (await client.post('/api/v1/link', { ...asked, tx_lon })).json()),
  )
  t.same(minus, plus)
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { mast, startOnHills } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// `coverage network`: made, listed, shown, changed, deleted; its id where a simulation's is taken.

const server = await startOnHills(t)
const { account, client } = await server.account()
const key = await server.services.records.createKey(account.id)
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const file = (name: string) => join(folder, name)
const env = {
  ...{ COVERAGE_URL: server.origin, COVERAGE_KEY: key?.api_key ?? '' },
  COVERAGE_CA: file('cert.pem'),
}
const radio = {
  ...mast,
  tx_height: 20,
  frequency: 868,
  model: 'p526',
  rx_sensitivity_dbm: -100,
  max_range: 3,
}
const first = (await finished(client, { ...radio, name: 'north', resolution: 60 })).id
const second = (
  await finished(client, {
    ...radio,
    name: 'south',
    tx_lat: mast.tx_lat + 0.01,
    tx_lon: mast.tx_lon + 0.012,
    grid: first,
  })
).id
const apart = (await finished(client, { ...radio, name: 'apart', resolution: 50 })).id
const run = (...words: string[]) => typed(['network', ...words], { env })

interface Network {
  id: string
  name: string
  sites: { id: string; name: string }[]
  stats?: { covered_km2: number; sites: { alone_km2: number }[] }
}

t.test('a network is made, shown and changed', async (t) => {
  t.match((await run()).out, /No networks yet/)
  const made = await run('create', first, second, '--name', 'two', '--json')
  t.equal(made.status, 0, made.err)
  const { id, name, sites, stats } = made.json<Network>()
  t.match({ name, sites }, { name: 'two', sites: [{ name: 'north' }, { name: 'south' }] })
  t.ok(stats && stats.covered_km2 > 0)
  const shown = await run('show', id)
  t.match(shown.out, /two[\s\S]*best_server[\s\S]*north[\s\S]*south[\s\S]*covered [\d.]+ km²/)
  t.equal((await typed(['show', id], { env })).out, shown.out)
  t.equal((await run(id)).out, shown.out)
  t.match((await run()).out, new RegExp(`${id} +completed +2 +two`))
  const refused = await run('add', id, apart)
  t.match([refused.status, refused.err], [1, /not_aligned/])
  t.same((await run('add', id, apart, '--align', 'nearest', '--json')).json<Network>().sites.length, 3)
  const dropped = (await run('drop', id, apart, second, '--json')).json<Network>()
  t.same(
    dropped.sites.map((site) => site.id),
    [first],
  )
  t.match((await run('drop', id, second)).err, /is not a site of/)

  // Any GeoJSON with polygons.
  const ring = [
    [7.4, 46.4],
    [7.5, 46.4],
    [7.5, 46.6],
    [7.4, 46.4],
  ]
  const town = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
  await writeFile(file('town.geojson'), JSON.stringify(town))
  const whole = (await run('show', id, '--json')).json<Network>()
  const inside = (await run('add', id, second, '--area', file('town.geojson'), '--json')).json<Network>()
  t.ok(
    inside.stats && whole.stats && inside.stats.covered_km2 < whole.stats.covered_km2,
    'areas are those inside',
  )
  const gaps = await run('gaps', id, '--out', file('gaps.geojson'), '--sensitivity-dbm=-60')
  t.equal(gaps.status, 0, gaps.err)
  t.match(gaps.out, /\d+ gaps, [\d.]+ km² in total/)
  t.match(JSON.parse(await readFile(file('gaps.geojson'), 'utf8')), {
    type: 'FeatureCollection',
    view: { sensitivity_dbm: -60 },
  })
  for (const ending of ['png', 'tif', 'kmz', 'geojson', 'qml']) {
    const { status, err } = await typed(['result', id, '--out', file(`net.${ending}`)], { env })
    t.equal(status, 0, err)
  }
  t.match((await typed(['stats', id], { env })).out, /covered[\s\S]*alone[\s\S]*north/i)
  t.match((await typed(['share', id], { env })).out, /#share=shr_/)
  t.match((await typed(['delete', id], { env })).status, 0)
  t.equal((await run('show', id)).status, 1)
})

t.test('what is no network is refused', async (t) => {
  for (const words of [['create'], ['show'], ['gaps', 'net_x'], ['add'], ['merge', 'net_x']]) {
    const { status, err } = await run(...words)
    t.equal(status, 2, words.join(' '))
    t.match(err, /--out|ids of simulations|Expected/)
  }
  const area = await run('create', first, '--area', file('none.geojson'))
  t.match([area.status, area.err], [2, /none\.geojson can't be read \(ENOENT\)/])
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { mast, startBesideService, words } from '../../helpers/local-tile.ts'
import { finished } from '../../helpers/real-server.ts'

// Pictures of `coverage … --local` in a view or of another layer, beside those of the service over the same tile.

const { client, local } = await startBesideService(t)

t.test('a picture of power has the view of its request; class is there for the asking', async (t) => {
  const request = { ...mast, model: 'p526', resolution: 60, rx_sensitivity_dbm: -70 }
  const { id } = await finished(client, request)
  const folder = t.testdir()
  for (const [name, layer] of [
    ['x.png', ''],
    ['y.png', 'class'],
    ['z.tif', 'class'],
  ] as const) {
    const out = join(folder, name)
    const args = layer ? ['--layer', layer] : []
    t.match(await local('simulate', ...words(request), ...args, '--out', out), { status: 0 })
    const path = `/results/${id}${name.slice(1)}${layer && `?layer=${layer}`}`
    t.same(await readFile(out), (await client.get(path)).body, name)
  }
  const { rx_sensitivity_dbm: _none, ...without } = request
  t.match(await local('simulate', ...words(without), '--layer', 'class', '--out', join(folder, 'c.png')), {
    status: 1,
    err: /^layer_not_available: The layer class requires a sensitivity/,
  })
})

t.test('a picture of another layer than the main one has that layer’s colours', async (t) => {
  const request = { ...mast, layers: ['visible', 'min_height'] }
  const { id } = await finished(client, request)
  const out = join(t.testdir(), 'x.png')
  t.match(await local('simulate', ...words(request), '--layer', 'min_height', '--out', out), { status: 0 })
  t.same(await readFile(out), (await client.get(`/results/${id}.png?layer=min_height`)).body)
})

t.test('a KMZ is written, and nothing beside it', async (t) => {
  const folder = t.testdir()
  const out = join(folder, 'x.kmz')
  t.match(await local('simulate', ...words(mast), '--out', out), { status: 0 })
  t.equal((await readFile(out)).toString('latin1', 0, 2), 'PK')
  t.same(await readdir(folder), ['x.kmz'])
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { putHgt } from '../../helpers/tiles.ts'

// Pictures of `coverage … --local` in a view or of another layer, beside those of the service over the same tile.

const TILE = 'N46E007.hgt'
function heightAt(row: number, col: number): number {
  // Sea level.
  if (row < 20) return 0
  if (row >= 100 && row <= 140 && col >= 1060 && col <= 1100) return -32_768
  return Math.round(600 + 90 * Math.sin(row / 13) * Math.cos(col / 17) + 40 * Math.sin((row + col) / 5))
}

const server = await startRealServer(t, (folder) => putHgt(join(folder, TILE), heightAt), {
  KERNEL_BACKEND: 'webasm',
})
const { client } = await server.account()
const tile = join(server.services.config.terrainDirs[0] ?? '', TILE)

const mast = { tx_lat: 46.5123, tx_lon: 7.4877, tx_height: 25, frequency: 868, max_range: 2 }
const words = (body: object) =>
  Object.entries(body).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)])
const local = (command: string, ...args: string[]) => typed([command, '--local', '--dem', tile, ...args])

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
    err: /^layer_not_available: The layer class needs a sensitivity/,
  })
})

t.test('a picture of another layer than the main one has that layer’s colours', async (t) => {
  const request = { ...mast, layers: ['visible', 'min_height'] }
  const { id } = await finished(client, request)
  const out = join(t.testdir(), 'x.png')
  t.match(await local('simulate', ...words(request), '--layer', 'min_height', '--out', out), { status: 0 })
  t.same(await readFile(out), (await client.get(`/results/${id}.png?layer=min_height`)).body)
})

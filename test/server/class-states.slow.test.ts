import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// `class`, a view of `value`: where enough power arrives, where it is too weak, and where nothing is known.

// A hole in the ground, so that some of it is unknown.
const server = await startRealServer(t, (folder) =>
  putHgt(join(folder, 'N46E007.hgt'), (row, col) =>
    row > 610 && row < 620 && col > 590 && col < 610
      ? -32768
      : Math.round(600 + 60 * Math.sin(row / 13) * Math.cos(col / 17)),
  ),
)
const { client } = await server.account()
const rasterDir = join(server.services.config.dataDir, 'rasters')
const sensitivityDbm = -50
const request = {
  tx_lat: 47 - 600 * HGT_STEP_DEG,
  tx_lon: 7 + 600 * HGT_STEP_DEG,
  tx_height: 30,
  frequency: 600,
  erp: 10,
  resolution: 90,
  max_range: 3,
  model: 'p526',
}
const classes = { layers: ['value', 'class'], rx_sensitivity_dbm: sensitivityDbm }

const fileOf = ({ id }: Simulation) => join(rasterDir, `${id}.tif`)

async function refusals(body: object): Promise<Record<string, string>> {
  const answer = await client.post('/api/v1/simulate/estimate', body)
  t.equal(answer.status, 400)
  const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(2), detail]))
}

const both = await finished(client, { ...request, ...classes })

t.test('class distinguishes too weak from unknown, and value stays the same', async (t) => {
  t.match(both, { status: 'completed', params: classes, result_url: `/results/${both.id}.tif` })
  const plain = await readRaster(fileOf(await finished(client, request)))
  const value = await readRaster(fileOf(both))
  const path = join(t.testdir(), 'class.tif')
  await writeFile(path, (await client.get(`/results/${both.id}.tif?layer=class`)).body)
  const { data, kind, noData, description, metadata } = await readRaster(path)
  t.same(value.data, plain.data, 'whatever the sensitivity')
  t.same(
    Object.keys(metadata).sort(),
    [...Object.keys(value.metadata).filter((name) => name !== 'UNIT'), 'CLASSES'].sort(),
  )
  t.match(
    { kind, noData, description },
    {
      kind: 'visibility',
      noData: 255,
      description: 'received power of at least -50 dBm',
    },
  )
  t.equal(metadata.CLASSES, '1 receives at least -50 dBm, 0 too weak, 255 unknown or out of range')
  const counts = { 0: 0, 1: 0, 255: 0 }
  let wrong = 0
  for (let at = 0; at < data.length; at++) {
    const power = plain.data[at]
    const expected = Number.isNaN(power) ? 255 : power >= sensitivityDbm ? 1 : 0
    counts[expected]++
    if (data[at] !== expected) wrong++
  }
  t.equal(wrong, 0)
  t.ok(counts[0] > 100 && counts[1] > 100 && counts[255] > 100, JSON.stringify(counts))
  t.match(both.summary, { visible: counts[1], blocked: counts[0] })
  t.ok(Number(both.summary?.unknown) > 0, 'of those within range')
})

t.test('a missing sensitivity and parameters without effect are refused by name', async (t) => {
  t.match(await refusals({ ...request, layers: ['value', 'class'] }), {
    rx_sensitivity_dbm: /^rx_sensitivity_dbm is required for the layer class, .* whatever the output is$/,
  })
  // The values are there too.
  for (const output of ['received_power', 'field_strength', 'path_loss']) {
    const spoken = { ...request, ...classes, layers: ['class'], output }
    t.equal((await client.post('/api/v1/simulate/estimate', spoken)).status, 200)
  }
  t.match(await refusals({ ...request, model: 'los', layers: ['class'] }), {
    'layers/0': /los has the layers "visible", "min_height", got "class"/,
  })
})

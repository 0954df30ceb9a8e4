import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Client } from '../helpers/client.ts'
import { until } from '../helpers/compute.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// What a request's layers make, from the request to the files, the picture and the signed address.

const server = await startRealServer(t, (folder) =>
  putHgt(join(folder, 'N46E007.hgt'), (row, col) =>
    Math.round(600 + 60 * Math.sin(row / 13) * Math.cos(col / 17)),
  ),
)
const rasterDir = join(server.services.config.dataDir, 'rasters')
const { results } = server.services
const request = {
  tx_lat: 47 - 600 * HGT_STEP_DEG,
  tx_lon: 7 + 600 * HGT_STEP_DEG,
  tx_height: 30,
  frequency: 600,
  resolution: 90,
  max_range: 3,
}

interface Preview {
  bounds: number[]
  url: string
  legend: { unit: string | null }
}

const namesOf = async (id: string) => (await readdir(rasterDir)).filter((name) => name.startsWith(id)).sort()
const pathOf = (url: string) => url.slice(new URL(url).origin.length)
const previewOf = async (client: Client, id: string, query = '') =>
  (await client.get(`/api/v1/results/${id}/preview${query}`)).json<Preview>()

for (const receiver of [{}, { rx_height: 660, rx_height_mode: 'AMSL' }]) {
  const height = JSON.stringify(receiver)
  t.test(`min_height can be requested alone, ${height}`, async (t) => {
    const { account, client } = await server.account()
    const both = await finished(client, { ...request, ...receiver, layers: ['min_height', 'visible'] })
    const alone = await finished(client, { ...request, ...receiver, layers: ['min_height'] })
    const { id } = alone
    t.match(alone, { status: 'completed', result_url: `/results/${id}.tif` })
    t.same(alone.summary, both.summary, 'what is seen is counted all the same')
    t.same(await namesOf(id), [`${id}.min_height.tif`], 'and only what was asked for is kept')

    const expected = await readRaster(join(rasterDir, `${both.id}.min_height.tif`))
    t.same((await readRaster(join(rasterDir, `${id}.min_height.tif`))).data, expected.data)
    t.ok(expected.data.some((value) => value > 1))
    const tif = await client.get(`/results/${id}.tif`)
    t.equal(tif.status, 200)
    t.match(tif.headers['content-disposition'], `${id}.tif`)
    t.same((await client.get(`/results/${id}.tif?layer=min_height`)).body, tif.body)
    const { bounds, url, legend } = await previewOf(client, id)
    t.equal(legend.unit, 'm')
    const named = await previewOf(client, both.id, '?layer=min_height')
    t.same({ bounds, legend }, { bounds: named.bounds, legend: named.legend })
    const picture = await server.anonymous.get(pathOf(url))
    t.equal(picture.status, 200)
    t.same(picture.body, (await client.get(`/results/${both.id}.png?layer=min_height`)).body)
    t.equal((await sharp(picture.body).metadata()).format, 'png')
    const signed = await client.get(`/api/v1/results/${id}/signed-url`)
    t.same((await server.anonymous.get(pathOf(signed.json<{ url: string }>().url))).body, tif.body)
    for (const file of [`${id}.tif`, `${id}.png`, `${id}/preview`]) {
      const answer = await client.get(`/results/${file}?layer=visible`)
      t.equal(answer.json().code, 'layer_not_available', file)
    }

    const { body } = await client.get(`/results/${both.id}.tif`)
    t.same(
      body,
      (await client.get(`/results/${both.id}.tif?layer=visible`)).body,
      'visible, if it was asked for',
    )
    t.notSame((await previewOf(client, both.id)).legend, legend)

    // What takes space is counted, and nothing of it stays.
    for (const one of [id, both.id]) await client.delete(`/api/v1/simulations/${one}`)
    t.equal(results.usedBytes(account.id), 0)
    // The folder of products is emptied in the background.
    const left = async () => [...(await namesOf(id)), ...(await namesOf(both.id))]
    await until(async () => (await left()).length === 0, 'its files to be gone')
  })
}

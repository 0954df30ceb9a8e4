/** One run viewed with other powers and sensitivities, against runs made with them, through the products of the service. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Test } from 'tap'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Client } from './client.ts'
import { areaIn, type Collection } from './made-geojson.ts'
import { finished, startRealServer } from './real-server.ts'
import { HGT_STEP_DEG, putHgt } from './tiles.ts'

export interface Stats {
  unit: string | null
  km2: number
  farthest_km: number
  zones: { state: string; label: string; cells: number; km2: number }[]
  sectors: {
    covered_km2: number
    lacking_km2: number
    unknown_km2: number
    one_direction_km2?: number
    farthest_km: number
  }[]
}

interface Place {
  value: number
  state: string
}

const erpOf = (eirpDbm: number) => 10 ** ((eirpDbm - 2.15) / 10) / 1000

interface View {
  sensitivity_dbm: number
  eirp_dbm: number
}

export const mast = { tx_lat: 47 - 600 * HGT_STEP_DEG, tx_lon: 7 + 600 * HGT_STEP_DEG }
export const viewedRequest = {
  ...mast,
  tx_height: 30,
  frequency: 600,
  erp: 7.3,
  resolution: 90,
  max_range: 3,
  model: 'p526',
}
const GAIN_DBI = 2.3

/** The service on hills with a hole, so that some ground is unknown. */
export function startOnHills(t: Test, env: Record<string, string> = {}) {
  const heightAt = (row: number, col: number) =>
    row > 610 && row < 620 && col > 590 && col < 610
      ? -32768
      : Math.round(600 + 60 * Math.sin(row / 13) * Math.cos(col / 17))
  return startRealServer(t, (folder) => putHgt(join(folder, 'N46E007.hgt'), heightAt), env)
}

export async function rasterIn(t: Test, bytes: Buffer) {
  const path = `${t.testdir()}.tif`
  await writeFile(path, bytes)
  return readRaster(path)
}

/** Requests of results, which must be answered. */
export function reader(t: Test, client: Client) {
  const ask = async (id: string, path: string, query: object) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await client.get(`/results/${id}${path}?${text}`)
    t.equal(answer.status, 200, `${path}?${text} ${answer.status}`)
    return answer
  }
  const json = async <Answer>(id: string, path: string, query: object) =>
    (await ask(id, path, query)).json<Answer>()
  return {
    ask,
    json,
    statsOf: (id: string, query: object) => json<Stats>(id, '/stats', query),
    pixelsOf: async (id: string, path: string, query: object) =>
      sharp((await ask(id, path, query)).body)
        .ensureAlpha()
        .raw()
        .toBuffer(),
  }
}

/** How many pixels of two pictures differ. */
function differing(one: Buffer, other: Buffer): number {
  let count = 0
  for (let at = 0; at < one.length; at += 4) {
    if (one.readUInt32BE(at) !== other.readUInt32BE(at)) count++
  }
  return count
}

/** Everything that an output is served as, in each of the views. */
export async function compareViews(
  t: Test,
  client: Client,
  output: string,
  views: readonly View[],
): Promise<void> {
  const { ask, json, statsOf, pixelsOf } = reader(t, client)
  // Without a sensitivity only received power takes a gain.
  const gainDbi = output === 'received_power' ? GAIN_DBI : 0
  const request = { ...viewedRequest, output }
  const base = await finished(client, {
    ...request,
    ...(output === 'received_power' && { rx_gain_dbi: gainDbi }),
  })
  const { id } = base
  const raster = await rasterIn(t, (await ask(id, '.tif', {})).body)
  for (const view of views) {
    const run = await finished(client, {
      ...request,
      erp: erpOf(view.eirp_dbm),
      rx_sensitivity_dbm: view.sensitivity_dbm,
      rx_gain_dbi: gainDbi,
    })
    const said = JSON.stringify(view)
    const [seen, wanted] = [await statsOf(id, view), await statsOf(run.id, {})]
    t.same(
      seen.zones.map(({ state, label }) => [state, label]),
      wanted.zones.map(({ state, label }) => [state, label]),
      said,
    )
    for (const [index, { cells, km2 }] of wanted.zones.entries()) {
      t.ok(Math.abs((seen.zones[index]?.cells ?? 0) - cells) <= 1, `${said}: ${cells} cells`)
      t.ok(Math.abs((seen.zones[index]?.km2 ?? 0) - km2) < 0.009, `${said}: ${km2} km²`)
    }
    t.ok(Math.abs(seen.farthest_km - wanted.farthest_km) < 0.1)
    for (const [index, sector] of wanted.sectors.entries())
      t.ok(Math.abs((seen.sectors[index]?.covered_km2 ?? 0) - sector.covered_km2) < 0.017, `in ${index}`)
    const { summary } = run
    const counted = (state: string) =>
      wanted.zones.reduce((sum, zone) => sum + (zone.state === state ? zone.cells : 0), 0)
    t.same(
      [summary?.visible, summary?.blocked, summary?.unknown],
      [counted('covered'), counted('lacking'), counted('unknown')],
      'the summary counts in the view of the request',
    )

    const { data } = await rasterIn(t, (await ask(run.id, '.tif', {})).body)
    const addedDb = output === 'path_loss' ? 0 : view.eirp_dbm - 2.15 - 10 * Math.log10(1000 * request.erp)
    let offDb = 0
    for (const [at, value] of data.entries()) {
      if (Number.isNaN(value) !== Number.isNaN(raster.data[at])) t.fail('cells without a value')
      else if (!Number.isNaN(value))
        offDb = Math.max(offDb, Math.abs(value - (raster.data[at] ?? 0) - addedDb))
    }
    t.ok(offDb < 1e-4, `values off by ${offDb} dB`)

    const tile = await tileOver(client, id)
    for (const path of [`/tiles/${tile}.png`, '.png']) {
      const [drawn, own] = await Promise.all([pixelsOf(id, path, view), pixelsOf(run.id, path, {})])
      t.ok(differing(drawn, own) <= drawn.length / 4 / 1000, `${said} ${path}: ${differing(drawn, own)}`)
    }
    const [codes, ownCodes] = await Promise.all([
      pixelsOf(id, `/values/${tile}.png`, view),
      pixelsOf(run.id, `/values/${tile}.png`, {}),
    ])
    let off = 0
    for (let at = 0; at < codes.length; at += 4) {
      const [code, own] = [codes.readUIntBE(at, 3), ownCodes.readUIntBE(at, 3)]
      if (Math.abs(code - own) > 1) off++
    }
    t.equal(off, 0, 'values of tiles to a hundredth')

    const polygons = await json<Collection>(id, '.geojson', view)
    const ownPolygons = await json<Collection>(run.id, '.geojson', {})
    for (const zone of ['covered', 'lacking', 'unknown']) {
      const area = areaIn(polygons, (properties) => properties.zone === zone)
      const own = areaIn(ownPolygons, (properties) => properties.zone === zone)
      t.ok(Math.abs(area - own) <= 2e-6, `${said} ${zone}: ${area} ${own}`)
    }
    t.match(polygons.view, view)
    for (const eastDeg of [0.002, 0.011, 0.02, 0.031]) {
      const place = { lat: mast.tx_lat + eastDeg / 3, lon: mast.tx_lon + eastDeg }
      const there = await json<Place>(id, '/value', { ...place, ...view })
      const own = await json<Place>(run.id, '/value', place)
      t.ok(Math.abs(there.value - own.value) <= 0.0011, `${there.value} ${own.value}`)
      t.equal(there.state, own.state)
    }

    const classes = await rasterIn(t, (await ask(id, '.tif', { layer: 'class', ...view })).body)
    const ownClasses = await rasterIn(t, (await ask(run.id, '.tif', { layer: 'class' })).body)
    let changed = 0
    for (const [at, value] of ownClasses.data.entries()) if (classes.data[at] !== value) changed++
    t.ok(changed <= 1, `${changed} classes`)
    t.equal(classes.description, `received power of at least ${view.sensitivity_dbm} dBm`)
    t.same(JSON.parse(classes.metadata.VIEW ?? ''), view)
    t.equal(ownClasses.metadata.VIEW, undefined)
  }
  const own = await finished(client, { ...request, rx_gain_dbi: gainDbi, rx_sensitivity_dbm: -50 })
  const bounded = await rasterIn(t, (await ask(own.id, '.tif', {})).body)
  t.same(bounded.data, raster.data, 'the raster does not depend on the sensitivity')
}

/** The finest tile over the mast. */
export async function tileOver(client: Client, id: string): Promise<string> {
  const { maxzoom } = (await client.get(`/results/${id}/tiles.json`)).json<{ maxzoom: number }>()
  const n = 2 ** maxzoom
  const radians = (mast.tx_lat * Math.PI) / 180
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * n)
  return `${maxzoom}/${Math.floor(((mast.tx_lon + 180) / 360) * n)}/${y}`
}

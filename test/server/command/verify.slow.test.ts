import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { readRaster } from '../../../storage/rasters/read.ts'
import { planetFile } from '../../helpers/antennas.ts'
import { typed } from '../../helpers/command.ts'
import { gdal, noGdal } from '../../helpers/gdal.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { putHgt } from '../../helpers/tiles.ts'

// A result file carries all that it was computed from: `coverage verify` computes it again.

const TILE = 'N46E007.hgt'
const heightAt = (row: number, col: number) => Math.round(600 + 90 * Math.sin(row / 13) * Math.cos(col / 17))
const server = await startRealServer(t, (folder) => putHgt(join(folder, TILE), heightAt), {
  KERNEL_BACKEND: 'webasm',
})
const { client } = await server.account()
const tile = join(server.services.config.terrainDirs[0] ?? '', TILE)
const mast = { tx_lat: 46.5123, tx_lon: 7.4877, tx_height: 25, frequency: 868, max_range: 2, resolution: 60 }
const plain = await finished(client, mast)
const verify = (file: string, ...more: string[]) => typed(['verify', file, '--dem', tile, ...more])

/** A product of a simulation, as a file. */
async function fileOf(folder: string, id: string, query = ''): Promise<string> {
  const file = join(folder, `${id}${query.replace(/\W/g, '-')}.tif`)
  await writeFile(file, (await client.get(`/results/${id}.tif${query}`)).body)
  return file
}

t.test('files of the service are equal: every layer, a view, an uploaded antenna', async (t) => {
  const folder = t.testdir()
  const ask = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: planetFile() }
  const antenna = (await client.ask('/api/v1/antennas', ask)).json<{ id: string }>()
  const los = await finished(client, { ...mast, layers: ['visible', 'min_height'], name: 'a; "b" & <c>' })
  const loss = await finished(client, {
    ...mast,
    model: 'p526',
    rx_sensitivity_dbm: -80,
    antenna: { azimuth: 70, pattern: { type: 'uploaded', id: antenna.id } },
  })
  const files = [
    await fileOf(folder, los.id),
    await fileOf(folder, los.id, '?layer=min_height'),
    await fileOf(folder, loss.id),
    await fileOf(folder, loss.id, '?layer=class&sensitivity_dbm=-70'),
  ]
  for (const file of files) {
    const ran = await verify(file)
    t.match(
      ran,
      { status: 0, out: /^equal +\d+ cells, identical values; overviews are not compared$/m },
      ran.err,
    )
  }
  const { metadata } = await readRaster(files[2])
  t.match(metadata.JOB, /^sha256:[0-9a-f]{64}$/)
  const again = await finished(client, { ...loss.params })
  const repeated = await readRaster(await fileOf(folder, again.id))
  t.equal(repeated.metadata.JOB, metadata.JOB, 'an equal request over the same terrain is the same job')
  t.same(await readFile(await fileOf(folder, again.id)), await readFile(files[2]), 'and the same bytes')
})

t.test('what differs is named: cells, terrain, version', async (t) => {
  const folder = t.testdir()
  const file = await fileOf(folder, plain.id)
  const bytes = await readFile(file)
  const versioned = join(folder, 'version.tif')
  const text = bytes
    .toString('latin1')
    .replace(/radio-coverage-service \d+\.\d+/, 'radio-coverage-service 9.9')
  await writeFile(versioned, Buffer.from(text, 'latin1'))
  t.match(await verify(versioned), { status: 0 }, 'another version with the same values is equal')

  /** What is said of a copy with other text of the same length in its metadata. */
  const forgedBy = async (from: RegExp, to: string) => {
    const changed = bytes.toString('latin1').replace(from, to)
    t.not(changed, bytes.toString('latin1'))
    await writeFile(join(folder, 'other.tif'), Buffer.from(changed, 'latin1'))
    return verify(join(folder, 'other.tif'))
  }
  t.match(await forgedBy(/(name="JOB"[^>]*>sha256:)[0-9a-f]{4}/, '$1zzzz'), {
    status: 1,
    out: /^differs +the values are equal, but the file has a different JOB in its metadata: sha256:zzzz/,
  })
  t.match(await forgedBy(/&quot;name&quot;:&quot;&quot;,/, '&quot;name&quot;:&quot;&quot; '), { status: 1 })
  t.match(await forgedBy(/&quot;resolution&quot;:60/, '&quot;resolution&quot;:-6'), {
    status: 1,
    err: /^not_a_result: .*PARAMETERS in the metadata were refused: resolution must be/,
  })

  await putHgt(join(folder, TILE), (row, col) => heightAt(row, col) + (row > 580 ? 30 : 0))
  const other = await typed(['verify', file, '--dem', join(folder, TILE), '--json'])
  t.equal(other.status, 1)
  t.match(other.json(), {
    equal: false,
    difference: /^terrain: N46E007.hgt is a different file on this machine, with sha256/,
  })
  const { differing } = other.json<{ differing: number }>()
  t.ok(differing > 0)

  const request = bytes.toString('latin1').replace('&quot;tx_height&quot;:25', '&quot;tx_height&quot;:95')
  t.not(request, bytes.toString('latin1'))
  const forged = join(folder, 'forged.tif')
  await writeFile(forged, Buffer.from(request, 'latin1'))
  t.match(await verify(forged), { status: 1, out: /^differs +\d+ of \d+ cells differ$/m })
})

t.test('a file that is no result, or of an earlier version, is refused', async (t) => {
  const folder = t.testdir({ 'text.tif': 'no TIFF' })
  t.match(await verify(join(folder, 'text.tif')), { status: 1, err: /text\.tif/ })
  t.match(await verify(join(folder, 'none.tif')), { status: 1, err: /none\.tif/ })
  const bytes = await readFile(await fileOf(folder, plain.id))
  await writeFile(join(folder, 'cut.tif'), bytes.subarray(0, bytes.length / 2))
  t.match(await verify(join(folder, 'cut.tif')), { status: 1, err: /cut\.tif is not a complete GeoTIFF/ })
  // Of the same length, as offsets follow.
  const garbled = bytes.toString('latin1').replace('>{&quot;', '>[&quot;')
  await writeFile(join(folder, 'garbled.tif'), Buffer.from(garbled, 'latin1'))
  t.match(await verify(join(folder, 'garbled.tif')), { status: 1, err: /PARAMETERS.* is not valid JSON/ })
})

t.test('a copy by GDAL is verified as the file that it was made of', { skip: noGdal }, async (t) => {
  const folder = t.testdir()
  const copy = join(folder, 'copy.tif')
  await gdal('gdal_translate', ['-q', await fileOf(folder, plain.id), copy])
  t.match(await verify(copy), { status: 0, out: /^equal / })
})

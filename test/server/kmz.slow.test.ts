import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { madeKmz, patchesOfClasses } from '../helpers/made-kmz.ts'

// The archive as a globe reads it: the document, and each picture where its box says that it lies.

t.test('coarse pictures give way to the finer ones in them', async (t) => {
  const { shown, files } = await madeKmz(t, { rangeKm: 60, cell: patchesOfClasses })
  t.equal(files.size, shown.length + 1)
  for (const { href } of shown) t.ok(files.has(href), href)
  const [root, ...others] = shown
  t.equal(root?.fromPx, 0, 'the first is seen from afar')
  t.ok(others.length > 8, `${others.length} others`)
  for (const { region, fromPx } of others) {
    const middle = [(region.north + region.south) / 2, (region.east + region.west) / 2] as const
    const parents = shown.filter(
      (one) =>
        Math.abs((one.region.north - one.region.south) / (region.north - region.south) - 2) < 1e-6 &&
        one.region.south < middle[0] &&
        one.region.north > middle[0] &&
        one.region.west < middle[1] &&
        one.region.east > middle[1],
    )
    // Half as wide, it is half as large on the screen.
    t.same(
      parents.map(({ toPx }) => toPx),
      [2 * fromPx],
    )
  }
})

/** What GDAL has at places of a file, a line each; colours as hexadecimal digits. */
async function valuesAt(path: string, places: readonly [number, number][]): Promise<string[]> {
  const lines = places.map(([lonDeg, latDeg]) => `${lonDeg} ${latDeg}`).join('\n')
  const text = await gdal('gdallocationinfo', ['-wgs84', '-valonly', path], lines)
  return text.trimEnd().split('\n')
}

for (const [name, options] of Object.entries({
  classes: { cell: patchesOfClasses },
  'path loss': {
    layer: 'value',
    params: { output: 'path_loss' },
    cell: (eastM: number, northM: number) =>
      patchesOfClasses(eastM, northM) === 255
        ? Number.NaN
        : 95 + Math.hypot(eastM, northM) / 400 + (eastM % 700) / 60,
  },
})) {
  t.test(
    `GDAL has the same at a place of an overlay of ${name} and of the raster`,
    { skip: noGdal },
    async (t) => {
      const { result, files, shown } = await madeKmz(t, { rangeKm: 30, ...options })
      const { geometry, source } = result
      const finest = shown.filter(({ toPx }) => toPx === -1)
      t.ok(finest.length > 1, `${finest.length} overlays`)
      const [covered, lacking, unknown] = ['covered', 'lacking', 'unknown'].map((kind) =>
        source.zones.filter((zone) => (zone.kind === 'level' ? 'covered' : zone.kind) === kind),
      )
      const colorOf = (text: string) => {
        const value = Number(text)
        if (name === 'classes')
          return value === 255 ? unknown[0].color : (value === 1 ? covered : lacking)[0].color
        if (Number.isNaN(value)) return [...unknown, ...lacking][0].color
        return covered.find(
          ({ range: [min, max] = [null, null] }) => value >= (min ?? -999) && value < (max ?? 999),
        )?.color
      }
      let compared = 0
      let wrong = 0
      for (const { box, href } of finest) {
        const png = join(t.testdirName, 'overlay.png')
        const placed = join(t.testdirName, 'overlay.tif')
        await writeFile(png, files.get(href) as Buffer)
        const corners = [box.west, box.north, box.east, box.south].map(String)
        await gdal('gdal_translate', [
          '-q',
          '-expand',
          'rgba',
          '-a_srs',
          'EPSG:4326',
          '-a_ullr',
          ...corners,
          png,
          placed,
        ])
        // Within a tenth of a cell of its edges: a picture that is off by more has the next cell there.
        const places = Array.from({ length: 400 }, (_, at): [number, number] => {
          const row = 1 + ((at * 37) % (Math.floor((box.north - box.south) / geometry.cellLatDeg) - 2))
          const col = 1 + ((at * 101) % (Math.floor((box.east - box.west) / geometry.cellLonDeg) - 2))
          const [right, low] = [at % 2 === 0 ? 0.1 : 0.9, at % 4 < 2 ? 0.1 : 0.9]
          return [
            box.west + (col + right) * geometry.cellLonDeg,
            box.north - (row + low) * geometry.cellLatDeg,
          ]
        })
        const inRaster = await valuesAt(result.path, places)
        const inOverlay = await valuesAt(placed, places)
        for (const [at, value] of inRaster.entries()) {
          const seen = inOverlay.slice(4 * at, 4 * at + 4).map(Number)
          // Between the lines of the hatching, and out of range.
          if (seen[3] === 0) continue
          compared++
          if (colorOf(value) !== `#${Buffer.from(seen).toString('hex')}`) wrong++
        }
      }
      t.ok(compared > 300, `${compared} places`)
      t.equal(wrong, 0)
    },
  )
}

t.test('GDAL reads the transmitter and the circle of the range', { skip: noGdal }, async (t) => {
  await madeKmz(t, { lonDeg: 179.98, cell: patchesOfClasses })
  const said = await gdal('ogrinfo', ['-ro', '-al', join(t.testdirName, 'made.kmz')])
  t.match(said, /name \(String\) = A <mast> & "more"|Transmitter/)
  t.match(said, 'POINT Z (179.98 47.6 30)')
  t.match(said, /LINESTRING/)
})

/**
 * Children of each element that is written, in the order that OGC 07-147r2 (KML 2.2, ogckml22.xsd) gives them: of what the
 * schema allows there, what a document of ours may hold.
 */
const childrenOf: Record<string, string> = {
  kml: 'Document',
  Document: 'name open description Style ExtendedData Placemark Folder',
  Folder: 'name GroundOverlay',
  Placemark: 'name styleUrl Point LineString',
  Point: 'altitudeMode coordinates',
  LineString: 'tessellate coordinates',
  Style: 'LineStyle',
  LineStyle: 'color width',
  ExtendedData: 'Data',
  Data: 'value',
  GroundOverlay: 'name Region drawOrder Icon LatLonBox',
  Region: 'LatLonAltBox Lod',
  LatLonAltBox: 'north south east west',
  Lod: 'minLodPixels maxLodPixels',
  Icon: 'href',
  LatLonBox: 'north south east west',
}

t.test('elements stand in the order of the schema of KML 2.2', async (t) => {
  const { kml } = await madeKmz(t, { lonDeg: 179.98, rangeKm: 30, cell: patchesOfClasses })
  const open: { name: string; at: number }[] = [{ name: '', at: 0 }]
  let elements = 0
  for (const [, end, name = ''] of kml.matchAll(/<(\/?)([A-Za-z]+)(?: [^>]*)?>/g)) {
    if (end === '/') {
      t.equal(open.pop()?.name, name)
      continue
    }
    const parent = open.at(-1)
    if (parent && parent.name !== '') {
      const at = (childrenOf[parent.name] ?? '').split(' ').indexOf(name)
      if (at < parent.at) t.fail(`${name} in ${parent.name}`)
      parent.at = at
    }
    elements++
    open.push({ name, at: 0 })
  }
  t.equal(open.length, 1)
  t.ok(elements > 100, `${elements} elements`)
})

t.test('an antenna above sea level stands there', async (t) => {
  const { kml } = await madeKmz(t, {
    cell: patchesOfClasses,
    params: { tx_height: 900, tx_height_mode: 'AMSL' },
  })
  t.match(kml, '<altitudeMode>absolute</altitudeMode><coordinates>8.9,47.6,900</coordinates>')
})

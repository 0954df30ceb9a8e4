import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { openPromise } from 'yauzl'
import { makeKmz } from '../../server/products/make/kmz.ts'
import { onWhite } from '../../storage/rasters/palette.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { type Made, type MadeResult, madeResult } from '../helpers/made-results.ts'

// The archive as a globe reads it: the document, and each picture where its box says that it lies.

interface Box {
  north: number
  south: number
  east: number
  west: number
}

interface Shown {
  box: Box
  region: Box
  fromPx: number
  toPx: number
  href: string
}

async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

function boxIn(xml: string, element: string): Box {
  const inner = new RegExp(`<${element}>(.*?)</${element}>`).exec(xml)?.[1] ?? ''
  const side = (name: string) => Number(new RegExp(`<${name}>(.*?)</${name}>`).exec(inner)?.[1])
  return { north: side('north'), south: side('south'), east: side('east'), west: side('west') }
}

async function made(t: Test, options: MadeResult) {
  const result = await madeResult(t, options)
  const path = join(t.testdirName, 'made.kmz')
  await makeKmz(result.source, {}, path)
  const files = await unpacked(path)
  const kml = String(files.get('doc.kml'))
  const shown = [...kml.matchAll(/<GroundOverlay>.*?<\/GroundOverlay>/g)].map(
    ([xml]): Shown => ({
      box: boxIn(xml, 'LatLonBox'),
      region: boxIn(xml, 'LatLonAltBox'),
      fromPx: Number(/<minLodPixels>(.*?)</.exec(xml)?.[1]),
      toPx: Number(/<maxLodPixels>(.*?)</.exec(xml)?.[1]),
      href: /<Icon><href>(.*?)</.exec(xml)?.[1] ?? '',
    }),
  )
  return { result, files, kml, shown }
}

const classes = (eastM: number, northM: number) =>
  Math.hypot(eastM - 3000, northM + 2500) < 1500
    ? 255
    : Math.sin(eastM / 900) * Math.cos(northM / 700) > 0
      ? 1
      : 0

/** How many cells of the finest pictures lie where they should and look as they should, and what does not. */
async function compare({ geometry, cells, isInRange }: Made, files: Map<string, Buffer>, shown: Shown[]) {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const seen = new Uint8Array(rows * cols)
  let wrong = 0
  let farthestOff = 0
  for (const { box, href } of shown.filter(({ toPx }) => toPx === -1)) {
    const { data, info } = await sharp(files.get(href)).raw().toBuffer({ resolveWithObject: true })
    for (let at = 0; at < info.width * info.height; at++) {
      const x = ((at % info.width) + 0.5) / info.width
      const y = (Math.floor(at / info.width) + 0.5) / info.height
      const lonDeg = box.west + x * (box.east - box.west)
      const eastOf = (((lonDeg - westDeg) % 360) + 360) % 360
      const exact = [(northDeg - box.north + y * (box.north - box.south)) / cellLatDeg, eastOf / cellLonDeg]
      const [row = 0, col = 0] = exact.map(Math.floor)
      // A column of cells across the antimeridian is there twice, cut by it.
      const isCut = info.width === 1 && (box.east === 180 || box.west === -180)
      for (const one of isCut ? exact.slice(0, 1) : exact)
        farthestOff = Math.max(farthestOff, Math.abs(one - Math.floor(one) - 0.5))
      const value = cells[row * cols + col]
      const color = data.toString('hex', 4 * at, 4 * at + 4)
      const isHatched = (row + col) % 8 < 3
      const unknown = isHatched && isInRange(row, col) ? '7f7f7fb3' : '00000000'
      const wanted = value === 1 ? 'e69f00a6' : value === 0 ? '1a1a2e40' : unknown
      if (color !== wanted) wrong++
      seen[row * cols + col] += isCut ? 1 : 2
    }
  }
  let missed = 0
  for (let at = 0; at < seen.length; at++) {
    const mayBeAbsent = !isInRange(Math.floor(at / cols), at % cols)
    if (seen[at] !== 2 && !(mayBeAbsent && seen[at] === 0)) missed++
  }
  return { wrong, missed, farthestOff }
}

for (const lonDeg of [8.9, 179.98, -179.98]) {
  t.test(`each cell is a pixel in its place, at ${lonDeg}`, async (t) => {
    const { result, files, shown } = await made(t, { lonDeg, rangeKm: 30, cell: classes })
    const { wrong, missed, farthestOff } = await compare(result, files, shown)
    t.same({ wrong, missed }, { wrong: 0, missed: 0 })
    t.ok(farthestOff < 0.01, `off by ${farthestOff} of a cell`)
    for (const { box, region } of shown) {
      for (const { west, east } of [box, region]) t.ok(west >= -180 && east > west && east <= 180)
    }
  })
}

t.test('coarse pictures give way to the finer ones in them', async (t) => {
  const { shown, files } = await made(t, { rangeKm: 60, cell: classes })
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
  classes: { cell: classes },
  'path loss': {
    layer: 'value',
    params: { output: 'path_loss' },
    cell: (eastM: number, northM: number) =>
      classes(eastM, northM) === 255 ? Number.NaN : 95 + Math.hypot(eastM, northM) / 400 + (eastM % 700) / 60,
  },
})) {
  t.test(
    `GDAL has the same at a place of an overlay of ${name} and of the raster`,
    { skip: noGdal },
    async (t) => {
      const { result, files, shown } = await made(t, { rangeKm: 30, ...options })
      const { geometry, source } = result
      const finest = shown.filter(({ toPx }) => toPx === -1)
      t.ok(finest.length > 1, `${finest.length} overlays`)
      const [covered, lacking, unknown] = ['covered', 'lacking', 'unknown'].map((kind) =>
        source.zones.filter((zone) => zone.kind === kind),
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
  await made(t, { lonDeg: 179.98, cell: classes })
  const said = await gdal('ogrinfo', ['-ro', '-al', join(t.testdirName, 'made.kmz')])
  t.match(said, /name \(String\) = A <mast> & "more"|Transmitter/)
  t.match(said, 'POINT Z (179.98 47.6 30)')
  t.match(said, /LINESTRING/)
})

t.test('the document says what it shows, and names are only text', async (t) => {
  const name = 'A <mast> & "more"\u0000\u0008]]>'
  const { kml } = await made(t, { cell: classes, params: { name, model: 'los' } })
  t.match(kml, '<name>A &lt;mast&gt; &amp; &quot;more&quot;]]&gt;</name>')
  t.notMatch(kml, /<mast>|\]\]>/)
  t.notOk([...kml].some((character) => character < ' ' && character !== '\n'))
  for (const said of [
    'made by a test',
    'visible',
    'blocked',
    'unknown',
    onWhite('#e69f00a6'),
    'webasm',
    'sim_made',
  ]) {
    t.ok(kml.includes(said), said)
  }
  t.match(kml, '<altitudeMode>relativeToGround</altitudeMode><coordinates>8.9,47.6,30</coordinates>')
  const ring = /<LineString>.*?<coordinates>(.*?)</.exec(kml)?.[1]?.split(' ') ?? []
  t.equal(ring.length, 181)
  t.equal(ring[0], ring.at(-1))
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
  const { kml } = await made(t, { lonDeg: 179.98, rangeKm: 30, cell: classes })
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
  const { kml } = await made(t, { cell: classes, params: { tx_height: 900, tx_height_mode: 'AMSL' } })
  t.match(kml, '<altitudeMode>absolute</altitudeMode><coordinates>8.9,47.6,900</coordinates>')
})

t.test(
  'a measure has the colours of its ranges; the legend begins with the best, in colours as on white',
  async (t) => {
    const params = { output: 'received_power' }
    const { kml, files } = await made(t, {
      layer: 'value',
      params,
      cell: (eastM) => -60 - Math.abs(eastM) / 100,
    })
    t.match(kml, /;dBm&lt;/)
    t.ok(kml.indexOf('-60 and above&lt;') < kml.indexOf('-70 to -60&lt;'))
    const { data } = await sharp(files.get('overlays/0-0-0.png')).raw().toBuffer({ resolveWithObject: true })
    const colors = new Set<string>()
    for (let at = 0; at < data.length; at += 4) colors.add(data.toString('hex', at, at + 4))
    t.ok(colors.size > 4, `${colors.size} colours`)
    for (const color of colors) if (color !== '00000000') t.ok(kml.includes(onWhite(`#${color}`)), color)
  },
)

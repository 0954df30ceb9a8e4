import sharp from 'sharp'
import t from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import {
  COVERED_COLOR,
  NOT_COVERED_COLOR,
  onWhite,
  UNKNOWN_COLOR,
} from '../../server/results/views/styles.ts'
import { madeKmz, patchesOfClasses, type Shown } from '../helpers/made-kmz.ts'
import type { Made } from '../helpers/made-results.ts'

// The archive as a globe reads it: the document, and each picture where its box says that it lies.

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
      const color = `#${data.toString('hex', 4 * at, 4 * at + 4)}`
      const isHatched = (row + col) % 8 < 3
      const unknown = isHatched && isInRange(row, col) ? UNKNOWN_COLOR : '#00000000'
      const wanted = value === 1 ? COVERED_COLOR : value === 0 ? NOT_COVERED_COLOR : unknown
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
    const { result, files, shown } = await madeKmz(t, {
      lonDeg,
      rangeKm: lonDeg === 8.9 ? 15 : 7,
      cell: patchesOfClasses,
    })
    t.equal([...files.keys()][0], 'doc.kml', 'the document comes first')
    const { wrong, missed, farthestOff } = await compare(result, files, shown)
    t.same({ wrong, missed }, { wrong: 0, missed: 0 })
    t.ok(farthestOff < 0.01, `off by ${farthestOff} of a cell`)
    for (const { box, region } of shown) {
      for (const { west, east } of [box, region]) t.ok(west >= -180 && east > west && east <= 180)
    }
  })
}

t.test('the document says what it shows, and names are only text', async (t) => {
  const name = 'A <mast> & "more"\u0000\u0008]]>'
  const { kml, shown } = await madeKmz(t, { cell: patchesOfClasses, params: { name, model: 'los' } })
  t.match(kml, '<name>A &lt;mast&gt; &amp; &quot;more&quot;]]&gt;</name>')
  t.notMatch(kml, /<mast>|\]\]>/)
  t.notOk([...kml].some((character) => character < ' ' && character !== '\n'))
  for (const said of [
    'made by a test',
    'visible',
    'blocked',
    'unknown',
    onWhite(COVERED_COLOR),
    'webasm',
    'sim_made',
  ]) {
    t.ok(kml.includes(said), said)
  }
  t.match(kml, '<altitudeMode>relativeToGround</altitudeMode><coordinates>8.9,47.6,30</coordinates>')
  const ring = /<LineString>.*?<coordinates>(.*?)</.exec(kml)?.[1]?.split(' ') ?? []
  t.equal(ring.length, 181)
  t.equal(ring[0], ring.at(-1))
  for (const position of ring) {
    const [lonDeg, latDeg] = position.split(',').map(Number)
    t.ok(Math.abs(inverse(47.6, 8.9, latDeg, lonDeg).distanceM - 10_000) < 0.1, position)
  }
  t.match(kml, /unknown \(hatched\)&lt;/)
  t.same(
    shown.map(({ fromPx, toPx }) => [fromPx, toPx]),
    [[0, -1]],
    'one picture, at any size',
  )
})

t.test(
  'larger results have pictures of several levels, finer ones where they are drawn larger',
  async (t) => {
    const { kml, shown } = await madeKmz(t, {
      rangeKm: 3,
      cellM: 10,
      cell: () => 1,
      params: { tx_height_mode: 'AMSL' },
    })
    t.match(kml, '<altitudeMode>absolute</altitudeMode><coordinates>8.9,47.6,30</coordinates>')
    t.same(
      shown.map(({ fromPx, toPx, href }) => [fromPx, toPx, href.slice(0, 10)]),
      [[0, 1024, 'overlays/1'], ...Array.from({ length: 4 }, () => [512, -1, 'overlays/0'])],
    )
    t.same(
      [...kml.matchAll(/<drawOrder>(\d)</g)].map(([, order]) => order),
      ['0', '1', '1', '1', '1'],
    )
  },
)

t.test(
  'a measure has the colours of its ranges; the legend begins with the best, in colours as on white',
  async (t) => {
    const params = { output: 'received_power' }
    const { kml, files } = await madeKmz(t, {
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

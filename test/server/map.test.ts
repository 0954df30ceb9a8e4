import fc from 'fast-check'
import sharp from 'sharp'
import t from 'tap'
import { geodesicFrom } from '../../kernels/geodesy/azimuthal.ts'
import { groundOf } from '../../server/results/map-ground.ts'
import { wordsOf } from '../../server/results/map-words.ts'
import { sheetSvg } from '../../server/results/products/map/drawing.ts'
import { largestRound } from '../../server/results/products/map/frame.ts'
import { graticuleOf, panelPosition } from '../../server/results/products/map/graticule.ts'
import { oneLine, outlinesOf, widthOf, wrapped } from '../../server/results/products/map/lettering.ts'
import { labelIn } from '../../server/results/products/map/phrases.ts'
import { reliefOf } from '../../server/results/products/map/relief.ts'
import { shownLayer } from '../../server/results/views/layers.ts'
import { percentOf } from '../../server/results/views/percent.ts'
import { classZones } from '../../server/results/views/styles.ts'
import type { Simulation } from '../../storage/records/types.ts'
import type { TileRequest } from '../../storage/terrain/relief/maker.ts'
import type { Relief } from '../../storage/terrain/relief/relief.ts'
import { drawn, isCovered, middlePx, pixelOf, ringPx } from '../helpers/made-map.ts'

// The finished picture, read as a map is: a place is found by its direction and its distance from the transmitter.

const isGrey = ([red, green, blue]: [number, number, number]) =>
  Math.abs(red - green) < 12 && Math.abs(red - blue) < 12

const classes = (eastM: number, northM: number) =>
  northM > 6000 && eastM > 0 ? 1 : Math.hypot(eastM + 4000, northM + 4000) < 2500 ? 255 : 0

for (const [latDeg, lonDeg] of [
  [47.6, 8.9],
  [-66, 179.97],
  [84.5, 10],
] as const) {
  t.test(`places lie in their direction, at their distance, at latitude ${latDeg}`, async (t) => {
    const { made, at } = await drawn(t, { latDeg, lonDeg, cell: classes })
    const { geometry, cells } = made
    let [seen, wrong, hatched, pale] = [0, 0, 0, 0]
    for (let row = 1; row < geometry.rows - 1; row += 3) {
      for (let col = 1; col < geometry.cols - 1; col += 3) {
        const around = [-1, 0, 1].flatMap((r) =>
          [-1, 0, 1].map((c) => ({
            row: row + r,
            col: col + c,
            value: cells[(row + r) * geometry.cols + col + c],
          })),
        )
        const value = cells[row * geometry.cols + col]
        // Beside the boundary of two classes a pixel may be of the other one.
        if (around.some((one) => one.value !== value || !made.isInRange(one.row, one.col))) continue
        const [x, y] = pixelOf(
          made,
          geometry.northDeg - (row + 0.5) * geometry.cellLatDeg,
          geometry.westDeg + (col + 0.5) * geometry.cellLonDeg,
        )
        if (Math.hypot(x - middlePx, y - middlePx) < 12) continue
        const color = at(x, y)
        seen++
        if (isCovered(color) !== (value === 1)) wrong++
        if (value === 255 && color[0] < 200) hatched++
        if (value === 255 && color[0] > 210) pale++
      }
    }
    t.ok(seen > 700, `${seen} places`)
    t.equal(wrong, 0)
    t.ok(hatched > 5 && pale > 5, 'unknown ground is hatched')
  })
}

t.test('visible, blocked, unknown and out of range look different', async (t) => {
  const { at } = await drawn(t, { cell: (eastM, northM) => (eastM < 0 ? 255 : northM < 0 ? 0 : 1) })
  const looks = new Map([
    ['visible', at(middlePx + 100, middlePx - 100)],
    ['blocked', at(middlePx + 100, middlePx + 100)],
    ['out of range', at(30, 30)],
  ])
  for (const x of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const color = at(middlePx - 100 + x, middlePx + 30)
    looks.set(color[0] < 200 ? 'hatching' : 'between', color)
  }
  const [visible, blocked, hatching, between, outside] = [
    'visible',
    'blocked',
    'hatching',
    'between',
    'out of range',
  ].map((name) => looks.get(name) ?? [Number.NaN, 0, 0]) as [number, number, number][]
  t.ok(isCovered(visible) && isGrey(outside) && isGrey(hatching))
  t.ok(Math.abs(blocked[0] - hatching[0]) > 15, `${blocked} and ${hatching}`)
  t.ok(between[0] - hatching[0] > 50 && outside[0] > between[0], `${outside}, ${between}`)
})

t.test(
  'tiles of the ground are few, lie under the map, and are finer where there are too many posts',
  async (t) => {
    for (const [latDeg, lonDeg, rangeM] of [
      [47.6, 8.9, 300_000],
      [0, 179.99, 100],
      [85, -179.99, 300_000],
      [-84, 0, 100_000],
    ] as const) {
      const asked: TileRequest[] = []
      const relief = {
        tile: async (request: TileRequest) => {
          asked.push(request)
          return { tag: '', png: Buffer.of() }
        },
      }
      const ground = await groundOf(relief as unknown as Relief, { latDeg, lonDeg, rangeM })
      t.ok(asked.length > 0 && asked.length <= 144, `${asked.length} tiles at ${latDeg}`)
      t.equal(new Set(asked.map(({ x, y }) => `${x} ${y}`)).size, asked.length)
      for (const { z, x, y } of asked) t.ok(x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z)
      const { z } = ground ?? { z: 0 }
      for (const azimuthDeg of [0, 45, 90, 200, 300]) {
        const { dLatDeg, dLonDeg } = geodesicFrom(latDeg, azimuthDeg)(rangeM)
        if (Math.abs(latDeg + dLatDeg) > 85) continue
        const turns = ((lonDeg + dLonDeg + 180) / 360 + 1) % 1
        const northing = Math.asinh(Math.tan(((latDeg + dLatDeg) * Math.PI) / 180))
        const [x, y] = [Math.floor(turns * 2 ** z), Math.floor((0.5 - northing / (2 * Math.PI)) * 2 ** z)]
        t.ok(
          asked.some((one) => one.x === x && one.y === y),
          `${azimuthDeg}° at ${latDeg}`,
        )
      }
    }
    const zooms = new Set<number>()
    const full = { tile: async ({ z }: TileRequest) => void zooms.add(z) } as unknown as Relief
    t.equal(
      await groundOf(full, { latDeg: 60, lonDeg: 10, rangeM: 300_000 }),
      undefined,
      'none, and no endless attempts',
    )
    t.equal(zooms.size, 2)
  },
)

t.test('the ground goes on across the date line', async (t) => {
  // One tile of the whole earth, higher towards the east.
  const pixels = Buffer.from(
    Uint8Array.from({ length: 4 * 256 * 256 }, (_, i) =>
      i % 4 === 3 ? 255 : i % 4 === 0 ? 128 : i % 4 === 1 ? ((i >> 2) * (i >> 10)) % 251 : 0,
    ),
  )
  const png = await sharp(pixels, { raw: { width: 256, height: 256, channels: 4 } })
    .png()
    .toBuffer()
  const lightFrom = async (westDeg: number) => {
    const rowPositions = (y: number, latsDeg: Float64Array, lonsDeg: Float64Array) => {
      latsDeg.fill(60 - y / 20)
      for (let x = 0; x < lonsDeg.length; x++) lonsDeg[x] = westDeg + x / 20
    }
    const made = await reliefOf({ rowPositions } as never, 100_000, { z: 0, tiles: [{ x: 0, y: 0, png }] })
    t.equal(made.unknownShare, 0)
    return made.light
  }
  const light = await lightFrom(-200)
  t.ok(new Set(light).size > 100)
  let off = 0
  for (const [i, one] of (await lightFrom(160)).entries())
    off = Math.max(off, Math.abs(one - (light[i] as number)))
  t.ok(off < 1e-3, `${off} off`)
})

t.test("the model's own parameters stand among the facts", async (t) => {
  const settingsOf = (params: object) => {
    const simulation = { params: { tx_lat: 47, tx_lon: 9, layers: ['visible'], ...params } }
    const layer = shownLayer(simulation.params, '0.4.0', {})
    return new Map(wordsOf(simulation as unknown as Simulation, layer).facts).get('Settings')
  }
  t.equal(
    settingsOf({
      model: 'itm',
      time_percent: 10,
      climate: 'maritime_temperate_land',
      sea_level_refractivity: 301,
    }),
    'time 10 %, climate maritime temperate land, sea level refractivity 301 N-units',
  )
  t.equal(settingsOf({ model: 'los' }), undefined)
})

t.test('the scale bar is as long as it says, the antenna points where it does', async (t) => {
  const widthsOf = (svg: string) => ({
    ringPx: Number(/r="([\d.]+)" fill="none"/.exec(svg)?.[1]),
    barPx: Number(/width="([\d.]+)" height="10" fill="none"/.exec(svg)?.[1]),
  })
  for (const [rangeM, label] of [
    [100, '50 m'],
    [730, '200 m'],
    [2000, '1 km'],
    [10_000, '5 km'],
    [23_400, '10 km'],
    [300_000, '100 km'],
  ] as const) {
    const words = { title: '', legend: '', facts: [] }
    const sheet = { words, zones: [], rangeM, azimuthDeg: 250, notes: [] }
    const svg = sheetSvg(sheet)
    const { ringPx, barPx } = widthsOf(svg)
    const lengthM = Number.parseFloat(label) * (label.endsWith('km') ? 1000 : 1)
    t.ok(
      Math.abs((barPx / ringPx) * rangeM - lengthM) < 1e-4 * lengthM,
      `${rangeM} m: ${barPx} px for ${label}`,
    )
    const [, x = '', y = ''] = /<rect x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="10"/.exec(svg) ?? []
    const endX = Number(x) + (lengthM * ringPx) / rangeM
    // Letters are outlines: those of the label, up to the end of the bar.
    const [first = ''] = outlinesOf(label, endX - widthOf(label, 18, 600) + 2, Number(y) - 12, 18, 600).split(
      /[LQCZ]/,
    )
    const starts = [...svg.matchAll(/d="(M[^LQCZ"]*)/g)].map(([, start]) => start)
    const near = (start = '') => {
      const [a = [], b = []] = [start, first].map((text) => [...text.matchAll(/-?[\d.]+/g)].map(Number))
      return a.length === b.length && a.every((value, i) => Math.abs(value - (b[i] ?? 0)) < 0.1)
    }
    t.ok(starts.some(near), `${label} stands at its end`)
    const line = /M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" fill="none" stroke-dasharray/
      .exec(svg)
      ?.slice(1)
      .map(Number)
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = line ?? []
    const azimuthDeg = (Math.atan2(toX - fromX, fromY - toY) * 180) / Math.PI
    t.ok(Math.abs(azimuthDeg + 110) < 0.01, `${azimuthDeg}°`)
    t.ok(Math.abs(Math.hypot(toX - fromX, toY - fromY) - ringPx) < 0.02)
  }
})

t.test(
  'meridians and parallels are few, and lie where their degrees are; names do not overlap',
  async (t) => {
    for (const [latDeg, lonDeg, rangeM] of [
      [47.6, 8.9, 10_000],
      [0, 179.99, 100],
      [-66, -179.9, 300_000],
      [84.5, 10, 300_000],
    ] as const) {
      const mast = { latDeg, lonDeg, rangeM }
      const { lines } = graticuleOf(mast)
      for (const axis of ['lat', 'lon']) {
        const count = lines.filter((line) => line.axis === axis).length
        t.ok(count >= 2 && count <= 13, `${count} of ${axis} at ${latDeg}`)
      }
      for (const { axis, deg, points } of lines) {
        const [x, y] = points[20] ?? [0, 0]
        const azimuthDeg = (Math.atan2(x - 600, 600 - y) * 180) / Math.PI
        const { dLatDeg, dLonDeg } = geodesicFrom(
          latDeg,
          azimuthDeg,
        )((Math.hypot(x - 600, y - 600) / ringPx) * rangeM)
        const there = axis === 'lat' ? latDeg + dLatDeg : lonDeg + dLonDeg
        const off = Math.abs(((((there - deg + 180) % 360) + 360) % 360) - 180)
        t.ok(off < 1e-6, `${off}° beside ${deg}° ${axis}`)
      }
    }
    const [x, y] = panelPosition({ latDeg: 47.6, lonDeg: 8.9, rangeM: 10_000 }, 47.65, 8.95)
    const sheet = {
      words: { title: '', legend: '', facts: [] },
      zones: [],
      rangeM: 10_000,
      azimuthDeg: undefined,
      notes: [],
    }
    const dots = (names: string[]) =>
      [...sheetSvg({ ...sheet, places: names.map((name) => ({ name, x, y })) }).matchAll(/r="4"/g)].length
    t.same(
      [dots([]), dots(['Here']), dots(['Here', 'There', 'Nowhere'])],
      [0, 1, 2],
      'on one side and the other',
    )
  },
)

t.test('German says all that English does', async (t) => {
  const antenna = { azimuth: 90, tilt: 2, pattern: { type: 'sector', horizontal_beamwidth: 65 } }
  const params = { tx_lat: 47.5, tx_lon: -9, model: 'itm', layers: ['value'], climate: 'desert', k_factor: 0 }
  const more = { antenna, rx_gain_dbi: 1, rx_loss_db: 2, output: 'received_power', rx_sensitivity_dbm: -90.5 }
  const summary = { visible: 1, blocked: 1, unknown: 0, visible_km2: 2.5, farthest_km: 3.25 }
  const heights = { tx_height: 2.5, tx_height_mode: 'AGL', rx_height: 900, rx_height_mode: 'AMSL' }
  const simulation = { params: { ...params, ...more, ...heights }, summary }
  const layer = shownLayer(simulation.params, '0.4.0', {})
  const [english, german] = (['en', 'de'] as const).map((language) =>
    wordsOf(simulation as unknown as Simulation, layer, language),
  )
  const names = (said: typeof english) => (said?.facts ?? []).map(([name]) => name)
  t.equal(names(german).length, names(english).length)
  t.same(
    names(german).filter((name) => names(english).includes(name)),
    [],
  )
  t.match(german, { title: 'Abdeckung von 47,50000° N, 9,00000° W', legend: 'Empfangsleistung, dBm' })
  t.match(
    new Map(german?.facts),
    new Map([
      ['Antenne', '2,5 m über Grund'],
      ['Empfänger', '900 m über dem Meeresspiegel'],
      ['Modell', 'itm: Longley-Rice (ITM)'],
      ['Einstellungen', 'Funkklima Wüste'],
      ['Antennendiagramm', 'Sektor, 65° Halbwertsbreite, Azimut 90°, Downtilt 2°'],
      ['Erde', 'flach'],
      ['Empfindlichkeit', '−90,5 dBm'],
    ]),
  )
  for (const [label, said] of [
    ['below -110.5, or unknown', 'unter -110,5 oder unbekannt'],
    ['too weak, or unknown', 'zu schwach oder unbekannt'],
    ['at least -90 dBm, and -95 dBm on the uplink', 'mindestens -90 dBm, -95 dBm (Talk-in)'],
    [
      'less than -90 dBm, and less than -95 dBm on the uplink',
      'weniger als -90 dBm, weniger als -95 dBm (Talk-in)',
    ],
    ['talk-out only: less than -95 dBm on the uplink', 'nur Talk-out: weniger als -95 dBm (Talk-in)'],
    ['talk-in only: less than -90 dBm', 'nur Talk-in: weniger als -90 dBm'],
    ['-90 to -80', '-90 bis -80'],
    ['blocked', 'keine Sichtverbindung'],
    ['covered by 1 site', 'von 1 Standort abgedeckt'],
    ['visible from 6 to 9 sites', 'von 6 bis 9 Standorten aus sichtbar'],
    ['terrain data for 10 to 12 sites', 'Geländedaten auf den Pfaden zu 10 bis 12 Standorten'],
    ['not covered by any site', 'von keinem Standort abgedeckt'],
  ] as const)
    t.equal(labelIn('de', label), said)
})

t.test('text is outlines alone, whatever it says', async (t) => {
  const hostile = '"/><script>alert(1)</script><svg onload=x>&amp;]]>\u0000\u202e'
  const zones = classZones({ 1: hostile, 0: hostile })
  const sheet = {
    words: { title: hostile, legend: hostile, facts: [[hostile, hostile]] as [string, string][] },
    zones,
    rangeM: 10_000,
    azimuthDeg: 120,
    notes: [hostile],
  }
  t.notMatch(sheetSvg(sheet), /script|onload|alert|<text|NaN/)
  t.match((await drawn(t, { cell: () => 1 }, undefined, sheet.words)).at(middlePx, middlePx), [200, 16, 46])
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.double({ min: 5, max: 40, noNaN: true }),
      (text, sizePx) => {
        const d = outlinesOf(text, 1.1, 99.3, sizePx)
        const width = widthOf(text, sizePx)
        const lines = wrapped(text, 120, sizePx, 3)
        const fits = lines.every((line) => [...line].length <= 2 || widthOf(line, sizePx) <= 120)
        return /^[MLQCZ0-9. -]*$/.test(d) && Number.isFinite(width) && lines.length <= 3 && fits
      },
    ),
    { numRuns: 100, seed: 15 },
  )
  t.equal(wrapped('one two three', widthOf('one two ', 20), 20, 3).join('|'), 'one two|three')
  t.match(wrapped('word '.repeat(90), 200, 20, 2)[1], /…$/, 'what is cut says so')
  t.equal(oneLine(' a\n\tb\u0007 '), 'a b')
  for (const text of ['Łódź', 'Ωμέγα', 'Жуков', 'Đà Nẵng', '−120 dBµV/m °×²']) {
    for (const character of text.replaceAll(' ', '')) {
      t.not(
        outlinesOf(character, 0, 0, 10),
        outlinesOf('東', 0, 0, 10),
        `${character} has a letter of its own`,
      )
    }
  }
})

t.test('a line leads from the mast to where the antenna points', (t) => {
  const sheet = { words: { title: 'Made', legend: '', facts: [] }, zones: [], rangeM: 1000, notes: [] }
  const endOf = (azimuthDeg: number | undefined) =>
    /d="M\S+ \S+L(\S+) (\S+)" fill="none" stroke-dasharray/.exec(sheetSvg({ ...sheet, azimuthDeg }))?.slice(1)
  t.equal(endOf(undefined), undefined)
  for (const azimuthDeg of [0, 30, 90, 200, 270]) {
    const radians = (azimuthDeg * Math.PI) / 180
    const [x = '', y = ''] = endOf(azimuthDeg) ?? []
    t.ok(Math.abs(Number(x) - middlePx - ringPx * Math.sin(radians)) < 1, `${azimuthDeg}°: ${x}`)
    t.ok(Math.abs(Number(y) - middlePx + ringPx * Math.cos(radians)) < 1, `${azimuthDeg}°: ${y}`)
  }
  t.end()
})

t.test('the scale bar has a round length that fits', async (t) => {
  for (const [maximumM, lengthM] of [
    [300, 200],
    [1999, 1000],
    [5000, 5000],
    [54, 50],
    [164_835, 100_000],
  ] as const) {
    t.equal(largestRound(maximumM), lengthM)
  }
})

t.test('a percentage is 0 or 100 only of none and of all', async (t) => {
  const shares = [0, 0.000_14, 0.001, 0.256, 0.999, 0.999_86, 1]
  const figures = ['0', 'less than 0.1', '0.1', '25.6', '99.9', 'more than 99.9', '100']
  t.same(shares.map(percentOf), figures)
  // Unknown ground counts as not covered.
  const summary = { visible: 1, blocked: 999, unknown: 9000, visible_km2: 0.1, farthest_km: 1 }
  const params = { tx_lat: 47, tx_lon: 9, layers: ['visible'] }
  const words = wordsOf({ params, summary } as unknown as Simulation, shownLayer(params, '0.4.0', {}))
  t.match(new Map(words.facts).get('Covered'), /^less than 0\.1\s%, /)
})

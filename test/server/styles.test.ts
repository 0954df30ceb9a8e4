import t from 'tap'
import { type LayerQuery, shownLayer } from '../../server/results/views/layers.ts'
import { qmlOf } from '../../server/results/views/qml.ts'
import { classZones, legend, viridisRanges } from '../../server/results/views/styles.ts'
import { zoneSetter } from '../../server/results/views/zones.ts'

// One table of scales and colours: even to the eye, and safe for the colour-blind.

/** Linear light of a colour that is opaque, 0 to 1. */
function linear(color: string): number[] {
  return [...Buffer.from(color.slice(1, 7), 'hex')].map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
}

const multiplied = (matrix: number[][], vector: number[]) =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * vector[index], 0))

/** Total loss of one kind of cone: Machado, Oliveira and Fernandes (2009), table of severity 1. */
const blindness: Record<string, number[][]> = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** CIELAB under D65, from linear light in sRGB (IEC 61966-2-1). */
function lab(light: number[]): number[] {
  const xyz = multiplied(
    [
      [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
      [0.2126, 0.7152, 0.0722],
      [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
    ],
    light.map((value) => Math.min(1, Math.max(0, value))),
  )
  const [x, y, z] = xyz.map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** Laid on a bright map, as programs blend: channel by channel. */
function onWhite(color: string): number[] {
  const [red, green, blue, alpha] = Buffer.from(color.slice(1), 'hex')
  const mixed = [red, green, blue].map((channel) => Math.round(255 + ((channel - 255) * alpha) / 255))
  return linear(`#${Buffer.from(mixed).toString('hex')}`)
}

const scales = {
  power: viridisRanges([-120, -110, -100, -90, -80, -70, -60]),
  'of four ranges': viridisRanges([-120, -100, -80]),
  'of five ranges': viridisRanges([-120, -100, -80, -60]),
  'of seven ranges': viridisRanges([1, 2, 3, 4, 5, 6]),
}

for (const [name, ranges] of Object.entries(scales)) {
  t.test(`steps of the scale ${name} are even in lightness, for every eye`, async (t) => {
    for (const [eye, matrix] of Object.entries(blindness)) {
      const lightness = ranges.map(({ color }) => lab(multiplied(matrix, linear(color)))[0])
      const steps = lightness.slice(1).map((value, index) => value - lightness[index])
      const mean = (lightness[lightness.length - 1] - lightness[0]) / steps.length
      t.ok(
        steps.every((step) => step > 0.6 * mean && step < 1.4 * mean),
        `${eye}: ${steps.map((step) => step.toFixed(1)).join(' ')}`,
      )
    }
  })
}

const zonesOf = (params: object, query: LayerQuery = {}) =>
  shownLayer({ frequency: 868, erp: 1, ...params }, '0.4.0', query).zones
const valueZones = (output: string, sensitivityDbm?: number) =>
  zonesOf({ output, layers: ['value'], ...(sensitivityDbm && { rx_sensitivity_dbm: sensitivityDbm }) })

t.test('zones differ for every eye on a white map, unknown ground by its hatching', async (t) => {
  const power = { output: 'received_power', layers: ['value'], rx_sensitivity_dbm: -107 }
  const back = { up_eirp_dbm: 14, up_sensitivity_dbm: -120 }
  const layers = [
    zonesOf({ layers: ['visible'] }),
    valueZones('received_power', -107),
    zonesOf(power, back),
    zonesOf(power, { layer: 'class', ...back }),
  ]
  for (const zones of layers) {
    const colors = zones.flatMap(({ kind, color }) => (kind === 'unknown' ? [] : [color]))
    for (const [eye, matrix] of Object.entries(blindness)) {
      const seen = colors.map((color) => lab(multiplied(matrix, onWhite(color))))
      for (const [i, one] of seen.entries()) {
        for (const [j, other] of seen.slice(0, i).entries()) {
          const difference = Math.hypot(...one.map((value, index) => value - other[index]))
          t.ok(difference > 5, `${eye}: ${colors[i]} and ${colors[j]} differ by ${difference.toFixed(1)}`)
        }
      }
    }
  }
})

t.test('classes of power begin at the sensitivity', async (t) => {
  const zones = valueZones('received_power', -107.5)
  const entries = legend(zones, 'dBm').entries.filter(({ range }) => range)
  t.same(entries[0]?.range, [-107.5, -97.5])
  t.same(entries.at(-1)?.range, [-47.5, null])
  t.same(
    entries.slice(1).map(({ range }) => range?.[0]),
    entries.slice(0, -1).map(({ range }) => range?.[1]),
  )
  t.same(
    zones.map(({ kind }) => kind),
    [...entries.map(() => 'covered'), 'lacking', 'unknown'],
  )
  t.equal(valueZones('field_strength', -107.5)[0]?.range?.[0], null, 'only those of power')
  const levels = valueZones('received_power')
  t.equal(levels[0]?.range?.[1], -120)
  t.same(
    levels.map(({ kind }) => kind),
    [...levels.slice(1).map(() => 'level'), 'unknown'],
    'nothing is covered without a sensitivity',
  )
})

t.test('zones of classes have the colours of the picture', async (t) => {
  const zones = classZones({ 1: 'visible', 0: 'blocked' })
  const byValue = new Map(legend(zones, null).entries.map(({ value, color }) => [value, color]))
  for (const { value, color } of zones) {
    if (value !== undefined) t.equal(color, byValue.get(value))
  }
})

/** Attributes of the elements of a name; fails unless every element that is opened is closed in its turn. */
function elementsIn(xml: string, wanted: string): Record<string, string>[] {
  const open: string[] = []
  const found: Record<string, string>[] = []
  const body = xml.replace(/^<!DOCTYPE [^>]*>/, '')
  for (const [tag, end, name = '', attributes = '', isEmpty] of body.matchAll(
    /<(\/?)(\w+)([^<>]*?)(\/?)>/g,
  )) {
    if (end && open.pop() !== name) throw new Error(`${tag} closes nothing`)
    if (!end && !isEmpty) open.push(name)
    const pairs = [...attributes.matchAll(/ (\w+)="([^"<>]*)"/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ])
    if (attributes.replace(/ \w+="[^"<>]*"/g, '') !== '') throw new Error(`${tag} is malformed`)
    if (name === wanted) found.push(Object.fromEntries(pairs))
  }
  if (open.length > 0 || /[<>]/.test(body.replace(/<[^<>]*>/g, '')))
    throw new Error('Elements are left open.')
  return found
}

const colorOf = ({ color = '', alpha }: Record<string, string>) =>
  `${color}${Number(alpha).toString(16).padStart(2, '0')}`

t.test('a style for QGIS draws each cell in the color of its zone', async (t) => {
  const power = { output: 'received_power', layers: ['value'], frequency: 868, erp: 1 }
  const back = { up_eirp_dbm: 14, up_sensitivity_dbm: -120 }
  const views: [object, object][] = [
    [power, {}],
    [{ ...power, rx_sensitivity_dbm: -107.5 }, {}],
    [
      { ...power, rx_sensitivity_dbm: -107.5 },
      { eirp_dbm: 43, ...back },
    ],
    [{ ...power, rx_sensitivity_dbm: -107.5 }, { sensitivity_dbm: -90 }],
    [{ ...power, output: 'field_strength' }, { sensitivity_dbm: -90 }],
    [
      { ...power, output: 'path_loss' },
      { sensitivity_dbm: -90, ...back },
    ],
    [{ layers: ['min_height'] }, {}],
  ]
  for (const [params, query] of views) {
    const layer = shownLayer(params as never, '0.4.0', query)
    const items = elementsIn(qmlOf(layer), 'item').map((item) => ({
      upTo: item.value === 'inf' ? Number.POSITIVE_INFINITY : Number(item.value),
      color: colorOf(item),
    }))
    const near = items.flatMap(({ upTo }) => [
      upTo - 0.1,
      upTo,
      Math.fround(upTo + 1e-5),
      Math.fround(upTo + 0.1),
    ])
    const values = Float32Array.from([...near, ...Array.from({ length: 400 }, (_, at) => at - 220)])
    const finite = values.filter(Number.isFinite)
    const zones = new Uint8Array(finite.length)
    zoneSetter(layer, true)(zones, finite, 0, finite.length)
    // QGIS has a discrete value belong to the first item that is not below it.
    const drawn = Array.from(finite, (value) => items.find(({ upTo }) => value <= upTo)?.color)
    const said = JSON.stringify({ params, query })
    t.same(
      drawn,
      Array.from(zones, (zone) => layer.zones[zone - 1]?.color),
      said,
    )
    t.equal(items.at(-1)?.upTo, Number.POSITIVE_INFINITY, said)
  }
  const classes = elementsIn(qmlOf(shownLayer({ layers: ['visible'] }, '0.4.0', {})), 'paletteEntry')
  t.same(
    classes.map((entry) => [entry.value, colorOf(entry), entry.label]),
    [
      ['1', '#e69f00a6', 'visible'],
      ['0', '#1a1a2e40', 'blocked'],
    ],
  )
  const layer = shownLayer({ layers: ['visible'] }, '0.4.0', {})
  const zones = layer.zones.map((zone) => ({ ...zone, label: '\u0001\ufffe<A>\u000b' }))
  t.match(qmlOf({ ...layer, zones }), /label="&lt;A&gt;"/)
})

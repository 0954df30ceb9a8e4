import t from 'tap'
import { areaKm2, polygonsOf } from '../../../server/client/areas.ts'
import { readPosition, showPosition } from '../../../server/client/coordinates.ts'
import { resolutionFor } from '../../../server/client/resolution.ts'
import { problems } from '../../../server/http/errors.ts'
import { antennaFieldsOf, antennaOf, firstAntenna } from '../../../server/page/browser/request/antenna.ts'
import {
  type Document,
  fieldsOf,
  firstDraft,
  modelOf,
  requestOf,
  schemaOf,
  valuesByField,
} from '../../../server/page/browser/request/fields.ts'
import { eirpDbmOf, wattsOf } from '../../../server/page/browser/request/power.ts'
import { de } from '../../../server/page/browser/words/de.ts'
import { en } from '../../../server/page/browser/words/en.ts'
import type { Preset } from '../../../server/requests/presets.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// What the page makes of the service's document and of what is typed.

const server = await startTestServer(t)
const { client } = await server.account('enterprise')
const document = server.document as unknown as Document
const { models } = (await client.get('/models')).json<{ models: { name: string }[] }>()
const kind = 'SimulationRequest'
const fieldsFor = (name: string) => fieldsOf(schemaOf(document, kind, name) ?? {})

t.test('positions are read as people write them', async (t) => {
  const near = (text: string, lat: number, lon: number, tolerance = 1e-9) => {
    const found = readPosition(text)
    t.ok(
      found && Math.abs(found.lat - lat) <= tolerance && Math.abs(found.lon - lon) <= tolerance,
      `${text}: ${JSON.stringify(found)}`,
    )
  }
  near('47.6333, 8.925', 47.6333, 8.925)
  near(' 47.6333 8.925 ', 47.6333, 8.925)
  near('-33.85;151.2', -33.85, 151.2)
  near('47,6333; 8,925', 47.6333, 8.925)
  near('47,6333 8,925', 47.6333, 8.925)
  near('47,6333, 8,925', 47.6333, 8.925)
  near('50,0303,11,0512', 50.0303, 11.0512)
  near('50,0303 11', 50.0303, 11)
  near('50,11', 50, 11)
  near('−33,85 151,2', -33.85, 151.2)
  near('33.85 S, 151.2 E', -33.85, 151.2)
  near('47.5° N 8.25° W', 47.5, -8.25)
  near(`47°38'00"N 8°55'30"E`, 47 + 38 / 60, 8.925)
  near('47° 38′ 0.5″ N, 8° 55′ 30″ W', 47 + 38 / 60 + 0.5 / 3600, -8.925)
  near(`33°51.5'S 151°12'E`, -(33 + 51.5 / 60), 151.2)
  // The centres of squares: JN47 is 47° to 48° north, 8° to 10° east.
  near('JN47', 47.5, 9)
  near('jn47lp', 47 + 15.5 / 24, 8 + (2 * 11.5) / 24)
  t.same(readPosition('JO50')?.square, { latDeg: 1, lonDeg: 2 })
  t.equal(readPosition('50, 11')?.square, undefined)
  near('JN47LP55', 47 + (15 + 0.55) / 24, 8 + (2 * (11 + 0.55)) / 24)
  // The central meridian of zone 32 is 9° east, at 500 km; on the equator the northing is 0, or 10 000 km.
  near('32N 500000 0', 0, 9, 1e-7)
  near('32M 500000 10000000', 0, 9, 1e-7)
  // Of PROJ: cs2cs EPSG:4326 EPSG:32632.
  near('32T 494365.806 5275547.075', 47.6333, 8.925, 1e-7)
  near('33S 500000 3873043', 35, 15, 1e-6)
  t.equal(showPosition({ lat: 47.6333, lon: 8.925 }), '47.63330, 8.92500')
})

t.test('what is no position is none', async (t) => {
  const texts = [
    '',
    '47',
    'here',
    '91, 8',
    '47, 181',
    'ZZ99',
    `47°61'N 8°E`,
    '61T 500000 5275000',
    '47.1.2, 8',
    // One number with a decimal comma.
    '50,0303',
    '50,030',
    '50,0303,11',
  ]
  for (const text of texts) t.equal(readPosition(text), undefined, text)
})

t.test('each model has a form whose first state the service accepts, with a place', async (t) => {
  t.ok(models.length >= 8)
  for (const { name } of models) {
    const fields = fieldsFor(name)
    t.ok(fields.length > 10, name)
    const body = requestOf(fields, firstDraft(fields))
    const { tx_lat, tx_lon } = validRequest
    const answer = await client.post('/api/v1/simulate/estimate', { ...body, model: name, tx_lat, tx_lon })
    t.equal(answer.status, 200, `${name}: ${answer.text}`)
  }
})

t.test('fields say what the document says', async (t) => {
  const byName = new Map(fieldsFor('los').map((field) => [field.name, field]))
  t.match(byName.get('max_range'), { kind: 'number', unit: 'kilometres', isRequired: true, maximum: 300 })
  t.match(byName.get('resolution'), { kind: 'number', default: 30, isRequired: false })
  t.match(byName.get('tx_height_mode'), { kind: 'choice', options: ['AGL', 'AMSL'] })
  t.match(byName.get('layers'), { kind: 'choices', options: ['visible', 'min_height'] })
  t.equal(byName.get('k_factor')?.unit, undefined)
  t.equal(modelOf(schemaOf(document, kind) ?? {}), 'los', 'what is meant when no model is named')
  t.equal(schemaOf(document, 'LinkRequest', 'los'), undefined)
})

t.test(
  'numbers are sent as numbers, what is none as it was typed, and what is empty not at all',
  async (t) => {
    const draft = { name: 'a', frequency: '433,5', erp: 'ten', resolution: ' 30 ', max_range: '', layers: [] }
    t.same(requestOf(fieldsFor('los'), draft), { name: 'a', frequency: 433.5, erp: 'ten', resolution: 30 })
  },
)

t.test('members of an object are fields of their own, and an object again in the request', async (t) => {
  const byName = new Map(fieldsFor('los').map((field) => [field.name, field]))
  t.match(byName.get('azimuths/from_deg'), {
    kind: 'number',
    unit: 'degrees',
    isRequired: false,
    isFolded: true,
  })
  const first = firstDraft(fieldsFor('los'))
  t.equal(first['azimuths/from_deg'], '', 'all directions')
  t.notOk('azimuths' in requestOf(fieldsFor('los'), first))
  const draft = { ...first, 'azimuths/from_deg': '350', 'azimuths/to_deg': '10,5' }
  const { azimuths } = requestOf(fieldsFor('los'), draft)
  t.same(azimuths, { from_deg: 350, to_deg: 10.5 })
  t.same(valuesByField({ azimuths, layers: ['visible'], grid: null }), [
    ['azimuths/from_deg', 350],
    ['azimuths/to_deg', 10.5],
    ['layers', ['visible']],
    ['grid', null],
  ])
  t.notOk(fieldsFor('p526').some(({ name }) => name.startsWith('azimuths')))
  const half = { ...validRequest, ...requestOf(fieldsFor('los'), { ...draft, 'azimuths/to_deg': '' }) }
  const answer = await client.post('/api/v1/simulate/estimate', half)
  t.match(answer.json(), { errors: [{ pointer: '#/azimuths/to_deg' }] }, 'half of it is refused at its field')
})

t.test('an antenna is sent as its type takes it, and none where none is chosen', async (t) => {
  const fields = antennaFieldsOf(schemaOf(document, kind, 'itm') ?? {})
  t.same(antennaFieldsOf(schemaOf(document, kind, 'los') ?? {}), [])
  const first = firstAntenna(fields)
  t.equal(antennaOf(fields, first), undefined)
  const sector = { azimuth: 120, tilt: 0, pattern: { type: 'sector', horizontal_beamwidth: 65 } }
  const draft = { ...first, 'antenna/pattern/type': 'sector', 'antenna/azimuth': '120' }
  t.match(antennaOf(fields, draft), sector)
  t.match(Object.fromEntries(valuesByField({ antenna: antennaOf(fields, draft) })), {
    'antenna/azimuth': 120,
    'antenna/pattern/type': 'sector',
  })
  const patterns = [
    draft,
    { ...first, 'antenna/pattern/type': 'omni' },
    { ...draft, 'antenna/pattern/vertical_beamwidth': '7' },
  ]
  const body = requestOf(fieldsFor('itm'), firstDraft(fieldsFor('itm')))
  const { tx_lat, tx_lon } = validRequest
  for (const one of patterns) {
    const antenna = antennaOf(fields, one)
    const answer = await client.post('/api/v1/simulate/estimate', { ...body, tx_lat, tx_lon, antenna })
    t.equal(answer.status, 200, `${JSON.stringify(antenna)}: ${answer.text}`)
  }
  const unknown = { ...first, 'antenna/pattern/type': 'uploaded', 'antenna/pattern/id': 'ant_1' }
  const antenna = antennaOf(fields, unknown)
  t.same(antenna, { azimuth: 0, tilt: 0, pattern: { type: 'uploaded', id: 'ant_1' } })
})

const { presets } = (await client.get('/api/v1/presets')).json<{ presets: Preset[] }>()

/** Limits of bands free of licences, dBm: the sources that presets.json names. */
const allowedDbm: Record<string, number> = {
  // 500 mW ERP.
  'meshtastic-longfast-eu868': 27 + 2.15,
  'meshtastic-longfast-eu433': 10 + 2.15,
  'lorawan-sf7-eu868': 16,
  pmr446: 27 + 2.15,
  'wifi-2.4': 20,
}

t.test('presets are complete, keep to their power, and are accepted by the service', async (t) => {
  const fields = fieldsFor('p526')
  t.equal(new Set(presets.map(({ name }) => name)).size, presets.length)
  const named: Record<string, Preset> = Object.fromEntries(presets.map((one) => [one.name, one]))
  for (const [name, dbm] of Object.entries(allowedDbm)) {
    const { tx_power_dbm = 0, tx_gain_dbi = 0 } = named[name]?.body ?? {}
    t.ok(Number(tx_power_dbm) + Number(tx_gain_dbi) <= dbm, name)
  }
  for (const { name, body, sources } of presets) {
    const { model, ...figures } = body
    t.same(Object.keys(sources), Object.keys(figures), `${name}: each figure has a source`)
    t.ok(Object.values(sources).every((source) => source.length > 20))
    const values = Object.fromEntries(Object.entries(figures).map(([field, value]) => [field, String(value)]))
    const asked = requestOf(fields, { ...firstDraft(fields), ...values, model: String(model) })
    const { tx_lat, tx_lon } = validRequest
    const answer = await client.post('/api/v1/simulate/estimate', { ...asked, tx_lat, tx_lon })
    t.equal(answer.status, 200, `${name}: ${answer.text}`)
  }
  // Of the firmware's own document.
  t.match(named['meshtastic-longfast-us']?.body, { frequency: 906.875, rx_sensitivity_dbm: -131 })
})

t.test('power is typed in dBm or watts; the EIRP follows', async (t) => {
  const first = firstDraft(fieldsFor('p526'))
  t.match(first, { erp: '', tx_power_dbm: '20', k_factor: '4/3' })
  t.match(requestOf(fieldsFor('p526'), first), { k_factor: 4 / 3, tx_power_dbm: 20, erp: undefined })
  t.equal(eirpDbmOf(first), 20)
  t.equal(eirpDbmOf({ tx_power_dbm: '22', tx_gain_dbi: '5,5', tx_loss_db: '1.5' }), 26)
  t.equal(eirpDbmOf({ erp: '1', tx_power_dbm: '' })?.toFixed(2), '32.15')
  t.equal(eirpDbmOf({ erp: '', tx_power_dbm: 'much' }), undefined)
  t.equal(wattsOf(30), 1)
})

t.test(
  'cells follow the posts: no finer than they are, and coarser only where there would be too many',
  (t) => {
    t.equal(resolutionFor(92.66, 20), 90)
    t.equal(resolutionFor(30.9, 20), 30)
    t.equal(resolutionFor(25, 20), 25)
    t.equal(resolutionFor(463, 20), 460)
    t.equal(resolutionFor(1, 2), 2)
    t.equal(resolutionFor(1, 100), 30, 'never coarser than the usual 30 m for the range alone')
    t.equal(resolutionFor(0.5, 0.1), 1)
    t.equal(resolutionFor(5000, 20), 1000)
    t.end()
  },
)

t.test(
  'the catalogue has every field, unit, option and product, and German all that English has',
  async (t) => {
    const fields = models.flatMap(({ name }) => fieldsFor(name))
    const names = new Set(fields.map(({ name }) => name))
    const options = new Set(fields.flatMap(({ name, options }) => (name === 'model' ? [] : options)))
    // MHz, dBm, % and the like are the same everywhere.
    const isSymbol = (unit: string) => /^(%|[A-Za-zµ]{1,3}(\/m)?)$/.test(unit)
    const units = new Set(fields.flatMap(({ unit = '%' }) => (isSymbol(unit) ? [] : unit)))
    t.ok(units.has('N-units/km'))
    const { Links } = server.document.components.schemas as Record<string, { properties: object }>
    const wanted = [
      ...[...names].map((name) => `field: ${name}`),
      ...[...options].map((option) => `option: ${option}`),
      ...[...units].map((unit) => `unit: ${unit}`),
      ...Object.keys(Links?.properties ?? {}).map((name) => `product: ${name}`),
      ...models.map(({ name }) => `model: ${name}`),
    ]
    const said = Object.keys(en).flatMap((word) => /^problem: (.+)/.exec(word)?.[1] ?? [])
    t.same(
      said.filter((code) => !(code in problems)),
      [],
      'what is said of problems are those of the service',
    )
    t.same(
      wanted.filter((word) => !(word in en)),
      [],
    )
    t.same(Object.keys(de).sort(), Object.keys(en).sort())
    const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
    for (const [word, text] of Object.entries(en)) {
      t.same(placesIn(de[word as keyof typeof en]), placesIn(text), word)
    }
  },
)

t.test('an area of a file is checked, and as large as on the ellipsoid', (t) => {
  const noXml = () => ({ getElementsByTagNameNS: () => [] }) as never
  const square = [
    [
      [11, 49],
      [12, 49],
      [12, 50],
      [11, 50],
      [11, 49],
    ],
  ]
  const read = (value: unknown) => polygonsOf(JSON.stringify(value), noXml)
  const polygon = { type: 'Polygon', coordinates: square }
  const feature = { type: 'Feature', properties: { name: 'Bayreuth' }, geometry: polygon }
  t.same(read(feature), { name: 'Bayreuth', polygons: [square] })
  t.same(
    read({ type: 'FeatureCollection', features: [feature, feature] })?.name,
    undefined,
    'of two names none',
  )
  t.same(read({ type: 'MultiPolygon', coordinates: [square, square] })?.polygons.length, 2)
  // Karney's PolygonArea of the same corners: 8056.10 km², along geodesics.
  t.ok(Math.abs(areaKm2([square as never]) / 8_056.1 - 1) < 0.002, String(areaKm2([square as never])))
  for (const wrong of [
    {},
    null,
    [],
    { type: 'Point', coordinates: [1, 2] },
    { type: 'Polygon', coordinates: [[[1, 2]]] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 2],
          [1, 'a'],
          [1, 3],
          [1, 2],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [1, 2],
          [1, 99],
          [1, 3],
          [1, 2],
        ],
      ],
    },
    { type: 'Polygon', coordinates: [Array(20_001).fill([1, 2])] },
  ]) {
    t.equal(read(wrong), undefined, JSON.stringify(wrong)?.slice(0, 80))
  }
  t.equal(polygonsOf('no file of ours', noXml), undefined)
  t.equal(polygonsOf('<kml/>', noXml), undefined)

  // As much of a document as KML is read by.
  const xmlOf = (elements: Record<string, string[]>): { getElementsByTagNameNS: unknown } => ({
    getElementsByTagNameNS: (namespace: string, name: string) =>
      namespace === '*'
        ? (elements[name] ?? []).map((textContent) => ({ ...xmlOf(inner), textContent }))
        : [],
  })
  const inner = { outerBoundaryIs: [''], coordinates: [(square[0] as number[][]).join(' ')] }
  const kml = { Polygon: [''], name: ['x'.repeat(5000)] }
  const whole = polygonsOf('<k:kml/>', () => xmlOf(kml) as never)
  t.same(whole, { name: 'x'.repeat(100), polygons: [square] })
  t.equal(
    polygonsOf('<kml><Polygon>', () => xmlOf({ ...kml, parsererror: ['cut off'] }) as never),
    undefined,
    'what is cut off has no area',
  )
  const bomb = '<?xml version="1.0"?>\n<!-- <kml> -->\n<!DOCTYPE kml [<!ENTITY a "aa">]><kml/>'
  t.equal(
    polygonsOf(bomb, () => t.fail('entities are not expanded') as never),
    undefined,
  )
  t.same(
    polygonsOf('<kml><![CDATA[<!DOCTYPE html>]]></kml>', () => xmlOf(kml) as never),
    whole,
  )
  const deep = `${'{"type":"GeometryCollection","geometries":['.repeat(60_000)}${']}'.repeat(60_000)}`
  t.equal(polygonsOf(deep, noXml), undefined)
  t.end()
})

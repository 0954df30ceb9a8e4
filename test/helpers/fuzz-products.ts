import fc from 'fast-check'

/** A request to a result; `{id}` stands for its simulation. */
export interface ProductCall {
  method: 'GET' | 'HEAD' | 'POST'
  path: string
  body?: object
  /** Whether who may open the result gets it; undefined where that depends on the layer. */
  isValid: boolean | undefined
  isTile?: boolean
}

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    '-1',
    '00',
    '1e3',
    '0x1',
    '1.5',
    'NaN',
    'null',
    '%00',
    '..',
    '%2e%2e%2f',
    '９',
    '+1',
    ' ',
  ),
  fc.string({ maxLength: 12 }),
  fc.integer({ min: 50, max: 3000 }).map((length) => '9'.repeat(length)),
)
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString())

/** Addresses of tiles: over the result and beside it, beyond the world, and no numbers at all. */
const tile = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: 0, max: 22 }).chain((z) => {
        const index = fc.oneof(fc.constantFrom(0, 2 ** z - 1), fc.nat({ max: 2 ** z - 1 }))
        return fc.tuple(fc.constant(z), index, index)
      }),
    },
    // Near the result.
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.integer({ min: 0, max: 22 }), fc.double({ min: -0.1, max: 0.1, noNaN: true }), fc.nat(3))
        .map(([z, offDeg, south]) => [z, tileIndex(8.03 + offDeg, z), rowIndex(46.97, z) + south] as const),
    },
    { weight: 2, arbitrary: fc.tuple(fc.integer({ min: -2, max: 40 }), fc.maxSafeInteger(), fc.integer()) },
  )
  .map(([z, x, y]) => ({
    text: `${z}/${x}/${y}`,
    isValid: z >= 0 && z <= 22 && x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z,
  }))
const oddTile = fc
  .array(oddText, { minLength: 1, maxLength: 4 })
  .map((parts) => ({ text: parts.map(encoded).join('/'), isValid: undefined }))

function tileIndex(lonDeg: number, z: number): number {
  return Math.floor(((lonDeg + 180) / 360) * 2 ** z)
}

function rowIndex(latDeg: number, z: number): number {
  const sine = Math.sin((latDeg * Math.PI) / 180)
  return Math.floor((0.5 - Math.atanh(sine) / (2 * Math.PI)) * 2 ** z)
}

const read = fc.constantFrom('GET', 'GET', 'GET', 'HEAD') as fc.Arbitrary<'GET' | 'HEAD'>

const tileCall: fc.Arbitrary<ProductCall> = fc
  .tuple(
    read,
    fc.constantFrom('/results', '/api/v1/results'),
    fc.constantFrom('tiles', 'values'),
    fc.oneof({ weight: 5, arbitrary: tile }, { weight: 1, arbitrary: oddTile }),
  )
  .map(([method, base, kind, { text, isValid }]) => ({
    method,
    path: `${base}/{id}/${kind}/${text}.png`,
    isValid,
    isTile: isValid === true,
  }))

const levels = fc.oneof(
  fc.uniqueArray(fc.integer({ min: -150, max: -30 }), { minLength: 1, maxLength: 7 }).map((list) => ({
    text: list.sort((a, b) => a - b).join(),
    isValid: true,
  })),
  fc
    .oneof(
      fc.array(fc.double(), { maxLength: 9 }).map(String),
      fc.array(oddText, { maxLength: 5 }).map((list) => list.join()),
      fc.constantFrom(',', '-100,-100', '-90,-100', '1e400', 'Infinity', '-100,', '1,2,3,4,5,6,7,8', '--1'),
    )
    .map((text) => ({ text, isValid: undefined })),
)
const query = (name: string, odd: fc.Arbitrary<string>) => odd.map((text) => `${name}=${encoded(text)}`)
const number = fc.oneof(fc.double().map(String), fc.integer().map(String), oddText)

/** Only results of path loss have views, and those of class alone in the raster. */
const viewPart = fc.oneof(
  fc
    .constantFrom('sensitivity_dbm', 'eirp_dbm', 'up_eirp_dbm', 'up_sensitivity_dbm')
    .chain((name) =>
      query(
        name,
        fc.oneof(
          fc.integer({ min: -250, max: 150 }).map(String),
          fc.constantFrom('-110.5', '-200', '120', '1e2'),
          oddText,
        ),
      ),
    ),
  fc.constant('layer=class&sensitivity_dbm=-90'),
  fc.constant('up_eirp_dbm=10&up_sensitivity_dbm=-100&sensitivity_dbm=-80'),
)

/** Only measures have levels, and whether a number is one of those allowed is the schema's to say. */
const geojsonCall: fc.Arbitrary<ProductCall> = fc
  .tuple(
    read,
    fc.option(levels, { nil: undefined }),
    fc.array(
      fc.oneof(
        query('tolerance_m', number),
        query('max_bytes', number),
        query('layer', oddText),
        query('a', oddText),
        viewPart,
      ),
      { maxLength: 2 },
    ),
  )
  .map(([method, found, others]) => {
    const parts = [...(found ? [`levels=${encoded(found.text)}`] : []), ...others]
    return {
      method,
      path: `/results/{id}.geojson${parts.length > 0 ? `?${parts.join('&')}` : ''}`,
      isValid: parts.length === 0 ? true : undefined,
    }
  })

const placeCall: fc.Arbitrary<ProductCall> = fc
  .tuple(read, fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }).map(String), number), number)
  .map(([method, lat, lon]) => ({
    method,
    path: `/results/{id}/value?lat=${encoded(lat)}&lon=${encoded(lon)}`,
    isValid: undefined,
  }))

const otherCall: fc.Arbitrary<ProductCall> = fc
  .tuple(
    read,
    fc.constantFrom('.kmz', '/stats', '/tiles.json', '.png', '.pgw', '.prj', '.tif', '/preview'),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      {
        weight: 2,
        arbitrary: fc.oneof(
          query('style', fc.oneof(fc.constantFrom('plain', 'map', 'MAP', 'plain,map', '__proto__'), oddText)),
          query(
            'layer',
            fc.oneof(fc.constantFrom('value', 'visible', 'class', '../x', 'constructor'), oddText),
          ),
          viewPart,
        ),
      },
    ),
  )
  .map(([method, ending, odd]) => ({
    method,
    path: `/results/{id}${ending}${odd && `?${odd}`}`,
    isValid: odd === '' ? true : undefined,
  }))

const recordCall: fc.Arbitrary<ProductCall> = fc
  .tuple(read, fc.constantFrom('/api/v1/status/{id}'))
  .map(([method, path]) => ({ method, path, isValid: true }))

type Position = [number, number]
const onEarth = fc.oneof(
  fc.tuple(fc.double({ min: 8, max: 8.06, noNaN: true }), fc.double({ min: 46.94, max: 47, noNaN: true })),
  fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true })),
  // To both sides of the antimeridian, and in other turns of the globe.
  fc.tuple(fc.constantFrom(-360, -180, -179, 179, 180, 181, 360), fc.constantFrom(-90, -46, 0, 46, 90)),
) as fc.Arbitrary<Position>

const closed = (ring: Position[]): Position[] => [...ring, ring[0]]

/** Rings that cross themselves, touch themselves, have no area, or go to and fro thousands of times. */
const ring = fc.oneof(
  { weight: 5, arbitrary: fc.array(onEarth, { minLength: 3, maxLength: 12 }).map(closed) },
  { weight: 1, arbitrary: onEarth.map((place) => [place, place, place, place]) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 100, max: 1500 }).map((count) => {
      const comb = Array.from({ length: count }, (_, at): Position => {
        const lonDeg = Number((8 + (0.06 * at) / count).toFixed(5))
        return [lonDeg, at % 2 === 0 ? 46.9 : 47.1]
      })
      return closed([...comb, [8, 46.8]])
    }),
  },
)

const longRing = (count: number) => [closed(Array(count).fill([8.123456789, 46.987654321]))]
/** A long ring, and one of more vertices than a body may have; made once, as thousands of calls hold them. */
const longRings = [
  { coordinates: longRing(6000) as unknown, isValid: true },
  { coordinates: longRing(1_000_000) as unknown, isValid: false },
]

const polygonCall: fc.Arbitrary<ProductCall> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.array(ring, { minLength: 1, maxLength: 4 }).map((coordinates) => ({
        coordinates: coordinates as unknown,
        isValid: true as boolean | undefined,
      })),
    },
    {
      weight: 2,
      arbitrary: fc
        .oneof(
          fc.jsonValue({ maxDepth: 5 }),
          fc.array(fc.array(fc.array(fc.double({ noNaN: true }), { maxLength: 4 }), { maxLength: 6 })),
          fc.array(onEarth, { minLength: 3, maxLength: 5 }).map((open) => [open]),
          fc.constantFrom<unknown>(
            [
              closed([
                [0, 0],
                [1e308, 0],
                [0, 91],
              ]),
            ],
            Array(101).fill([[0, 0]]),
          ),
        )
        .map((coordinates) => ({ coordinates, isValid: undefined })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...longRings),
    },
  )
  .map(({ coordinates, isValid }) => ({
    method: 'POST' as const,
    path: '/results/{id}/stats',
    body: { polygon: { type: 'Polygon', coordinates } },
    isValid,
  }))

/** Geometries of any type with positions that fit it or do not. */
const featuresCall: fc.Arbitrary<ProductCall> = fc
  .tuple(
    fc.constantFrom(
      ...['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'Circle'],
    ),
    fc.oneof(
      onEarth,
      fc.array(onEarth, { maxLength: 5 }),
      fc.array(ring, { maxLength: 3 }),
      fc.array(fc.array(ring, { maxLength: 2 }), { maxLength: 2 }),
      fc.jsonValue({ maxDepth: 4 }),
    ) as fc.Arbitrary<unknown>,
    fc.oneof(fc.constant(''), viewPart, query('floor_dbm', number)),
    fc.oneof(
      fc.constant({}),
      fc.record({ measured_dbm: fc.oneof(fc.double(), fc.jsonValue({ maxDepth: 2 })) }),
    ),
  )
  .map(([type, coordinates, odd, properties]) => ({
    method: 'POST' as const,
    path: `/results/{id}/features${odd && `?${odd}`}`,
    body: { type: 'Feature', properties, geometry: { type, coordinates } },
    isValid: undefined,
  }))

/** Calls of products: valid ones, and whatever else somebody may send. */
export const productCall: fc.Arbitrary<ProductCall> = fc.oneof(
  { weight: 5, arbitrary: tileCall },
  { weight: 3, arbitrary: polygonCall },
  { weight: 3, arbitrary: featuresCall },
  { weight: 2, arbitrary: geojsonCall },
  { weight: 2, arbitrary: placeCall },
  { weight: 3, arbitrary: otherCall },
  { weight: 1, arbitrary: recordCall },
)

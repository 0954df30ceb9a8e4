import t from 'tap'
import { datumDefinition, projectedDefinition } from '../../storage/terrain/crs/epsg.ts'
import { isWgs84Degrees, type Projection, projectionOf } from '../../storage/terrain/crs/projection.ts'
import { projectionOfWkt } from '../../storage/terrain/crs/wkt.ts'
import { GeoKeys, KEY } from '../../storage/terrain/formats/geokeys.ts'
import { projectionOfKeys, verticalUnitM } from '../../storage/terrain/formats/geotiff-crs.ts'
import { TAG, TiffDirectory } from '../../storage/terrain/formats/geotiff-directory.ts'
import { readGeoreference } from '../../storage/terrain/formats/geotiff-georeference.ts'
import { chunkSize, readLayout, staysInt16 } from '../../storage/terrain/formats/geotiff-layout.ts'
import type { TileFile } from '../../storage/terrain/tile.ts'

// What a GeoTIFF's keys and a .prj file say, held against what defines a projection: its origin has the false coordinates, and
// the scale is what it is declared to be where it is declared.

type Name = keyof typeof KEY
type Keys = Partial<Record<Name, number | number[] | string>>

const SHORT = 3
const DOUBLE = 12
const ASCII = 2

/** A directory with these keys, and other tags of doubles. */
function directoryOf(keys: Keys, tags: Record<number, number[] | string> = {}): TiffDirectory {
  const entries: number[] = []
  const doubles: number[] = []
  let text = ''
  for (const [name, value] of Object.entries(keys)) {
    const id = KEY[name as Name]
    if (typeof value === 'string') {
      entries.push(id, TAG.geoText, value.length + 1, text.length)
      text += `${value}|`
    } else if (
      typeof value === 'number' &&
      /Type$|^(?:datum|method|projection|ellipsoid)$|(?:Unit|Meridian)$/.test(name)
    ) {
      entries.push(id, 0, 1, value)
    } else {
      const list = [value].flat()
      entries.push(id, TAG.geoDoubles, list.length, doubles.length)
      doubles.push(...list)
    }
  }
  const shorts = [1, 1, 0, Object.keys(keys).length, ...entries]
  const field = (type: number, values: Uint8Array | Uint16Array | Float64Array) => ({
    type,
    count: values.length,
    bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  })
  const fields = new Map([
    [TAG.geoKeys as number, field(SHORT, Uint16Array.from(shorts))],
    [TAG.geoDoubles as number, field(DOUBLE, Float64Array.from(doubles))],
    [TAG.geoText as number, field(ASCII, Uint8Array.from(Buffer.from(text)))],
  ])
  for (const [tag, values] of Object.entries(tags)) {
    const isText = typeof values === 'string'
    fields.set(
      Number(tag),
      isText ? field(ASCII, Uint8Array.from(Buffer.from(values))) : field(DOUBLE, Float64Array.from(values)),
    )
  }
  return new TiffDirectory(true, fields)
}

const projectionWith = (keys: Keys) => projectionOfKeys(new GeoKeys(directoryOf(keys)))

const out = new Float64Array(2)
function forward(projection: Projection, lonDeg: number, latDeg: number): [number, number] {
  projection.forward(lonDeg, latDeg, out)
  return [out[0], out[1]]
}

const FOOT_M = 0.3048
/** WGS 84. */
const [A, E2] = [6_378_137, 0.00669437999014]

/** Scale along the parallel: metres on the map over metres on the ellipsoid. */
function scaleAt(projection: Projection, lonDeg: number, latDeg: number, unitM: number): number {
  const stepDeg = 1e-3
  const [x0, y0] = forward(projection, lonDeg - stepDeg / 2, latDeg)
  const [x1, y1] = forward(projection, lonDeg + stepDeg / 2, latDeg)
  const lat = (latDeg * Math.PI) / 180
  const groundM = ((A * Math.cos(lat)) / Math.sqrt(1 - E2 * Math.sin(lat) ** 2)) * ((stepDeg * Math.PI) / 180)
  return (Math.hypot(x1 - x0, y1 - y0) * unitM) / groundM
}

const projected = { modelType: 1, geographicType: 4326, projectedType: 32767 } as const

/** Keys; longitude and latitude that have the false easting and northing; parallels and the scale along them. */
const METHODS: [string, Keys, [number, number, number, number], [number, number][]][] = [
  [
    'Transverse Mercator',
    {
      method: 1,
      naturalOriginLatitude: 40,
      naturalOriginLongitude: -75,
      naturalOriginScale: 0.9996,
      falseEasting: 200_000,
      falseNorthing: -3000,
    },
    [-75, 40, 200_000, -3000],
    [
      [40, 0.9996],
      [60, 0.9996],
    ],
  ],
  [
    'Mercator with a standard parallel',
    { method: 7, naturalOriginLongitude: 110, standardParallel1: -30, falseEasting: 700, falseNorthing: 900 },
    [110, 0, 700, 900],
    [
      [30, 1],
      [-30, 1],
    ],
  ],
  [
    'Mercator with a scale',
    {
      method: 7,
      naturalOriginLongitude: 110,
      naturalOriginScale: 0.997,
      falseEasting: 700,
      falseNorthing: 900,
    },
    [110, 0, 700, 900],
    [[0, 0.997]],
  ],
  [
    'Lambert with two parallels',
    {
      method: 8,
      standardParallel1: 33,
      standardParallel2: 45,
      falseOriginLatitude: 23,
      falseOriginLongitude: -96,
      falseOriginEasting: 4000,
      falseOriginNorthing: 50_000,
    },
    [-96, 23, 4000, 50_000],
    [
      [33, 1],
      [45, 1],
    ],
  ],
  [
    'Lambert with one',
    {
      method: 9,
      naturalOriginLatitude: 46.5,
      naturalOriginLongitude: 3,
      naturalOriginScale: 0.9998,
      falseEasting: 600_000,
      falseNorthing: 200_000,
    },
    [3, 46.5, 600_000, 200_000],
    [[46.5, 0.9998]],
  ],
  [
    'Albers',
    {
      method: 11,
      standardParallel1: -18,
      standardParallel2: -36,
      naturalOriginLatitude: -10,
      naturalOriginLongitude: 132,
      falseEasting: 11,
      falseNorthing: 12,
    },
    [132, -10, 11, 12],
    [
      [-18, 1],
      [-36, 1],
    ],
  ],
  [
    'Lambert azimuthal',
    {
      method: 10,
      centreLatitude: 52,
      centreLongitude: 10,
      centreEasting: 4_321_000,
      centreNorthing: 3_210_000,
    },
    [10, 52, 4_321_000, 3_210_000],
    [[52, 1]],
  ],
  [
    'Polar stereographic, north',
    { method: 15, naturalOriginLatitude: 70, poleLongitude: -45, falseEasting: 21, falseNorthing: 22 },
    [-45, 90, 21, 22],
    [[70, 1]],
  ],
  [
    'Polar stereographic, south',
    { method: 15, naturalOriginLatitude: -71, poleLongitude: 0, falseEasting: 31, falseNorthing: 32 },
    [0, -90, 31, 32],
    [[-71, 1]],
  ],
]

t.test('a projection by its parameters has its origin and its scale where they are declared', async (t) => {
  for (const [name, keys, [lonDeg, latDeg, x, y], scales] of METHODS) {
    for (const [linearUnit, unitM] of [
      [9001, 1],
      [9002, FOOT_M],
    ] as const) {
      const projection = projectionWith({ ...projected, ...keys, linearUnit })
      const at = forward(projection, lonDeg, latDeg)
      const offM = Math.hypot(at[0] - x, at[1] - y) * unitM
      t.ok(offM < 0.01, `${name}: ${at} at its origin, in units of ${unitM} m`)
      for (const [parallelDeg, scale] of scales) {
        const found = scaleAt(projection, lonDeg, parallelDeg, unitM)
        t.ok(Math.abs(found - scale) < 1e-5, `${name}: scale ${found} at ${parallelDeg}`)
      }
    }
  }
  // Which direction the meridian of origin goes: down the map from the north pole, up from the south pole.
  for (const [latitude, sign] of [
    [70, -1],
    [-71, 1],
  ]) {
    const polar = projectionWith({
      ...projected,
      method: 15,
      naturalOriginLatitude: latitude,
      poleLongitude: 30,
    })
    const [x, y] = forward(polar, 30, latitude)
    t.ok(Math.abs(x) < 1e-3 && sign * y > 1e6, `${latitude}: ${x}, ${y}`)
  }
})

t.test('units of keys: angles in gons, lengths of a size of their own', async (t) => {
  const keys: Keys = {
    ...projected,
    method: 1,
    angularUnit: 9105,
    naturalOriginLatitude: 50,
    naturalOriginLongitude: -80,
    linearUnit: 32767,
    linearUnitSize: 100,
    falseEasting: 3,
    falseNorthing: 4,
  }
  const [x, y] = forward(projectionWith(keys), -72, 45)
  t.ok(Math.hypot(x - 3, y - 4) < 1e-6, `${x}, ${y}`)
  // A degree of the meridian at 45 degrees has 111 132 m.
  const [, north] = forward(projectionWith(keys), -72, 46)
  t.ok(Math.abs(north - y - 1111.4) < 0.5, `${north - y} units of 100 m`)
  t.throws(() => projectionWith({ ...keys, linearUnitSize: 0 }), /linear unit EPSG:32767 is not supported/)
  t.throws(() => projectionWith({ ...keys, linearUnit: 9999 }), /linear unit EPSG:9999 is not supported/)
  t.throws(() => projectionWith({ ...keys, angularUnit: 9999 }), /angular unit is not supported/)
  const unit = (vertical: Keys) => verticalUnitM(new GeoKeys(directoryOf({ ...projected, ...vertical })))
  t.equal(unit({}), 1)
  t.equal(unit({ verticalUnit: 9002 }), FOOT_M)
  t.ok(Math.abs(unit({ verticalType: 6360 }) - 1200 / 3937) < 1e-12, 'NAVD88 in US survey feet')
  t.equal(unit({ verticalType: 6360, verticalUnit: 9001 }), 1, 'the unit that is named counts')
  t.throws(() => unit({ verticalUnit: 9999 }), /vertical unit EPSG:9999 is not supported/)
})

t.test('zones of UTM by the code of the projection, north and south', async (t) => {
  for (const [projection, lonDeg, northing] of [
    [16001, -177, 0],
    [16060, 177, 0],
    [16132, 9, 10_000_000],
  ] as const) {
    const [x, y] = forward(projectionWith({ ...projected, projection }), lonDeg, 0)
    t.ok(Math.hypot(x - 500_000, y - northing) < 0.01, `${projection}: ${x}, ${y}`)
  }
  for (const projection of [16000, 16061, 16161]) {
    t.throws(() => projectionWith({ ...projected, projection }), /without a method/, `${projection}`)
  }
  const [first, , last] = [32601, 32660, 32660].map((code) => projectedDefinition(code) ?? '')
  t.match(first, /zone=1 \+datum=WGS84/)
  t.match(last, /zone=60 \+datum=WGS84/)
  for (const code of [32600, 32661, 25827, 25839]) {
    t.notMatch(projectedDefinition(code) ?? '', /utm/, `EPSG:${code} is no zone of UTM`)
  }
})

t.test('a datum is shifted by what the file gives, and refused without', async (t) => {
  const bessel = {
    modelType: 2,
    geographicType: 32767,
    semiMajorAxis: 6_377_397.155,
    inverseFlattening: 299.1528128,
  }
  // The seventh parameter is a scale, which moves nothing along the ellipsoid; the sixth turns the earth by 36″.
  const turned = projectionWith({ ...bessel, toWgs84: [0, 0, 0, 0, 0, 36, 0] })
  const [lonDeg] = forward(turned, 10, 0)
  t.ok(Math.abs(Math.abs(lonDeg - 10) - 0.01) < 1e-9, `${lonDeg}`)
  const [, latDeg] = forward(projectionWith({ ...bessel, toWgs84: [0, 0, 100] }), 10, 0)
  t.ok(Math.abs(latDeg + 100 / 111_000) < 1e-4, `100 m north of the other centre: ${latDeg}`)
  const { inverseFlattening: _, ...axis } = bessel
  const byAxes = projectionWith({ ...axis, semiMinorAxis: 6_356_078.963, toWgs84: [0, 0, 100] })
  t.ok(Math.abs(forward(byAxes, 10, 0)[1] - latDeg) < 1e-9, 'an ellipsoid by both axes')
  t.throws(
    () => projectionWith(bessel),
    /expected WGS 84 or a datum with a known shift to it, got a user-defined one/,
  )
  t.throws(
    () => projectionWith({ modelType: 2, geographicType: 4267, citation: 'NAD27' }),
    /geographic system with a known shift to it, got EPSG:4267 \(NAD27\)/,
  )
  const grs80: Keys = {
    modelType: 2,
    geographicType: 32767,
    semiMajorAxis: A,
    inverseFlattening: 298.257222101,
  }
  t.ok(isWgs84Degrees(projectionWith(grs80)), 'GRS 80 is as good as WGS 84')
  t.ok(isWgs84Degrees(projectionWith({ modelType: 2, datum: 6326 })), 'a datum by its code')
  t.notOk(isWgs84Degrees(projectionWith({ modelType: 2, geographicType: 4277 })), 'OSGB36')
  t.match(datumDefinition(6277), /airy/)
  t.equal(datumDefinition(4326), undefined, 'a system is no datum')
  const [airyDeg] = forward(
    projectionWith({ modelType: 2, ellipsoid: 7001, toWgs84: [0, 0, 0, 0, 0, 36, 0] }),
    10,
    0,
  )
  t.equal(airyDeg.toFixed(9), lonDeg.toFixed(9), 'an ellipsoid by its code')
  const paris = projectionWith({ ...grs80, primeMeridian: 8903 })
  t.ok(Math.abs(forward(paris, 2.337229167, 48)[0]) < 1e-6, 'longitudes from Paris')
  const own = projectionWith({ ...grs80, primeMeridianLongitude: -17.5 })
  t.ok(Math.abs(forward(own, -17.5, 28)[0]) < 1e-9, 'longitudes from a meridian of its own')
})

t.test('keys that are not understood are refused by name', async (t) => {
  for (const [keys, message] of [
    [{}, /has no coordinate system/],
    [{ modelType: 3 }, /model type 3/],
    [
      { modelType: 2, geographicType: 4326, angularUnit: 9105 },
      /angular unit is EPSG:9105, expected degrees/,
    ],
    [
      { modelType: 1, projectedType: 3168, projectedCitation: 'Kertau' },
      /EPSG:3168 \(Kertau\) is not supported/,
    ],
    [{ ...projected, method: 27 }, /projection method 27 is not supported/],
    [{ ...projected, method: 24, falseEasting: 5 }, /sinusoidal projection has a false origin/],
  ] as [Keys, RegExp][]) {
    t.throws(() => projectionWith(keys), message)
  }
  const utm32 = { modelType: 1, projectedType: 32632 }
  const [x, y] = forward(projectionWith(utm32), 9, 0)
  t.ok(Math.hypot(x - 500_000, y) < 1e-3, 'a system by its code')
  const wkt = 'PROJCS["a",GEOGCS["GCS_WGS_1984"],AUTHORITY["EPSG","32733"]]'
  const text = projectionWith({ modelType: 1, projectedType: 32767, citation: `ESRI PE String = ${wkt}` })
  t.ok(
    Math.hypot(forward(text, 15, 0)[0] - 500_000, forward(text, 15, 0)[1] - 1e7) < 1e-3,
    'a definition in words',
  )
})

t.test('posts of areas stand in the middle of their cells, those of points at the tie point', async (t) => {
  const degrees: Keys = { modelType: 2, geographicType: 4326 }
  // Tied at column 2 and row 3 of the raster.
  const tied = { [TAG.pixelScale]: [0.5, 0.25, 0], [TAG.tiePoint]: [2, 3, 0, 11, 49.25, 0] }
  const lattice = (keys: Keys, tags: Record<number, number[]>) =>
    readGeoreference(directoryOf(keys, tags), 10, 10).lattice
  const steps = { latStepDeg: 0.25, lonStepDeg: 0.5 }
  t.same(lattice({ ...degrees, rasterType: 1 }, tied), { northDeg: 49.875, westDeg: 10.25, ...steps })
  t.same(
    lattice(degrees, tied),
    { northDeg: 49.875, westDeg: 10.25, ...steps },
    'areas where nothing is said',
  )
  t.same(lattice({ ...degrees, rasterType: 2 }, tied), { northDeg: 50, westDeg: 10, ...steps })
  const matrix = [0.5, 0, 0, 10, 0, -0.25, 0, 50, 0, 0, 0, 0, 0, 0, 0, 1]
  t.same(lattice({ ...degrees, rasterType: 2 }, { [TAG.transformation]: matrix }), {
    northDeg: 50,
    westDeg: 10,
    ...steps,
  })
  const turned = (at: number, value: number) => ({ [TAG.transformation]: matrix.with(at, value) })
  t.throws(() => lattice(degrees, turned(1, 0.01)), /rotated/)
  t.throws(() => lattice(degrees, turned(4, 0.01)), /rotated/)
  t.throws(() => lattice(degrees, turned(5, 0.25)), /north-up/)
  t.throws(() => lattice(degrees, turned(7, 95)), /outside the world/)
  t.throws(() => lattice(degrees, {}), /no scale and tie point/)
  t.throws(() => lattice({}, tied), /no coordinate system/)
})

t.test('well-known text: by its code, else by its own words and our datum', async (t) => {
  const geographic = (
    name: string,
    spheroid: string,
    rest = 'PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]',
  ) => `GEOGCS["${name}",DATUM["D",SPHEROID["S",${spheroid}]],${rest}]`
  const wgs84 = geographic('GCS_WGS_1984', '6378137.0,298.257223563')
  const mercator = (system: string) =>
    `PROJCS["own",${system},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",100.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",10.0],UNIT["Meter",1.0]]`
  const [x, y] = forward(projectionOfWkt(mercator(wgs84)), 9, 10)
  t.ok(Math.hypot(x - 500_000, y - 100) < 1e-3, `${x}, ${y}`)
  t.ok(isWgs84Degrees(projectionOfWkt(wgs84)))
  const sphere = projectionOfWkt(geographic('Sphere', '6370997.0,0.0'))
  t.ok(Math.abs(forward(sphere, 9, 0)[0] - 9) < 1e-9, 'a sphere needs no shift')
  const osgb = projectionOfWkt(geographic('GCS_OSGB_1936', '6377563.396,299.3249646'))
  const expected = forward(projectionOf(`+proj=longlat ${datumDefinition(6277)}`), -1, 52)
  t.same(forward(osgb, -1, 52), expected, 'the shift of our tables')
  const minna = projectionOfWkt(geographic('GCS_Minna', '6378249.145,293.465'))
  t.same(forward(minna, 9, 9), forward(projectionOf(`+proj=longlat ${datumDefinition(6263)}`), 9, 9))
  t.throws(
    () => projectionOfWkt(geographic('GCS_Moon', '1737400.1,50.0')),
    /datum \(GCS_Moon\) has no known shift/,
  )
  const paris = geographic(
    'NTF',
    '6378249.2,293.46602',
    'PRIMEM["Paris",2.337229167],UNIT["Degree",0.0174532925199433]',
  )
  t.throws(() => projectionOfWkt(mercator(paris)), /meridian is not Greenwich/)
  const gons = geographic(
    'NTF',
    '6378249.2,293.46602',
    'PRIMEM["Greenwich",0],UNIT["Grad",0.01570796326794897]',
  )
  t.throws(() => projectionOfWkt(mercator(gons)), /meridian is not Greenwich/)
  t.throws(
    () => projectionOfWkt(mercator(wgs84).replace('Transverse_Mercator', 'Polar_Stereographic')),
    /Polar_Stereographic is supported only with an EPSG code/,
  )
  t.throws(() => projectionOfWkt('GEODCRS["WGS 84"]'), /not in well-known text of version 1/)
  t.throws(() => projectionOf('+proj=longlat +ellps=clrk66'), /no known shift/)
  t.throws(() => projectionOf('+proj=longlat +ellps=clrk66 +nadgrids=conus'), /needs a grid file/)
  t.throws(() => projectionOf('+proj=tmerc +axis=wsu +datum=WGS84'), /axes are wsu, expected east and north/)
})

t.test('how heights lie in a file: strips, units, and what can not be', async (t) => {
  const file = { name: 'x.tif', sizeBytes: 10_000_000 } as TileFile
  const plain = {
    ...{ [TAG.width]: [1000], [TAG.height]: [3000], [TAG.bitsPerSample]: [16], [TAG.sampleFormat]: [2] },
    ...{ [TAG.rowsPerStrip]: [3000], [TAG.stripOffsets]: [100], [TAG.stripByteCounts]: [6_000_000] },
  }
  const blocks = (tags: Record<number, number[] | string>) =>
    readLayout(file, directoryOf({}, { ...plain, ...tags }))
  // Rows of 2000 bytes, of which 524 are a mebibyte.
  const cut = blocks({})
  t.match(cut, { layout: { rows: 3000, cols: 1000, blockRows: 524, blockCols: 1000, kind: 'signed' } })
  t.same(
    cut.offsets,
    [0, 1, 2, 3, 4, 5].map((strip) => 100 + strip * 1_048_000),
  )
  t.same(cut.byteCounts, [1_048_000, 1_048_000, 1_048_000, 1_048_000, 1_048_000, 760_000])
  t.equal(blocks({ [TAG.compression]: [8] }).layout.blockRows, 3000, 'what is packed is not cut')
  t.ok(staysInt16(cut, 1))
  t.notOk(staysInt16(cut, 0.3048))
  const item = (role: string, text: string) => `<Item name="X" sample="0" role="${role}">${text}</Item>`
  const scaled = (...items: string[]) =>
    blocks({ [TAG.gdalMetadata]: `<GDALMetadata>${items.join('')}</GDALMetadata>` })
  const offset = scaled(item('offset', '10'))
  t.match(offset, { scale: 1, offset: 10 })
  t.notOk(staysInt16(offset, 1))
  for (const [unit, unitM] of [
    ['m', 1],
    ['Metre', 1],
    ['ft', 0.3048],
    ['US survey foot', 1200 / 3937],
    ['us-ft', 1200 / 3937],
  ] as const) {
    const { scale, offset } = scaled(item('scale', '2'), item('offset', '10'), item('unittype', unit))
    t.same([scale, offset], [2 * unitM, 10 * unitM], unit)
  }
  t.throws(() => scaled(item('unittype', 'fathom')), /x\.tif: its unit of height is "fathom"/)
  t.throws(() => scaled(item('scale', '0')), /a scale of 0/)
  t.equal(blocks({ [TAG.gdalNodata]: ' -9999 ' }).voidValue, -9999)
  t.equal(blocks({}).voidValue, undefined)
  for (const [tags, message] of [
    [{ [TAG.samplesPerPixel]: [3] }, /expected one band of heights, got 3/],
    [{ [TAG.bitsPerSample]: [64] }, /samples of 64 bits and format 2/],
    [{ [TAG.predictor]: [3] }, /floating point predictor over integers/],
    [{ [TAG.predictor]: [4] }, /predictor 4/],
    [{ [TAG.stripOffsets]: [4_000_001] }, /truncated: a block is beyond the end/],
    [{ [TAG.stripOffsets]: [0.5] }, /fractions of a byte/],
    [{ [TAG.rowsPerStrip]: [1500] }, /expected 2 blocks, its directory lists fewer/],
    [{ [TAG.height]: [0] }, /an image of 0/],
    [{ [TAG.compression]: [7] }, /JPEG compression is lossy/],
    [{ [TAG.compression]: [2] }, /compression 2 is not supported/],
  ] as [Record<number, number[]>, RegExp][]) {
    t.throws(() => blocks(tags), message)
  }
  const chunk = (rows: number, cols: number, blockRows: number, blockCols: number) => {
    const { chunkRows, chunkCols } = chunkSize(
      { ...cut.layout, rows, cols, blockRows, blockCols },
      { rows: 1024, cols: 1024 },
    )
    return [chunkRows, chunkCols]
  }
  t.same(chunk(5000, 5000, 512, 512), [1024, 1024])
  t.same(chunk(5000, 5000, 300, 300), [900, 900], 'whole blocks')
  t.same(chunk(700, 5000, 512, 512), [700, 1024])
  t.same(chunk(5000, 5000, 2048, 2048), [2048, 2048], 'one block where it is larger')
  t.same(chunk(5000, 800, 1, 800), [1310, 800], 'strips')
})

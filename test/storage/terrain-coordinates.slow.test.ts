import { join } from 'node:path'
import t from 'tap'
import { projectedDefinition } from '../../storage/terrain/crs/epsg.ts'
import { projectionOf } from '../../storage/terrain/crs/projection.ts'
import { projectionOfWkt } from '../../storage/terrain/crs/wkt.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { openTileAt } from '../helpers/tiles.ts'

// Coordinate systems: by code, by a GeoTIFF's own keys, by well-known text, held against PROJ; and those refused.

const needsGdal = { skip: noGdal }

/** Codes of every kind of projection and datum shift, with a point inside. */
const CODES: [number, number, number][] = [
  [32632, 9.5, 47],
  [32725, -34.9, -8],
  [3857, 10, 50],
  [27700, -1, 52],
  [2154, 2.5, 47],
  [27572, 2.5, 47],
  [31467, 9, 49],
  [28992, 5.5, 52.2],
  [31370, 4.5, 50.8],
  [21781, 7.5, 46.9],
  [2056, 7.5, 46.9],
  [5514, 15, 49.8],
  [3035, 10, 50],
  [25833, 15, 52],
  [3844, 25, 45],
  [23700, 19, 47],
  [5070, -96, 40],
  [2263, -74, 40.7],
  [3413, -45, 75],
  [3031, 10, -75],
  [3375, 102, 4],
  [28355, 145, -37],
  [2193, 175, -40],
]

/** One call for a list of points. */
async function projectByGdal(system: string, points: [number, number][]): Promise<number[][]> {
  const input = points.map(([lon, lat]) => `${lon} ${lat}\n`).join('')
  const printed = await gdal('gdaltransform', ['-s_srs', 'EPSG:4326', '-t_srs', system, '-output_xy'], input)
  return printed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
}

t.test('systems by EPSG code are where PROJ has them', needsGdal, async (t) => {
  const out = new Float64Array(2)
  for (const [code, lonDeg, latDeg] of CODES) {
    const projection = projectionOf(projectedDefinition(code) ?? '')
    const [[x, y]] = await projectByGdal(`EPSG:${code}`, [[lonDeg, latDeg]])
    projection.forward(lonDeg, latDeg, out)
    const off = Math.hypot(out[0] - x, out[1] - y)
    // PROJ knows newer parameters for the German grid.
    t.ok(off < (code === 31467 ? 1 : 0.01), `EPSG:${code}, off by ${off} m`)
    projection.inverse(out[0], out[1], out)
    t.ok(Math.hypot(out[0] - lonDeg, out[1] - latDeg) < 1e-7, `EPSG:${code} and back`)
  }
})

/** What GDAL writes into keys one by one, since no code stands for it. */
const USER_DEFINED = [
  '+proj=tmerc +lat_0=10 +lon_0=21 +k=0.9993 +x_0=450000 +y_0=-100000 +ellps=GRS80',
  '+proj=utm +zone=33 +ellps=intl +towgs84=-87,-98,-121',
  '+proj=lcc +lat_1=42 +lat_2=51 +lat_0=46 +lon_0=18 +x_0=1000 +y_0=2000 +ellps=bessel +towgs84=577,90,463,5.1,1.4,5.2,2.4',
  '+proj=lcc +lat_1=46 +lat_0=46 +lon_0=18 +k_0=0.9998 +x_0=600000 +y_0=200000 +ellps=WGS84',
  '+proj=aea +lat_1=40 +lat_2=50 +lat_0=44 +lon_0=15 +x_0=5 +y_0=6 +ellps=GRS80',
  '+proj=laea +lat_0=45 +lon_0=15 +x_0=100 +y_0=200 +ellps=WGS84',
  '+proj=eqdc +lat_1=40 +lat_2=50 +lat_0=44 +lon_0=15 +x_0=0 +y_0=0 +ellps=WGS84',
  '+proj=stere +lat_0=45 +lon_0=15 +k=0.999 +x_0=1000 +y_0=2000 +ellps=WGS84',
  '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-20 +x_0=0 +y_0=0 +ellps=WGS84',
  '+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=28,-121,-77',
  '+proj=merc +lat_ts=40 +lon_0=10 +x_0=1 +y_0=2 +ellps=WGS84',
  '+proj=omerc +lat_0=45 +lonc=15 +alpha=30 +gamma=25 +k=0.9999 +x_0=1000 +y_0=2000 +ellps=WGS84',
  '+proj=omerc +no_uoff +lat_0=45 +lonc=15 +alpha=30 +gamma=25 +k=0.9999 +x_0=1000 +y_0=2000 +ellps=WGS84',
  '+proj=cass +lat_0=45 +lon_0=15 +x_0=1000 +y_0=2000 +ellps=WGS84',
  '+proj=aeqd +lat_0=45 +lon_0=15 +x_0=1000 +y_0=2000 +ellps=WGS84',
  '+proj=poly +lat_0=40 +lon_0=15 +x_0=1000 +y_0=2000 +ellps=WGS84',
  '+proj=sinu +lon_0=15 +x_0=0 +y_0=0 +ellps=WGS84',
  '+proj=cea +lat_ts=30 +lon_0=15 +x_0=1000 +y_0=2000 +ellps=WGS84',
  '+proj=tmerc +lat_0=40 +lon_0=15 +k=1 +x_0=200000.0001016002 +y_0=0 +ellps=GRS80 +units=us-ft',
]

t.test('systems by the keys of a GeoTIFF are where PROJ has them', needsGdal, async (t) => {
  const folder = t.testdir()
  const out = new Float64Array(2)
  for (const [i, definition] of USER_DEFINED.entries()) {
    const path = join(folder, `${i}.tif`)
    const point: [number, number] = [17.3, 47.1]
    const [[x, y]] = await projectByGdal(`${definition} +no_defs`, [point])
    const corners = [x - 200, y + 200, x + 200, y - 200].map(String)
    const shape = ['-outsize', '4', '4', '-bands', '1', '-ot', 'Float32', '-a_ullr', ...corners]
    await gdal('gdal_create', ['-q', '-of', 'GTiff', ...shape, '-a_srs', `${definition} +no_defs`, path])
    const { projected, lattice } = await openTileAt(path)
    projected?.projection.forward(...point, out)
    const off = Math.hypot(out[0] - x, out[1] - y)
    t.ok(off < 0.05, `${definition}, off by ${off}: ${projected?.projection.definition}`)
    t.ok(Math.abs(lattice.northDeg - point[1]) < 0.02, 'about where it lies')
  }
})

t.test('well-known text', needsGdal, async (t) => {
  const out = new Float64Array(2)
  const read = async (code: number, form: string) =>
    projectionOfWkt((await gdal('gdalsrsinfo', ['-o', form, `EPSG:${code}`])).trim())
  for (const [code, lonDeg, latDeg] of [
    [32632, 9.5, 47],
    [27700, -1, 52],
    [31370, 4.5, 50.8],
    [5070, -96, 40],
    [3857, 10, 50],
    [2263, -74, 40.7],
  ]) {
    const [[x, y]] = await projectByGdal(`EPSG:${code}`, [[lonDeg, latDeg]])
    for (const form of ['wkt1', 'wkt_esri']) {
      const projection = await read(code, form)
      projection.forward(lonDeg, latDeg, out)
      const off = Math.hypot(out[0] - x, out[1] - y)
      t.ok(off < 0.02, `EPSG:${code} in ${form}, off by ${off} m`)
    }
  }
  await t.rejects(read(32632, 'wkt2'), /not in well-known text of version 1/)
  await t.rejects(read(4267, 'wkt_esri'), /its datum \(GCS_North_American_1927\) has no known shift/)
  await t.rejects(read(27572, 'wkt_esri'), /meridian is not Greenwich/)
  await t.rejects(read(3413, 'wkt_esri'), /only with an EPSG code/)
  t.throws(() => projectionOfWkt('PROJCS['), /has no known shift/)
  const nowhere = 'PROJCS["x",GEOGCS["g",DATUM["d",SPHEROID["s",6378137,298.257223563]],PRIMEM["p",0]]]'
  t.throws(() => projectionOfWkt(nowhere), /not supported/)
})

t.test('what is not understood is refused by name', needsGdal, async (t) => {
  const folder = t.testdir()
  const create = async (name: string, system: string[], extra: string[] = []) => {
    const shape = ['-outsize', '4', '4', '-bands', '1', '-ot', 'Float32', '-a_ullr', '10', '50', '14', '46']
    const path = join(folder, name)
    await gdal('gdal_create', ['-q', '-of', 'GTiff', ...shape, ...system, ...extra, path])
    return openTileAt(path)
  }
  await t.rejects(create('nad27.tif', ['-a_srs', 'EPSG:4267']), /nad27\.tif: .*EPSG:4267/)
  await t.rejects(create('far.tif', ['-a_srs', 'EPSG:2065']), /far\.tif/)
  await t.rejects(create('none.tif', []), /none\.tif: has no coordinate system/)
  await t.rejects(create('code.tif', ['-a_srs', 'EPSG:3168']), /code\.tif: EPSG:3168 .* is not supported/)
  const tile = await create('etrs.tif', ['-a_srs', 'EPSG:4258'])
  t.equal(tile.projected, undefined, 'ETRS89 has the degrees of WGS 84')
  const shifted = await create('osgb.tif', ['-a_srs', 'EPSG:4277'])
  t.ok(shifted.projected !== undefined, 'OSGB36 has its own')
})

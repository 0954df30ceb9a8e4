import t from 'tap'
import { parseSources, TemplateError } from '../../storage/terrain/remote/sources.ts'
import type { Bounds } from '../../storage/terrain/types.ts'

function only(text: string) {
  const [source, ...more] = parseSources(text)
  if (source === undefined || more.length > 0) throw new Error('Expected one source.')
  return source
}

function refusalOf(text: string): string {
  try {
    parseSources(text)
  } catch (error) {
    if (error instanceof TemplateError) return error.message
    throw error
  }
  return ''
}

const at = (latDeg: number, lonDeg: number): Bounds => ({
  southDeg: latDeg,
  northDeg: latDeg,
  westDeg: lonDeg,
  eastDeg: lonDeg,
})

t.test('presets are the published addresses', async (t) => {
  const urlOf = (preset: string, latDeg: number, lonDeg: number) =>
    only(preset)
      .tilesIn(at(latDeg, lonDeg))
      .map(({ url }) => url)
  const glo30 = 'https://copernicus-dem-30m.s3.amazonaws.com'
  for (const [latDeg, lonDeg, name] of [
    [49.5, 11.5, 'N49_00_E011'],
    [-0.5, -0.5, 'S01_00_W001'],
    [0.5, 0.5, 'N00_00_E000'],
    [-35.2, 149.3, 'S36_00_E149'],
    [84.5, -180, 'N84_00_W180'],
    [-85, 179.5, 'S85_00_E179'],
  ] as const) {
    const tile = `Copernicus_DSM_COG_10_${name}_00_DEM`
    const urls = urlOf('glo30', latDeg, lonDeg)
    t.ok(urls.includes(`${glo30}/${tile}/${tile}.tif`), name)
  }
  const tiles = 'https://s3.amazonaws.com/elevation-tiles-prod'
  t.same(urlOf('skadi', 49.5, 11.5), [`${tiles}/skadi/N49/N49E011.hgt.gz`])
  t.same(urlOf('skadi', -0.5, -0.5), [`${tiles}/skadi/S01/S01W001.hgt.gz`])
  // The tile z11 x385 y803 is about 36.17° N 112.2° W; z12 is its quarter.
  t.same(urlOf('terrarium', 36.1, -112.2), [`${tiles}/terrarium/12/771/1607.png`])
  t.same(urlOf(`${tiles}/terrarium/{z:11}/{x}/{y}.png`, 36.1, -112.2), [`${tiles}/terrarium/11/385/803.png`])
})

t.test('every tile of an area, once, and those beside its edges', async (t) => {
  const glo30 = only('glo30')
  const paths = (bounds: Bounds) => glo30.tilesIn(bounds).map(({ path }) => path)
  t.same(paths({ southDeg: 47.5, northDeg: 48.5, westDeg: 8.5, eastDeg: 9.5 }), [
    'N48E008.tif',
    'N48E009.tif',
    'N47E008.tif',
    'N47E009.tif',
  ])
  t.same(paths(at(48, 9)), ['N48E008.tif', 'N48E009.tif', 'N47E008.tif', 'N47E009.tif'])
  t.same(paths({ southDeg: 1.2, northDeg: 1.4, westDeg: 179.5, eastDeg: 180.5 }), [
    'N01E179.tif',
    'N01W180.tif',
  ])
  t.equal(paths({ southDeg: 1.2, northDeg: 1.4, westDeg: -300, eastDeg: 300 }).length, 360)
  const beyond = glo30.tilesIn({ southDeg: 1.2, northDeg: 1.4, westDeg: 180.2, eastDeg: 180.5 })
  t.same(
    beyond.map(({ bounds }) => bounds.westDeg),
    [180],
    'bounds stay where they were asked for',
  )

  const terrarium = only('terrarium')
  const wide = terrarium.tilesIn({ southDeg: 45, northDeg: 50.4, westDeg: 5, eastDeg: 13 })
  t.ok(wide.length > 256 && wide.length <= 1024, `${wide.length} tiles of a coarser zoom`)
  t.equal(new Set(wide.map(({ path }) => path)).size, wide.length)
  const dateLine = terrarium.tilesIn({ southDeg: 1.2, northDeg: 1.21, westDeg: 179.99, eastDeg: 180.01 })
  t.same(
    dateLine.map(({ path }) => path.split('/')[1]),
    ['4095', '0'],
  )
  for (const source of [glo30, terrarium]) {
    for (const key of source.tilesIn({ southDeg: -12.3, northDeg: -11.9, westDeg: -0.3, eastDeg: 0.2 })) {
      t.same(source.tileAt(key.path), key, key.path)
    }
    t.equal(source.tileAt('../../etc/passwd'), undefined)
  }
})

t.test('tiles beside an area and at the poles; what is known of a file before it is fetched', async (t) => {
  const glo30 = only('glo30')
  const paths = (latDeg: number, lonDeg: number) => glo30.tilesIn(at(latDeg, lonDeg)).map(({ path }) => path)
  t.same(paths(47.999, 8.5), ['N48E008.tif', 'N47E008.tif'], 'posts between two tiles need both')
  t.same(paths(47.997, 8.5), ['N47E008.tif'])
  t.same(paths(48.001, 9.001), ['N48E008.tif', 'N48E009.tif', 'N47E008.tif', 'N47E009.tif'])
  t.same([paths(90, 8.5), paths(-90, 8.5)], [['N89E008.tif'], ['S90E008.tif']])
  t.same(glo30.tileAt('N48E009.tif')?.bounds, { southDeg: 48, northDeg: 49, westDeg: 9, eastDeg: 10 })
  t.equal(glo30.tileAt('N48E009.hgt'), undefined)
  // Tiles of zoom 3 are 45° wide, two of their posts 0.35°.
  const coarse = only('https://tiles.example/{z:3}/{x}/{y}.png')
  const columns = (lonDeg: number) => coarse.tilesIn(at(20, lonDeg)).map(({ path }) => path)
  t.same(
    [columns(44.5), columns(44.7), columns(45.3)],
    [['3/4/3.png'], ['3/4/3.png', '3/5/3.png'], ['3/4/3.png', '3/5/3.png']],
  )
  const rows = [89, 85, -85, -89].map((latDeg) => coarse.tilesIn(at(latDeg, 1)).map(({ path }) => path))
  t.same(rows, [[], ['3/4/0.png'], ['3/4/7.png'], []], 'none beyond the map')
  const rounded = (text: string, latDeg: number) => {
    const spacingM = only(text).spacingM(latDeg)
    return spacingM && Math.round(100 * spacingM)
  }
  const glo90 = 'https://x.example/Copernicus_DSM_COG_30_{lat}_00_{lon}_00_DEM.tif'
  // An arc second of the equator, and a pixel of it at zoom 12.
  for (const [text, equator, at60, typicalBytes] of [
    ['glo30', 3092, 3092, 24_000_000],
    [glo90, 9277, 9277, 2_700_000],
    ['skadi', undefined, undefined, 10_000_000],
    ['terrarium', 3822, 1911, 100_000],
    ['https://tiles.example/{lat}{lon}.hgt', undefined, undefined, 2 * 3601 ** 2],
    ['https://tiles.example/{lat}{lon}.HGT.zip', undefined, undefined, 10_000_000],
  ] as const) {
    t.same(
      [rounded(text, 0), rounded(text, 60), only(text).typicalBytes],
      [equator, at60, typicalBytes],
      text,
    )
  }
})

t.test('several sources, with whom to credit', async (t) => {
  const sources = parseSources('  glo30\n https://tiles.example/{lat}/{lat}{lon}.hgt.zip?key=abc ')
  t.match(sources, [
    { id: 'glo30', name: 'Copernicus GLO-30', isRanged: true },
    { name: 'tiles.example', attribution: 'Tiles of tiles.example', isRanged: false },
  ])
  t.notMatch(JSON.stringify(sources), 'abc', 'a key in an address shows nowhere')
  t.same(sources[1]?.tilesIn(at(1.5, 2.5)), [
    {
      url: 'https://tiles.example/N01/N01E002.hgt.zip?key=abc',
      name: 'N01E002.hgt.zip',
      path: 'N01E002.hgt.zip',
      bounds: { southDeg: 1, northDeg: 2, westDeg: 2, eastDeg: 3 },
    },
  ])
  t.match(only('terrarium').attribution, /U\.S\. Geological Survey/)
  t.same(parseSources(''), [])
})

t.test('templates that can not be right are refused with what is allowed', async (t) => {
  for (const [text, says] of [
    ['glo90', /must be glo30, skadi, terrarium or an address/],
    ['ftp://tiles.example/{lat}{lon}.tif', /or an address like https/],
    ['http://tiles.example/{lat}{lon}.tif', /must begin with https/],
    ['http://127.0.0.1.example/{lat}{lon}.tif', /must begin with https/],
    ['https://user:secret@tiles.example/{lat}{lon}.tif', /no user and no password/],
    ['https://{lat}.example/{lat}{lon}.tif', /after the host name/],
    ['https://tiles.example/{lat}{lng}.tif', /unknown placeholder \{lng\}/],
    ['https://tiles.example/{lat}.tif', /must have the placeholders/],
    ['https://tiles.example/{lat}{lon}{x}{y}{z}.tif', /must have the placeholders/],
    ['https://tiles.example/{lat}{lon}.asc', /must end in/],
    ['https://tiles.example/{lat}{lon}.png', /must end in/],
    ['https://tiles.example/{z}/{x}/{y}.tif', /must end in/],
    ['https://tiles.example/{z:16}/{x}/{y}.png', /zoom of at most 15/],
    ['https://tiles.example/{lat}{lon.tif', /or an address/],
    ['glo30 glo30', /each source once/],
  ] as const) {
    t.match(refusalOf(text), says, text)
  }
  t.equal(
    parseSources(
      'http://127.0.0.1:8080/{lat}{lon}.tif http://[::1]/{lat}{lon}.tif http://localhost/{lat}{lon}.hgt',
    ).length,
    3,
  )
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readLayers } from '../../server/config/layers.ts'
import { Settings } from '../../server/config/settings.ts'

function read(t: Test, content: unknown, env: NodeJS.ProcessEnv = {}) {
  const folder = t.testdir({})
  writeFileSync(join(folder, 'classes.tif'), '')
  mkdirSync(join(folder, 'tiles'))
  const path = join(folder, 'layers.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  const settings = new Settings({ LAYERS: path, ...env })
  const { classes: layers, weights } = readLayers(settings)
  settings.throwProblems()
  return { folder, layers, weights }
}

/** A table of so many heights. */
const heights = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [i, { type: 'trees', height_m: (i + 1) / 10 }]))

const file = { kind: 'classes', path: 'classes.tif', attribution: 'Somebody' }
const people = { ...file, kind: 'weights' }

t.test('files and sources become layers, with the tables that they name', (t) => {
  const own = { 7: { type: 'trees', height_m: 20 }, 8: { type: 'urban' } }
  const { folder, layers } = read(t, [
    { ...file, table: own },
    { ...file, path: 'tiles', table: 'nlcd' },
    { kind: 'classes', url: 'worldcover' },
  ])
  const [first, second, third] = layers
  t.match(first, { name: 'classes.tif', path: join(folder, 'classes.tif'), attribution: 'Somebody' })
  t.same(first?.table, { 7: { type: 'trees', height_m: 20 }, 8: { type: 'urban', height_m: 15 } })
  t.match(second, { name: 'tiles', table: { 42: { type: 'trees', height_m: 15 }, 81: { height_m: 0 } } })
  t.match(third, {
    name: 'ESA WorldCover',
    url: 'worldcover',
    table: { 10: { type: 'trees' }, 80: { height_m: 0 } },
  })
  t.equal(read(t, [{ ...file, table: heights(254) }]).layers.length, 1)
  t.same(read(t, []).layers, [])
  t.end()
})

t.test('weights are layers of their own', (t) => {
  const { folder, layers, weights } = read(t, [
    people,
    { ...file, table: 'nlcd' },
    { ...people, name: 'Residents 2021', path: 'tiles' },
  ])
  t.same(weights, [
    { name: 'classes', attribution: 'Somebody', path: join(folder, 'classes.tif') },
    { name: 'Residents 2021', attribution: 'Somebody', path: join(folder, 'tiles') },
  ])
  t.match(layers, [{ name: 'classes.tif' }])
  t.equal(layers.length, 1)
  t.same(read(t, [people], { QUEUE_URL: 'redis://queue' }).layers, [])
  t.end()
})

t.test('what is wrong is named with its layer', (t) => {
  const cases: [unknown, RegExp][] = [
    ['{', /this is not JSON/],
    [{}, /a list of layers/],
    [[file, people], /layer 1 must have a table/],
    [
      [people, { ...people, path: 'tiles', table: 'nlcd' }],
      /layer 2 has the unknown member table; allowed: kind, name, path/,
    ],
    [[{ kind: 'weights', url: 'worldcover' }], /unknown member url/],
    [[{ ...file, table: 'nlcd', name: 'a' }], /unknown member name/],
    [[{ ...people, name: '' }], /a name of 1 to 60 characters/],
    [[{ ...people, name: 'x'.repeat(61) }], /a name of 1 to 60 characters/],
    [[{ ...people, name: 'points' }], /must not have the name points/],
    [[{ ...people, path: 'gone.tif' }], /gone\.tif is neither/],
    [[{ ...people, path: 'layers.json' }], /the path of a GeoTIFF/],
    [[{ kind: 'weights', path: 'classes.tif' }], /attribution/],
    [[people, people], /two layers named classes/],
    [
      [
        { ...file, table: 'nlcd' },
        { ...file, kind: 'heights' },
      ],
      /layer 2 must be of kind classes or weights, got "heights"/,
    ],
    [[{ ...file, table: 'nlcd', url: 'worldcover' }], /a path or a url/],
    [[{ ...file, table: 'corine' }], /worldcover, nlcd, got corine/],
    [[{ ...file, table: { ten: { type: 'trees' } } }], /class ten/],
    [[{ ...file, table: { 10: { type: 'wood' } } }], /class 10 one of the types water, open/],
    [[{ ...file, table: { 10: { type: 'trees', height_m: 101 } } }], /class 10 a height_m from 0 .* to 100/],
    [[{ ...file, table: 'nlcd', path: 'gone.tif' }], /gone\.tif is neither/],
    [[{ ...file, table: 'nlcd', attribution: ' ' }], /attribution/],
    [[{ kind: 'classes', path: 'classes.tif', table: 'nlcd' }], /attribution/],
    [[{ ...file, table: 'constructor' }], /one of worldcover, nlcd, got constructor/],
    [
      [{ ...file, table: { 32001: { type: 'trees' } } }],
      /class 32001, expected a whole number from 0 to 32000/,
    ],
    [[{ ...file, table: heights(255) }], /at most 254 combinations of type and height .*, got 255/],
    [[{ ...file, table: 'nlcd', tabel: 1 }], /unknown member tabel/],
    [[{ kind: 'classes', url: 'glo30' }], /layer 1 has a url that must be worldcover/],
    [[{ kind: 'classes', url: 'https://classes.example/{lat}{lon}.tif' }], /must have a table/],
    [
      [
        { ...file, table: 'nlcd' },
        { ...file, table: 'nlcd' },
      ],
      /two layers named classes\.tif/,
    ],
  ]
  for (const [content, expected] of cases) t.throws(() => read(t, content), { message: expected })
  t.throws(() => read(t, [{ kind: 'classes', url: 'worldcover' }], { QUEUE_URL: 'redis://queue' }), {
    message: /compute nodes cannot read/,
  })
  t.end()
})

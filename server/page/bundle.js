/**
 * Bundles the page: `browser/` with what it imports becomes `build/page/`, whose names hold a hash of what is in them, and
 * each file once more in brotli. Run by `server/build.js` and `server/dev.js`; plain JavaScript, as they are.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'
import { feature } from 'topojson-client'
import { writeNotices } from '../notices.js'

const root = join(import.meta.dirname, '../..')
const sources = join(import.meta.dirname, 'browser')
const target = join(root, 'build/page')
const base = '/page'

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'esm',
  target: ['es2023', 'chrome116', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  outdir: target,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  legalComments: 'eof',
  logLevel: 'warning',
}

/** Where an entry point of a bundle is found in a browser; its path begins elsewhere where node_modules is a link. */
function addressOf({ metafile }, source) {
  const [path] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(source)) ?? []
  return `${base}/${basename(path)}`
}

/** A ring on a flat map: what crosses the antimeridian goes on beyond 180°, what goes round a pole is closed along that. */
function unwrapped(ring) {
  let turns = 0
  const flat = ring.map(([lon, lat], index) => {
    const stepDeg = index === 0 ? 0 : lon - ring[index - 1][0]
    turns -= Math.abs(stepDeg) > 180 ? Math.sign(stepDeg) : 0
    return [lon + 360 * turns, lat].map((deg) => Math.round(100 * deg) / 100)
  })
  if (turns === 0) return flat
  const [[firstLon], [lastLon, lastLat]] = [flat[0], flat.at(-1)]
  const poleDeg = 90 * Math.sign(lastLat)
  return [...flat, [lastLon, poleDeg], [firstLon, poleDeg], flat[0]]
}

function hashed(name, bytes, ending) {
  return `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase()}.${ending}`
}

const workerSource = 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs'
const worker = await build({ ...options, entryPoints: [workerSource] })

const groundSource = 'server/page/browser/ground/worker.ts'
const ground = await build({
  ...options,
  entryPoints: [groundSource],
  entryNames: 'ground-[name]-[hash]',
})

/** The land of the earth, Natural Earth 1:110 000 000, decoded here so that browsers need not; a hundredth of a degree is a kilometre. */
const atlas = JSON.parse(readFileSync(join(root, 'node_modules/world-atlas/land-110m.json'), 'utf8'))
const [{ geometry }] = feature(atlas, atlas.objects.land).features
const land = Buffer.from(
  JSON.stringify({ ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unwrapped)) }),
)
const landName = hashed('land', land, 'json')

const main = 'server/page/browser/main.tsx'
const style = 'server/page/browser/style/style.css'
const page = await build({
  ...options,
  entryPoints: [main, style],
  splitting: true,
  // Workers are started from an address.
  define: {
    MAP_WORKER_URL: JSON.stringify(addressOf(worker, workerSource)),
    GROUND_WORKER_URL: JSON.stringify(addressOf(ground, groundSource)),
    LAND_URL: JSON.stringify(`${base}/${landName}`),
  },
})

/** The map and its library, which is most of the page, come while the rest of it starts. */
const map = Object.entries(page.metafile.outputs).find(([, { entryPoint }]) =>
  entryPoint?.endsWith('/map/map.ts'),
)
const mapFiles = [
  map[0],
  ...map[1].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
]
const preloads = mapFiles
  .map((path) => `<link rel="modulepreload" href="${base}/${basename(path)}">`)
  .join('\n')

const icon = readFileSync(join(sources, 'icon.svg'))
const iconName = hashed('icon', icon, 'svg')
const html = readFileSync(join(sources, 'index.html'), 'utf8')
  .replace('{{main}}', addressOf(page, main))
  .replace('{{style}}', addressOf(page, style))
  .replace('{{icon}}', `${base}/${iconName}`)
  .replace('{{preloads}}', preloads)

const files = [worker, ground, page]
  .flatMap(({ outputFiles }) => outputFiles)
  .map(({ path, contents }) => [basename(path), contents])
files.push([iconName, icon], [landName, land], ['index.html', Buffer.from(html)])

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const [name, bytes] of files) {
  writeFileSync(join(target, name), bytes)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(join(target, `${name}.br`), brotliCompressSync(bytes, { params }))
}
writeNotices('page', ['world-atlas'], worker.metafile, ground.metafile, page.metafile)

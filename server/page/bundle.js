/**
 * Bundles the page: `browser/` with all imports becomes `build/page/`, with content hashes in file names and
 * brotli copies. Plain JavaScript, run by `server/build.js` and `server/dev.js`.
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

/** URL of a bundle's entry point; esbuild's path differs if node_modules is a symbolic link. */
function addressOf({ metafile }, source) {
  const [path] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(source)) ?? []
  return `${base}/${basename(path)}`
}

/** Continuous longitudes: rings across the antimeridian exceed 180°; rings around a pole are closed there. */
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

/** Natural Earth land outlines 1:110 000 000, decoded at build time; 0.01° is about 1 km. */
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
  // Workers are started by URL.
  define: {
    MAP_WORKER_URL: JSON.stringify(addressOf(worker, workerSource)),
    GROUND_WORKER_URL: JSON.stringify(addressOf(ground, groundSource)),
    LAND_URL: JSON.stringify(`${base}/${landName}`),
  },
})

/** Preload list with the map and its library, the largest part of the page. */
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

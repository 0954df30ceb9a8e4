/**
 * Bundles the page: `browser/` with what it imports becomes `build/page/`, whose names hold a hash of what is in them, and
 * each file once more in brotli. Run by `server/build.js` and `server/dev.js`; plain JavaScript, as they are.
 */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'
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

const workerSource = 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs'
const worker = await build({ ...options, entryPoints: [workerSource] })

const groundSource = 'server/page/browser/ground/worker.ts'
const ground = await build({
  ...options,
  entryPoints: [groundSource],
  entryNames: 'ground-[name]-[hash]',
})

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
  },
})

const icon = readFileSync(join(sources, 'icon.svg'))
const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8).toUpperCase()}.svg`
const html = readFileSync(join(sources, 'index.html'), 'utf8')
  .replace('{{main}}', addressOf(page, main))
  .replace('{{style}}', addressOf(page, style))
  .replace('{{icon}}', `${base}/${iconName}`)

const files = [worker, ground, page]
  .flatMap(({ outputFiles }) => outputFiles)
  .map(({ path, contents }) => [basename(path), contents])
files.push([iconName, icon], ['index.html', Buffer.from(html)])

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const [name, bytes] of files) {
  writeFileSync(join(target, name), bytes)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(join(target, `${name}.br`), brotliCompressSync(bytes, { params }))
}
writeNotices('page', [], worker.metafile, ground.metafile, page.metafile)

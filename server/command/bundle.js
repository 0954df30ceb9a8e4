/**
 * Bundles `coverage`, compiled into `build/command/`, because loading hundreds of small files takes longer than
 * most small simulations. Packages with native code are excluded. Kernels for GPUs do not run from the bundle, because
 * gpu.js reads the source text of functions. Plain JavaScript, run by `server/build.js`.
 */

import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { writeNotices } from '../notices.js'

const root = join(import.meta.dirname, '../..')
const compiled = join(root, 'build')
const target = join(compiled, 'command')

/** Replaces `import.meta` paths, so that modules find files relative to the unbundled location. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(compiled)) return undefined
      const text = readFileSync(path, 'utf8')
      if (!text.includes('import.meta.')) return undefined
      const url = `new URL(${JSON.stringify(relative(target, path))}, import.meta.url)`
      const places = {
        url: `${url}.href`,
        filename: `ownPath(${url})`,
        dirname: `ownPath(new URL('.', ${url}))`,
      }
      const contents = text.replace(/import\.meta\.(url|filename|dirname)/g, (_, name) => places[name])
      return { contents: `import { fileURLToPath as ownPath } from 'node:url'\n${contents}` }
    })
  },
}

rmSync(target, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [join(compiled, 'server/command/main.js')],
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outdir: target,
  external: ['@aws-sdk/*', 'gpu.js', 'sharp', 'webgpu'],
  // Lets bundled CommonJS packages load Node's built-in modules.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  metafile: true,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  logLevel: 'warning',
  plugins: [ownPlaces],
})
writeNotices('command', [], metafile)

/**
 * Copies the used parts of large packages into `build/third-party/`: Stripe's client (23 MB installed, 250 kB
 * used), Swagger UI, Noto Sans. Installed packages then need none of the three. Run by `server/build.js`; plain
 * JavaScript, because this file runs before anything is built.
 */

import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { writeNotices } from './notices.js'

const root = join(import.meta.dirname, '..')
const target = join(root, 'build/third-party')

function copy(packageFolder, names, folder) {
  const from = join(root, 'node_modules', packageFolder)
  for (const name of names) cpSync(join(from, name), join(target, folder, name))
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
copy('swagger-ui-dist', ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'], 'swagger-ui')
const fonts = '@fontsource/noto-sans/files'
copy(
  fonts,
  readdirSync(join(root, 'node_modules', fonts)).filter((name) => /-(400|600)-normal\.woff$/.test(name)),
  'noto-sans',
)
const { metafile } = await build({
  absWorkingDir: root,
  stdin: { contents: "export { default } from 'stripe'", resolveDir: root },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  metafile: true,
  outfile: join(target, 'stripe.js'),
  logLevel: 'warning',
})
// AssemblyScript is listed because the WebAssembly modules contain its runtime.
writeNotices('third-party', ['swagger-ui-dist', '@fontsource/noto-sans', 'assemblyscript'], metafile)

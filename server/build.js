/**
 * Builds the project if a source is newer than the build and the compiler is installed; production installs have no
 * compiler. `--optional`: no failure without a build; `--always`: builds unconditionally. Plain JavaScript, as it
 * runs before anything is built.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = join(root, 'build/.tsbuildinfo')
const program = join(root, 'build/server/main.js')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/** Compiler of the WebAssembly modules, whose inputs and outputs are listed in `kernels/simd/`. */
const assemblyCompiler = join(root, 'node_modules/assemblyscript/bin/asc.js')
const assemblies = ['paths', 'sectors'].map((name) => ({
  config: join(root, `kernels/simd/${name}.asconfig.json`),
  module: join(root, `build/kernels/simd/${name}.wasm`),
}))
const types = join(root, 'server/client/openapi.d.ts')
const schemas = join(root, 'build/request-schemas.json')
const typesWriter = join(root, 'build/server/client/write-types.js')
const typesMaker = join(root, 'node_modules/openapi-typescript')
const pageSources = join(root, 'server/page/browser')
const pageBundler = join(root, 'server/page/bundle.js')
const page = join(root, 'build/page/index.html')
const bundler = join(root, 'node_modules/esbuild')
const thirdPartyCopier = join(root, 'server/third-party.js')
const thirdParty = join(root, 'build/third-party')
const commandBundler = join(root, 'server/command/bundle.js')
/** `coverage` as a bundle; the unbundled modules work too, but load slower. */
const bundledCommand = join(root, 'build/command/main.js')

/** False in an image, which holds only the build. */
const hasSources = existsSync(join(root, 'tsconfig.json'))

/** Sources of the service and its commands. */
export const runningFolders = ['server', 'kernels', 'storage']

/** Modification time of the newest source in some folders. */
function newestMs(folders = [...runningFolders, 'bench', 'test']) {
  let newest = Math.max(
    ...['tsconfig.json', 'package.json'].map((name) => statSync(join(root, name)).mtimeMs),
  )
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      if (/\.(tsx?|css|html|svg|json)$|bundle\.js$/.test(String(name)))
        newest = Math.max(newest, statSync(join(root, folder, String(name))).mtimeMs)
    }
  }
  return newest
}

/** Runs a program; its output goes to standard error, or is returned. */
function run(command, keepsOutput = false) {
  const output = keepsOutput ? 'pipe' : 2
  return spawnSync(process.execPath, command, { stdio: ['inherit', output, output] })
}

/** Compiles the WebAssembly modules, if a source is newer. */
export function buildAssembly() {
  return assemblies.every(({ config, module }) => {
    if (!existsSync(config)) return true
    if (existsSync(module) && newestMs(['kernels/simd', 'kernels/models']) <= statSync(module).mtimeMs)
      return true
    const command = [assemblyCompiler, '--baseDir', root, '--config', config, '--target', 'release']
    const { status, stderr } = run(command, true)
    const isDone = status === 0
    // This note appears in every build.
    process.stderr.write(String(stderr).replace(/.*Last converge was suboptimal\.\n?/g, ''))
    // The compiler does not touch unchanged output.
    if (isDone) utimesSync(module, new Date(), new Date())
    return isDone
  })
}

/**
 * Compiles; if the document may have changed, writes the types of the client, and compiles again if they changed.
 * Compiler messages about outdated types are suppressed until then.
 */
function compile() {
  const isStale = !existsSync(schemas) || newestMs(['server', 'kernels']) > statSync(schemas).mtimeMs
  if (!isStale || !existsSync(typesMaker)) return run([compiler, '-p', root]).status === 0
  const before = readFileSync(types, 'utf8')
  const first = run([compiler, '-p', root], true)
  if (run([typesWriter]).status === 0 && readFileSync(types, 'utf8') !== before) {
    console.error('server/client/openapi.d.ts follows the document, which has changed: commit it too.')
    return run([compiler, '-p', root]).status === 0
  }
  process.stderr.write(first.stdout)
  return first.status === 0
}

/** Checks and bundles the page; last, as it depends on the types of the client. */
function buildPage() {
  if (!existsSync(pageBundler)) return true
  const sourcesMs = newestMs(['server/page', 'server/client'])
  if (existsSync(page) && statSync(page).mtimeMs > Math.max(sourcesMs, statSync(types).mtimeMs)) return true
  return run([compiler, '-p', pageSources]).status === 0 && run([pageBundler]).status === 0
}

/** Bundles the command line; last, as it depends on the compiled modules. */
function buildCommand() {
  if (!existsSync(bundler)) {
    rmSync(dirname(bundledCommand), { recursive: true, force: true })
    return true
  }
  return run([commandBundler]).status === 0
}

/** Copies third-party files, if versions of packages may have changed; first, as the service reads them. */
function buildThirdParty() {
  if (!existsSync(bundler)) return existsSync(thirdParty)
  const sources = [thirdPartyCopier, join(root, 'package-lock.json')].filter((path) => existsSync(path))
  const isCurrent =
    existsSync(thirdParty) && sources.every((path) => statSync(path).mtimeMs <= statSync(thirdParty).mtimeMs)
  return isCurrent || run([thirdPartyCopier]).status === 0
}

/** True if the build of some folders is usable; else prints the reason to standard error. */
export function buildIfStale(isForced = false, folders = undefined) {
  const isBuilt =
    existsSync(program) && existsSync(thirdParty) && assemblies.every(({ module }) => existsSync(module))
  // With its build info alone the compiler would write nothing.
  if (!isBuilt) rmSync(built, { force: true })
  if (
    !isForced &&
    isBuilt &&
    existsSync(built) &&
    (!hasSources || statSync(built).mtimeMs >= newestMs(folders))
  )
    return true
  if (hasSources && existsSync(compiler)) {
    if (!isForced) console.error('Building, as sources are newer than what is built …')
    const isDone = buildThirdParty() && compile() && buildAssembly() && buildPage() && buildCommand()
    // The compiler does not touch its build info if nothing changed.
    if (isDone) utimesSync(built, new Date(), new Date())
    // The build info includes files that failed to compile; without it the next start tries again.
    else rmSync(built, { force: true })
    return isDone
  }
  if (!isBuilt) console.error('Nothing is built, and the compiler is not installed: run npm ci first.')
  return isBuilt
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const mayLackCompiler = process.argv.includes('--optional') && !existsSync(compiler)
  if (!mayLackCompiler && !buildIfStale(process.argv.includes('--always'))) process.exitCode = 1
}

/**
 * Builds the project if a source is newer than what was built, and the compiler is there; it is not where only what runs
 * was installed. `--optional`: to have nothing built is no fault;
 * `--always`: also if nothing is newer. Plain JavaScript, as it runs before anything is built.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = join(root, 'build/.tsbuildinfo')
const program = join(root, 'build/server/main.js')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/** What is WebAssembly: a file of `kernels/simd/` says from what and into what. */
const assemblyCompiler = join(root, 'node_modules/assemblyscript/bin/asc.js')
const assemblies = ['paths', 'sectors'].map((name) => ({
  config: join(root, `kernels/simd/${name}.asconfig.json`),
  module: join(root, `build/kernels/simd/${name}.wasm`),
}))
/** The types of the client, made of the service's own document and committed with it. */
const types = join(root, 'server/client/openapi.d.ts')
/** The schemas of requests, which are written with them. */
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
/** `coverage` in few files; what it is made of is as good, and slower to load. */
const bundledCommand = join(root, 'build/command/main.js')

/** Not in an image, which holds what was built alone. */
const hasSources = existsSync(join(root, 'tsconfig.json'))

/** What the service and its commands are made of. */
export const runningFolders = ['server', 'kernels', 'storage']

/** When the newest source of some folders was written. */
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

/** Runs a program; what it prints stands on standard error, or is kept. */
function run(command, keepsOutput = false) {
  const output = keepsOutput ? 'pipe' : 2
  return spawnSync(process.execPath, command, { stdio: ['inherit', output, output] })
}

/** Compiles what is WebAssembly, if a source is newer. */
export function buildAssembly() {
  return assemblies.every(({ config, module }) => {
    if (!existsSync(config)) return true
    if (existsSync(module) && newestMs(['kernels/simd', 'kernels/models']) <= statSync(module).mtimeMs)
      return true
    const command = [assemblyCompiler, '--baseDir', root, '--config', config, '--target', 'release']
    const { status, stderr } = run(command, true)
    const isDone = status === 0
    // That it could optimize on is said of every build.
    process.stderr.write(String(stderr).replace(/.*Last converge was suboptimal\.\n?/g, ''))
    // The compiler leaves a file alone that stays the same.
    if (isDone) utimesSync(module, new Date(), new Date())
    return isDone
  })
}

/**
 * Compiles; where the document may have changed, has the types of the client written, and compiles once more if those
 * are others than before. What the compiler says of sources that want new types is not passed on before it has them.
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

/** Checks and bundles the page; after the rest, as it asks by the types of the client. */
function buildPage() {
  if (!existsSync(pageBundler)) return true
  const sourcesMs = newestMs(['server/page', 'server/client'])
  if (existsSync(page) && statSync(page).mtimeMs > Math.max(sourcesMs, statSync(types).mtimeMs)) return true
  return run([compiler, '-p', pageSources]).status === 0 && run([pageBundler]).status === 0
}

/** Bundles the command line; after the rest, as it is made of what was compiled. */
function buildCommand() {
  if (!existsSync(bundler)) {
    rmSync(dirname(bundledCommand), { recursive: true, force: true })
    return true
  }
  return run([commandBundler]).status === 0
}

/** Copies third-party files, if versions of packages may have changed; before the rest, as the service reads them. */
function buildThirdParty() {
  if (!existsSync(bundler)) return existsSync(thirdParty)
  const sources = [thirdPartyCopier, join(root, 'package-lock.json')].filter((path) => existsSync(path))
  const isCurrent =
    existsSync(thirdParty) && sources.every((path) => statSync(path).mtimeMs <= statSync(thirdParty).mtimeMs)
  return isCurrent || run([thirdPartyCopier]).status === 0
}

/** Whether what is built of some folders may be run; where not, why stands on standard error. */
export function buildIfStale(isForced = false, folders = undefined) {
  const isBuilt =
    existsSync(program) && existsSync(thirdParty) && assemblies.every(({ module }) => existsSync(module))
  // The compiler's note alone would have it write nothing.
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
    // The compiler leaves its own note alone where nothing has changed.
    if (isDone) utimesSync(built, new Date(), new Date())
    // The compiler takes note of what it could not compile too; the next start tries again.
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

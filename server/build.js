/**
 * Builds the project if a source is newer than the build and the compiler is installed; production installs
 * have no compiler. `--optional` succeeds without a build; `--always` builds unconditionally. Plain JavaScript,
 * because this file runs before anything is built.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

// All commands import this module first; older versions of Node lack `import.meta.dirname`.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [oldest, oldestMajor, oldestMinor] = /(\d+)\.(\d+)/.exec(engines.node)
const [major, minor] = process.versions.node.split('.')
if (Number(major) < oldestMajor || (major === oldestMajor && Number(minor) < oldestMinor)) {
  console.error(`coverage requires Node.js ${oldest} or later; this is ${process.version}.`)
  process.exit(1)
}

const root = join(import.meta.dirname, '..')
const built = join(root, 'build/.tsbuildinfo')
const program = join(root, 'build/server/main.js')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
/** Compiler of the WebAssembly modules; the modules' inputs and outputs are listed in `kernels/simd/`. */
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
/** Bundled `coverage` command; the unbundled modules work too, but load more slowly. */
const bundledCommand = join(root, 'build/command/main.js')

/** False in a container image, which contains only the build. */
const hasSources = existsSync(join(root, 'tsconfig.json'))

/** Folders with the sources of the service and of all commands. */
export const runningFolders = ['server', 'kernels', 'storage']

/** Modification time in ms of the newest source in the given folders. */
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

/** Runs a program; the output goes to standard error, or is returned. */
function run(command, keepsOutput = false) {
  const output = keepsOutput ? 'pipe' : 2
  return spawnSync(process.execPath, command, { stdio: ['inherit', output, output] })
}

/** Compiles the WebAssembly modules if a source is newer. */
export function buildAssembly() {
  return assemblies.every(({ config, module }) => {
    if (!existsSync(config)) return true
    if (existsSync(module) && newestMs(['kernels/simd', 'kernels/models']) <= statSync(module).mtimeMs)
      return true
    const command = [assemblyCompiler, '--baseDir', root, '--config', config, '--target', 'release']
    const { status, stderr } = run(command, true)
    const isDone = status === 0
    // Removes a note that the compiler prints in every build.
    process.stderr.write(String(stderr).replace(/.*Last converge was suboptimal\.\n?/g, ''))
    // The compiler leaves unchanged output untouched, so the time is set here.
    if (isDone) utimesSync(module, new Date(), new Date())
    return isDone
  })
}

/**
 * Compiles. If the API document may have changed, writes the client's types, and compiles again if these
 * changed; until then, compiler errors, which may be due to outdated types, are held back.
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

/** Checks and bundles the web page; runs late because the page needs the client's types. */
function buildPage() {
  if (!existsSync(pageBundler)) return true
  const sourcesMs = newestMs(['server/page', 'server/client'])
  if (existsSync(page) && statSync(page).mtimeMs > Math.max(sourcesMs, statSync(types).mtimeMs)) return true
  return run([compiler, '-p', pageSources]).status === 0 && run([pageBundler]).status === 0
}

/** Bundles the command; runs last because the bundle is made from compiled modules. */
function buildCommand() {
  if (!existsSync(bundler)) {
    rmSync(dirname(bundledCommand), { recursive: true, force: true })
    return true
  }
  return run([commandBundler]).status === 0
}

/** Copies third-party files if packages may have changed; runs first because the service reads the files. */
function buildThirdParty() {
  if (!existsSync(bundler)) return existsSync(thirdParty)
  const sources = [thirdPartyCopier, join(root, 'package-lock.json')].filter((path) => existsSync(path))
  const isCurrent =
    existsSync(thirdParty) && sources.every((path) => statSync(path).mtimeMs <= statSync(thirdParty).mtimeMs)
  return isCurrent || run([thirdPartyCopier]).status === 0
}

/** True if the given folders have a usable build; otherwise prints the reason to standard error. */
export function buildIfStale(isForced = false, folders = undefined) {
  const isBuilt =
    existsSync(program) && existsSync(thirdParty) && assemblies.every(({ module }) => existsSync(module))
  // With only the build info left, the compiler would write nothing.
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
    // The compiler leaves the build info untouched if nothing changed, so the time is set here.
    if (isDone) utimesSync(built, new Date(), new Date())
    // The build info also covers files with errors; without it, the next start compiles again.
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

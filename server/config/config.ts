import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { parseSources, TemplateError } from '../../storage/terrain/remote/sources.ts'
import { readBasemap, readBasemapFile } from './basemap.ts'
import { readLayers } from './layers.ts'
import { defaultMaxPosts } from './limits.ts'
import { isLocalOnly, isLoopback } from './loopback.ts'
import { httpsOrigin, urlOf, visibleText, wholeNumber } from './parsers.ts'
import { readPaymentSettings } from './payments.ts'
import { readPlaces } from './places.ts'
import { readPlans } from './plans.ts'
import { readMaximumWait, readQueue } from './queue.ts'
import { ConfigError, Settings } from './settings.ts'
import { readStore } from './store.ts'
import { parseProxies } from './trusted-proxies.ts'
import { parseAllowedReceivers } from './webhook-allow.ts'

export { ConfigError } from './settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const mebibyte = 2 ** 20
const gibibyte = 2 ** 30
const parsePort = wholeNumber(0, 65_535)
const parsePosts = wholeNumber(1_000_000, 4_000_000_000)
const parseConnections = wholeNumber(1, 999_999)
const parseDays = wholeNumber(0, 99_999, 'must be a whole number of days from 0 (no expiry) to 99999')
const parsePublicUrl = httpsOrigin(
  'must be an origin such as https://coverage.example or https://localhost:8443',
)
const minimumComputeMemory = 256 * mebibyte
const backends = ['auto', 'webgpu', 'webasm', 'cpu'] as const

/** `auto` takes a real GPU if there is one, else WebAssembly; the others are taken or refused. */
export type KernelBackend = (typeof backends)[number]

export type Config = ReturnType<typeof readAll>

/**
 * The one reader of the environment. An empty variable counts as unset.
 *
 * @throws {ConfigError} that names every variable that is wrong, its value and what is allowed
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings = new Settings(env)
  const config = readAll(settings)
  settings.throwProblems()
  return config
}

/** Every variable that the service reads, with what it is when unset. */
export function knownVariables(): ReadonlyMap<string, unknown> {
  const settings = new Settings({})
  readAll(settings)
  return settings.defaults
}

function readAll(settings: Settings) {
  const layers = readLayers(settings)
  const { host, port } = readAddress(settings)
  const trustedProxies = settings.read('TRUST_PROXY', [], parseProxies)
  const publicUrl = readOrigin(settings, port)
  const isPrivate = isLoopback(host) && isLocalOnly({ publicUrl, trustedProxies })
  return {
    version,
    host,
    port,
    /** Origin of absolute addresses, without a trailing slash. */
    publicUrl,
    ...readDataFolders(settings),
    /** Where this user's sockets belong, if the system has such a folder. */
    runtimeDir: settings.read<string | null>('XDG_RUNTIME_DIR', null, (path) =>
      isAbsolute(path) ? path : null,
    ),
    ...readTerrain(settings),
    /** PEM files; `null`: the service makes its own certificate. */
    tls: readTlsFiles(settings),
    /** Addresses and CIDRs of proxies that end TLS, then plain HTTP is served to them alone; empty: none. */
    trustedProxies,
    /** Connections that may be open, in all and of one address. */
    maxConnections: settings.read('MAX_CONNECTIONS', 2000, parseConnections),
    maxConnectionsPerAddress: settings.read('MAX_CONNECTIONS_PER_ADDRESS', 256, parseConnections),
    ...readCompute(settings),
    /** The queue of compute nodes; `null`: simulations run on this machine. */
    queue: readQueue(settings),
    /** Seconds that a simulation may be expected to wait before it is refused. */
    maximumWaitS: readMaximumWait(settings),
    ...readPaymentSettings(settings, isPrivate),
    /** What each plan allows. */
    plans: readPlans(settings),
    corsOrigins: settings.read('CORS_ORIGINS', '*', parseOrigins),
    /** Hosts, addresses and CIDRs that webhooks may send to although they are not public; empty: none. */
    webhookAllow: settings.read('WEBHOOK_ALLOW', [], parseAllowedReceivers),
    /** Days after which a result goes, counted from the end of its simulation; 0: never. */
    resultDays: settings.read('RESULT_DAYS', 30, parseDays),
    /** Where /health and /metrics are served in plain HTTP too; `null`: nowhere. */
    probes: readProbes(settings, port),
    /** What the page's map lies on; `null`: on the service's own ground alone. */
    basemap: readBasemap(settings),
    /** A PMTiles file that the page's map lies on; `null`: none. */
    basemapFile: readBasemapFile(settings),
    /** Rasters that say what stands on the ground, earlier ones first. */
    layers: layers.classes,
    /** Rasters of people or other amounts, of which results have sums. */
    weights: layers.weights,
    /** Places that the page finds by their names. */
    places: readPlaces(settings),
    /** Opens /metrics to those who are not on this machine; `null`: nobody. */
    metricsToken: settings.read<string | null>('METRICS_TOKEN', null, visibleText(16)),
  }
}

/** What is the same for the service and for a compute node. */
export function readCompute(settings: Settings) {
  return {
    kernelBackend: settings.choice('KERNEL_BACKEND', 'auto', backends),
    /** What all simulations that run may hold together. */
    computeMemoryBytes: settings.read('COMPUTE_MEMORY', defaultComputeMemory(), parseBytes),
    /** Elevation posts that one simulation may read, however much memory there is. */
    maxPosts: settings.read('MAX_POSTS', defaultMaxPosts, parsePosts),
    logLevel: settings.choice('LOG_LEVEL', 'info', logLevels),
  }
}

export function readTerrainUrl(settings: Settings): string {
  return settings.read('TERRAIN_URL', '', parseTerrainUrl)
}

/** What the administration of accounts needs; nothing else has to be right for it. */
export function readAdminConfig(env: NodeJS.ProcessEnv) {
  const settings = new Settings(env)
  const config = { ...readDataFolders(settings), plans: readPlans(settings) }
  settings.throwProblems()
  return config
}

/** The origin of the addresses that the administration prints where no server runs. */
export function readPublicUrl(env: NodeJS.ProcessEnv): string {
  const settings = new Settings(env)
  const publicUrl = readOrigin(settings, readAddress(settings).port)
  settings.throwProblems()
  return publicUrl
}

export type TerrainConfig = ReturnType<typeof readTerrainConfig>

/** What the administration of terrain needs. */
export function readTerrainConfig(env: NodeJS.ProcessEnv) {
  const settings = new Settings(env)
  const { terrainCacheDir } = readDataFolders(settings)
  const terrain = readTerrain(settings)
  const { classes: layers } = readLayers(settings)
  settings.throwProblems()
  return { ...terrain, terrainCacheDir, layers }
}

/** Where the demo may listen, and keep its files. */
export function readDemoConfig(env: NodeJS.ProcessEnv) {
  const settings = new Settings(env)
  const { dataDir } = readDataFolders(settings)
  const address = readAddress(settings)
  settings.throwProblems()
  return { ...address, dataDir }
}

/** The version in package.json, and the versions of Node that it supports. */
export const {
  version,
  engines: { node: supportedNode },
} = readPackage()

function readPackage(): { version: string; engines: { node: string } } {
  // The sources lie in one folder less than what is built from them.
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
    if (folder === dirname(folder)) throw new Error(`Expected a package.json above ${import.meta.dirname}.`)
  }
}

function readAddress(settings: Settings) {
  return {
    host: settings.read('HOST', '127.0.0.1', parseHost),
    /** Port of HTTPS; 0 takes any free one. */
    port: settings.read('PORT', 8443, parsePort),
  }
}

function readOrigin(settings: Settings, port: number): string {
  return settings.read('PUBLIC_URL', new URL(`https://localhost:${port}`).origin, parsePublicUrl)
}

function readDataFolders(settings: Settings) {
  const dataDir = settings.read('DATA_DIR', resolve('data'), (value) => {
    const path = resolve(value)
    if (existsSync(path) && !statSync(path).isDirectory()) throw new ConfigError('must be a folder')
    return path
  })
  return {
    dataDir,
    recordsDir: join(dataDir, 'records'),
    /** Where results and antenna patterns are. */
    store: readStore(settings, dataDir),
    /** Where results are written before they are stored. */
    workDir: join(dataDir, 'work'),
    /** Where remote tiles are kept. */
    terrainCacheDir: join(dataDir, 'terrain-cache'),
    /** Map tiles of the ground. */
    reliefDir: join(dataDir, 'terrain-tiles'),
  }
}

function readTerrain(settings: Settings) {
  return {
    /** Searched in this order; earlier ones win. */
    terrainDirs: settings.read('TERRAIN_DIR', [resolve('terrain')], parseFolders),
    /** Sources of remote tiles as `parseSources` reads them; empty: nothing leaves the machine. */
    terrainUrl: readTerrainUrl(settings),
  }
}

function readTlsFiles(settings: Settings) {
  const certPath = settings.read<string | null>('TLS_CERT', null, parseFile)
  const keyPath = settings.read<string | null>('TLS_KEY', null, parseFile)
  settings.refuseAlone('TLS_CERT', 'TLS_KEY')
  return certPath && keyPath ? { certPath, keyPath } : null
}

function readProbes(settings: Settings, servicePort: number) {
  const port = settings.read<number | null>('PROBE_PORT', null, parsePort)
  const host = settings.read('PROBE_HOST', '127.0.0.1', parseHost)
  if (!settings.has('PROBE_PORT')) settings.refuse('PROBE_HOST', 'needs PROBE_PORT')
  if (port !== 0 && port === servicePort) settings.refuse('PROBE_PORT', 'must differ from PORT')
  return port === null ? null : { host, port }
}

function parseHost(value: string): string {
  const named = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value)
  // Digits and dots alone were meant as an address.
  if (isIP(value) === 0 && (!named || /^[\d.]+$/.test(value))) {
    throw new ConfigError('must be an IP address or a host name')
  }
  return value
}

/** Bytes of memory that the process may have: the machine's, or the limit of its container or unit. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

function defaultComputeMemory(): number {
  return Math.floor(availableMemory() / 2)
}

function parseBytes(value: string): number {
  const [, count, unit] = /^(\d{1,7})(MiB|GiB)$/.exec(value) ?? []
  const bytes = Number(count) * (unit === 'GiB' ? gibibyte : mebibyte)
  if (!(bytes >= minimumComputeMemory)) {
    throw new ConfigError('must be a number of MiB or GiB, such as 4GiB, and at least 256MiB')
  }
  if (bytes > totalmem()) {
    throw new ConfigError(
      `must be at most the memory of the machine, ${Math.floor(totalmem() / mebibyte)}MiB`,
    )
  }
  return bytes
}

function parseFolders(value: string): string[] {
  const folders = value.split(delimiter).filter((part) => part !== '')
  const missing = folders.filter((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  if (missing.length > 0) throw new ConfigError(`must be existing folders; missing: ${missing.join(', ')}`)
  return folders.map((folder) => resolve(folder))
}

/** The text itself, once it is known to be right: the compute process gets it too. */
function parseTerrainUrl(value: string): string {
  try {
    parseSources(value)
    return value.trim()
  } catch (error) {
    if (error instanceof TemplateError) throw new ConfigError(error.message)
    throw error
  }
}

function parseFile(value: string): string {
  try {
    readFileSync(value)
  } catch {
    // The setting is reported, whatever forbids it.
    throw new ConfigError('must be a PEM file that the service can read')
  }
  return resolve(value)
}

function parseOrigins(value: string): '*' | string[] {
  if (value.trim() === '*') return '*'
  return value.split(',').map((part) => {
    const origin = part.trim()
    const url = urlOf(origin)
    if (url?.origin !== origin || !/^https?:$/.test(url.protocol)) {
      throw new ConfigError('must be * or origins such as https://map.example, separated by commas')
    }
    return origin
  })
}

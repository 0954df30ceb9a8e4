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
export const minimumComputeMemory = 256 * mebibyte
const backends = ['auto', 'webgpu', 'webasm', 'cpu'] as const

/** Kernel backend: `auto` uses a real GPU if available, else WebAssembly; other values have no fallback. */
export type KernelBackend = (typeof backends)[number]

export type Config = ReturnType<typeof readAll>

/** Reader of an environment; all errors of its variables are thrown together. */
function reading<Read>(read: (settings: Settings) => Read): (env: NodeJS.ProcessEnv) => Read {
  return (env) => {
    const settings = new Settings(env)
    const found = read(settings)
    settings.throwProblems()
    return found
  }
}

/**
 * Reads the configuration; no other module reads the environment. An empty variable counts as unset.
 * @throws {ConfigError} that lists every invalid variable, the value, and the allowed values
 */
export const readConfig = reading(readAll)

/** Names and default values of all variables that the service reads. */
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
    /** Origin of absolute URLs, without a trailing slash. */
    publicUrl,
    ...readDataFolders(settings),
    /** Folder for sockets of the current user, if the system provides one. */
    runtimeDir: settings.read<string | null>('XDG_RUNTIME_DIR', null, (path) =>
      isAbsolute(path) ? path : null,
    ),
    ...readTerrain(settings),
    /** Paths of the TLS certificate and key (PEM); `null`: the service issues a certificate. */
    tls: readTlsFiles(settings),
    /** Addresses and CIDRs of proxies that terminate TLS; the service then serves only these proxies. */
    trustedProxies,
    /** Maximum number of open connections, in total and per client address. */
    maxConnections: settings.read('MAX_CONNECTIONS', 2000, parseConnections),
    maxConnectionsPerAddress: settings.read('MAX_CONNECTIONS_PER_ADDRESS', 256, parseConnections),
    ...readCompute(settings),
    /** Queue of compute nodes; `null`: simulations run on this machine. */
    queue: readQueue(settings),
    /** Expected waiting time in seconds above which new simulations are refused. */
    maximumWaitS: readMaximumWait(settings),
    ...readPaymentSettings(settings, isPrivate),
    plans: readPlans(settings),
    corsOrigins: settings.read('CORS_ORIGINS', '*', parseOrigins),
    /** Hosts, addresses and CIDRs of private networks to which webhooks may be sent. */
    webhookAllow: settings.read('WEBHOOK_ALLOW', [], parseAllowedReceivers),
    /** Days from the end of a simulation until the result expires; 0: results never expire. */
    resultDays: settings.read('RESULT_DAYS', 30, parseDays),
    /** Address that serves /health and /metrics in plain HTTP; `null`: none. */
    probes: readProbes(settings, port),
    /** External basemap of the web page; `null`: only relief tiles of the service. */
    basemap: readBasemap(settings),
    /** PMTiles file that serves as basemap of the web page; `null`: none. */
    basemapFile: readBasemapFile(settings),
    /** Land-cover rasters, in order of precedence. */
    layers: layers.classes,
    /** Rasters of amounts, such as inhabitants, to sum over results. */
    weights: layers.weights,
    /** Places that the search field of the web page finds by name. */
    places: readPlaces(settings),
    /** Token that grants other machines access to /metrics; `null`: no access. */
    metricsToken: settings.read<string | null>('METRICS_TOKEN', null, visibleText(16)),
  }
}

export function readCompute(settings: Settings) {
  return {
    kernelBackend: settings.choice('KERNEL_BACKEND', 'auto', backends),
    /** Memory limit for all running simulations together, in bytes. */
    computeMemoryBytes: settings.read('COMPUTE_MEMORY', defaultComputeMemory(), parseBytes),
    /** Maximum number of elevation posts per simulation, regardless of memory. */
    maxPosts: settings.read('MAX_POSTS', defaultMaxPosts, parsePosts),
    logLevel: settings.choice('LOG_LEVEL', 'info', logLevels),
  }
}

export function readTerrainUrl(settings: Settings): string {
  return settings.read('TERRAIN_URL', '', parseTerrainUrl)
}

/** Settings needed to administrate accounts; other settings are not validated. */
export const readAdminConfig = reading((settings) => ({
  ...readDataFolders(settings),
  plans: readPlans(settings),
}))

/** Origin of the URLs that administration commands print when no server runs. */
export const readPublicUrl = reading((settings) => readOrigin(settings, readAddress(settings).port))

export type TerrainConfig = ReturnType<typeof readTerrainConfig>

/** Settings needed for the terrain commands. */
export const readTerrainConfig = reading((settings) => ({
  terrainCacheDir: readDataFolders(settings).terrainCacheDir,
  ...readTerrain(settings),
  layers: readLayers(settings).classes,
}))

/** Address and data folder of the demo. */
export const readDemoConfig = reading((settings) => ({
  dataDir: readDataFolders(settings).dataDir,
  ...readAddress(settings),
}))

/** Version of the service, and the supported versions of Node, from package.json. */
export const {
  version,
  engines: { node: supportedNode },
} = readPackage()

function readPackage(): { version: string; engines: { node: string } } {
  // Searches parent folders, because compiled modules are one folder deeper than sources.
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
    if (folder === dirname(folder)) throw new Error(`Expected a package.json above ${import.meta.dirname}.`)
  }
}

function readAddress(settings: Settings) {
  return {
    host: settings.read('HOST', '127.0.0.1', parseHost),
    /** HTTPS port; 0: any free port. */
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
    /** Store for results and antenna patterns. */
    store: readStore(settings, dataDir),
    /** Folder in which results are written before upload to the store. */
    workDir: join(dataDir, 'work'),
    /** Cache for tiles from remote terrain sources. */
    terrainCacheDir: join(dataDir, 'terrain-cache'),
    reliefDir: join(dataDir, 'terrain-tiles'),
  }
}

function readTerrain(settings: Settings) {
  return {
    /** Terrain folders in order of precedence. */
    terrainDirs: settings.read('TERRAIN_DIR', [resolve('terrain')], parseFolders),
    /** Remote terrain sources in the format of `parseSources`; empty: nothing is downloaded. */
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
  if (port !== 0 && port === servicePort && !settings.isRefused('PORT'))
    settings.refuse('PROBE_PORT', 'must differ from PORT')
  return port === null ? null : { host, port }
}

function parseHost(value: string): string {
  const named = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value)
  // A value of only digits and dots is an IP address, possibly invalid.
  if (isIP(value) === 0 && (!named || /^[\d.]+$/.test(value))) {
    throw new ConfigError('must be an IP address or a host name')
  }
  return value
}

/** Memory in bytes available to the process: of the machine, or the limit of the container or unit. */
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

/** Validates the text and returns it unparsed, because the compute process parses it again. */
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
    // Any system error is reported as an error of the setting.
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

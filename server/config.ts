import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseSources, TemplateError } from '../storage/terrain/remote/sources.ts'
import type { KernelBackend } from './compute/protocol.ts'
import { ConfigError, Settings } from './settings.ts'

export { ConfigError } from './settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const backends = ['auto', 'webgpu', 'webasm', 'cpu'] as const satisfies readonly KernelBackend[]
const payments = ['sandbox', 'off', 'stripe'] as const

/** Prices in whole currency units with two decimals, where PACK_PRICES says nothing else. */
const defaultPackPrices = { '100': '5.00', '500': '20.00', '1000': '35.00', '5000': '150.00' } as const

/** A pack's name is the number of credits in it. */
export type Pack = keyof typeof defaultPackPrices
export type PackPrices = Readonly<Record<Pack, string>>

export interface Config {
  version: string
  host: string
  /** 0: any free port. */
  port: number
  /** Origin of absolute addresses, without a trailing slash. */
  publicUrl: string
  dataDir: string
  recordsDir: string
  rasterDir: string
  /** Searched in this order; earlier ones win. */
  terrainDirs: string[]
  /** Sources of remote tiles as `parseSources` reads them; empty: nothing leaves the machine. */
  terrainUrl: string
  /** Where remote tiles are kept. */
  terrainCacheDir: string
  /** PEM files; `null`: the service makes its own certificate. */
  tls: { certPath: string; keyPath: string } | null
  kernelBackend: KernelBackend
  payments: 'sandbox' | 'off'
  /** Decimal prices such as "5.00", in `currency`. */
  packPrices: PackPrices
  /** ISO 4217, upper case. */
  currency: string
  corsOrigins: '*' | string[]
  logLevel: (typeof logLevels)[number]
}

/** Names of variables that the contract has and this version does not act on yet. */
const unsupported = [
  'TRUST_PROXY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'RESULT_DAYS',
  'METRICS_TOKEN',
]

/**
 * The one reader of the environment. An empty variable counts as unset.
 *
 * @throws {ConfigError} that names every variable that is wrong, its value and what is allowed
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings = new Settings(env)
  for (const name of unsupported) {
    settings.refuse(name, 'is not supported by this version yet; leave it unset')
  }

  const host = settings.read('HOST', '127.0.0.1', parseHost)
  const port = settings.read('PORT', 8443, parsePort)
  const config: Config = {
    version,
    host,
    port,
    publicUrl: settings.read('PUBLIC_URL', new URL(`https://localhost:${port}`).origin, parsePublicUrl),
    ...readDataFolders(settings),
    ...readTerrain(settings),
    tls: readTlsFiles(settings),
    kernelBackend: settings.choice('KERNEL_BACKEND', 'auto', backends),
    payments: readPayments(settings, host),
    packPrices: settings.read('PACK_PRICES', defaultPackPrices, parsePackPrices),
    currency: settings.read('CURRENCY', 'EUR', parseCurrency),
    corsOrigins: settings.read('CORS_ORIGINS', '*', parseOrigins),
    logLevel: settings.choice('LOG_LEVEL', 'info', logLevels),
  }
  settings.throwProblems()
  return config
}

/** What the administration of accounts needs; nothing else has to be right for it. */
export function readDataDir(env: NodeJS.ProcessEnv): DataFolders {
  const settings = new Settings(env)
  const folders = readDataFolders(settings)
  settings.throwProblems()
  return folders
}

/** What the administration of terrain needs. */
export function readTerrainConfig(env: NodeJS.ProcessEnv): TerrainConfig {
  const settings = new Settings(env)
  const { terrainCacheDir } = readDataFolders(settings)
  const terrain = readTerrain(settings)
  settings.throwProblems()
  return { ...terrain, terrainCacheDir }
}

/** The version in package.json. */
export const version = readVersion()

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function readVersion(): string {
  // The sources lie in one folder less than what is built from them.
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
    if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}.`)
  }
}

type DataFolders = Pick<Config, 'dataDir' | 'recordsDir' | 'rasterDir' | 'terrainCacheDir'>
export type TerrainConfig = Pick<Config, 'terrainDirs' | 'terrainUrl' | 'terrainCacheDir'>

function readDataFolders(settings: Settings): DataFolders {
  const dataDir = settings.read('DATA_DIR', resolve('data'), (value) => {
    const path = resolve(value)
    if (existsSync(path) && !statSync(path).isDirectory()) throw new ConfigError('must be a folder')
    return path
  })
  return {
    dataDir,
    recordsDir: join(dataDir, 'records'),
    rasterDir: join(dataDir, 'rasters'),
    terrainCacheDir: join(dataDir, 'terrain-cache'),
  }
}

function readTerrain(settings: Settings): Omit<TerrainConfig, 'terrainCacheDir'> {
  return {
    terrainDirs: settings.read('TERRAIN_DIR', [resolve('terrain')], parseFolders),
    terrainUrl: settings.read('TERRAIN_URL', '', parseTerrainUrl),
  }
}

function readTlsFiles(settings: Settings): Config['tls'] {
  const certPath = settings.read('TLS_CERT', null, parseFile)
  const keyPath = settings.read('TLS_KEY', null, parseFile)
  for (const [name, other] of [
    ['TLS_CERT', 'TLS_KEY'],
    ['TLS_KEY', 'TLS_CERT'],
  ] as const) {
    if (settings.has(name) && !settings.has(other)) settings.refuse(name, `needs ${other} beside it`)
  }
  return certPath && keyPath ? { certPath, keyPath } : null
}

function readPayments(settings: Settings, host: string): Config['payments'] {
  const loopback = isLoopback(host)
  const choice = settings.choice('PAYMENTS', loopback ? 'sandbox' : 'off', payments)
  if (choice === 'stripe') {
    settings.refuse('PAYMENTS', 'is not supported by this version yet: use "sandbox" or "off"')
    return 'off'
  }
  if (choice === 'sandbox' && !loopback) {
    settings.refuse(
      'PAYMENTS',
      'must be "off" where HOST is not a loopback address: it would give credits away',
    )
  }
  return choice
}

function parseHost(value: string): string {
  const named = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value)
  // Digits and dots alone were meant as an address.
  if (isIP(value) === 0 && (!named || /^[\d.]+$/.test(value))) {
    throw new ConfigError('must be an IP address or a host name')
  }
  return value
}

function parsePort(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new ConfigError('must be a whole number from 0 to 65535')
  }
  return Number(value)
}

function parsePublicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const bare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url?.protocol !== 'https:' || !bare) {
    throw new ConfigError('must be an origin such as https://coverage.example or https://localhost:8443')
  }
  return url.origin
}

function parseFolders(value: string): string[] {
  const folders = value.split(delimiter).filter((part) => part !== '')
  const missing = folders.filter((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  if (missing.length > 0)
    throw new ConfigError(`must name folders that exist; no folder: ${missing.join(', ')}`)
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
    throw new ConfigError('must be a PEM file that this process can read')
  }
  return resolve(value)
}

function parsePackPrices(value: string): PackPrices {
  const prices: Record<string, string> = { ...defaultPackPrices }
  for (const part of value.split(',')) {
    const [, pack, amount] = /^\s*(\d+)\s*=\s*(\d{1,6}\.\d\d)\s*$/.exec(part) ?? []
    if (pack === undefined || amount === undefined || !(pack in defaultPackPrices) || Number(amount) === 0) {
      throw new ConfigError('must look like 100=5.00,500=20.00 with packs of 100, 500, 1000 and 5000')
    }
    prices[pack] = amount
  }
  return prices as PackPrices
}

function parseCurrency(value: string): string {
  const code = value.toUpperCase()
  const known = /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code)
  const digits =
    known &&
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits
  if (digits !== 2)
    throw new ConfigError('must be the ISO 4217 code of a currency with two decimals, such as EUR')
  return code
}

function parseOrigins(value: string): '*' | string[] {
  if (value.trim() === '*') return '*'
  return value.split(',').map((part) => {
    const origin = part.trim()
    const url = URL.canParse(origin) ? new URL(origin) : undefined
    if (url === undefined || url.origin !== origin || !/^https?:$/.test(url.protocol)) {
      throw new ConfigError('must be * or origins such as https://map.example, separated by commas')
    }
    return origin
  })
}

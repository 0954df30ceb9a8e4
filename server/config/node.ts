/** Configuration of a compute node, read from environment variables. */

import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { nodeTokenCodes } from '../../storage/records/secret-codes.ts'
import { readCompute, readTerrainUrl } from './config.ts'
import { httpsOrigin } from './parsers.ts'
import { readQueue } from './queue.ts'
import { ConfigError, Settings } from './settings.ts'
import { readStore } from './store.ts'

export type NodeConfig = ReturnType<typeof readNodeConfig>

const parseApiUrl = httpsOrigin("must be the API node's origin, such as https://coverage.example")

/** @throws {ConfigError} that lists every invalid variable */
export function readNodeConfig(env: NodeJS.ProcessEnv) {
  const settings = new Settings(env)
  const dataDir = settings.read('DATA_DIR', resolve('data'), (value) => resolve(value))
  const name = settings.read('NODE_NAME', nameOfHost(), parseName)
  const queue = readQueue(settings)
  const url = settings.read<string | null>('API_URL', null, parseApiUrl)
  const token = settings.read<string | null>('NODE_TOKEN', null, parseNodeToken)
  for (const required of ['QUEUE_URL', 'QUEUE_SECRET', 'API_URL', 'NODE_TOKEN', 'RASTER_STORE']) {
    settings.require(required)
  }
  const config = {
    name,
    store: readStore(settings, dataDir),
    lockPath: join(dataDir, 'node', 'lock'),
    /** Folder in which rasters are written before upload to the store. */
    workDir: join(dataDir, 'node', 'work'),
    /** Folder for terrain files copied from the API node, and for tiles of remote sources. */
    groundDir: join(dataDir, 'node', 'terrain'),
    /** Maximum size of the terrain folder in bytes. */
    terrainCacheBytes: settings.read('TERRAIN_CACHE', 20 * 2 ** 30, parseCacheBytes),
    terrainCacheDir: join(dataDir, 'terrain-cache'),
    terrainUrl: readTerrainUrl(settings),
    ...readCompute(settings),
  }
  settings.throwProblems()
  if (queue === null || url === null || token === null)
    throw new ConfigError('The configuration is not valid.')
  return { ...config, queue, api: { url, token } }
}

function nameOfHost(): string {
  const name = hostname()
    .replace(/[^\w.-]/g, '-')
    .slice(0, 63)
  return name === '' ? 'node' : name
}

function parseName(value: string): string {
  if (!/^[\w.-]{1,63}$/.test(value)) {
    throw new ConfigError('must be at most 63 letters, digits, ".", "_" and "-"')
  }
  return value
}

function parseCacheBytes(value: string): number {
  const [, count] = /^(\d{1,6})GiB$/.exec(value) ?? []
  if (!(Number(count) >= 1)) throw new ConfigError('must be a number of GiB such as 20GiB, and at least 1GiB')
  return Number(count) * 2 ** 30
}

function parseNodeToken(value: string): string {
  if (nodeTokenCodes.parse(value) === undefined) {
    throw new ConfigError('must be a node_token as printed by "admin node token create"')
  }
  return value
}

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { urlOf } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** Location of the store for results and antenna patterns: an S3 bucket or a folder, by default in DATA_DIR. */
export function readStore(settings: Settings, dataDir: string): StoreLocation {
  const location = settings.read('RASTER_STORE', null, parseStore)
  const endpoint = settings.read('S3_ENDPOINT', null, parseEndpoint)
  if (location?.kind !== 's3') settings.refuse('S3_ENDPOINT', 'needs RASTER_STORE=s3://…')
  if (location === null) return { kind: 'folder', folder: dataDir }
  return location.kind === 's3' && endpoint !== null ? { ...location, endpoint } : location
}

function parseStore(value: string): StoreLocation {
  if (!value.includes('://')) {
    // A missing folder is not created, because its disk may not be mounted.
    if (!statSync(value, { throwIfNoEntry: false })?.isDirectory()) {
      throw new ConfigError('must be an existing folder or s3://bucket/prefix')
    }
    return { kind: 'folder', folder: resolve(value) }
  }
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(value) ?? []
  const isPrefix = prefix === '' || /^[\w.-]+(?:\/[\w.-]+)*$/.test(prefix)
  if (bucket === undefined || !isPrefix) {
    throw new ConfigError('must be a folder or s3://bucket/prefix, of letters, digits, ".", "_" and "-"')
  }
  return { kind: 's3', bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

function parseEndpoint(value: string): string {
  const url = urlOf(value)
  const bare = url?.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (url === undefined || !bare || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError('must be an address such as https://minio.example:9000')
  }
  return url.href.replace(/\/$/, '')
}

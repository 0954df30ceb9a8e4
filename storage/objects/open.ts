import { join } from 'node:path'
import { openFolderStore } from './folder-store.ts'
import type { ObjectStore, StoreLocation } from './types.ts'

export interface Stores {
  rasters: ObjectStore
  antennas: ObjectStore
}

export async function openStores(location: StoreLocation): Promise<Stores> {
  const [rasters, antennas] = await Promise.all([
    openStore(locationWithin(location, 'rasters')),
    openStore(locationWithin(location, 'antennas')),
  ])
  return { rasters, antennas }
}

export async function closeStores({ rasters, antennas }: Stores): Promise<void> {
  await rasters.close()
  await antennas.close()
}

export function openRasters(location: StoreLocation): Promise<ObjectStore> {
  return openStore(locationWithin(location, 'rasters'))
}

/** Store of marker objects by which service and compute nodes verify that they share one object store. */
export function openMarks(location: StoreLocation): Promise<ObjectStore> {
  return openStore(locationWithin(location, 'nodes'))
}

export async function openStore(location: StoreLocation): Promise<ObjectStore> {
  if (location.kind === 'folder') return openFolderStore(location.folder)
  // The S3 module loads slowly and is rarely needed.
  const { S3Store } = await import('./s3/s3-store.ts')
  return new S3Store(location)
}

export function nameOfLocation(location: StoreLocation): string {
  return location.kind === 'folder' ? location.folder : `s3://${location.bucket}/${location.prefix}`
}

function locationWithin(location: StoreLocation, name: string): StoreLocation {
  return location.kind === 'folder'
    ? { ...location, folder: join(location.folder, name) }
    : { ...location, prefix: `${location.prefix}${name}/` }
}

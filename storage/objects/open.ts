import { join } from 'node:path'
import { openFolderStore } from './folder-store.ts'
import type { ObjectStore, StoreLocation } from './types.ts'

/** What the service stores beside its records. */
export interface Stores {
  /** Results and their products. */
  rasters: ObjectStore
  antennas: ObjectStore
}

/** Opens the stores in a place; of one that is no folder nothing is asked yet. */
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

/** The rasters alone. */
export function openRasters(location: StoreLocation): Promise<ObjectStore> {
  return openStore(locationWithin(location, 'rasters'))
}

/** By which the service and its compute nodes find out that they use the same store. */
export function openMarks(location: StoreLocation): Promise<ObjectStore> {
  return openStore(locationWithin(location, 'nodes'))
}

export async function openStore(location: StoreLocation): Promise<ObjectStore> {
  if (location.kind === 'folder') return openFolderStore(location.folder)
  // It takes a moment to load, and most services have no use for it.
  const { S3Store } = await import('./s3/s3-store.ts')
  return new S3Store(location)
}

/** As an operator names it. */
export function nameOfLocation(location: StoreLocation): string {
  return location.kind === 'folder' ? location.folder : `s3://${location.bucket}/${location.prefix}`
}

function locationWithin(location: StoreLocation, name: string): StoreLocation {
  return location.kind === 'folder'
    ? { ...location, folder: join(location.folder, name) }
    : { ...location, prefix: `${location.prefix}${name}/` }
}

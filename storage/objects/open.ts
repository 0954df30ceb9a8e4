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

export async function openStore(location: StoreLocation): Promise<ObjectStore> {
  return openFolderStore(location.folder)
}

function locationWithin(location: StoreLocation, name: string): StoreLocation {
  return { ...location, folder: join(location.folder, name) }
}

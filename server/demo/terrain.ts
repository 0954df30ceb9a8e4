import { join } from 'node:path'

/** The terrain that comes with the service, by its place from `build/server/demo`. */
export const demoTerrain = join(import.meta.dirname, '../../../server/demo/terrain')

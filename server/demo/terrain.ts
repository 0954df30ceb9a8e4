import { join } from 'node:path'

export const demoTerrain = join(import.meta.dirname, '../../../server/demo/terrain')

import { join } from 'node:path'
import { openRecords } from '../../storage/records/records.ts'
import { writeSyntheticTerrain } from '../../test/references/synthetic.ts'
import { HttpsClient } from '../frame/https-client.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { newKey } from '../service/local-server.ts'
import { ServerProcess } from '../service/server-process.ts'

const SEED = 2026

export interface Place {
  origin: string
  apiKey: string
  client: HttpsClient
  outlook: { latDeg: number; lonDeg: number }
}

/** Runs the service in a separate process during `work`. */
export function onPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (dataDir) => {
    const terrainDir = join(dataDir, 'terrain')
    const { outlook } = await writeSyntheticTerrain(terrainDir, { seed: SEED })
    const records = await openRecords(join(dataDir, 'records'))
    const apiKey = await newKey(records)
    await records.close()
    const server = await ServerProcess.start({ DATA_DIR: dataDir, TERRAIN_DIR: terrainDir })
    const { origin, certificate } = server
    const client = new HttpsClient(origin, { apiKey, certificate })
    try {
      return await work({ origin, apiKey, client, outlook })
    } finally {
      client.close()
      await server.stop()
    }
  })
}

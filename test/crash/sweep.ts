import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPlans } from '../../server/config/limits.ts'
import { StoredResults } from '../../server/jobs/stored/stored-results.ts'
import { openRasters } from '../../storage/objects/open.ts'
import type { StoreLocation } from '../../storage/objects/types.ts'
import type { RecordStore } from '../../storage/records/types.ts'

/** As the service does when it starts, and then every hour, to its end. */
export async function sweepStore(records: RecordStore, location: StoreLocation): Promise<void> {
  const workFolder = await mkdtemp(join(tmpdir(), 'coverage-sweep-'))
  try {
    const store = await openRasters(location)
    const results = new StoredResults({
      records,
      plans: defaultPlans,
      store,
      workFolder,
      days: 0,
      now: Date.now,
    })
    await results.sweep()
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

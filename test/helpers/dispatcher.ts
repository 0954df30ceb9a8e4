import { join } from 'node:path'
import type { Test } from 'tap'
import type { ComputeClientOptions } from '../../server/compute/client.ts'
import { defaultPlans } from '../../server/config/limits.ts'
import { Dispatcher } from '../../server/jobs/dispatcher.ts'
import type { Compute } from '../../server/jobs/protocol.ts'
import { StoredResults } from '../../server/jobs/stored/stored-results.ts'
import type { DispatcherOptions } from '../../server/jobs/types.ts'
import { openStores } from '../../storage/objects/open.ts'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { openRecords } from '../../storage/records/records.ts'
import type { Account, Plan } from '../../storage/records/types.ts'
import { fakeCompute, until } from './compute.ts'
import { quotedJob } from './jobs.ts'

interface SetupOptions {
  folder?: string
  limits?: NonNullable<DispatcherOptions['limits']>
  compute?: Partial<ComputeClientOptions>
  logger?: NonNullable<DispatcherOptions['logger']>
  survey?: NonNullable<DispatcherOptions['survey']>
  now?: () => number
  /** As compute nodes are. */
  isDistributed?: boolean
}

/** A dispatcher over records in a folder and the fake compute process. */
export async function setUp(t: Test, options: SetupOptions = {}) {
  let stop = async () => {}
  // Before the folder is asked for, so that it goes after the service.
  t.teardown(() => stop())
  const { folder = t.testdir(), limits = {}, compute: overrides = {}, logger, survey, now } = options
  const { isDistributed = false } = options
  const records = await openRecords(join(folder, 'records'))
  const rasterDirectory = join(folder, 'rasters')
  const store: StoreLocation = { kind: 'folder', folder }
  const { rasters } = await openStores(store)
  const client = fakeCompute({ store, ...overrides })
  /** Names in the order in which the compute process got them. */
  const given: string[] = []
  const compute: Compute = {
    isDistributed,
    start: () => client.start(),
    whenReady: async () => client.whenReady?.(),
    stop: () => client.stop(),
    run(job, onProgress, signal) {
      given.push(String(job.job.params.name))
      return client.run(job, onProgress, signal)
    },
    get state() {
      return client.state
    },
    get device() {
      return client.device
    },
  }
  const results = new StoredResults({
    records,
    plans: defaultPlans,
    store: rasters,
    workFolder: join(folder, 'work'),
    days: 0,
    now: Date.now,
  })
  const dispatcher = new Dispatcher({
    records,
    plans: defaultPlans,
    compute,
    results,
    limits,
    ...(logger && { logger }),
    ...(survey && { survey }),
    ...(now && { now }),
  })
  // Jobs are begun at once then, as tests that look at what runs rely on.
  const { ready } = await dispatcher.start()
  await ready
  let stopped = false
  stop = async () => {
    if (stopped) return
    stopped = true
    await dispatcher.stop(0)
    await records.close()
  }
  return {
    folder,
    records,
    rasterDirectory,
    workFolder: results.workFolder,
    dispatcher,
    given,
    stop,
    account: (plan: Plan = 'pro', credits = 100) => records.createAccount({ name: 'a', plan, credits }),
    submit: (account: Account, name: string, price = 1) =>
      dispatcher.submit(account, quotedJob({ name }, price)),
    /** A batch of simulations of these names; their ids. */
    async startBatch(account: Account, names: readonly string[], price = 1): Promise<string[]> {
      const outcome = await this.submitBatch(account, names, price)
      if (outcome.outcome !== 'accepted') throw new Error(`Expected accepted, got ${outcome.outcome}.`)
      return outcome.batch.simulations.map(({ id }) => id)
    },
    submitBatch: (account: Account, names: readonly string[], price = 1) =>
      dispatcher.submitBatch(
        account,
        names.map((name) => quotedJob({ name }, price)),
      ),
    async start(account: Account, name: string, price = 1): Promise<string> {
      const outcome = await this.submit(account, name, price)
      if (outcome.outcome !== 'accepted') throw new Error(`Expected accepted, got ${outcome.outcome}.`)
      return outcome.simulation.id
    },
    async final(id: string) {
      await until(() => records.simulation(id)?.status !== 'pending', `${id} to be final`)
      return records.simulation(id)
    },
  }
}

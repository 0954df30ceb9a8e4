import type { LedgerType, RecordStore } from '../storage/records/types.ts'

/** The same records, with every credit that they move told to `moved` once it is on stable storage. */
export function countedRecords(
  records: RecordStore,
  moved: (type: LedgerType, credits: number) => void,
): RecordStore {
  const counted: Partial<RecordStore> = {
    async accept(input) {
      const outcome = await records.accept(input)
      if (outcome.outcome === 'accepted') moved('hold', input.price)
      return outcome
    },
    async complete(id, result) {
      const completed = await records.complete(id, result)
      if (completed) moved('capture', completed.credits_charged)
      return completed
    },
    async fail(id, error) {
      const held = records.simulation(id)?.credits_charged ?? 0
      const failed = await records.fail(id, error)
      if (failed) moved('release', held)
      return failed
    },
    async removeSimulation(id) {
      const removed = await records.removeSimulation(id)
      if (removed?.status === 'pending') moved('release', removed.credits_charged)
      return removed
    },
    async grant(...grant) {
      const entry = await records.grant(...grant)
      if (entry) moved('grant', entry.amount)
      return entry
    },
    async createAccount(input) {
      const account = await records.createAccount(input)
      moved('grant', input.credits)
      return account
    },
    async payCreditSession(id, payment) {
      const paid = await records.payCreditSession(id, payment)
      if (paid.outcome === 'granted') moved('grant', records.creditSession(id)?.credits ?? 0)
      return paid
    },
  }
  return new Proxy(records, {
    get(target, name) {
      const found = Reflect.get(counted, name) ?? Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

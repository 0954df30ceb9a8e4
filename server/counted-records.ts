import type { CreditSession, LedgerType, RecordStore } from '../storage/records/types.ts'

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
    async createAccount(input) {
      const account = await records.createAccount(input)
      moved('grant', input.credits)
      return account
    },
    grant: (accountId, ...rest) => counting('grant', accountId, () => records.grant(accountId, ...rest)),
    adjust: (accountId, ...rest) => counting('adjust', accountId, () => records.adjust(accountId, ...rest)),
    payCreditSession: (session, ...rest) =>
      counting('grant', ownerOf(session), () => records.payCreditSession(session, ...rest)),
    refundCreditSession: (session, ...rest) =>
      counting('adjust', ownerOf(session), () => records.refundCreditSession(session, ...rest)),
    disputeCreditSession: (session, ...rest) =>
      counting('adjust', ownerOf(session), () => records.disputeCreditSession(session, ...rest)),
  }

  const ownerOf = (session: string | CreditSession) =>
    (typeof session === 'string' ? records.creditSession(session) : session)?.account_id ?? ''
  /** A change takes effect before its first `await`, so what the balance moves by is its own doing. */
  async function counting<T>(type: LedgerType, accountId: string, change: () => Promise<T>): Promise<T> {
    const before = records.credits(accountId).balance
    const stored = change()
    const credits = Math.abs(records.credits(accountId).balance - before)
    const result = await stored
    if (credits > 0) moved(type, credits)
    return result
  }

  return new Proxy(records, {
    get(target, name) {
      const found = Reflect.get(counted, name) ?? Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
    // What is put in a method's place stands in front of the count, and may call what was there.
    set: (_target, name, value) => Reflect.set(counted, name, value),
  })
}

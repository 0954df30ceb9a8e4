import t from 'tap'
import { holdRefusal, Ledger, topUp } from '../../storage/records/ledger.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import { isKept, SessionTable } from '../../storage/records/session-table.ts'
import type {
  CreditSession,
  LedgerEntry,
  Protection,
  RecordStore,
  Simulation,
} from '../../storage/records/types.ts'
import { accepted, resultWith } from '../helpers/records.ts'

const small: RecordOptions = { journalBytes: 5000, sizes: { simulations: 10, entries: 9 } }

/** The movements of an account, oldest first. */
async function movements(records: RecordStore, accountId: string): Promise<[string, number][]> {
  const { entries } = await records.ledger(accountId)
  return entries.reverse().map(({ type, amount }) => [type, amount])
}

async function openWithAccount(path: string, credits = 1000, options: RecordOptions = small) {
  const records = await openRecords(path, options)
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits })
  return { records, id }
}

t.test('pages of the ledger are newest first, in memory and in files alike', async (t) => {
  const path = t.testdir()
  const { records, id } = await openWithAccount(path)
  const stranger = await records.createAccount({ name: 'b', plan: 'pro', credits: 77 })
  for (let n = 0; n < 40; n++) {
    const one = await accepted(records, id, { price: 1 })
    if (n % 3 === 0) await records.complete(one.id, resultWith(1))
    if (n % 3 === 1) await records.fail(one.id, { code: 'x', detail: '' })
    if (n % 10 === 0) await records.grant(stranger.id, 1, 'x')
  }
  await records.adjust(id, -3, 'corrected', 'cs_x')
  await records.close()
  const again = await openRecords(path, small)
  const { entries, total } = await again.ledger(id)
  t.equal(total, 1 + 40 + 14 + 13 + 1)
  t.equal(entries.length, total)
  t.match(entries[0], { type: 'adjust', amount: -3, balance: 970, reason: 'corrected', payment_id: 'cs_x' })
  t.match(entries.at(-1), { type: 'grant', amount: 1000, balance: 1000, reason: 'opening credits' })
  for (const [index, { balance, amount }] of entries.entries()) {
    if (balance !== (entries[index + 1]?.balance ?? 0) + amount) t.fail(`entry ${index} does not add up`)
  }
  for (const [offset, limit] of [
    [0, 1],
    [0, 7],
    [5, 20],
    [60, 100],
    [total, 5],
    [total + 5, 5],
  ] as const) {
    const page = await again.ledger(id, { offset, limit })
    t.same(page, { entries: entries.slice(offset, offset + limit), total }, `${offset}, ${limit}`)
  }
  t.equal((await again.ledger(stranger.id)).entries.length, 5)
  t.same(await again.ledger('acc_none'), { entries: [], total: 0 })
  t.equal(await again.adjust('acc_none', 1, 'x'), undefined)
  await again.close()
})

t.test('captured credits are known of months whose entries lie in files', async (t) => {
  let now = new Date('2026-01-31T23:00:00Z')
  const path = t.testdir()
  const { records, id } = await openWithAccount(path, 1000, { ...small, now: () => now })
  const january = await accepted(records, id, { price: 7 })
  now = new Date('2026-02-01T00:00:00Z')
  await records.complete(january.id, resultWith(1))
  for (let n = 0; n < 30; n++) {
    await records.complete((await accepted(records, id, { price: 2 })).id, resultWith(1))
  }
  await records.close()
  const again = await openRecords(path, { ...small, now: () => now })
  t.same(again.credits(id), { balance: 933, held: 0, used_this_month: 60 })
  now = new Date('2026-01-15T00:00:00Z')
  t.equal(again.credits(id).used_this_month, 7)
  await again.close()
})

t.test('refunds reclaim credits once, however often they are reported', async (t) => {
  const path = t.testdir()
  const { records, id } = await openWithAccount(path, 0)
  const session = await records.createCreditSession(id, '500', 500, { provider: 'stripe' })
  await records.updateCreditSession(session.id, { provider_session_id: 'cs_test_1' })
  t.equal(records.creditSessionBy({ provider_session_id: 'cs_test_1' })?.id, session.id)
  t.same(await records.payCreditSession(session.id, { payment_intent_id: 'pi_1' }), { outcome: 'granted' })
  t.equal(records.creditSessionBy({ payment_intent_id: 'pi_1' })?.id, session.id)
  t.equal(records.creditSessionBy({ payment_intent_id: 'pi_2' }), undefined)

  await Promise.all([100, 250, 100, 250, 0].map((sum) => records.refundCreditSession(session.id, sum)))
  t.equal(records.credits(id).balance, 250)
  t.same(await movements(records, id), [
    ['grant', 500],
    ['adjust', -100],
    ['adjust', -150],
  ])
  await records.close()
  const again = await openRecords(path, small)
  await again.refundCreditSession(session.id, 250)
  t.equal(again.credits(id).balance, 250)
  await again.refundCreditSession(session.id, 9999)
  t.equal(again.credits(id).balance, 0, 'never more than was granted')
  t.equal(again.creditSessionBy({ payment_intent_id: 'pi_1' })?.refunded, 9999)
  t.equal(await again.refundCreditSession('cs_none', 1), false)
  t.match(
    (await again.ledger(id)).entries.map(({ payment_id }) => payment_id),
    Array(4).fill(session.id),
  )
  await again.close()
})

t.test('a refund that is reported before the payment is deducted from it', async (t) => {
  const { records, id } = await openWithAccount(t.testdir(), 10)
  const session = await records.createCreditSession(id, '100', 100, { provider: 'stripe' })
  await records.refundCreditSession(session.id, 30)
  t.equal(records.credits(id).balance, 10, 'nothing was granted yet')
  await Promise.all([1, 2, 3].map(() => records.payCreditSession(session.id)))
  t.equal(records.credits(id).balance, 80)
  t.same(await movements(records, id), [
    ['grant', 10],
    ['grant', 100],
    ['adjust', -30],
  ])
  await records.close()
})

t.test('a dispute takes back while it is open, and for good when it is lost', async (t) => {
  const { records, id } = await openWithAccount(t.testdir(), 0)
  const paid = async () => {
    const session = await records.createCreditSession(id, '100', 100, { provider: 'stripe' })
    await records.payCreditSession(session.id)
    return session.id
  }
  const tell = (session: string, state: 'open' | 'won' | 'lost') =>
    records.disputeCreditSession(session, { id: 'dp_1', credits: 100, state })
  const won = await paid()
  for (const state of ['open', 'open', 'won', 'open', 'lost'] as const) await tell(won, state)
  t.equal(records.credits(id).balance, 100, 'given back once, and closed')
  t.same((await movements(records, id)).slice(1), [
    ['adjust', -100],
    ['adjust', 100],
  ])
  const lost = await paid()
  for (const state of ['open', 'lost', 'won', 'lost'] as const) await tell(lost, state)
  t.equal(records.credits(id).balance, 100)
  const late = await paid()
  await tell(late, 'won')
  await tell(late, 'open')
  t.equal(records.credits(id).balance, 200, 'the end was reported before the beginning')
  await records.refundCreditSession(late, 60)
  await records.disputeCreditSession(late, { id: 'dp_2', credits: 100, state: 'open' })
  t.equal(records.credits(id).balance, 100, 'both together take no more than was granted')
  t.equal(await records.disputeCreditSession('cs_none', { id: 'x', credits: 1, state: 'open' }), false)
  await records.close()
})

t.test("only the sandbox's checkouts expire here", async (t) => {
  let now = new Date('2026-01-01T00:00:00Z')
  const { records, id } = await openWithAccount(t.testdir(), 0, { now: () => now })
  const stripe = await records.createCreditSession(id, '100', 100, { provider: 'stripe' })
  const sandbox = await records.createCreditSession(id, '100', 100)
  now = new Date('2026-01-05T00:00:00Z')
  t.same(await records.payCreditSession(stripe.id), { outcome: 'granted' })
  t.same(await records.payCreditSession(sandbox.id), { outcome: 'expired' })
  t.equal(records.credits(id).balance, 100)
  await records.close()
})

t.test('an answer is kept with what it answers, for a day', async (t) => {
  let now = new Date('2026-01-01T00:00:00Z')
  const options = { ...small, now: () => now }
  const path = t.testdir()
  const { records, id } = await openWithAccount(path, 100, options)
  const protection = (key: string): Protection<{ id: string }> => ({
    path: '/simulate',
    key,
    body_sha256: 'abc',
    answer: (made) => ({
      status: 201,
      headers: { location: made.id },
      body: JSON.stringify({ id: made.id }),
    }),
  })
  const accept = (key: string, price = 1) =>
    records.accept({
      account_id: id,
      params: { name: 'x' },
      price,
      monthly_limit: 1000,
      idempotency: protection(key),
    })
  const one = (await accept('k')) as { simulation: Simulation }
  t.match(await accept('refused', 1000), { outcome: 'insufficient_credits' })
  const session = await records.createCreditSession(id, '100', 100, { idempotency: protection('c') })
  const stripe = await records.createCreditSession(id, '100', 100, { provider: 'stripe' })
  await records.updateCreditSession(stripe.id, { provider_session_id: 'x' }, protection('s'))
  await records.removeSimulation(one.simulation.id)
  await records.close()

  const again = await openRecords(path, options)
  const kept = again.idempotent(id, '/simulate', 'k')
  t.match(kept, {
    body_sha256: 'abc',
    answer: { status: 201, headers: { location: one.simulation.id }, body: `{"id":"${one.simulation.id}"}` },
  })
  t.equal(again.idempotent(id, '/simulate', 'c')?.answer.headers.location, session.id)
  t.equal(again.idempotent(id, '/simulate', 's')?.answer.headers.location, stripe.id)
  for (const [account, at, key] of [
    [id, '/simulate', 'refused'],
    [id, '/other', 'k'],
    ['acc_none', '/simulate', 'k'],
  ] as const) {
    t.equal(again.idempotent(account, at, key), undefined)
  }
  now = new Date('2026-01-01T23:59:59Z')
  t.ok(again.idempotent(id, '/simulate', 'k'))
  now = new Date('2026-01-02T00:00:00Z')
  t.equal(again.idempotent(id, '/simulate', 'k'), undefined)
  await again.close()
})

t.test('a checkout that has expired leaves the records, unless money may still come for it', async (t) => {
  const path = t.testdir()
  let now = new Date('2026-01-01T00:00:00Z')
  const { records, id } = await openWithAccount(path, 0, { ...small, now: () => now })
  const create = async (provider: 'sandbox' | 'stripe') =>
    (await records.createCreditSession(id, '100', 100, { provider })).id
  const sandbox = await create('sandbox')
  const paid = await create('sandbox')
  const unpaid = await create('stripe')
  const refunded = await create('stripe')
  const open = await create('stripe')
  await records.updateCreditSession(open, { expires_at: '2027-01-01T00:00:00.000Z' })
  await records.payCreditSession(paid)
  await records.refundCreditSession(refunded, 40)
  const kept = async () => {
    for (let n = 0; n < 60; n++) await records.grant(id, 1, 'x'.repeat(100))
    await records.close()
    const again = await openRecords(path, { ...small, now: () => now })
    const found = [sandbox, paid, unpaid, refunded, open].map((name) => again.creditSession(name))
    t.same(
      found.map((session) => session !== undefined),
      [sandbox, paid, unpaid, refunded, open].map((name) => records.creditSession(name) !== undefined),
      'the same in memory as in the files',
    )
    const names = { sandbox, paid, unpaid, refunded, open }
    Object.assign(records, again)
    return Object.entries(names).flatMap(([name, session]) => (again.creditSession(session) ? [name] : []))
  }
  t.same(await kept(), ['sandbox', 'paid', 'unpaid', 'refunded', 'open'])
  now = new Date('2026-01-02T00:00:01Z')
  t.same(await kept(), ['paid', 'refunded', 'open'])
  t.equal(records.openCreditSessions(id), 1)
  await records.close()
})

t.test('one that is paid while its snapshot is read is not forgotten', async (t) => {
  const table = new SessionTable()
  const expires_at = '2026-01-01T00:00:00.000Z'
  const session = (id: string) =>
    ({ id, account_id: 'acc', expires_at, paid_at: null, refunded: 0, disputes: {} }) as CreditSession
  const names = { provider_session_id: 'cs', payment_intent_id: 'pi' }
  table.put({ ...session('late'), ...names })
  table.put(session('never'))
  const snapshot = table.snapshot((one) => isKept(one, Date.parse('2026-01-02')))
  table.put({ ...session('late'), ...names, paid_at: '2026-01-01T23:59:00.000Z' })
  t.same([...snapshot], [undefined, undefined], 'as they were')
  t.equal(table.byPaymentIntent('pi')?.id, 'late')
  t.equal(table.get('never'), undefined)
})

t.test('an unmetered account never runs out, and its balance is the sum of its ledger', async (t) => {
  const path = t.testdir()
  const records = await openRecords(path, small)
  const { id, ...terms } = await records.createAccount({ name: 'a', unmetered: true })
  t.match(terms, { plan: 'enterprise', limit: 1_000_000_000, unmetered: true })
  t.match(records.credits(id), { balance: 1_000_000_000, unmetered: true })
  await accepted(records, id, { price: 500_000_000 })
  t.equal(records.credits(id).balance, 500_000_000, 'not topped up yet')
  const params = { name: 'x', model: 'los' }
  // More than the balance and the monthly limit, and more than both together.
  const prices = [1, 900_000_000, 7_000_000_000]
  const outcomes = await Promise.all(
    prices.map((price) => records.accept({ account_id: id, params, price, monthly_limit: 10 })),
  )
  t.same(
    outcomes.map(({ outcome }) => outcome),
    ['accepted', 'accepted', 'accepted'],
  )
  const members = [1, 2].map(() => ({ params, price: 600_000_000 }))
  const batch = await records.acceptBatch({ account_id: id, members, monthly_limit: 10 })
  t.equal(batch.outcome, 'accepted')
  const expected = [
    ['grant', 1_000_000_000],
    ['hold', -500_000_000],
    ['grant', 500_000_001],
    ['hold', -1],
    ['grant', 900_000_000],
    ['hold', -900_000_000],
    ['grant', 7_000_000_000],
    ['hold', -7_000_000_000],
    ['grant', 1_200_000_000],
    ['hold', -600_000_000],
    ['hold', -600_000_000],
  ]
  t.same(await movements(records, id), expected)
  await records.close()
  const again = await openRecords(path, small)
  t.same(await movements(again, id), expected)
  t.match(again.credits(id), { balance: 1_000_000_000, held: 9_600_000_001, unmetered: true })
  const { id: metered } = await again.createAccount({ name: 'b', plan: 'enterprise', credits: 1 })
  t.notOk('unmetered' in again.credits(metered))
  const refused = await again.accept({ account_id: metered, params, price: 2, monthly_limit: 10 })
  t.equal(refused.outcome, 'insufficient_credits')
  await again.close()
})

t.test('when a hold is refused and when an account is topped up, to a credit', (t) => {
  const state = { balance: 100, held: 20, used_this_month: 30 }
  t.equal(holdRefusal(state, 50, 100), undefined, 'just the limit')
  t.same(holdRefusal(state, 51, 100), {
    outcome: 'credit_limit_reached',
    limit: 100,
    used_this_month: 30,
    required: 51,
  })
  t.equal(holdRefusal(state, 100, 150), undefined, 'all of the balance')
  const without = { outcome: 'insufficient_credits', balance: 100, required: 101 }
  t.same(holdRefusal(state, 101, 1), without, 'the balance comes first')
  t.equal(holdRefusal({ ...state, unmetered: true }, 101, 1), undefined)
  const full = { ...state, balance: 500_000_100, unmetered: true as const }
  t.same(topUp(full, 100), [])
  t.match(topUp(full, 101), [{ type: 'grant', amount: 500_000_001 }])
  t.same(topUp({ ...state, balance: 500_000_100 }, 101), [])
  t.end()
})

t.test('a ledger takes what follows from its entries, and gives back what is undone', (t) => {
  const ledger = new Ledger()
  const at = '2026-01-31T23:59:00Z'
  const later = '2026-02-01T00:01:00Z'
  const draft = (moved: Parameters<Ledger['draft']>[2][number], when = at): LedgerEntry => {
    const [entry] = ledger.draft('acc', when, [moved])
    return entry as LedgerEntry
  }
  const state = (when = later) => {
    const { balance, held, used_this_month } = ledger.state('acc', new Date(when))
    return [balance, held, used_this_month]
  }
  ledger.enter(draft({ type: 'grant', amount: 100, reason: '' }))
  const hold = (simulation_id: string, amount: number) =>
    draft({ type: 'hold', amount, reason: '', simulation_id })
  ledger.enter(hold('a', -30))
  ledger.enter(hold('b', -20))
  t.throws(() => ledger.enter(hold('a', -1)), /holds credits for a, which already has a hold/)
  t.same(state(), [50, 50, 0])
  const unheld = draft({ type: 'capture', amount: 0, reason: '', simulation_id: 'c' })
  t.throws(() => ledger.enter(unheld), /closes a hold that is not open/)
  const capture = draft({ type: 'capture', amount: 0, reason: '', simulation_id: 'a' }, later)
  t.same(capture.captured, { credits: 30, month: '2026-01' }, 'of the month in which it was held')
  const undoCapture = ledger.enter(capture)
  t.same(
    [state(at), state(later)],
    [
      [50, 20, 30],
      [50, 20, 0],
    ],
  )
  const undoRelease = ledger.enter(draft({ type: 'release', amount: 20, reason: '', simulation_id: 'b' }))
  t.same(state(at), [70, 0, 30])
  t.equal(ledger.total('acc'), 5)
  undoRelease()
  undoCapture()
  t.same([state(at), ledger.total('acc'), ledger.recent().length], [[50, 50, 0], 3, 3])
  const wrong = { ...draft({ type: 'grant', amount: 5, reason: '' }), balance: 56 }
  t.throws(() => ledger.enter(wrong), /the ledger of acc.*has 56, expected 55/)
  t.same(state(), [50, 50, 0], 'nothing of what is refused')
  const { undo } = ledger.remove('acc')
  t.same([state(), ledger.recent()], [[0, 0, 0], []])
  undo()
  t.same([state(), ledger.recent().length], [[50, 50, 0], 3])
  ledger.purge('acc')
  t.same(ledger.recent(), [])
  t.end()
})

t.test('a charge is one entry that counts in its month, refused as a hold would be', async (t) => {
  const path = t.testdir()
  let now = new Date('2026-03-31T23:00:00Z')
  const options = { ...small, now: () => now }
  const { records, id } = await openWithAccount(path, 100, options)
  const charge = (credits: number, monthly_limit = 50) =>
    records.charge(id, { credits, reason: 'links: 12000', monthly_limit })
  t.match(await charge(30), { type: 'adjust', amount: -30, balance: 70, reason: 'links: 12000' })
  t.same(await charge(71), { outcome: 'insufficient_credits', balance: 70, required: 71 })
  const tooMany = { outcome: 'credit_limit_reached', limit: 50, used_this_month: 30, required: 21 }
  t.same(await charge(21), tooMany)
  t.same(await records.accept({ account_id: id, params: {}, price: 21, monthly_limit: 50 }), tooMany)
  t.match(await charge(20), { balance: 50 })
  t.same(records.credits(id), { balance: 50, held: 0, used_this_month: 50 })
  // As many entries as go into files.
  for (let n = 0; n < 10; n++) await charge(1, 100)
  await records.close()
  const again = await openRecords(path, options)
  t.same(again.credits(id), { balance: 40, held: 0, used_this_month: 60 })
  now = new Date('2026-04-01T00:00:00Z')
  t.same(again.credits(id), { balance: 40, held: 0, used_this_month: 0 })
  t.equal(await again.charge('acc_x', { credits: 1, reason: 'x', monthly_limit: 1 }), undefined)

  const free = await again.createAccount({ name: 'b', unmetered: true })
  await again.charge(free.id, { credits: 500_000_001, reason: 'x', monthly_limit: 0 })
  t.same(await movements(again, free.id), [
    ['grant', 1_000_000_000],
    ['grant', 500_000_001],
    ['adjust', -500_000_001],
  ])
  t.equal(again.credits(free.id).balance, 1_000_000_000)
  await again.close()

  const ledger = new Ledger()
  const at = '2026-01-31T23:59:00Z'
  const captured = { credits: 3, month: '2026-01' }
  const [entry] = ledger.draft('acc', at, [{ type: 'adjust', amount: -3, reason: '', captured }])
  const undo = ledger.enter(entry as LedgerEntry)
  t.match(ledger.state('acc', new Date(at)), { balance: -3, used_this_month: 3 })
  undo()
  t.match(ledger.state('acc', new Date(at)), { balance: 0, used_this_month: 0 })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { maximumCheckouts } from '../../../server/config/limits.ts'
import type { RecordStore } from '../../../storage/records/types.ts'
import type { Answer, Client } from '../../helpers/client.ts'
import { startTestServer, type TestServer } from '../../helpers/server.ts'
import { type CheckoutSession, deliver, FakeStripe } from '../../helpers/stripe.ts'

interface Shop extends TestServer {
  stripe: FakeStripe
  /** Lets a checkout's time run out. */
  expire(sessionId: string): Promise<unknown>
  /** An event of Stripe's. */
  tell(body: string): Promise<Answer>
  /** The live file, as it is written next. */
  checkpoint(): Promise<string>
}

async function openShop(t: Test, provider: 'sandbox' | 'stripe'): Promise<Shop> {
  const stripe = new FakeStripe()
  await stripe.start(t)
  const server = await startTestServer(t, { env: provider === 'stripe' ? stripe.env : {} })
  const { config, records } = server.services
  const caller = server.client()
  return {
    ...server,
    stripe,
    expire: (id) => records.updateCreditSession(id, { expires_at: new Date().toISOString() }),
    tell: (body) => deliver(caller, body),
    async checkpoint() {
      const path = join(config.dataDir, 'records', 'records.json')
      const before = await readFile(path, 'utf8')
      const { id } = await records.createCreditSession('acc_none', '100', 100)
      for (;;) {
        // Much for the journal, and little that stays.
        await records.updateCreditSession(id, { payment_intent_id: 'x'.repeat(1_000_000) })
        const live = await readFile(path, 'utf8')
        if (live !== before) return live
      }
    },
  }
}

function purchase(client: Client, key?: string): Promise<Answer> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  return client.ask('/api/v1/credits/purchase', { method: 'POST', headers, body: { pack: '500' } })
}

function statuses(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function sums(records: RecordStore, accountId: string): Promise<[string, number][]> {
  const { entries } = await records.ledger(accountId)
  return entries.reverse().map(({ type, amount }) => [type, amount])
}

for (const provider of ['sandbox', 'stripe'] as const) {
  t.test(`${provider}: an account's open checkouts are limited`, async (t) => {
    const { account, expire, services, stripe } = await openShop(t, provider)
    const { records } = services
    const { account: owner, client } = await account('pro', 0)
    const first = await purchase(client, 'first')
    const asked = await Promise.all(Array.from({ length: maximumCheckouts + 9 }, () => purchase(client)))
    t.same(statuses(asked), { 201: maximumCheckouts - 1, 409: 10 }, 'also when they come at once')
    t.match(asked.find(({ status }) => status === 409)?.json(), { code: 'too_many_checkouts', status: 409 })
    t.equal(records.openCreditSessions(owner.id), maximumCheckouts)
    if (provider === 'stripe') t.equal(stripe.sessions.length, maximumCheckouts)

    const again = await purchase(client, 'first')
    t.match(again, { status: 201, text: first.text }, 'an answer that is repeated opens none')
    t.equal(again.headers['idempotency-replayed'], 'true')
    t.equal((await purchase(client, 'another')).status, 409)
    const stranger = await account('pro', 0)
    t.equal((await purchase(stranger.client)).status, 201, 'others are others')

    const idOf = (answer: Answer) => {
      const { checkout_url } = answer.json<{ checkout_url: string }>()
      const session = stripe.sessions.find(({ url }) => url === checkout_url)
      return session?.metadata.credit_session_id ?? checkout_url.slice(checkout_url.lastIndexOf('/') + 1)
    }
    t.match(await records.payCreditSession(idOf(first)), { outcome: 'granted' })
    t.same(statuses([await purchase(client), await purchase(client)]), { 201: 1, 409: 1 }, 'paid: one free')
    const opened = asked.filter(({ status }) => status === 201)
    for (const answer of opened.slice(0, 7)) await expire(idOf(answer))
    const next = await Promise.all(Array.from({ length: 9 }, () => purchase(client)))
    t.same(statuses(next), { 201: 7, 409: 2 }, 'expired: as many free')
  })
}

t.test('a checkout that Stripe did not open does not count', async (t) => {
  const { account, services, stripe } = await openShop(t, 'stripe')
  const { account: owner, client } = await account('pro', 0)
  stripe.trouble = 400
  const failed = await Promise.all(Array.from({ length: maximumCheckouts }, () => purchase(client)))
  t.same(statuses(failed), { 503: maximumCheckouts })
  t.equal(services.records.openCreditSessions(owner.id), 0)
  stripe.trouble = undefined
  t.equal((await purchase(client)).status, 201)
})

t.test('an expired checkout is in no file, and is granted once if it is paid after all', async (t) => {
  const { account, checkpoint, expire, services, stripe, tell } = await openShop(t, 'stripe')
  const { records } = services
  const accounts = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(() => account('pro', 0)))
  const sessions: CheckoutSession[] = []
  for (const { client } of accounts) {
    t.equal((await purchase(client)).status, 201)
    sessions.push(stripe.sessions.at(-1) as CheckoutSession)
  }
  const [once, refunded, disputed, wrong, gone] = sessions.map((session, n) => ({
    session,
    id: session.metadata.credit_session_id ?? '',
    accountId: accounts[n]?.account.id ?? '',
  }))
  if (!once || !refunded || !disputed || !wrong || !gone) throw new Error('Expected five.')
  for (const { id } of [once, refunded, disputed, wrong, gone]) await expire(id)
  const live = await checkpoint()
  for (const { id } of [once, refunded, disputed, wrong, gone]) {
    t.notOk(live.includes(id))
    t.equal(records.creditSession(id), undefined, 'nor in memory')
  }

  const completed = stripe.completed(stripe.pay(once.session))
  const succeeded = stripe.event('checkout.session.async_payment_succeeded', { ...once.session })
  t.same(statuses(await Promise.all([completed, succeeded, completed, completed].map(tell))), { 200: 4 })
  t.same(await sums(records, once.accountId), [['grant', 500]])
  t.ok((await checkpoint()).includes(once.id), 'what was paid is kept for good')
  await tell(completed)
  await tell(stripe.refunded(once.session, 400))
  t.same(await sums(records, once.accountId), [
    ['grant', 500],
    ['adjust', -100],
  ])

  await tell(stripe.refunded(stripe.pay(refunded.session), 1000))
  await checkpoint()
  await tell(stripe.completed(refunded.session))
  await tell(stripe.completed(refunded.session))
  t.equal(records.credits(refunded.accountId).balance, 250, 'a refund that is reported first')

  stripe.pay(disputed.session)
  await tell(stripe.disputed(disputed.session, 'created', 'needs_response'))
  await checkpoint()
  await tell(stripe.completed(disputed.session))
  t.equal(records.credits(disputed.accountId).balance, 0, 'a dispute that is reported first')
  await tell(stripe.disputed(disputed.session, 'closed', 'won'))
  t.equal(records.credits(disputed.accountId).balance, 500)

  const paid = stripe.pay(wrong.session)
  const { metadata } = paid
  for (const change of [
    { amount_total: 1 },
    { currency: 'usd' },
    { metadata: {} },
    { metadata: { ...metadata, account_id: once.accountId }, amount_total: 1 },
    { metadata: { ...metadata, account_id: 'acc_unknown' } },
    { metadata: { ...metadata, credits: '-5' } },
    { metadata: { ...metadata, credits: 'many' } },
    { metadata: { credit_session_id: wrong.id, account_id: wrong.accountId } },
  ]) {
    t.equal((await tell(stripe.completed({ ...paid, ...change } as CheckoutSession))).status, 200)
  }
  t.same(await sums(records, wrong.accountId), [], 'what is not as it was asked for grants nothing')
  t.equal(records.credits(once.accountId).balance, 400)

  await records.deleteAccount(gone.accountId)
  await tell(stripe.completed(stripe.pay(gone.session)))
  t.equal((await records.ledger(gone.accountId)).total, 0, 'nor an account that is gone')
})

t.test('an unmetered account has nothing to buy', async (t) => {
  const { client } = await (await openShop(t, 'sandbox')).account('unmetered')
  const answer = await client.post('/api/v1/credits/purchase', { pack: '100' })
  t.match(answer.json(), { status: 403, code: 'plan_not_allowed', detail: /cannot buy credits/ })
})

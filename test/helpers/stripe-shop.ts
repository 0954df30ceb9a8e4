import type { Test } from 'tap'
import type { LedgerEntry, RecordStore } from '../../storage/records/types.ts'
import type { Client } from './client.ts'
import { startTestServer, type TestServer } from './server.ts'
import { type CheckoutSession, deliver, FakeStripe } from './stripe.ts'

export interface Shop {
  stripe: FakeStripe
  server: TestServer
  records: RecordStore
  /** Stripe's own caller: it has no key. */
  caller: Client
  /** A new account without credits that opened a checkout of 500 credits for 20.00 EUR. */
  buyer(): Promise<{ account: { id: string }; client: Client; session: CheckoutSession }>
  /** Opens one more checkout. */
  purchase(client: Client): Promise<CheckoutSession>
  /** Delivers an event, which has to be taken. */
  tell(body: string): Promise<void>
  /** The account's ledger, newest first; the balance has to be its sum. */
  entries(accountId: string): Promise<LedgerEntry[]>
}

/** A service that sells through a stand-in of Stripe. */
export async function openShop(t: Test): Promise<Shop> {
  const stripe = new FakeStripe()
  await stripe.start(t)
  const server = await startTestServer(t, { env: stripe.env })
  const { records } = server.services
  const caller = server.client()

  async function purchase(client: Client): Promise<CheckoutSession> {
    const answer = await client.post('/api/v1/credits/purchase', { pack: '500' })
    const session = stripe.sessions.at(-1)
    if (answer.status !== 201 || answer.json().checkout_url !== session?.url) {
      throw new Error(`Expected the address of a checkout, got ${answer.status} ${answer.text}`)
    }
    return session as CheckoutSession
  }

  return {
    stripe,
    server,
    records,
    caller,
    purchase,
    async buyer() {
      const { account, client } = await server.account('pro', 0)
      return { account, client, session: await purchase(client) }
    },
    async tell(body) {
      const answer = await deliver(caller, body)
      if (answer.text !== '{"received":true}') {
        throw new Error(`Expected the event to be taken, got ${answer.status} ${answer.text}`)
      }
    },
    async entries(accountId) {
      const { entries } = await records.ledger(accountId)
      const sum = entries.reduce((total, { amount }) => total + amount, 0)
      const { balance } = records.credits(accountId)
      if (sum !== balance) throw new Error(`Expected entries of ${balance} credits, got ${sum}`)
      return entries
    },
  }
}

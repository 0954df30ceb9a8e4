import { Type } from 'typebox'
import { maximumHeadersLength } from '../config/sizes.ts'
import {
  count,
  instant,
  list,
  nullable,
  object,
  paging,
  query,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'

const credits = (description: string, example: number) => count('credits', description, example)

export const Credits = object('Credits', 'Credit account: balance, use and limits', {
  balance: credits('Available credits of the account', 994),
  plan: text('Plan of the account', 'pro'),
  used_this_month: credits(
    'Credits used in this UTC month: captured for simulations, or charged for paths',
    6,
  ),
  limit: credits('Maximum number of credits that the account may use per month', 5000),
  held: credits('Credits held by pending simulations', 0),
  unmetered: Type.Optional(
    Type.Literal(true, {
      description:
        'Present only for an unmetered account: requests are never refused for their price, the balance is topped up, and results do not expire',
      examples: [true],
    }),
  ),
  storage: Type.Optional(
    object('Storage', 'Storage for results; only for an unmetered account', {
      used_bytes: count(
        'bytes',
        "Bytes of the account's stored results, without cached products",
        17_179_869_184,
      ),
      limit_bytes: count(
        'bytes',
        'Storage quota of the plan in bytes, or less if the disk has less space',
        214_748_364_800,
      ),
    }),
  ),
})

const LedgerEntry = object('LedgerEntry', 'Entry of the credit ledger', {
  id: text('ID of the ledger entry', 'led_00000001'),
  at: instant('Time of the ledger entry'),
  type: word(['grant', 'hold', 'capture', 'release', 'adjust'], 'Type of the ledger entry', 'hold'),
  amount: credits(
    'Change of the balance in credits: grant +n, hold −n, capture 0, release +n, adjust ±n; the balance is the sum of all amounts',
    -6,
  ),
  balance: credits('Balance after the ledger entry', 994),
  simulation_id: Type.Optional(
    text('ID of the simulation to which a hold, capture or release belongs', 'sim_vq7YS5ecugNBEHXOPC7r'),
  ),
  payment_id: Type.Optional(text('ID of the payment', 'cs_test_a1B2c3')),
  reason: text('Reason for the ledger entry, in words', 'simulation'),
})

export const Ledger = object('Ledger', 'Credit ledger of the account, newest entry first', {
  entries: list(LedgerEntry, 'Ledger entries, newest first'),
  total: count('entries', "Total number of the account's ledger entries, not only on this page", 2),
})

export const LedgerQuery = query(paging)

const Pack = object('Pack', 'Credit pack for sale', {
  pack: text('Name of the credit pack, for POST /credits/purchase', '100'),
  credits: credits('Number of credits in the pack', 100),
  price: text('Price as a decimal string in whole units of the currency, such as "5.00"', '5.00'),
  currency: text('Currency of the price, as an ISO 4217 code', 'EUR'),
})

export const Packs = object('Packs', 'Credit packs for sale', {
  packs: list(Pack, 'Credit packs, ordered by size'),
})

export const PurchaseRequest = object(
  'PurchaseRequest',
  'Purchase of a credit pack',
  { pack: text('Name of a credit pack, from GET /credits/packs', '100', { maxLength: 20 }) },
  { additionalProperties: false, examples: [{ pack: '100' }] },
)

export const Purchase = object('Purchase', 'Open checkout; the credits are granted only after payment', {
  checkout_url: text('URL of the checkout page', 'https://checkout.stripe.com/c/pay/cs_test_a1B2c3'),
  expires_at: instant('Expiry time of the checkout'),
})

export const StripeEvent = Type.Unsafe<Buffer>({
  title: 'StripeEvent',
  type: 'object',
  description: "An event of Stripe's",
  examples: [{ id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_test_a1B2c3' } } }],
})

export const StripeHeaders = Type.Object({
  'stripe-signature': text(
    'Time and signatures, as Stripe makes them of the body',
    't=1795241803,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    { maxLength: maximumHeadersLength },
  ),
})

export const Received = object(
  'Received',
  'What the event asks for is done and stored, or it asks for nothing',
  { received: Type.Literal(true, { description: 'Stripe need not send it again', examples: [true] }) },
)

const keyMembers = {
  key_id: text('ID of the API key', 'key_8Jq2mXw0'),
  created_at: instant('Time of creation of the API key'),
}

const Key = object('Key', 'API key without its secret', {
  ...keyMembers,
  last_used_at: nullable(instant('Time of the last use of the API key; null if the key was never used')),
  current: Type.Boolean({ description: 'True for the API key of this request', examples: [true] }),
})

export const Keys = object(
  'Keys',
  'API keys of the account, oldest first; secrets are shown only at creation',
  {
    keys: list(Key, 'API keys, oldest first'),
  },
)

export const NewKey = object('NewKey', 'New API key, shown only once', {
  ...keyMembers,
  api_key: text('API key, shown only once', 'rcov_Ab3dE6gH_…'),
})

export const KeyId = Type.Object({ key_id: urlText('ID of the API key', 'key_8Jq2mXw0') })

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

export const Credits = object('Credits', 'The credit account', {
  balance: credits('Available credits', 994),
  plan: text('The plan of the account', 'pro'),
  used_this_month: credits('Captured, or charged for paths, in this UTC month', 6),
  limit: credits('Maximum of credits that the account may use in a month', 5000),
  held: credits('Held by simulations that are not final', 0),
  unmetered: Type.Optional(
    Type.Literal(true, {
      description:
        'Only for an unmetered account: no price is refused, the balance is topped up, and results do not expire',
      examples: [true],
    }),
  ),
  storage: Type.Optional(
    object('Storage', 'Only for an unmetered account: space left in the store of results', {
      used_bytes: count(
        'bytes',
        'Bytes of the results of the account, without cached products',
        17_179_869_184,
      ),
      limit_bytes: count('bytes', "The plan's quota, or less if the disk has less space", 214_748_364_800),
    }),
  ),
})

const LedgerEntry = object('LedgerEntry', 'A ledger entry', {
  id: text('ID of the entry', 'led_00000001'),
  at: instant('Time of the entry'),
  type: word(['grant', 'hold', 'capture', 'release', 'adjust'], 'Type of entry', 'hold'),
  amount: credits('grant +n, hold −n, capture 0, release +n, adjust ±n; the balance is their sum', -6),
  balance: credits('Balance after the entry', 994),
  simulation_id: Type.Optional(text('Simulation of a hold, capture or release', 'sim_vq7YS5ecugNBEHXOPC7r')),
  payment_id: Type.Optional(text('ID of the payment', 'cs_test_a1B2c3')),
  reason: text('In words', 'simulation'),
})

export const Ledger = object('Ledger', 'The ledger, newest first', {
  entries: list(LedgerEntry, 'Newest first'),
  total: count('entries', 'All of the account, not only those of this page', 2),
})

export const LedgerQuery = query(paging)

const Pack = object('Pack', 'A pack of credits', {
  pack: text('Name of the pack in a purchase', '100'),
  credits: credits('Credits granted', 100),
  price: text('In whole units of the currency, decimal', '5.00'),
  currency: text('ISO 4217', 'EUR'),
})

export const Packs = object('Packs', 'The packs for sale', { packs: list(Pack, 'By their size') })

export const PurchaseRequest = object(
  'PurchaseRequest',
  'The pack to buy',
  { pack: text('One that GET /credits/packs lists', '100', { maxLength: 20 }) },
  { additionalProperties: false, examples: [{ pack: '100' }] },
)

export const Purchase = object('Purchase', 'A checkout was opened; nothing is granted until it is paid', {
  checkout_url: text('Address of the checkout', 'https://checkout.stripe.com/c/pay/cs_test_a1B2c3'),
  expires_at: instant('When the checkout expires'),
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
  key_id: text('ID of the key', 'key_8Jq2mXw0'),
  created_at: instant('When it was made'),
}

const Key = object('Key', 'An API key without its secret', {
  ...keyMembers,
  last_used_at: nullable(instant('When it was last used; null: never')),
  current: Type.Boolean({ description: 'The key of this request', examples: [true] }),
})

export const Keys = object('Keys', 'The keys of the account, oldest first; secrets are never shown again', {
  keys: list(Key, 'Oldest first'),
})

export const NewKey = object('NewKey', 'A new key', {
  ...keyMembers,
  api_key: text('Shown once', 'rcov_Ab3dE6gH_…'),
})

export const KeyId = Type.Object({ key_id: urlText('ID of the key', 'key_8Jq2mXw0') })

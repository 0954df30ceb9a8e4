import { Type } from 'typebox'
import { maximumHeadersLength } from '../config/sizes.ts'
import { Instant, paging, urlText } from '../http/schemas/common.ts'

export const Credits = Type.Object(
  {
    balance: Type.Integer({ description: 'Credits that are free to use' }),
    plan: Type.String(),
    used_this_month: Type.Integer({ description: 'Captured in this UTC month' }),
    limit: Type.Integer({ description: 'Most credits the account may use in a month' }),
    held: Type.Integer({ description: 'Held by simulations that are not final' }),
  },
  { description: 'The credit account' },
)

export const Ledger = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Instant,
        type: Type.Enum(['grant', 'hold', 'capture', 'release', 'adjust']),
        amount: Type.Integer({
          description: 'grant +n, hold −n, capture 0, release +n, adjust ±n; the balance is their sum',
        }),
        balance: Type.Integer({ description: 'After this movement' }),
        simulation_id: Type.Optional(Type.String()),
        payment_id: Type.Optional(Type.String()),
        reason: Type.String(),
      }),
    ),
    total: Type.Integer({ description: 'All of the account, not only those of this page' }),
  },
  { description: 'The movements of credits, newest first' },
)

export const LedgerQuery = Type.Object(paging, { additionalProperties: false })

export const Packs = Type.Object(
  {
    packs: Type.Array(
      Type.Object({
        pack: Type.String(),
        credits: Type.Integer(),
        price: Type.String({ description: 'Decimal, for example 5.00' }),
        currency: Type.String({ description: 'ISO 4217' }),
      }),
    ),
  },
  { description: 'What can be bought' },
)

export const PurchaseRequest = Type.Object(
  { pack: Type.String({ maxLength: 20, description: 'One that GET /credits/packs lists' }) },
  { additionalProperties: false },
)

export const Purchase = Type.Object(
  { checkout_url: Type.String({ description: 'Where the payment is made' }), expires_at: Instant },
  { description: 'A checkout was opened; nothing is granted until it is paid' },
)

export const StripeEvent = Type.Unsafe<Buffer>({ type: 'object', description: "An event of Stripe's" })

export const StripeHeaders = Type.Object({
  'stripe-signature': Type.String({
    maxLength: maximumHeadersLength,
    description: 'Time and signatures, as Stripe makes them of the body',
  }),
})

export const Received = Type.Object(
  { received: Type.Literal(true) },
  { description: 'What the event asks for is done and stored, or it asks for nothing' },
)

const keyMembers = { key_id: Type.String(), created_at: Instant }

export const Keys = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        ...keyMembers,
        last_used_at: Type.Union([Instant, Type.Null()]),
        current: Type.Boolean({ description: 'The key of this request' }),
      }),
    ),
  },
  { description: 'The keys of the account, oldest first; secrets are never shown again' },
)

export const NewKey = Type.Object(
  { key_id: Type.String(), api_key: Type.String({ description: 'Shown once' }), created_at: Instant },
  { description: 'A new key beside the old' },
)

export const KeyId = Type.Object({ key_id: urlText() })

import t from 'tap'
import { StorageError } from '../../../storage/records/errors.ts'
import { deliver } from '../../helpers/stripe.ts'
import { openShop } from '../../helpers/stripe-shop.ts'

const { buyer, caller, entries, purchase, records, stripe, tell } = await openShop(t)

t.test('refunds take credits back in proportion, each once', async (t) => {
  const { account, session } = await buyer()
  const paid = stripe.pay(session)
  await tell(stripe.completed(paid))
  const quarter = stripe.refunded(paid, 500)
  await Promise.all([quarter, quarter].map(tell))
  t.match(await entries(account.id), [
    { type: 'adjust', amount: -125, reason: 'payment refunded' },
    { amount: 500 },
  ])
  await tell(stripe.refunded(paid, 2000))
  await tell(quarter)
  t.match(await entries(account.id), [{ amount: -375 }, { amount: -125 }, { amount: 500 }])
  t.equal(records.credits(account.id).balance, 0)
})

t.test('a refund that could not be stored is delivered again', async (t) => {
  const { account, session } = await buyer()
  const paid = stripe.pay(session)
  await tell(stripe.completed(paid))
  const store = records.refundCreditSession
  records.refundCreditSession = async () => {
    throw new StorageError('the disk is full')
  }
  const refund = stripe.refunded(paid, 1000)
  t.match(await deliver(caller, refund), { status: 503, text: /Storage is not available/ })
  records.refundCreditSession = store
  await tell(refund)
  t.equal(records.credits(account.id).balance, 250)
})

t.test('a refund may be reported before its payment', async (t) => {
  const { account, session } = await buyer()
  const paid = stripe.pay(session)
  await tell(stripe.refunded(paid, 1000))
  t.same(await entries(account.id), [])
  await tell(stripe.completed(paid))
  t.equal(records.credits(account.id).balance, 250)
  await tell(stripe.refunded(paid, 1000))
  t.equal(records.credits(account.id).balance, 250)
})

t.test('credits already spent are owed after a refund', async (t) => {
  const { account, client, session } = await buyer()
  const paid = stripe.pay(session)
  await tell(stripe.completed(paid))
  await records.adjust(account.id, -400, 'spent')
  await tell(stripe.refunded(paid, 2000))
  t.equal((await client.get('/api/v1/credits')).json().balance, -400)
})

t.test('a dispute withholds its credits and returns them when it is won', async (t) => {
  const { account, session } = await buyer()
  const paid = stripe.pay(session)
  await tell(stripe.completed(paid))
  const tellDispute = (type: string, status: string) => tell(stripe.disputed(paid, type, status))
  await tellDispute('created', 'warning_needs_response')
  t.equal(records.credits(account.id).balance, 500, 'an inquiry moves nothing')
  await Promise.all([
    tellDispute('created', 'needs_response'),
    tellDispute('funds_withdrawn', 'needs_response'),
  ])
  await tellDispute('updated', 'under_review')
  t.equal(records.credits(account.id).balance, 0)
  await tellDispute('closed', 'lost')
  t.equal(records.credits(account.id).balance, 0, 'lost: they stay withheld, once')
  await tellDispute('funds_reinstated', 'won')
  t.equal(records.credits(account.id).balance, 500, 'an appeal may win')
  await tellDispute('closed', 'lost')
  await tellDispute('created', 'needs_response')
  t.equal(records.credits(account.id).balance, 500, 'what was reported late changes nothing')
  t.match(await entries(account.id), [
    { type: 'adjust', amount: 500, reason: 'dispute won' },
    { type: 'adjust', amount: -500, reason: 'payment disputed' },
    { type: 'grant', amount: 500 },
  ])
})

t.test('a dispute may be partial, in another currency, and beside a refund', async (t) => {
  const { account, client, session } = await buyer()
  const paid = stripe.pay(session)
  await tell(stripe.completed(paid))
  await tell(stripe.disputed(paid, 'created', 'needs_response', { amount: 1000 }))
  t.equal(records.credits(account.id).balance, 250)
  await tell(stripe.refunded(paid, 1500))
  t.equal(records.credits(account.id).balance, 0, 'no more is taken than was granted')

  const next = stripe.pay(await purchase(client))
  await tell(stripe.completed(next))
  t.equal(records.credits(account.id).balance, 500)
  await tell(stripe.disputed(next, 'created', 'needs_response', { amount: 100, currency: 'usd' }))
  t.equal(records.credits(account.id).balance, 0, 'whose fraction is unknown')
})

t.test('a dispute may be reported before its payment', async (t) => {
  const { account, session } = await buyer()
  const paid = stripe.pay(session)
  stripe.trouble = 500
  const answer = await deliver(caller, stripe.disputed(paid, 'created', 'needs_response'))
  t.equal(answer.status, 503, 'whose it is only Stripe knows')
  t.equal(answer.json().code, 'payments_unavailable')
  stripe.trouble = undefined
  await tell(stripe.disputed(paid, 'created', 'needs_response'))
  await tell(stripe.completed(paid))
  t.equal(records.credits(account.id).balance, 0)
  await tell(stripe.disputed(paid, 'closed', 'won'))
  t.equal(records.credits(account.id).balance, 500)
})

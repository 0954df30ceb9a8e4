import { mock } from 'node:test'
import t from 'tap'
import type { Answer } from '../../server/webhooks/sender.ts'
import { down, ok, setUpSender } from '../helpers/sender.ts'

// The turns that webhooks of several accounts take.

t.test('one try at a time of a webhook, four of an account', async (t) => {
  const { complete, hook, pass, receiver, sender, sent, state } = await setUpSender(t)
  for (let count = 0; count < 60; count++) await hook()
  let now = 0
  let maximum = 0
  const ofWebhook = new Map<string, number>()
  receiver.answer = async ({ webhook_id }) => {
    const own = (ofWebhook.get(webhook_id) ?? 0) + 1
    t.equal(own, 1)
    ofWebhook.set(webhook_id, own)
    now++
    maximum = Math.max(maximum, now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    now--
    ofWebhook.set(webhook_id, own - 1)
    return ok
  }
  state.open = false
  await complete()
  await complete()
  state.open = true
  sender.lookAll()
  await pass(0)
  t.equal(sent.length, 120)
  t.equal(maximum, 4)
  t.equal(
    new Set(sent.slice(0, 60).map(({ webhook }) => webhook)).size,
    60,
    'each before any has a second turn',
  )
})

const silence = new Promise<Answer>(() => {})

t.test('silent receivers of ten accounts hold up nobody, although none was known to be silent', async (t) => {
  const { accounts, complete, hook, receiver, sent } = await setUpSender(t)
  receiver.answer = () => silence
  for (const account of await accounts(10)) {
    for (let n = 0; n < 10; n++) await hook(account)
    await complete(account)
  }
  t.equal(sent.length, 40)
  const [other = ''] = await accounts(1)
  const { id } = await hook(other)
  receiver.answer = () => ok
  await complete(other)
  t.equal(sent.at(-1)?.webhook, id)
})

for (const [name, answer, durationMs] of [
  ['fail', down, 0],
  ['are slow', ok, 2000],
] as const) {
  t.test(`receivers that ${name} never take the places of others, however many they are`, async (t) => {
    const { accounts, clock, complete, hook, pass, receiver, sender, sent } = await setUpSender(t)
    const many = await accounts(20)
    const realNow = performance.now.bind(performance)
    let tries = 0
    const slowly = mock.method(performance, 'now', () => realNow() + durationMs * tries)
    receiver.answer = async () => {
      tries++
      return answer
    }
    for (const account of many) {
      for (let n = 0; n < 4; n++) await hook(account)
      await complete(account)
    }
    await pass(0)
    t.equal(sent.length, 80)
    slowly.mock.restore()

    receiver.answer = () => silence
    for (const account of many) await complete(account)
    clock.ms += 60_000
    sender.lookAll()
    t.equal(sent.length, 80 + 64, 'as many as may be tried at the same time')
    const [other = ''] = await accounts(1)
    const { id } = await hook(other)
    receiver.answer = () => ok
    await complete(other)
    t.equal(sent.at(-1)?.webhook, id)
  })
}

import t from 'tap'
import { down, ok, setUpSender } from '../helpers/sender.ts'

// The turns that webhooks of several accounts take.

t.test('events of a receiver that is owed thousands are not each a search through all of them', async (t) => {
  const { accountId, complete, hook, pass, receiver, records, sent, state } = await setUpSender(t)
  await hook()
  receiver.answer = () => down
  state.open = false
  for (let n = 0; n < 600; n++) await complete()
  state.open = true
  // After three failures nothing is tried for five seconds.
  await complete()
  await pass(0)
  t.equal(sent.length, 3)
  const { owed } = records
  let searches = 0
  records.owed = (id) => {
    searches++
    return owed.call(records, id)
  }
  for (let n = 0; n < 50; n++) await complete()
  t.ok(searches <= 2, `${searches} searches for 50 events`)
  records.owed = owed
  // What came meanwhile is sent when the receiver answers again.
  receiver.answer = () => ok
  await pass(60_000)
  t.equal(records.owedCount(records.webhooks(accountId)[0]?.id ?? ''), 0)
})

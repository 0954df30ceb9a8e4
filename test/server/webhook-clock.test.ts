import t from 'tap'
import { down, ok, setUpSender } from '../helpers/sender.ts'

// The clock is set back an hour while events are owed, as when it was wrong before.

const minuteMs = 60_000
const hourMs = 60 * minuteMs

t.test('events that wait for another try do not wait for the hour to come again', async (t) => {
  const { clock, complete, hook, pass, receiver, sent, timers } = await setUpSender(t)
  await hook()
  receiver.answer = () => down
  await complete()
  await pass(10 * minuteMs)
  const failed = sent.length
  t.ok(failed > 1)

  clock.ms -= hourMs
  // Timers go by a clock that is not set.
  for (const timer of timers.values()) timer.atMs -= hourMs
  receiver.answer = () => ok
  const { length } = sent
  await complete()
  await pass(2 * minuteMs)
  t.equal(sent.length, length + 2, 'the event that failed and the new one')
  await pass(2 * hourMs)
  t.equal(sent.length, length + 2, 'each once')
})

t.test('a receiver that stays down is not asked more often', async (t) => {
  const { clock, complete, hook, pass, receiver, sent, timers } = await setUpSender(t)
  await hook()
  receiver.answer = () => down
  for (let n = 0; n < 5; n++) await complete()
  await pass(hourMs)
  const { length } = sent
  await pass(hourMs)
  const perHour = sent.length - length

  clock.ms -= hourMs
  for (const timer of timers.values()) timer.atMs -= hourMs
  const before = sent.length
  await pass(hourMs)
  t.ok(sent.length - before <= perHour + 2, `${sent.length - before} tries, ${perHour} before`)
})

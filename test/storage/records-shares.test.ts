import t from 'tap'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

const folder = '/records'
const dayMs = 86_400_000
const forever = { days: 365, maximum: 100 }

async function setUp(options: RecordOptions = {}) {
  const clock = { ms: Date.parse('2026-01-01') }
  const disk = new FragileDisk({ random: seededRandom(3) })
  const open = () => openRecords(folder, { now: () => new Date(clock.ms), ...options, fs: disk })
  const records = await open()
  const { id: accountId } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  const { id } = await accepted(records, accountId, { price: 1 })
  return { clock, disk, records, accountId, id, open }
}

async function made(records: RecordStore, id: string, days = 30) {
  const one = await records.createShare(id, { days, maximum: 100 })
  if (one === undefined) throw new Error('Expected a share.')
  return one
}

t.test('a share is found by its token alone, which is stored nowhere', async (t) => {
  const { disk, records, id, accountId } = await setUp()
  const { token, share } = await made(records, id)
  t.match(token, /^shr_[0-9A-Za-z]{12}_[0-9A-Za-z]{40}$/)
  t.same(records.findShare(token), share)
  t.match(share, { simulation_id: id, account_id: accountId, expires_at: '2026-01-31T00:00:00.000Z' })
  const secret = token.slice(-40)
  for (const other of [
    `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
    token.replace(secret, secret.toLowerCase().padEnd(40)),
    `${token} `,
    token.slice(0, -41),
    share.share_id,
    share.secret_sha256,
    '',
  ]) {
    t.equal(records.findShare(other), undefined, other)
  }
  const files = disk.names()
  t.ok(files.some((file) => disk.content(file)?.includes(share.share_id)))
  for (const file of files) t.notOk(disk.content(file)?.includes(secret), file)
  await records.close()
})

t.test('shares survive a restart, from the journal and from the live file', async (t) => {
  const first = await setUp({ journalBytes: 4000 })
  const { records, id, accountId, open } = first
  const kept = await made(records, id)
  const revoked = await made(records, id)
  t.ok(await records.revokeShare(id, revoked.share.share_id))
  t.notOk(await records.revokeShare(id, revoked.share.share_id), 'once')
  const before = records.shares(id)
  t.same(before, [kept.share])
  await records.close()

  const again = await open()
  t.same(again.shares(id), before)
  // Enough for a checkpoint.
  for (let n = 0; n < 40; n++) await again.grant(accountId, 1, `of ${n}`)
  await again.close()
  t.notOk(
    first.disk.names().some((name) => name.endsWith('-000001.log')),
    'there was a checkpoint',
  )
  const third = await open()
  t.same(third.findShare(kept.token), kept.share)
  t.same(third.shares(id), [kept.share], 'listed')
  t.equal(third.findShare(revoked.token), undefined)
  t.equal(await third.createShare(id, { days: 1, maximum: 1 }), undefined, 'counted')
  t.ok(await third.revokeShare(id, kept.share.share_id))
  t.equal(third.findShare(kept.token), undefined)
  await third.close()
})

t.test('shares are gone with their simulation, and with their account', async (t) => {
  const { records, id, accountId, open } = await setUp()
  const other = await accepted(records, accountId, { price: 1 })
  const [one, two] = [await made(records, id), await made(records, other.id)]
  await records.complete(id, resultWith(1))
  t.ok(records.findShare(one.token), 'its end changes nothing')
  await records.removeSimulation(id)
  t.equal(records.findShare(one.token), undefined)
  t.same(records.shares(id), [])
  t.equal(await records.createShare(id, forever), undefined)
  t.ok(records.findShare(two.token))
  await records.updateAccount(accountId, { disabled: true })
  t.equal(records.findShare(two.token), undefined, 'disabled')
  await records.updateAccount(accountId, { disabled: false })
  t.ok(records.findShare(two.token))
  const { id: neighbourId } = await records.createAccount({ name: 'b', plan: 'pro', credits: 5 })
  const three = await made(records, (await accepted(records, neighbourId, { price: 1 })).id)
  await records.deleteAccount(accountId)
  t.equal(records.findShare(two.token), undefined)
  t.ok(records.findShare(three.token), 'not those of others')
  await records.close()
  const again = await open()
  t.same([again.findShare(one.token), again.findShare(two.token)], [undefined, undefined])
  await again.close()
})

t.test('expired shares open nothing, count for nothing and leave the records', async (t) => {
  const { clock, disk, records, id, accountId, open } = await setUp({ journalBytes: 4000 })
  const old = await made(records, id, 1)
  const young = await made(records, id, 2)
  t.equal(await records.createShare(id, { days: 1, maximum: 2 }), undefined, 'the maximum is reached')
  clock.ms += dayMs - 1
  t.ok(records.findShare(old.token))
  clock.ms++
  t.equal(records.findShare(old.token), undefined)
  t.same(records.shares(id), [young.share])
  t.notOk(await records.revokeShare(id, old.share.share_id))
  t.ok(await records.createShare(id, { days: 1, maximum: 2 }))
  for (let n = 0; n < 40; n++) await records.grant(accountId, 1, `of ${n}`)
  await records.close()
  const live = disk.content(`${folder}/records.json`)?.toString() ?? ''
  t.ok(live.includes(young.share.share_id) && !live.includes(old.share.share_id))
  clock.ms += dayMs
  const again = await open()
  t.same(again.shares(id), [])
  await again.close()
})

t.test('what can not be stored is not there', async (t) => {
  const { disk, records, id } = await setUp()
  const { token, share } = await made(records, id)
  const second = await made(records, id)
  disk.isFull = true
  await t.rejects(records.createShare(id, forever), { code: 'records_unwritable' })
  await t.rejects(records.revokeShare(id, share.share_id), { code: 'records_unwritable' })
  t.same(records.shares(id), [share, second.share], 'in their order')
  await t.rejects(records.removeSimulation(id), { code: 'records_unwritable' })
  t.same(records.findShare(token), share)
  disk.isFull = false
  t.ok(await records.revokeShare(id, share.share_id))
  t.same(records.shares(id), [second.share])
  await records.close()
})

import t from 'tap'
import { openRecords } from '../../storage/records/records.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

const folder = '/records'

async function setUp() {
  const disk = new FragileDisk({ random: seededRandom(5) })
  const clock = { ms: Date.parse('2026-01-01') }
  const open = () => openRecords(folder, { fs: disk, now: () => new Date(clock.ms++), journalBytes: 4000 })
  const records = await open()
  const { id: accountId } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  const { id } = await accepted(records, accountId, { price: 1 })
  const content = { name: 'five repeaters', sites: [{ id, color: '#ff0000', eirp_dbm: 40 }] }
  return { disk, open, records, accountId, id, content }
}

t.test('networks survive a restart, from the journal and from the live file', async (t) => {
  const { disk, open, records, accountId, id, content } = await setUp()
  const made = await records.createNetwork(accountId, content, 2)
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  }
  const other = await records.createNetwork(accountId, { name: '', sites: [{ id }], area }, 2)
  if (made === undefined || other === undefined) throw new Error('Expected two networks.')
  t.match(made.id, /^net_[0-9A-Za-z]{20}$/)
  t.equal(await records.createNetwork(accountId, content, 2), undefined, 'no more than the maximum')
  t.equal(await records.createNetwork('acc_gone', content, 2), undefined)
  const changed = await records.replaceNetwork(made.id, { ...content, name: 'six', align: 'nearest' })
  t.match(changed, { id: made.id, name: 'six', align: 'nearest', created_at: made.created_at })
  t.not(changed?.changed_at, made.changed_at)
  t.equal(await records.replaceNetwork('net_gone', content), undefined)
  await records.close()

  const again = await open()
  t.same(again.networks(accountId), [changed, other])
  // Enough for a checkpoint.
  for (let n = 0; n < 40; n++) await again.grant(accountId, 1, `of ${n}`)
  await again.close()
  t.notOk(
    disk.names().some((name) => name.endsWith('-000001.log')),
    'there was a checkpoint',
  )
  const third = await open()
  t.same(third.networks(accountId), [changed, other])
  t.ok(await third.removeNetwork(other.id))
  t.notOk(await third.removeNetwork(other.id), 'once')
  t.same(third.networks(accountId), [changed])
  await third.deleteAccount(accountId)
  t.equal(third.network(made.id), undefined, 'it goes with its account')
  await third.close()
})

t.test('a network has shares of its own, which go with it', async (t) => {
  const { open, records, accountId, content } = await setUp()
  const { id = '' } = (await records.createNetwork(accountId, content, 10)) ?? {}
  const made = await records.createShare(id, { days: 30, maximum: 1 })
  t.match(made?.share, { network_id: id, account_id: accountId })
  t.equal(await records.createShare(id, { days: 30, maximum: 1 }), undefined, 'counted')
  await records.close()
  const again = await open()
  t.same(again.findShare(made?.token ?? ''), made?.share)
  t.same(again.shares(id), [made?.share])
  await again.removeNetwork(id)
  t.equal(again.findShare(made?.token ?? ''), undefined)
  await again.close()
})

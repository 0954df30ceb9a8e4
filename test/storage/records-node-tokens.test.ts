import t from 'tap'
import { copyRecords } from '../../storage/records/disk/copy.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { seededRandom } from '../references/random.ts'

const folder = '/records'

async function setUp(options: RecordOptions = {}) {
  const disk = new FragileDisk({ random: seededRandom(3) })
  const open = () => openRecords(folder, { now: () => new Date('2026-01-01'), ...options, fs: disk })
  return { disk, records: await open(), open }
}

t.test('a node token is found by its text alone, which is stored nowhere', async (t) => {
  const { disk, records } = await setUp()
  const { node_token, token } = await records.createNodeToken('cellar')
  t.match(node_token, /^rcnode_[0-9A-Za-z]{12}_[0-9A-Za-z]{40}$/)
  t.match(token, { name: 'cellar', created_at: '2026-01-01T00:00:00.000Z' })
  t.same(records.findNodeToken(node_token), token)
  const secret = node_token.slice(-40)
  for (const other of [
    `${node_token.slice(0, -1)}${node_token.endsWith('a') ? 'b' : 'a'}`,
    `${node_token} `,
    node_token.slice(0, -41),
    token.token_id,
    token.secret_sha256,
    '',
  ]) {
    t.equal(records.findNodeToken(other), undefined, other)
  }
  t.equal(records.findKey(node_token), undefined, 'no key')
  t.equal(records.findShare(node_token), undefined, 'no share')
  const files = disk.names()
  t.ok(files.some((file) => disk.content(file)?.includes(token.token_id)))
  for (const file of files) t.notOk(disk.content(file)?.includes(secret), file)
  await records.close()
})

t.test('node tokens survive a restart, from the journal and from the live file', async (t) => {
  const { disk, records, open } = await setUp({ journalBytes: 4000 })
  const kept = await records.createNodeToken('one')
  const revoked = await records.createNodeToken('two')
  const last = await records.createNodeToken('three')
  t.ok(await records.revokeNodeToken(revoked.token.token_id))
  t.equal(records.findNodeToken(revoked.node_token), undefined, 'at once')
  t.notOk(await records.revokeNodeToken(revoked.token.token_id), 'once')
  await records.close()

  const again = await open()
  t.same(again.nodeTokens(), [kept.token, last.token])
  const { id } = await again.createAccount({ name: 'a', plan: 'pro', credits: 0 })
  // Enough for a checkpoint.
  for (let n = 0; n < 40; n++) await again.grant(id, 1, `of ${n}`)
  await again.close()
  t.notOk(
    disk.names().some((name) => name.endsWith('-000001.log')),
    'there was a checkpoint',
  )
  const third = await open()
  t.same(third.nodeTokens(), [kept.token, last.token])
  t.same(third.findNodeToken(kept.node_token), kept.token)
  t.equal(third.findNodeToken(revoked.node_token), undefined)
  await third.close()
})

t.test('what can not be stored is rolled back', async (t) => {
  const { disk, records } = await setUp()
  const one = await records.createNodeToken('one')
  const two = await records.createNodeToken('two')
  disk.isFull = true
  await t.rejects(records.createNodeToken('three'), { code: 'records_unwritable' })
  await t.rejects(records.revokeNodeToken(one.token.token_id), { code: 'records_unwritable' })
  t.same(records.nodeTokens(), [one.token, two.token], 'in the same order')
  disk.isFull = false
  t.ok(await records.revokeNodeToken(one.token.token_id))
  await records.close()
})

t.test('a copy has them', async (t) => {
  const from = t.testdir()
  const records = await openRecords(from)
  const { node_token, token } = await records.createNodeToken('one')
  const to = `${t.testdirName}-copy`
  t.teardown(() => import('node:fs/promises').then(({ rm }) => rm(to, { recursive: true, force: true })))
  await copyRecords(from, to)
  await records.close()
  const copied = await openRecords(to)
  t.same(copied.findNodeToken(node_token), token)
  await copied.close()
})

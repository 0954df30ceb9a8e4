import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openRecords } from '../../storage/records/records.ts'
import { FragileDisk, systemError } from '../helpers/fragile-disk.ts'
import { seededRandom } from '../references/random.ts'

const pro = { name: 'Ada', plan: 'pro', credits: 5 } as const

t.test('an invite and its use survive a restart; neither code nor key is stored', async (t) => {
  const path = t.testdir()
  const first = await openRecords(path)
  const { account, code } = await first.inviteAccount(pro)
  t.match(code, /^inv_\w{20}_\w{40}$/)
  await first.close()
  const second = await openRecords(path)
  const redeemed = await second.redeemInvite(code)
  if (redeemed.outcome !== 'redeemed') throw new Error(redeemed.outcome)
  t.equal(second.findKey(redeemed.api_key)?.account.id, account.id)
  await second.close()
  const third = await openRecords(path)
  t.equal(third.findKey(redeemed.api_key)?.account.id, account.id)
  t.same(await third.redeemInvite(code), { outcome: 'used' })
  await third.close()
  for (const name of await readdir(path, { recursive: true })) {
    const text = await readFile(join(path, name), 'utf8').catch(() => '')
    for (const secret of [code.slice(25), redeemed.api_key.slice(14)]) t.notOk(text.includes(secret), name)
  }
})

t.test('an account takes no more keys by its invite than it may have', async (t) => {
  const records = await openRecords(t.testdir())
  const { account, code } = await records.inviteAccount(pro)
  await records.createKey(account.id)
  t.same(await records.redeemInvite(code, 1), { outcome: 'too_many_keys' })
  t.equal((await records.redeemInvite(code, 2)).outcome, 'redeemed')
  await records.close()
})

t.test('a code is good for seven days, and for an account that is enabled', async (t) => {
  let ms = Date.parse('2026-01-01')
  const records = await openRecords(t.testdir(), { now: () => new Date(ms) })
  const { account, code } = await records.inviteAccount(pro)
  await records.updateAccount(account.id, { disabled: true })
  t.same(await records.redeemInvite(code), { outcome: 'not_found' })
  await records.updateAccount(account.id, { disabled: false })
  const wrong = code.slice(0, -1) + (code.endsWith('a') ? 'b' : 'a')
  t.same(await records.redeemInvite(wrong), { outcome: 'not_found' })
  ms += 7 * 24 * 3_600_000
  t.same(await records.redeemInvite(code), { outcome: 'expired' })
  ms--
  t.equal((await records.redeemInvite(code)).outcome, 'redeemed')
  await records.close()
})

t.test('a code is good again where its key could not be stored', async (t) => {
  const disk = new FragileDisk({ random: seededRandom(3) })
  const records = await openRecords('/records', { fs: disk })
  const { account, code } = await records.inviteAccount(pro)
  disk.isFull = true
  await t.rejects(records.redeemInvite(code), { code: 'records_unwritable' })
  t.same(records.keys(account.id), [])
  disk.isFull = false
  t.equal((await records.redeemInvite(code)).outcome, 'redeemed')
  await records.close()
})

t.test('an account with its first key is stored whole or not at all, whenever the power goes', async (t) => {
  const trial = async (seed: number) => {
    const disk = new FragileDisk({ random: seededRandom(seed) })
    const before = await openRecords('/records', { fs: disk })
    let callsLeft = seed % 6
    disk.beforeCall = () => {
      if (callsLeft-- > 0) return
      disk.beforeCall = undefined
      disk.crash()
      throw systemError('EIO')
    }
    await before.createAccountWithKey({ name: 'me', unmetered: true }).catch(() => {})
    disk.beforeCall = undefined
    disk.crash()
    const records = await openRecords('/records', { fs: disk })
    const accounts = records.accounts()
    for (const { id } of accounts) t.equal(records.keys(id).length, 1, `seed ${seed}`)
    await records.close()
    return accounts.length
  }
  const found = await Promise.all(Array.from({ length: 24 }, (_, seed) => trial(seed)))
  t.same([...new Set(found)].sort(), [0, 1])
})

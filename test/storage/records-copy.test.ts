import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { copyRecords } from '../../storage/records/disk/copy.ts'
import { openRecords } from '../../storage/records/records.ts'

t.test('a copy that is made while others write is whole', async (t) => {
  const folder = t.testdir()
  const live = join(folder, 'live')
  const records = await openRecords(live, { journalBytes: 8192 })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 1000 })
  let granted = 1000
  const grant = async () => {
    await records.grant(id, 1, 'one more')
    granted++
  }
  /** Until the journals that there were are gone, and the live file is another. */
  const checkpoint = async () => {
    const old = await readdir(live)
    while ((await readdir(live)).some((name) => /^journal/.test(name) && old.includes(name))) await grant()
  }
  for (const spoilt of [0, 1, 3]) {
    await grant()
    const acknowledged = granted
    const target = join(folder, `copy-${spoilt}`)
    let attempts = 0
    await copyRecords(live, target, async () => {
      if (attempts++ < spoilt) await checkpoint()
    })
    t.equal(attempts, spoilt + 1, 'begun anew after each checkpoint')
    t.notOk((await readdir(target)).some((name) => name.includes('lock')))
    const opened = await openRecords(target)
    const { balance } = opened.credits(id)
    t.ok(balance >= acknowledged && balance <= granted, `${acknowledged} ≤ ${balance} ≤ ${granted}`)
    await opened.close()
  }
  await t.rejects(copyRecords(live, join(folder, 'never'), checkpoint), /changed under each of 10 copies/)
  t.notOk(existsSync(join(folder, 'never')))
  await records.close()
})

t.test('folders without records are refused', async (t) => {
  const folder = t.testdir({ empty: {} })
  await t.rejects(copyRecords(join(folder, 'empty'), join(folder, 'copy')), { code: 'ENOENT' })
})

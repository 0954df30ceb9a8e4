import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { copyRecords } from '../../storage/records/disk/copy.ts'
import { openRecords } from '../../storage/records/records.ts'

t.test(
  'a copy that is made while others write is whole, and has all that was acknowledged before',
  async (t) => {
    const folder = t.testdir()
    const live = join(folder, 'live')
    // A checkpoint every few dozen changes, under every copy.
    const records = await openRecords(live, { journalBytes: 8192 })
    const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 1000 })
    let granted = 1000
    let isEnding = false
    const writing = (async () => {
      while (!isEnding) {
        await records.grant(id, 1, 'one more')
        granted++
      }
    })()
    for (let copy = 0; copy < 15; copy++) {
      const acknowledged = granted
      const target = join(folder, `copy-${copy}`)
      await copyRecords(live, target)
      const asked = granted + 1
      t.notOk((await readdir(target)).some((name) => name.includes('lock')))
      const opened = await openRecords(target)
      const { balance } = opened.credits(id)
      t.ok(balance >= acknowledged && balance <= asked, `${acknowledged} ≤ ${balance} ≤ ${asked}`)
      await opened.close()
    }
    isEnding = true
    await writing
    await records.close()
    t.ok(granted > 1000, 'it was written meanwhile')
  },
)

t.test('folders without records are refused', async (t) => {
  const folder = t.testdir({ empty: {} })
  await t.rejects(copyRecords(join(folder, 'empty'), join(folder, 'copy')), { code: 'ENOENT' })
})

import { readAdminConfig, readPublicUrl } from '../config/config.ts'
import type { AdminCommand } from './arguments.ts'
import type { CommandResponse } from './channel.ts'
import { askServer } from './client.ts'

/** Has the server that runs on the data do a command, else does it here. `words` are the command as it was typed. */
export async function perform(
  env: NodeJS.ProcessEnv,
  words: readonly string[],
  command: AdminCommand,
): Promise<CommandResponse> {
  const { dataDir, recordsDir, store, plans } = readAdminConfig(env)
  const response = await askServer(dataDir, [...words])
  if (response) return response
  // Half of what there is to load, and not needed next to a running server.
  const [{ openRecords }, { openStores, closeStores }, { runCommand }] = await Promise.all([
    import('../../storage/records/records.ts'),
    import('../../storage/objects/open.ts'),
    import('./commands.ts'),
  ])
  // At a terminal an answer now is worth more than one in ten seconds.
  const records = await openRecords(recordsDir, { lockTimes: { endingMs: 0 } })
  try {
    const stores = await openStores(store)
    try {
      const publicUrl = () => readPublicUrl(env)
      return { result: await runCommand({ records, plans, stores, publicUrl }, command) }
    } finally {
      await closeStores(stores)
    }
  } finally {
    await records.close()
  }
}

import { readAdminConfig, readPublicUrl } from '../config/config.ts'
import type { AdminCommand } from './arguments.ts'
import type { CommandResponse } from './channel.ts'
import { askServer } from './client.ts'

/** Runs a command in the running server of the data folder; in this process if no server runs. */
export async function perform(
  env: NodeJS.ProcessEnv,
  words: readonly string[],
  command: AdminCommand,
): Promise<CommandResponse> {
  const { dataDir, recordsDir, store, plans } = readAdminConfig(env)
  const response = await askServer(dataDir, [...words])
  if (response) return response
  // Imported only if no server runs, because these imports take half of the CLI's loading time.
  const [{ openRecords }, { openStores, closeStores }, { runCommand }] = await Promise.all([
    import('../../storage/records/records.ts'),
    import('../../storage/objects/open.ts'),
    import('./commands.ts'),
  ])
  // If a server still holds the lock, fails at once instead of waiting for the usual ten seconds.
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

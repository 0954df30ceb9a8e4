/** `coverage backup FOLDER`: copies DATA_DIR, even while the service runs, and verifies the copy. */

import { existsSync, realpathSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { partPath, replaceFile } from '../../storage/files/atomic-file.ts'
import { copyFolder, copyRecords } from '../../storage/records/disk/copy.ts'
import { openRecords } from '../../storage/records/records.ts'
import { addressFile } from '../admin/channel.ts'
import { readAdminConfig } from '../config/config.ts'
import { failWhereAnswerIsLost } from '../config/standard-streams.ts'

const usage = `Usage: coverage backup FOLDER

Copies DATA_DIR to FOLDER, which must not exist yet. The service may be running. Included: records, results, antennas,
certificate and keys. Not included, as they can be created again: downloaded terrain, cached products of results, the demo.
To restore, copy FOLDER to DATA_DIR and start the service. Exit status: 0 success, 1 failure, 2 wrong usage.`

/**
 * @returns number of accounts in the copy
 * @throws if the target exists, or the copy cannot be opened
 */
export async function backUp(env: NodeJS.ProcessEnv, folder: string): Promise<number> {
  const { dataDir, recordsDir, workDir, reliefDir, terrainCacheDir } = readAdminConfig(env)
  const target = resolve(folder)
  if (existsSync(target)) throw new Error(`${target} already exists.`)
  if (!existsSync(recordsDir))
    throw new Error(`Expected records in ${dataDir}; set DATA_DIR to the data folder of the service.`)
  await mkdir(dirname(target), { recursive: true })
  const [into, data] = [await realpath(dirname(target)), await realpath(dataDir)]
  if (`${into}${sep}`.startsWith(`${data}${sep}`))
    throw new Error(`${target} is inside ${dataDir}; choose a folder outside.`)
  const part = partPath(target)
  // The copy gets the final name only when complete.
  const making = replaceFile(
    target,
    async () => {
      await mkdir(part, { mode: 0o700 })
      // Copied before the results: later results have no copied record, and are removed at the next start.
      await copyRecords(recordsDir, join(part, 'records'))
      const demoDir = join(dataDir, 'demo')
      const skipped = [recordsDir, workDir, terrainCacheDir, reliefDir, demoDir, join(dataDir, addressFile)]
      await copyFolder(dataDir, part, (path) => !skipped.includes(path) && !/\.(part|products)$/.test(path))
      const records = await openRecords(join(part, 'records'))
      const accounts = records.accounts().length
      await records.close()
      return accounts
    },
    { temporaryPath: part },
  )
  return making.catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true })
    throw error
  })
}

async function main(args: string[]): Promise<number> {
  failWhereAnswerIsLost()
  if (args[0] === '--help') {
    console.log(usage)
    return 0
  }
  const [folder] = args
  if (folder === undefined || folder.startsWith('-') || args.length > 1) {
    console.error(usage)
    return 2
  }
  try {
    const accounts = await backUp(process.env, folder)
    console.log(`${resolve(folder)}: backup complete, ${accounts} account${accounts === 1 ? '' : 's'}`)
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

const script = process.argv[1] ?? ''
if (existsSync(script) && realpathSync(script) === import.meta.filename)
  process.exitCode = await main(process.argv.slice(2))

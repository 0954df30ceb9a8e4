import { safeLines } from '../command/terminal/text.ts'
import { readAdminConfig, readPublicUrl, readTerrainConfig } from '../config/config.ts'
import { failWhereAnswerIsLost, ignoreWriteErrors } from '../config/standard-streams.ts'
import { type AdminCommand, parseCommand, usage } from './arguments.ts'
import type { CommandResponse } from './channel.ts'
import { askServer } from './client.ts'
import { UsageError } from './errors.ts'
import { toText } from './table.ts'
import { parseTerrainCommand } from './terrain-arguments.ts'

const failed = 1
const usageFailed = 2

/** Runs the command line of the administration; returns the exit status. */
async function main(args: string[]): Promise<number> {
  ignoreWriteErrors()
  failWhereAnswerIsLost()
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  const json = args.includes('--json')
  try {
    const commandLine = args.filter((argument) => argument !== '--json')
    if (commandLine[0] === 'terrain') return await onTerrain(commandLine, json)
    const answer = await perform(commandLine, parseCommand(commandLine))
    if ('error' in answer) return fail(answer.error, json)
    console.log(json ? JSON.stringify(answer.result) : toText(answer.result))
    return 0
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string }
    const detail = message ?? String(error)
    const status = fail({ code: typeof code === 'string' ? code : 'internal_error', detail }, json)
    if (!(error instanceof UsageError)) return status
    if (!json) console.error(`\n${usage}`)
    return usageFailed
  }
}

async function onTerrain(commandLine: string[], json: boolean): Promise<number> {
  const command = parseTerrainCommand(commandLine)
  const { result, text, isGood } = await (await import('./terrain.ts')).runTerrainCommand(
    readTerrainConfig(process.env),
    command,
  )
  console.log(json ? JSON.stringify(result) : (text ?? toText(result)))
  return isGood ? 0 : failed
}

/** Runs the command in the server of the data, or else in this process. */
async function perform(commandLine: string[], command: AdminCommand): Promise<CommandResponse> {
  const { dataDir, recordsDir, store, plans } = readAdminConfig(process.env)
  const answer = await askServer(dataDir, commandLine)
  if (answer) return answer
  // Half of the modules, unnecessary with a running server.
  const [{ openRecords }, { openStores, closeStores }, { runCommand }] = await Promise.all([
    import('../../storage/records/records.ts'),
    import('../../storage/objects/open.ts'),
    import('./commands.ts'),
  ])
  const publicUrl = () => readPublicUrl(process.env)
  // At a terminal an immediate error is better than one after ten seconds.
  const records = await openRecords(recordsDir, { lockTimes: { endingMs: 0 } })
  try {
    const stores = await openStores(store)
    try {
      return { result: await runCommand({ records, plans, stores, publicUrl }, command) }
    } finally {
      await closeStores(stores)
    }
  } finally {
    await records.close()
  }
}

function fail(error: { code: string; detail: string }, json: boolean): number {
  if (json) console.log(JSON.stringify({ error }))
  else console.error(`${error.code}: ${safeLines(error.detail)}`)
  return failed
}

process.exitCode = await main(process.argv.slice(2))

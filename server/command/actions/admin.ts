/** Command `coverage admin`: accounts, keys, nodes and terrain of the service on this machine. */

import type { AdminCommand, TerrainCommand } from '../../admin/arguments.ts'
import type { AdminResult } from '../../admin/commands.ts'
import { perform } from '../../admin/perform.ts'
import { readTerrainConfig } from '../../config/config.ts'
import { answer, type Call } from '../call/call.ts'
import { Failure, Interrupted, Unsuccessful } from '../errors.ts'
import { type Bar, withBar } from '../terminal/bar.ts'
import { widthOf } from '../terminal/io.ts'
import { type Cell, pairs, table } from '../terminal/table.ts'

/** Runs an administration command; `words` are the command line as typed. */
export async function administrate(
  call: Call,
  words: readonly string[],
  command: AdminCommand,
): Promise<void> {
  const response = await perform(call.io.env, words, command)
  if ('error' in response) throw new Failure(response.error.code, response.error.detail)
  print(call, response.result)
}

export async function administrateTerrain(call: Call, command: TerrainCommand): Promise<void> {
  const { checkTiles, fetchTiles, listTiles } = await import('../../admin/terrain.ts')
  const config = readTerrainConfig(call.io.env)
  const run = async (bar: Bar, signal: AbortSignal) => {
    const onProgress = (done: number, of: number, what: string) =>
      bar.show(of === 0 ? 1 : done / of, `${done} of ${of} ${what}`)
    switch (command.name) {
      case 'terrain list': {
        const { tiles, coverage } = await listTiles(config)
        if (command.geojson) answer(call, coverage, () => JSON.stringify(coverage))
        else print(call, { tiles })
        return
      }
      case 'terrain check': {
        const { files, bad } = await checkTiles(config, onProgress)
        bar.end()
        const lines = bad.map(({ path, detail }) => `${path}  ${detail}`)
        const summary = `${files} files, ${bad.length === 0 ? 'all readable' : `${bad.length} damaged`}`
        answer(call, { files, bad }, () => [...lines, summary].join('\n'))
        if (bad.length > 0) throw new Unsuccessful('bad_files', summary)
        return
      }
      case 'terrain fetch': {
        const fetched = await fetchTiles(config, command.bounds, onProgress, signal)
        bar.end()
        print(call, fetched)
      }
    }
  }
  const kept = 'Interrupted. Downloaded files are kept; run the command again to continue.'
  await withBar({ io: call.io, flags: {} }, run, () => new Interrupted(kept))
}

/** Prints a list as a table, and any other result as names with values. */
function print(call: Call, result: AdminResult): void {
  answer(call, result, () => {
    const [only] = Object.values(result)
    const columns = widthOf(call.io)
    if (!Array.isArray(only)) return pairs(Object.entries(result) as [string, Cell][], columns)
    const rows = only as Record<string, Cell>[]
    return table(
      Object.keys(rows[0] ?? {}),
      rows.map((row) => Object.values(row)),
      columns,
    )
  })
}

/** Checks terrain folders and remote terrain sources. */

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../storage/files/system-errors.ts'
import { withDeadline } from '../../storage/network/deadline.ts'
import { parseSources, type RemoteSource } from '../../storage/terrain/remote/sources.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Config } from '../config/config.ts'
import { type Check, fault, ok, warning } from './checks.ts'

const subject = 'terrain'
const answerMs = 10_000
/** Maximum number of bad files named in a finding. */
const maximumNames = 6
/** Area on land, in degrees, that every global terrain source covers. */
const anyGround = { southDeg: 47.4, northDeg: 47.6, westDeg: 8.4, eastDeg: 8.6 }

export async function terrainChecks({
  terrainDirs,
  terrainUrl,
}: Pick<Config, 'terrainDirs' | 'terrainUrl'>): Promise<Check[]> {
  const sources = parseSources(terrainUrl)
  const terrain = await openTerrain({ folders: terrainDirs, isBrief: true })
  try {
    const tiles = await terrain.ownTiles()
    const problems = terrain.problems()
    const checks: Check[] = []
    for (const folder of terrainDirs) {
      const unreadable = await access(folder, constants.R_OK | constants.X_OK).catch(codeOf)
      if (unreadable) {
        const cure =
          unreadable === 'EACCES'
            ? `chmod -R a+rX ${folder}`
            : `create the folder (mkdir -p ${folder}), readable by the user of the service, or set TERRAIN_DIR`
        const finding =
          unreadable === 'ENOENT' ? 'folder does not exist' : `folder is not readable (${unreadable})`
        checks.push((sources.length > 0 ? warning : fault)(subject, `${folder}: ${finding}`, cure))
        continue
      }
      const count = tiles.filter(({ file }) => file.path.startsWith(join(folder, '/'))).length
      checks.push(
        count > 0 || sources.length > 0
          ? ok(subject, `${folder}: ${count} ${count === 1 ? 'file' : 'files'}`)
          : warning(
              subject,
              `${folder}: no elevation files`,
              'put elevation files into the folder, or set TERRAIN_URL=glo30',
            ),
      )
    }
    for (const { path, detail } of problems.slice(0, maximumNames)) {
      const cure = detail.endsWith(': EACCES')
        ? `chmod -R a+rX ${path}`
        : 'replace or delete the file; check all files with coverage admin terrain check'
      checks.push(warning(subject, detail, cure))
    }
    const more = problems.length - maximumNames
    if (more > 0)
      checks.push(
        warning(
          subject,
          `${more} more damaged files`,
          'list all damaged files with coverage admin terrain check',
        ),
      )
    const credits = new Set((await terrain.list(0)).map(({ attribution }) => attribution))
    for (const { attribution } of sources) credits.add(attribution)
    if (credits.size > 0) checks.push(ok('attribution', [...credits].join('; ')))
    return [...checks, ...(await Promise.all(sources.map(sourceCheck)))]
  } finally {
    await terrain.close()
  }
}

/** Checks that a source responds; any status except a refusal passes, because the tile may not exist. */
async function sourceCheck({ name, host, tilesIn }: RemoteSource): Promise<Check> {
  const [tile] = tilesIn(anyGround)
  const cure = 'check the network, its proxy and TERRAIN_URL; tiles in the local cache remain available'
  try {
    const { status } = await withDeadline(answerMs, undefined, (signal) =>
      fetch(tile?.url ?? '', { method: 'HEAD', signal }),
    )
    const isRefused = status >= 500 || [401, 403, 407, 429].includes(status)
    return isRefused
      ? warning(subject, `${name}: ${host} answers with status ${status}`, cure)
      : ok(subject, `${name}: ${host} is reachable`)
  } catch (error) {
    const { cause = error } = error as Error
    return warning(subject, `${name}: ${host} can't be reached (${messageOf(cause)})`, cure)
  }
}

/** Site search: reads terrain, computes the cells that each candidate covers, and writes the result file. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packCells } from '../choice/cells-file.ts'
import { ofThisVersion } from '../jobs/job.ts'
import type { ComputeJob, ComputeResult } from '../jobs/protocol.ts'
import { placesOf, type SearchParams } from '../requests/search.ts'
import { lossOutputOf } from '../results/views/outputs.ts'
import type { View } from '../results/views/view.ts'
import { candidateCells } from './candidates.ts'
import type { Engine } from './engine.ts'
import { JobError } from './errors.ts'
import type { JobTerrain, SimulateOptions } from './simulate.ts'

/** Progress (0 to 1) when all candidates are computed, before the result file is written. */
const COMPUTED = 0.98

export async function search(
  request: ComputeJob,
  terrain: JobTerrain,
  engine: Engine,
  options: SimulateOptions,
): Promise<ComputeResult> {
  const { onProgress, signal, readAntenna, keep } = options
  onProgress('reading_terrain', 0)
  const { params, layers } = ofThisVersion(request.job)
  const searchParams = params.search as SearchParams
  const shown = viewOf(params, searchParams.view)
  const { lattice, candidates, used } = await candidateCells(
    {
      accountId: request.accountId,
      params,
      places: placesOf(searchParams),
      memoryBytes: request.memoryBytes,
      ...(layers && { layers }),
      ...(shown && { view: shown }),
    },
    terrain,
    engine,
    {
      onProgress: (fraction) => onProgress('computing', COMPUTED * fraction),
      signal,
      ...(readAntenna && { readAntenna }),
    },
  )
  const [first] = candidates
  if (first && candidates.every((one) => 'code' in one) && 'code' in first) {
    throw new JobError(first.code, `No candidate could be computed. ${first.detail}`)
  }
  onProgress('writing', COMPUTED)
  const name = `${request.rasterStem ?? request.id}.cells`
  const path = join(request.rasterDirectory, name.replaceAll('/', '.'))
  await writeFile(path, await packCells({ lattice, candidates }))
  await keep?.(name, path)
  const { version, device } = engine
  return {
    engine: { version, backend: device.backend, device: device.name },
    terrain: { unknown_share: 0, ...used },
    summary: null,
    warnings: [],
  }
}

function viewOf(params: ComputeJob['job']['params'], view: SearchParams['view']): View | undefined {
  const quantity = lossOutputOf(params)
  if (quantity === undefined || view === undefined) return undefined
  const { eirp_dbm: eirpDbm = quantity.radio.eirpDbm, sensitivity_dbm: sensitivityDbm } = view
  return { eirpDbm, sensitivityDbm, up: undefined }
}

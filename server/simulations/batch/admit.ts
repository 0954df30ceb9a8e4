import { setMaxListeners } from 'node:events'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { withDeadline } from '../../../storage/network/deadline.ts'
import type { Account } from '../../../storage/records/types.ts'
import { type FieldError, Problem } from '../../http/errors.ts'
import { invalidParameters } from '../../http/validation/validation.ts'
import { gridOf } from '../../jobs/job.ts'
import type { QuotedJob } from '../../jobs/queued-job.ts'
import {
  ruleErrors,
  type SimulationParams,
  type SimulationRequest,
  withDefaults,
} from '../../requests/simulation.ts'
import { type CheckedBatch, ON_FIRST, ofMember } from './check.ts'

/** Time limit of all terrain look-ups together, in milliseconds; after the limit the jobs check the terrain. */
const terrainTimeoutMs = 2000
/** Number of concurrent terrain look-ups. */
const atOnce = 4
/** Maximum time between two yields to the event loop, in milliseconds. */
const sliceMs = 4
/** Maximum number of errors listed in a response. */
const maximumFaults = 20

/** Parameters whose `grid` may still name another simulation. */
type AskedParams = Omit<SimulationParams, 'grid'> & {
  grid?: SimulationRequest['grid'] | typeof ON_FIRST
}

interface Fault {
  index: number
  problem: Problem
}

/** Prices the members of a batch, with yields to the event loop. All refused members are listed in one Problem. */
export async function admitBatch(
  app: FastifyInstance,
  account: Account,
  { chunks, rows }: CheckedBatch,
): Promise<QuotedJob[]> {
  const slices = new Slices()
  const params: AskedParams[] = []
  for (const chunk of chunks) {
    params.push(...(JSON.parse(chunk) as AskedParams[]))
    await slices.pause()
  }
  const admissions: QuotedJob[] = []
  const faults: Fault[] = []
  const indices = params.keys()
  const onItsGrid = async (asked: AskedParams): Promise<SimulationParams> => {
    if (typeof asked.grid !== 'string') return asked as SimulationParams
    const { body, errors } = await app.withGrid(account, asked)
    return judged(body, errors)
  }
  // The first member is admitted first, as other members may use its lattice.
  const first = await onItsGrid(params[0] as AskedParams).catch((error: unknown) => {
    throw error instanceof Problem ? refusal([{ index: 0, problem: error }], rows) : error
  })
  params[0] = first
  const gridOfFirst = gridOf(first)
  const admitNext = async (late: AbortSignal) => {
    for (const index of indices) {
      if (faults.length >= maximumFaults) return
      try {
        refuse(app.unknownAntenna(account, params[index]))
        const asked = params[index] as AskedParams
        const isOnFirst = asked.grid === ON_FIRST
        const own = isOnFirst ? judged({ ...asked, grid: gridOfFirst }) : await onItsGrid(asked)
        admissions[index] = await app.admitParams(account, own, late)
      } catch (error) {
        // Only client errors are listed as errors of a member; other errors end the request.
        if (!(error instanceof Problem) || error.statusCode >= 500) throw error
        faults.push({ index, problem: error })
      }
      await slices.pause()
    }
  }
  await withDeadline(terrainTimeoutMs, undefined, async (late) => {
    setMaxListeners(0, late)
    await Promise.all(Array.from({ length: atOnce }, () => admitNext(late)))
  })
  if (faults.length > 0) throw refusal(faults, rows)
  // Begins a new turn of the event loop, because accepting all members takes one whole turn.
  await yieldToEventLoop()
  return admissions
}

/** Refuses patterns that were deleted meanwhile. No await may follow until the batch is accepted. */
export function refuseLostAntennas(
  app: FastifyInstance,
  account: Account,
  admissions: readonly QuotedJob[],
  { rows }: CheckedBatch,
): void {
  const faults = admissions.flatMap(({ job }, index): Fault[] => {
    const errors = app.unknownAntenna(account, job.params)
    return errors.length > 0 ? [{ index, problem: invalidParameters(errors) }] : []
  })
  if (faults.length > 0) throw refusal(faults, rows)
}

function judged(body: AskedParams, errors: FieldError[] = []): SimulationParams {
  refuse(errors.length > 0 ? errors : ruleErrors(body))
  return withDefaults(body as SimulationRequest)
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidParameters(errors)
}

function refusal(faults: readonly Fault[], rows: readonly number[] | undefined): Problem {
  const sorted = [...faults].sort((a, b) => a.index - b.index)
  const errors = sorted.flatMap(({ index, problem }): FieldError[] => {
    const { message, extra } = problem
    return (extra.errors ?? [{ detail: message }]).map((error) => ofMember(error, index, rows))
  })
  const [first] = sorted as [Fault]
  const { code, extra } = first.problem
  return new Problem(code, errors[0]?.detail, { ...extra, errors })
}

/** Divides work into time slices, each followed by a yield to the event loop. */
class Slices {
  #sinceMs = performance.now()

  async pause(): Promise<void> {
    if (performance.now() - this.#sinceMs < sliceMs) return
    await yieldToEventLoop()
    this.#sinceMs = performance.now()
  }
}

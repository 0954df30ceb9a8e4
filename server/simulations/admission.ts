import fp from 'fastify-plugin'
import { unlessAborted, withDeadline } from '../../storage/network/deadline.ts'
import { isSearchId } from '../../storage/records/ids.ts'
import type { Account } from '../../storage/records/types.ts'
import { noLayers } from '../clutter/refusals.ts'
import { unknownGround } from '../compute/errors.ts'
import { planOf } from '../config/limits.ts'
import { type FieldError, Problem } from '../http/errors.ts'
import { echo } from '../http/validation/messages.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { gridOf, jobOf, usesMap } from '../jobs/job.ts'
import { expectedGround } from '../jobs/posts.ts'
import type { QuotedJob } from '../jobs/queued-job.ts'
import { quoteOf } from '../jobs/quote.ts'
import {
  refuseWrongFields,
  type SimulationParams,
  type SimulationRequest,
  withDefaults,
} from '../requests/simulation.ts'
import { refuseTooLarge, tooManyCells } from './size.ts'

/** Time limit of terrain look-ups in milliseconds; after the limit the job checks the terrain. */
const terrainTimeoutMs = 200

declare module 'fastify' {
  interface FastifyInstance {
    /** Validates and prices a simulation request; throws the first Problem in the order of checks. */
    admit(request: FastifyRequest): Promise<QuotedJob>
    /** Replaces a simulation id in `grid` by the lattice of that simulation; returns errors for an invalid id. */
    withGrid<Body>(account: Account, body: Body): Promise<{ body: Body; errors: FieldError[] }>
    /** Checks a validated request; terrain look-ups end when `late` is aborted. */
    admitParams(account: Account, params: SimulationParams, late: AbortSignal): Promise<QuotedJob>
  }
}

/** Admission of a request: checks fields, size, ground and price. */
export default fp(
  async (app) => {
    const { config, terrain, records, dispatcher } = app.services

    app.decorate('admit', async ({ body: asked, caller: { account }, validationError }) => {
      const { body, errors } = await withGrid(account, asked)
      refuseWrongFields(body, validationError, [...app.unknownAntenna(account, body), ...errors])
      const params = withDefaults(body as SimulationRequest)
      const admitted = await withDeadline(terrainTimeoutMs, undefined, (late) =>
        admitParams(account, params, late),
      )
      // Checked again, as the pattern may have been deleted. No await may follow until the job is accepted.
      const lost = app.unknownAntenna(account, body)
      if (lost.length > 0) throw invalidParameters(lost)
      return admitted
    })

    app.decorate('withGrid', withGrid)

    async function withGrid<Body>(account: Account, body: Body) {
      const { grid: id } = (body ?? {}) as { grid?: unknown }
      if (typeof id !== 'string') return { body, errors: [] }
      const other = await records.confirmedSimulation(id)
      if (other?.account_id !== account.id || isSearchId(id)) {
        const detail = `grid must be a grid or the ID of a simulation of the account, got ${echo(id)}`
        return { body, errors: [{ pointer: '#/grid', detail }] }
      }
      return { body: { ...body, grid: gridOf(other.params as SimulationParams) }, errors: [] }
    }

    app.decorate('admitParams', admitParams)

    async function admitParams(
      account: Account,
      params: SimulationParams,
      late: AbortSignal,
    ): Promise<QuotedJob> {
      if (usesMap(params) && config.layers.length === 0) throw noLayers(params)
      const job = jobOf(params, config.layers)
      const { cells } = quoteOf(job)
      const { maxCells } = planOf(account, config.plans)
      if (cells > maxCells) throw tooManyCells(params, cells, maxCells)

      app.requireGround()
      const { tx_lat, tx_lon } = params
      const [ground, survey] = await Promise.all([
        inTime(() => terrain.elevationAt(tx_lat, tx_lon, late), late),
        inTime(() => terrain.survey(job.disc.bounds), late),
      ])
      if (ground?.state === 'unknown' && !ground.isFetchable) {
        throw new Problem('terrain_unavailable', unknownGround(params.tx_lat, params.tx_lon))
      }
      const groundM = ground?.elevationM ?? 0
      if (ground && params.tx_height_mode === 'AMSL' && params.tx_height < groundM) {
        throw new Problem(
          'tx_below_ground',
          `tx_height is ${params.tx_height} metres above mean sea level, but the ground at the transmitter is at ${groundM.toFixed(1)}.`,
        )
      }

      const expected = expectedGround(survey, job)
      refuseTooLarge(job, survey?.parts ?? [], config.maxPosts, dispatcher.largestBytes)
      return { job, quote: quoteOf(job, expected) }
    }
  },
  { name: 'admission', dependencies: ['services', 'problems', 'antennas'] },
)

/** Result of `ask` if available before `late` is aborted; `undefined` otherwise, or after a failure. */
export async function inTime<T>(ask: () => Promise<T>, late: AbortSignal): Promise<T | undefined> {
  return late.aborted ? undefined : unlessAborted(ask(), late).catch(() => undefined)
}

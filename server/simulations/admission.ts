import fp from 'fastify-plugin'
import { models } from '../../kernels/models.ts'
import type { Account, Simulation } from '../../storage/records/types.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { unknownGround } from '../compute/job.ts'
import { postsThatFit } from '../compute/memory.ts'
import {
  type Disc,
  discOf,
  type ExpectedGround,
  expectedGround,
  finestSpacing,
  postsInCircle,
  postsToRead,
  spacedParts,
  tooManyPosts,
} from '../compute/posts.ts'
import { cellsOf, finestResolution, planOf, price } from '../config/limits.ts'
import { expectedMemory, heldOver } from '../dispatch/job.ts'
import { Problem } from '../errors.ts'
import { invalidParameters, refuseInvalid } from '../http/validation/validation.ts'
import { ruleErrors } from '../requests/rules.ts'
import {
  type SimulationParams,
  SimulationRequest,
  type SimulationRequest as SimulationRequestBody,
  withDefaults,
} from './schemas.ts'

/** Terrain that is not available within this time is checked by the job itself. */
const terrainTimeoutMs = 200

export interface Admission {
  params: SimulationParams
  cells: number
  credits: number
  ground: ExpectedGround
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks a simulation request to the last 400 and prices it; throws the first problem in the order of checks. */
    admit(request: FastifyRequest): Promise<Admission>
    /** The same of a request that was accepted before, as its record has it: today's checks, today's defaults. */
    admitAgain(account: Account, params: Simulation['params']): Promise<Admission>
  }
}

/** Checks between a body and a job: its fields, its size, the ground, its price. */
export default fp(
  async (app) => {
    const { config, terrain, dispatcher } = app.services

    app.decorate('admit', ({ body, caller, validationError }) =>
      admitBody(caller.account, body, validationError),
    )
    app.decorate('admitAgain', (account, params) => {
      // The check may cut what it is given.
      const body = structuredClone(params)
      return admitBody(account, body, app.schemaProblem(SimulationRequest, body))
    })

    async function admitBody(
      account: Account,
      body: unknown,
      validationError: Error | undefined,
    ): Promise<Admission> {
      const unknown = app.unknownAntenna(account, body)
      refuseInvalid({ validationError }, [...ruleErrors(body, models), ...unknown], fieldNames)
      const params = withDefaults(body as SimulationRequestBody)
      const cells = cellsOf(params.max_range, params.resolution)
      const { maxCells } = planOf(account, config.plans)
      if (cells > maxCells) throw tooManyCells(params, cells, maxCells)

      const { tx_lat, tx_lon } = params
      const late = AbortSignal.timeout(terrainTimeoutMs)
      const disc = discOf(params)
      const [ground, survey] = await Promise.all([
        inTime(terrain.elevationAt(tx_lat, tx_lon, late), late),
        inTime(terrain.survey(disc.bounds), late),
      ])
      if (ground?.state === 'unknown' && !ground.isFetchable) {
        throw new Problem('terrain_unavailable', unknownGround(params.tx_lat, params.tx_lon))
      }
      const groundM = ground?.elevationM ?? 0
      if (ground && params.tx_height_mode === 'AMSL' && params.tx_height < groundM) {
        throw new Problem(
          'tx_below_ground',
          `tx_height is ${params.tx_height} metres above mean sea level, the ground there at ${groundM.toFixed(1)}.`,
        )
      }

      const known = survey?.parts ?? []
      refuseTooLarge(params, cells, { parts: known, disc }, config.maxPosts, dispatcher.largestBytes)
      // Deleted while the ground was looked at; from here to the job's acceptance nothing waits.
      const lost = app.unknownAntenna(account, body)
      if (lost.length > 0) throw invalidParameters(lost)
      const expected = expectedGround(survey, params, disc)
      const weight = models.get(params.model)?.weight ?? 1
      return {
        params,
        cells,
        credits: price(cells, postsInCircle(expected.parts, disc), weight),
        ground: expected,
      }
    }
  },
  { name: 'admission', dependencies: ['services', 'problems', 'validation', 'antennas'] },
)

const fieldNames = Object.keys(SimulationRequest.properties)

/** Refuses what would never be computed, and names what would. */
function refuseTooLarge(
  params: SimulationParams,
  cells: number,
  { parts, disc }: { parts: PartExtent[]; disc: Disc },
  maxPosts: number,
  largestBytes: number,
): void {
  const spaced = spacedParts(parts, params.terrain_spacing)
  const posts = postsToRead(spaced, disc)
  const ground = { parts: spaced, posts }
  const fits = (changed: Partial<SimulationParams>) => {
    const { cellBytes, postBytes } = expectedMemory({ ...params, ...changed }, ground)
    return cellBytes + postBytes <= largestBytes
  }
  if (posts <= maxPosts && fits({})) return
  const { resolution, max_range } = params
  const { cellBytes, postBytes } = expectedMemory(params, ground)
  const finest = smallestThatFits(100 * resolution, 100_000, (hundredths) =>
    fits({ resolution: hundredths / 100 }),
  )
  if (posts <= maxPosts && cellBytes >= postBytes && finest !== undefined) {
    throw tooManyCells(params, cells, cellsOf(max_range, finest / 100), 'memory', finest / 100)
  }
  const inMemory = heldOver(params, ground)
  const fitting = postsThatFit(params, largestBytes, maxPosts, inMemory.engines)
  const held = Math.floor((fitting * posts) / Math.max(1, inMemory.posts))
  const spacingM = finestSpacing(parts, disc, held, params.terrain_spacing)
  throw new Problem('too_many_posts', tooManyPosts(posts, held, spacingM), {
    members: { posts, max_posts: held, ...(spacingM && { finest_terrain_spacing: spacingM }) },
  })
}

/** The smallest integer in (above, to] that fits, found by bisection: all larger ones fit too. */
function smallestThatFits(above: number, to: number, fits: (value: number) => boolean): number | undefined {
  let low = Math.floor(above)
  let high = Math.floor(to)
  if (high <= low || !fits(high)) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle
  }
  return high
}

function tooManyCells(
  params: SimulationParams,
  cells: number,
  maxCells: number,
  what: 'plan' | 'memory' = 'plan',
  finest = finestResolution(params.max_range, maxCells),
): Problem {
  return new Problem(
    'too_many_cells',
    `The circle holds ${cells} cells, the ${what === 'plan' ? 'plan' : 'memory of the service'} allows ${maxCells}: ${finest} metres per cell is the finest that fits.`,
    { members: { cells, max_cells: maxCells, finest_resolution: finest } },
  )
}

/** The result if it comes in time; neither a late nor a failed one delays a request. */
function inTime<T>(answer: Promise<T>, late: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(undefined)
    late.addEventListener('abort', giveUp, { once: true })
    answer.then(resolve, giveUp).finally(() => late.removeEventListener('abort', giveUp))
  })
}

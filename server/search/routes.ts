import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { withDeadline } from '../../storage/network/deadline.ts'
import { isSearchId } from '../../storage/records/ids.ts'
import type { Simulation } from '../../storage/records/types.ts'
import type { Summit } from '../choice/summits.ts'
import { planOf, retryAfterSeconds } from '../config/limits.ts'
import { maximumSearchBytes } from '../config/sizes.ts'
import { Problem } from '../http/errors.ts'
import { Empty } from '../http/schemas/common.ts'
import { invalidParameter, invalidParameters } from '../http/validation/validation.ts'
import { candidateJob, jobOf } from '../jobs/job.ts'
import { expectedGround } from '../jobs/posts.ts'
import type { QuotedJob } from '../jobs/queued-job.ts'
import { quoteOf } from '../jobs/quote.ts'
import { cellsName } from '../jobs/stored/raster-files.ts'
import { NetworkId } from '../networks/schemas.ts'
import { type ChoiceParams, placesOf } from '../requests/search.ts'
import { completedMembers } from '../results/network-layer.ts'
import { weightsProduct } from '../results/weights.ts'
import { inTime } from '../simulations/admission.ts'
import { refusal, refusalProblems } from '../simulations/refusal.ts'
import { refuseTooLarge, tooManyCells } from '../simulations/size.ts'
import { placesOfRequest, refuseTooManyCells, type SearchParamsOf, searchParams } from './request.ts'
import {
  ChoiceAnswer,
  ChoiceQuery,
  SearchEstimate,
  SearchId,
  SearchList,
  SearchListQuery,
  SearchRecord,
  SearchRequest,
  SearchStarted,
} from './schemas.ts'

/** Time limit in ms for a terrain survey during the request; after a timeout, the job surveys the terrain. */
const surveyTimeoutMs = 500
const json = 'application/json'
const maximumListed = 100
/** Maximum number of summits, because each costs as much as a simulation. */
const MAXIMUM_SUMMITS = 50
const requestProblems = [
  'network_not_found',
  'member_missing',
  'result_not_ready',
  'too_many_cells',
  'too_many_posts',
  'terrain_unavailable',
  'starting',
  'overloaded',
  'storage_unavailable',
] as const

/** Routes for site searches: jobs over many candidates, and site selection from their results. */
export const searches: FastifyPluginAsyncTypebox = async (app) => {
  const { config, dispatcher, records, results, terrain, weights } = app.services

  app.post(
    '/networks/:id/search',
    {
      bodyLimit: maximumSearchBytes,
      config: { idempotent: true, problems: [...requestProblems, ...refusalProblems] },
      schema: {
        operationId: 'startSearch',
        summary:
          'Search for additional sites of a network: all candidate sites are computed as one job, at the price of one simulation each',
        tags: ['networks'],
        params: NetworkId,
        body: SearchRequest,
        response: { 201: SearchStarted },
      },
    },
    async (request, reply) => {
      const quoted = await admitted(request)
      const { account } = request.caller
      const protection = request.protection<Simulation>((search) => ({
        status: 201,
        headers: { location: `/api/v1/searches/${search.id}` },
        body: JSON.stringify(started(search, quoted)),
      }))
      const outcome = await dispatcher.submit(account, quoted, { ...protection, kind: 'search' })
      if (outcome.outcome !== 'accepted') throw refusal(outcome)
      const { simulation: search } = outcome
      return reply
        .code(201)
        .headers({ location: `/api/v1/searches/${search.id}`, 'retry-after': dispatcher.secondsLeft(search) })
        .send(started(search, quoted))
    },
  )

  app.post(
    '/networks/:id/search/estimate',
    {
      bodyLimit: maximumSearchBytes,
      config: { problems: requestProblems },
      schema: {
        operationId: 'estimateSearch',
        summary: 'Estimate the price of a search; free of charge',
        tags: ['networks'],
        params: NetworkId,
        body: SearchRequest,
        response: { 200: SearchEstimate },
      },
    },
    async (request) => priceOf(await admitted(request)),
  )

  app.get(
    '/searches',
    {
      schema: {
        operationId: 'listSearches',
        summary: 'List the searches of the account, newest first',
        tags: ['networks'],
        querystring: SearchListQuery,
        response: { 200: SearchList },
      },
    },
    async ({ caller, query: { network } }) => {
      const heads = await records.confirmed(() => records.simulations(caller.account.id, { kind: 'search' }))
      const found = await records.read(network === undefined ? heads.slice(0, maximumListed) : heads)
      return {
        searches: found
          .map((one) => searchRecord(app.withExpiry(one)))
          .filter(({ network_id }) => network === undefined || network_id === network)
          .slice(0, maximumListed),
      }
    },
  )

  app.get(
    '/searches/:id',
    {
      config: { waits: true, problems: ['search_not_found'] },
      schema: {
        operationId: 'getSearch',
        summary:
          'Get the status of a search; with Prefer: wait=N, the response waits until the search is final',
        tags: ['networks'],
        params: SearchId,
        response: { 200: SearchRecord },
      },
    },
    async (request, reply) => {
      let search = await searchOf(request)
      if (await app.waitedFor(request, reply, search.id)) search = await searchOf(request)
      if (search.status === 'pending') {
        const seconds = dispatcher.secondsLeft(search)
        reply.header('retry-after', retryAfterSeconds(planOf(request.caller.account, config.plans), seconds))
      }
      return searchRecord(search)
    },
  )

  app.delete(
    '/searches/:id',
    {
      config: { problems: ['search_not_found', 'overloaded'] },
      schema: {
        operationId: 'deleteSearch',
        summary: 'Delete a search; a running search is cancelled and refunded',
        tags: ['networks'],
        params: SearchId,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { id } = await searchOf(request)
      const isRemoved = await dispatcher.remove(request.caller.account, id)
      if (!isRemoved) throw new Problem('search_not_found')
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/searches/:id/choice',
    {
      // Links are charged, and HEAD must not charge.
      exposeHeadRoute: false,
      config: {
        problems: [
          'search_not_found',
          'network_not_found',
          'member_missing',
          'result_not_ready',
          'result_expired',
          'not_aligned',
          'insufficient_credits',
          'credit_limit_reached',
          'storage_unavailable',
          'overloaded',
        ],
      },
      schema: {
        operationId: 'getChoice',
        summary:
          'Get the best additional sites, given the coverage of the existing sites; with must_reach, the price is one credit per 1000 links or part thereof',
        tags: ['networks'],
        params: SearchId,
        querystring: ChoiceQuery,
        response: { 200: ChoiceAnswer },
      },
    },
    async (request, reply) => {
      const search = await searchOf(request)
      if (search.status === 'failed')
        throw new Problem('result_not_ready', 'The search failed and has no site selection.')
      if (search.status === 'pending') throw new Problem('result_not_ready')
      if (results.isExpired(search)) throw new Problem('result_expired')
      const params = search.params as SearchParamsOf
      const { network_id: id, ...stored } = params.search
      const result = await app.resultOf({ caller: request.caller, params: { id } })
      const choice = choiceOf(stored.choice, request.query)
      const layers = weightLayers(choice)
      const { sensitivity_dbm } = stored
      const query = { layer: 'any', ...(sensitivity_dbm !== undefined && { sensitivity_dbm }) }
      const geometry = layers && (await app.geometryOf(result, app.resultLayer(result, query)))
      const area = result.network?.network.area
      const made = await app.makeProduct(request, reply, result, {
        product: 'choice',
        options: {
          ...{ cells: cellsName(search), params, choice },
          antenna: await app.resultAntenna(search),
          ...(area && { area: Buffer.from(JSON.stringify(area)) }),
          ...(geometry && { layers: (await weightsProduct(layers, geometry)).options.layers }),
          purse: app.purseOf(request.caller),
        },
        charge: (links) => reply.chargePaths(links, `links of ${search.id}`),
        query,
        ending: 'json',
        contentType: json,
      })
      const { search: _search, tx_lat: _lat, tx_lon: _lon, resolution: _resolution, ...simulation } = params
      return {
        ...(JSON.parse(made.toString()) as Omit<Static<typeof ChoiceAnswer>, 'simulation' | 'site'>),
        simulation,
        site: params.search.view ?? {},
      }
    },
  )

  function priceOf({ job: { params }, quote }: QuotedJob) {
    const { cells, credits } = quote
    const seconds = Number(dispatcher.estimateSeconds(quote).toFixed(1))
    return { candidates: params.search?.places.length ?? 0, cells, credits, seconds }
  }

  function started({ id, created_at }: Simulation, quoted: QuotedJob) {
    return { id, status: 'pending' as const, created_at, ...priceOf(quoted) }
  }

  /** Finds a search; a search of another account counts as missing. */
  async function searchOf({ caller, params }: Pick<FastifyRequest, 'caller'> & { params: { id: string } }) {
    const search = isSearchId(params.id) ? await records.confirmedSimulation(params.id) : undefined
    if (search?.account_id !== caller.account.id) throw new Problem('search_not_found')
    return app.withExpiry(search)
  }

  async function admitted(
    request: FastifyRequest<{ Body: SearchRequest; Params: { id: string } }>,
  ): Promise<QuotedJob> {
    app.requireGround()
    const { body, caller } = request
    const network = await app.networkOf(request)
    const members = completedMembers(network)
    weightLayers(body)
    const params = searchParams(body, network, members, placesOfRequest(body) ?? (await summits(request)))
    const job = jobOf(params, config.layers)
    const places = placesOf(params.search)
    refuseTooManyCells(job, places)
    const own = candidateJob(params, places[0], config.layers)
    const { cells } = quoteOf(own)
    const { maxCells } = planOf(caller.account, config.plans)
    if (cells > maxCells) throw tooManyCells(own.params, cells, maxCells)
    const survey = await withDeadline(surveyTimeoutMs, undefined, (late) =>
      inTime(() => terrain.survey(job.disc.bounds), late),
    )
    refuseTooLarge(own, survey?.parts ?? [], config.maxPosts, dispatcher.largestBytes)
    return { job, quote: quoteOf(job, expectedGround(survey, job)) }
  }

  /** Highest summits within the network's area, or within range of the network's sites. */
  async function summits(request: FastifyRequest<{ Params: { id: string } }>) {
    const result = await app.resultOf(request)
    const area = result.network?.network.area
    const made = await app.readProduct(request, result, {
      product: 'summits',
      options: { maximum: MAXIMUM_SUMMITS, ...(area && { area: Buffer.from(JSON.stringify(area)) }) },
      query: {},
      ending: 'summits.json',
      contentType: json,
    })
    const found = JSON.parse(made.toString()) as Summit[]
    if (found.length === 0) {
      const detail = 'candidates: the area has no summit; send points, or an area with spacing_m'
      throw invalidParameters([{ pointer: '#/candidates', detail }])
    }
    return {
      places: found,
      names: Object.fromEntries(found.map(({ groundM }, at) => [at, `Summit, ${Math.round(groundM)} m`])),
    }
  }

  function weightLayers({ weights: name }: Pick<ChoiceParams, 'weights'>) {
    if (name === undefined) return undefined
    const named = weights.filter((one) => one.name === name)
    if (named.length > 0) return named
    const known = weights.map((one) => one.name).join(', ')
    const detail = `weights must be a weight layer of the service, ${known || 'which has no weight layers'}, got ${name}`
    throw invalidParameter('weights', detail)
  }
}

function choiceOf(
  stored: ChoiceParams,
  { sites, min_distance_m, must_reach, weights }: ChoiceQuery,
): ChoiceParams {
  const reached = must_reach === undefined ? stored.must_reach : reachedIn(must_reach)
  const summed = weights === undefined ? stored.weights : weights === 'km2' ? undefined : weights
  const distanceM = min_distance_m ?? stored.min_distance_m
  return {
    sites: sites ?? stored.sites,
    ...(distanceM !== undefined && { min_distance_m: distanceM }),
    ...(reached !== undefined && { must_reach: reached }),
    ...(summed !== undefined && { weights: summed }),
  }
}

function reachedIn(text: string): ChoiceParams['must_reach'] | undefined {
  if (text === 'none') return undefined
  return text.startsWith('any') ? 'any site' : text.split(',').map(Number)
}

function searchRecord(search: Simulation): Static<typeof SearchRecord> {
  const { account_id: _account, sequence: _sequence, attempt: _attempt, params, ...rest } = search
  const { network_id, places, choice } = (params as SearchParamsOf).search
  const { id, status, stage, progress, credits_charged, created_at, error } = rest
  const times = ['started_at', 'completed_at', 'failed_at', 'expires_at'] as const
  return {
    ...{ id, network_id, status, stage, progress },
    candidates: places.length,
    choice,
    credits_charged,
    ...(status === 'completed' && { choice_url: `/searches/${id}/choice` }),
    created_at,
    ...Object.fromEntries(times.flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]]]))),
    ...(error && { error }),
  } as Static<typeof SearchRecord>
}

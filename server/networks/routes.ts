import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isSearchId } from '../../storage/records/ids.ts'
import type { Network, NetworkContent } from '../../storage/records/network-types.ts'
import { maximumNetworks, maximumSites } from '../config/limits.ts'
import { Problem } from '../http/errors.ts'
import { hangUpOf } from '../http/hang-up.ts'
import { Empty } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { WorkerQueue } from '../queues/worker-queue.ts'
import { networkContent } from './check.ts'
import { networkRecord } from './record.ts'
import { NetworkId, NetworkList, NetworkRecord, NetworkRequest } from './schemas.ts'

/** Routes for networks, which combine several simulations; products are served under `/results`. */
export const networks: FastifyPluginAsyncTypebox = async (app) => {
  const { records, results } = app.services
  const listings = new WorkerQueue({ places: 2, placesPerAccount: 1, maximumWaiting: 20 })
  app.addHook('onClose', async () => listings.close())

  app.post(
    '/networks',
    {
      config: { problems: ['not_aligned', 'too_many_networks', 'overloaded'] },
      schema: {
        operationId: 'createNetwork',
        summary: 'Create a network of simulations; free of charge',
        tags: ['networks'],
        body: NetworkRequest,
        response: { 201: NetworkRecord },
      },
    },
    async ({ body, caller }, reply) => {
      const content = contentOf(body, caller.account.id)
      const network = await records.createNetwork(caller.account.id, content, maximumNetworks)
      if (network === undefined) throw new Problem('too_many_networks')
      reply.code(201)
      return networkRecord(await app.withMembers(network))
    },
  )

  app.get(
    '/networks',
    {
      config: { problems: ['overloaded'] },
      schema: {
        operationId: 'listNetworks',
        summary: 'List the networks of the account',
        tags: ['networks'],
        response: { 200: NetworkList },
      },
    },
    async (request, reply) => {
      const { account } = request.caller
      const found = await records.confirmed(() => records.networks(account.id))
      const text = await listings.run(account.id, (signal) => listText(found, signal), hangUpOf(request))
      return reply.type('application/json; charset=utf-8').send(text as never)
    },
  )

  app.get(
    '/networks/:id',
    {
      config: { shared: true, problems: ['network_not_found'] },
      schema: {
        operationId: 'getNetwork',
        summary: 'Get a network and its sites',
        tags: ['networks'],
        params: NetworkId,
        response: { 200: NetworkRecord },
      },
    },
    async (request) => networkRecord(await app.networkOf(request)),
  )

  app.put(
    '/networks/:id',
    {
      config: { problems: ['network_not_found', 'not_aligned', 'overloaded'] },
      schema: {
        operationId: 'replaceNetwork',
        summary:
          'Replace the name, sites, area and alignment of a network; layers are computed from the new sites',
        tags: ['networks'],
        params: NetworkId,
        body: NetworkRequest,
        response: { 200: NetworkRecord },
      },
    },
    async (request) => {
      const { network } = await app.networkOf(request)
      const changed = await records.replaceNetwork(network.id, contentOf(request.body, network.account_id))
      if (changed === undefined) throw new Problem('network_not_found')
      await results.removeProducts(network.id)
      return networkRecord(await app.withMembers(changed))
    },
  )

  app.delete(
    '/networks/:id',
    {
      config: { problems: ['network_not_found', 'overloaded'] },
      schema: {
        operationId: 'deleteNetwork',
        summary: 'Delete a network; its simulations are kept',
        tags: ['networks'],
        params: NetworkId,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { network } = await app.networkOf(request)
      await records.removeNetwork(network.id)
      await results.removeProducts(network.id)
      return reply.code(204).send(null)
    },
  )

  /** List as JSON, made network by network: a network may have 100 kB, and an account 200 networks. */
  async function listText(found: readonly Network[], signal: AbortSignal): Promise<string> {
    const listed: string[] = []
    for (const one of found) {
      signal.throwIfAborted()
      listed.push(JSON.stringify(networkRecord(await app.withMembers(one))))
      await yieldToEventLoop()
    }
    return `{"networks":[${listed.join()}]}`
  }

  function contentOf(body: NetworkRequest, accountId: string): NetworkContent {
    return networkContent(body, {
      simulation: (id) => {
        const simulation = records.simulation(id)
        const isOwn = simulation?.account_id === accountId && !isSearchId(id)
        return isOwn && !results.isExpired(simulation) ? simulation : undefined
      },
      batch: (batch) => {
        const heads = records.simulations(accountId, { batch })
        if (heads.length > maximumSites) {
          const detail = `batch must have at most ${maximumSites} simulations, got ${heads.length}`
          throw invalidParameters([{ pointer: '#/batch', detail }])
        }
        return heads.toReversed()
      },
    })
  }
}

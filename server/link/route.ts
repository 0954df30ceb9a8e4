import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { hangUpOf } from '../http/hang-up.ts'
import { refuseInvalid } from '../http/validation/validation.ts'
import { WorkerQueue } from '../queues/worker-queue.ts'
import { RequestByModel, requestExamples } from './document.ts'
import { computeLink } from './link.ts'
import { linkRuleErrors } from './rules.ts'
import { Link, LinkRequest, withLinkDefaults } from './schemas.ts'

const places = { places: 3, placesPerAccount: 2, maximumWaiting: 100, maximumWaitingInAll: 500 }
const fieldNames = Object.keys(LinkRequest.properties)

export const link: FastifyPluginAsyncTypebox = async (app) => {
  const { layers, terrain } = app.services
  const queue = new WorkerQueue(places)
  app.documentAs(RequestByModel)

  app.post(
    '/link',
    {
      // Schema and rules between fields are checked together, so that one response lists all errors.
      attachValidation: true,
      config: {
        problems: ['too_many_posts', 'tx_below_ground', 'terrain_unavailable', 'overloaded', 'starting'],
        examples: requestExamples,
      },
      schema: {
        operationId: 'computeLink',
        summary: 'Compute the profile, line of sight, losses and received power of one link; free of charge',
        tags: ['link'],
        body: LinkRequest,
        response: { 200: Link },
      },
    },
    async (request) => {
      const unknown = app.unknownAntenna(request.caller.account, request.body)
      refuseInvalid(request, [...linkRuleErrors(request.body), ...unknown], fieldNames)
      if (request.body.profile === undefined) app.requireGround()
      const { account } = request.caller
      const params = withLinkDefaults(request.body)
      const antenna = await app.antennaFor(account, params.antenna)
      return queue.run(account.id, () => computeLink(params, antenna, terrain, layers), hangUpOf(request))
    },
  )
}

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import admission from './plugins/admission.ts'
import antennasPlugin from './plugins/antennas.ts'
import authenticate from './plugins/authenticate.ts'
import body from './plugins/body.ts'
import callers from './plugins/callers.ts'
import connections from './plugins/connections.ts'
import cors from './plugins/cors.ts'
import cursors from './plugins/cursors.ts'
import idempotency from './plugins/idempotency.ts'
import observe from './plugins/observe.ts'
import openapi from './plugins/openapi.ts'
import payments from './plugins/payments.ts'
import pictures from './plugins/pictures.ts'
import problemHandling from './plugins/problems.ts'
import rateLimit from './plugins/rate-limit.ts'
import requirePlan from './plugins/require-plan.ts'
import requireTls from './plugins/require-tls.ts'
import routing from './plugins/routing.ts'
import secret from './plugins/secret.ts'
import securityHeaders from './plugins/security-headers.ts'
import sendFile from './plugins/send-file.ts'
import { serverOptions } from './plugins/server-options.ts'
import servicesPlugin from './plugins/services.ts'
import shutdown from './plugins/shutdown.ts'
import signedUrls from './plugins/signed-urls.ts'
import simulationsPlugin from './plugins/simulations.ts'
import slowClients from './plugins/slow-clients.ts'
import upgrades from './plugins/upgrades.ts'
import validation from './plugins/validation.ts'
import { antennas } from './routes/antennas.ts'
import { checkout } from './routes/checkout.ts'
import { credits } from './routes/credits.ts'
import { docs } from './routes/docs.ts'
import { health } from './routes/health.ts'
import { keys } from './routes/keys.ts'
import { link } from './routes/link.ts'
import { metrics } from './routes/metrics.ts'
import { models } from './routes/models.ts'
import { problems } from './routes/problems.ts'
import { results } from './routes/results.ts'
import { simulate } from './routes/simulate.ts'
import { simulations } from './routes/simulations.ts'
import { status } from './routes/status.ts'
import { stripe } from './routes/stripe.ts'
import { terrain } from './routes/terrain.ts'
import type { Services } from './services.ts'

/** The table of contents: every plugin and every route of the service, in the order in which they take effect. */
export async function buildApp(services: Services) {
  const app = fastify(serverOptions(services)).withTypeProvider<TypeBoxTypeProvider>()

  await app.register(servicesPlugin, services)
  await app.register(observe)
  await app.register(securityHeaders)
  await app.register(slowClients)
  await app.register(upgrades)
  await app.register(shutdown)
  await app.register(rateLimit)
  await app.register(problemHandling)
  await app.register(requireTls)
  await app.register(routing)
  await app.register(connections)
  await app.register(callers)
  await app.register(openapi)
  await app.register(cors)
  await app.register(body)
  await app.register(validation)
  await app.register(antennasPlugin)
  await app.register(secret)
  await app.register(signedUrls)
  await app.register(cursors)
  await app.register(simulationsPlugin)
  await app.register(pictures)
  await app.register(sendFile)
  await app.register(idempotency)
  await app.register(admission)
  await app.register(payments)

  // At the origin's root, without a key.
  await app.register(async (open) => {
    open.addHook('onRequest', open.refuseUnrouted)
    open.setNotFoundHandler(open.refuseUnrouted)
    await open.register(health)
    await open.register(metrics)
    await open.register(models, { operationId: 'listModelsAtRoot' })
    await open.register(docs)
    await open.register(problems)
    if (services.config.payments === 'sandbox') await open.register(checkout)
    if (services.config.payments === 'stripe') await open.register(stripe)
  })

  // Results, in both places: by key or by signed address, whatever the plan.
  for (const [prefix, place] of [
    ['/results', 'AtRoot'],
    ['/api/v1/results', ''],
  ] as const) {
    await app.register(
      async (files) => {
        await files.register(authenticate, { bucket: 'results' })
        await files.register(results, { place })
      },
      { prefix },
    )
  }

  // The interface: with a key.
  await app.register(
    async (api) => {
      await api.register(authenticate, { bucket: 'requests' })
      await api.register(keys)
      await api.register(models, { operationId: 'listModels' })

      await api.register(async (paid) => {
        await paid.register(requirePlan)
        await paid.register(simulate)
        await paid.register(status)
        await paid.register(simulations)
        await paid.register(link)
        await paid.register(antennas)
        await paid.register(terrain)
        await paid.register(credits)
      })
    },
    { prefix: '/api/v1' },
  )

  return app
}

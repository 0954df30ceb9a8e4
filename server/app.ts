import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import authenticate from './access/authenticate.ts'
import authenticateNode from './access/authenticate-node.ts'
import callers from './access/callers.ts'
import charges from './access/charges.ts'
import connections from './access/connections.ts'
import cursors from './access/cursors.ts'
import requirePlan from './access/require-plan.ts'
import requireTls from './access/require-tls.ts'
import secret from './access/secret.ts'
import sharesPlugin from './access/shares.ts'
import signedUrls from './access/signed-urls.ts'
import { checkout } from './accounts/checkout.ts'
import { credits } from './accounts/credits.ts'
import { keys } from './accounts/keys.ts'
import { invite, login } from './accounts/one-time-codes.ts'
import payments from './accounts/payments.ts'
import { stripe } from './accounts/stripe.ts'
import { antennas } from './antennas/antennas.ts'
import antennasPlugin from './antennas/lookup.ts'
import { clutter } from './clutter/route.ts'
import body from './http/body.ts'
import compressed from './http/compressed.ts'
import cors from './http/cors.ts'
import idempotency from './http/idempotency.ts'
import observe from './http/observe.ts'
import openapi from './http/openapi.ts'
import problemHandling from './http/problems.ts'
import rateLimit from './http/rate-limit.ts'
import routing from './http/routing.ts'
import securityHeaders from './http/security-headers.ts'
import sendFile from './http/send-file.ts'
import { serverOptions } from './http/server-options.ts'
import shutdown from './http/shutdown.ts'
import slowClients from './http/slow-clients.ts'
import validation from './http/validation/ajv.ts'
import { clutterTiles } from './land-cover/route.ts'
import { link } from './link/route.ts'
import { linkBatch } from './links/route.ts'
import networksPlugin from './networks/lookup.ts'
import { networks } from './networks/routes.ts'
import { basemapFile } from './page/basemap-file.ts'
import { operators } from './page/operators.ts'
import { page } from './page/page.ts'
import pictures from './results/files.ts'
import productsPlugin from './results/products.ts'
import { results } from './results/routes.ts'
import { shared, shares } from './results/shares.ts'
import { searches } from './search/routes.ts'
import { models, presets, problems } from './service/catalogs.ts'
import { docs } from './service/docs.ts'
import { health } from './service/health.ts'
import { metrics } from './service/metrics-route.ts'
import { type Services, servicesPlugin } from './services.ts'
import admission from './simulations/admission.ts'
import { batch } from './simulations/batch/batch.ts'
import { simulations } from './simulations/list.ts'
import simulationsPlugin from './simulations/lookup.ts'
import { simulate } from './simulations/simulate.ts'
import { status } from './simulations/status.ts'
import { events } from './simulations/waiting/events.ts'
import eventStreams from './simulations/waiting/stream.ts'
import waiting from './simulations/waiting/wait.ts'
import { terrainFetch } from './terrain/fetch.ts'
import { terrainFiles } from './terrain/files.ts'
import relief from './terrain/relief.ts'
import { terrain } from './terrain/terrain.ts'
import { terrainTiles } from './terrain/tiles.ts'
import { eventDocument } from './webhooks/document.ts'
import { webhooks } from './webhooks/routes.ts'

/** Registers every plugin and route of the service; hooks run in the order of registration. */
export async function buildApp(services: Services) {
  const app = fastify(serverOptions(services)).withTypeProvider<TypeBoxTypeProvider>()

  await app.register(servicesPlugin, services)
  await app.register(observe)
  await app.register(securityHeaders)
  await app.register(slowClients)
  await app.register(shutdown)
  await app.register(rateLimit)
  await app.register(problemHandling)
  await app.register(requireTls)
  await app.register(routing)
  await app.register(connections)
  await app.register(callers)
  await app.register(charges)
  await app.register(openapi, { webhooks: eventDocument })
  await app.register(cors)
  await app.register(body)
  await app.register(validation)
  await app.register(antennasPlugin)
  await app.register(secret)
  await app.register(signedUrls)
  await app.register(sharesPlugin)
  await app.register(cursors)
  await app.register(simulationsPlugin)
  await app.register(networksPlugin)
  await app.register(pictures)
  await app.register(sendFile)
  await app.register(relief)
  await app.register(productsPlugin)
  await app.register(compressed)
  await app.register(idempotency)
  await app.register(waiting)
  await app.register(eventStreams)
  await app.register(admission)
  await app.register(payments)

  // Registers the routes at the root of the origin, which need no API key.
  await app.register(async (open) => {
    open.addHook('onRequest', open.refuseUnrouted)
    open.setNotFoundHandler(open.refuseUnrouted)
    await open.register(health)
    await open.register(metrics)
    await open.register(models, { operationId: 'listModelsAtRoot' })
    await open.register(page)
    await open.register(login)
    await open.register(invite)
    await open.register(docs)
    await open.register(problems)
    if (services.config.payments === 'sandbox') await open.register(checkout)
    if (services.config.payments === 'stripe') await open.register(stripe)
  })

  // Registers results under two prefixes, open to API keys, share links and signed URLs, on any plan.
  for (const [prefix, suffix] of [
    ['/results', 'AtRoot'],
    ['/api/v1/results', ''],
  ] as const) {
    await app.register(
      async (files) => {
        await files.register(authenticate, { bucket: 'results', shared: true })
        await files.register(results, { suffix })
      },
      { prefix },
    )
  }

  // Registers map tiles of terrain and land cover, for API keys and share links; counted like results.
  for (const [prefix, routes] of [
    ['/api/v1/terrain', terrainTiles],
    ['/api/v1/clutter', clutterTiles],
  ] as const) {
    await app.register(
      async (tiles) => {
        await tiles.register(authenticate, { bucket: 'results', shared: true })
        await tiles.register(requirePlan)
        await tiles.register(routes)
      },
      { prefix },
    )
  }

  // Registers the basemap tiles of the operator.
  await app.register(
    async (basemap) => {
      await basemap.register(authenticate, { bucket: 'results', shared: true })
      await basemap.register(basemapFile)
    },
    { prefix: '/api/v1/basemap' },
  )

  // Registers the files for compute nodes, which need a node token.
  await app.register(
    async (nodes) => {
      await nodes.register(authenticateNode)
      await nodes.register(terrainFiles)
    },
    { prefix: '/nodes' },
  )

  // Registers the API routes, which need an API key.
  await app.register(
    async (api) => {
      await api.register(authenticate, { bucket: 'requests' })
      await api.register(keys)
      await api.register(models, { operationId: 'listModels' })
      await api.register(presets)
      await api.register(operators)

      await api.register(async (paid) => {
        await paid.register(requirePlan)
        await paid.register(simulate)
        await paid.register(batch)
        await paid.register(status)
        await paid.register(events)
        await paid.register(simulations)
        await paid.register(networks)
        await paid.register(searches)
        await paid.register(shares)
        await paid.register(shared)
        await paid.register(link)
        await paid.register(linkBatch)
        await paid.register(antennas)
        await paid.register(terrain)
        await paid.register(clutter)
        await paid.register(terrainFetch)
        await paid.register(credits)
        await paid.register(webhooks)
      })
    },
    { prefix: '/api/v1' },
  )

  return app
}

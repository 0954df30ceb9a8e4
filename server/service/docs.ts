import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const assets = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Radio coverage service: API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`
const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true })\n`

// The page brings all that it needs and talks to nobody else.
const policy = `default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const Page = {
  200: { description: 'A page', content: { 'text/html': { schema: Type.String() } } },
} as const

/** The API's document, and a page that reads it. */
export const docs: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'getOpenApi',
        summary: 'This document',
        tags: ['service'],
        response: { 200: Type.Unsafe<string>({ title: 'OpenApi', type: 'object', description: 'OpenAPI 3.1' }) },
      },
    },
    // As a string: the document is not a thing to be serialised by a schema of itself.
    async (_request, reply) => reply.type('application/json').send(JSON.stringify(app.openApi())),
  )

  app.get(
    '/docs',
    {
      schema: {
        operationId: 'getDocs',
        summary: 'The document as a page',
        tags: ['service'],
        response: Page,
      },
    },
    async (_request, reply) =>
      reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  )

  app.get('/docs/start.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  )

  for (const [name, type] of Object.entries(assets)) {
    app.get(`/docs/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(await readFile(join(swaggerUi, name))),
    )
  }
}

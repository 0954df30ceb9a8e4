import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { CompressedText } from '../http/compressed.ts'

const swaggerUi = join(import.meta.dirname, '../../third-party/swagger-ui')
const assets = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const
const icon = 'favicon-32x32.png'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Radio coverage service: API</title>
<link rel="icon" href="/docs/${icon}">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<p style="margin: 1em; font-family: sans-serif"><a href="/openapi.json">openapi.json</a></p>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`
// Requests go to the page's origin, because the content security policy blocks all other origins.
const start = `fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((document) =>
    SwaggerUIBundle({
      spec: { ...document, servers: [{ url: location.origin }] },
      dom_id: '#swagger-ui',
      deepLinking: true,
    }),
  )
`

// The page is self-contained and contacts no other host.
const policy = `default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const Unchanged = { description: 'Not modified', type: 'null' } as const
const Page = {
  200: {
    description: 'Web page',
    content: { 'text/html': { schema: Type.String({ description: 'HTML document' }) } },
  },
  304: Unchanged,
} as const

/** Serves the API document, and a page that shows the document. */
export const docs: FastifyPluginAsyncTypebox = async (app) => {
  // Created on the first request, when all routes are registered.
  let document: CompressedText | undefined

  app.get(
    '/openapi.json',
    {
      config: { problems: ['precondition_failed'] },
      schema: {
        operationId: 'getOpenApi',
        summary: 'Get this OpenAPI document',
        tags: ['service'],
        response: {
          200: Type.Unsafe<Buffer>({ title: 'OpenApi', type: 'object', description: 'OpenAPI 3.1 document' }),
          304: Unchanged,
        },
      },
    },
    async (_request, reply) => {
      document ??= new CompressedText('application/json', Buffer.from(JSON.stringify(app.openApi())))
      return reply.sendCompressed(document)
    },
  )

  const texts: Record<string, CompressedText> = {
    'start.js': new CompressedText('text/javascript; charset=utf-8', Buffer.from(start)),
  }
  for (const [name, type] of Object.entries(assets)) {
    texts[name] = new CompressedText(type, await readFile(join(swaggerUi, name)))
  }
  const html = new CompressedText('text/html; charset=utf-8', Buffer.from(page))

  app.get(
    '/docs',
    {
      config: { problems: ['precondition_failed'] },
      schema: {
        operationId: 'getDocs',
        summary: 'Get this OpenAPI document as a web page',
        tags: ['service'],
        response: Page,
      },
    },
    async (_request, reply) => reply.header('content-security-policy', policy).sendCompressed(html),
  )

  const picture = await readFile(join(swaggerUi, icon))
  app.get(`/docs/${icon}`, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('image/png').header('cache-control', 'public, max-age=3600').send(picture),
  )

  for (const [name, text] of Object.entries(texts)) {
    app.get(`/docs/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.sendCompressed(text),
    )
  }
}

import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { CompressedText } from '../http/compressed.ts'
import { Problem } from '../http/errors.ts'

/** Folder written by `bundle.js`: the page, its files, and brotli copies. */
const folder = join(import.meta.dirname, '../../page')

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/geo+json',
  '.svg': 'image/svg+xml',
}

/**
 * Content security policy: no inline scripts, and only hosts of this service and of a basemap. The basemap's
 * hosts appear only in `connect-src`, because the map library loads pictures by `fetch` as well.
 */
function policyOf(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default xml',
  ].join('; ')
}

/** Worker script of the map, which fetches vector tiles of a basemap under the policy of the script file. */
const mapWorker = /^maplibre-gl-worker-/

const immutable = 'public, max-age=31536000, immutable'

async function builtFiles(): Promise<Map<string, CompressedText>> {
  const names: string[] = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  // An interrupted bundling leaves incomplete files, which are skipped.
  const files = names.filter((name) => extname(name) in types && names.includes(`${name}.br`))
  const texts = files.map(async (name): Promise<[string, CompressedText]> => {
    const [bytes, brotli] = await Promise.all(
      [name, `${name}.br`].map((file) => readFile(join(folder, file))),
    )
    return [name, new CompressedText(types[extname(name)], bytes, brotli)]
  })
  return new Map(await Promise.all(texts))
}

/** Serves the web page at `/`, and public files of the page under `/page/`. */
export const page: FastifyPluginAsyncTypebox = async (app) => {
  const origins = app.services.config.basemap?.origins ?? []
  const files = await builtFiles()
  const html = files.get('index.html')
  files.delete('index.html')

  app.get(
    '/',
    {
      config: { problems: ['precondition_failed'] },
      schema: {
        operationId: 'getPage',
        summary: 'Get the web page with the map',
        tags: ['service'],
        response: {
          200: {
            description: 'Web page',
            content: { 'text/html': { schema: Type.String({ description: 'HTML document' }) } },
          },
          304: { description: 'Not modified', type: 'null' },
        },
      },
    },
    async (_request, reply) => {
      if (html === undefined) throw new Problem('route_not_found', 'The page is not built: npm run build.')
      reply.headers({
        'content-security-policy': policyOf(origins),
        'cross-origin-opener-policy': 'same-origin',
      })
      return reply.sendCompressed(html)
    },
  )

  for (const [name, text] of files) {
    const isFetching = mapWorker.test(name) && origins.length > 0
    app.get(`/page/${name}`, { schema: { hide: true } }, async (_request, reply) => {
      if (isFetching) {
        reply.header('content-security-policy', `default-src 'none'; connect-src ${origins.join(' ')}`)
      }
      return reply.sendCompressed(text, immutable)
    })
  }
}

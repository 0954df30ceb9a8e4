import type { FastifyReply } from 'fastify'
import { maximumPage } from './schemas/common.ts'

/** Entries of a list from `first` to before `end`, of `total`. */
interface Page {
  first: number
  end: number
  total: number
}

/**
 * Sets a Link header (RFC 8288) for the next and previous pages of a list at `path` of the API, keeping the other
 * query parameters. `next` selects the next page, by default by its offset.
 */
export function linkPages(
  reply: FastifyReply,
  path: string,
  kept: { limit?: number | undefined },
  page: Page,
  next: Record<string, string | number> = { offset: page.end },
): void {
  const { limit = maximumPage } = kept
  const { first, end, total } = page
  const pages = {
    ...(first < end && end < total && { next }),
    ...(first > 0 && { prev: { limit: Math.min(limit, first), offset: Math.max(0, first - limit) } }),
  }
  const links = Object.entries(pages).map(([rel, where]) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...kept, ...where })) search.set(name, String(value))
    return `<${reply.server.services.config.publicUrl}/api/v1${path}?${search}>; rel="${rel}"`
  })
  if (links.length > 0) reply.header('link', links.join(', '))
}

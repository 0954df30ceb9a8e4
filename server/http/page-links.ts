import type { FastifyReply } from 'fastify'

/** Query parameters of a page. */
type Where = Record<string, string | number>

/** Links to the next and previous pages (RFC 8288), keeping the rest of the query. */
export function linkPages(
  reply: FastifyReply,
  url: string,
  kept: object,
  pages: { next?: Where; prev?: Where },
): void {
  const links = Object.entries(pages).map(([rel, where]) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...kept, ...where })) search.set(name, String(value))
    return `<${url}?${search}>; rel="${rel}"`
  })
  if (links.length > 0) reply.header('link', links.join(', '))
}

/** The pages adjacent to one that ends before `end`, in a list with offsets. */
export function pagesBeside(
  { limit, offset }: { limit: number; offset: number },
  end: number,
  total: number,
) {
  return {
    ...(offset < end && end < total && { next: { offset: end } }),
    ...(offset > 0 && { prev: pageBefore(offset, limit) }),
  }
}

/** The page before one that begins at `first`, which is not 0. */
export function pageBefore(first: number, limit: number): Where {
  return { limit: Math.min(limit, first), offset: Math.max(0, first - limit) }
}

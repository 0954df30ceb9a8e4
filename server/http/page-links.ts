import type { FastifyReply } from 'fastify'

/** Query parameters that select a page. */
type Where = Record<string, string | number>

/** Sets a Link header (RFC 8288) for the next and previous pages, keeping the other query parameters. */
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

/** Links from one page of a list to the neighboring pages; `end` is the offset after the page's last item. */
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

/** Page before the one that begins at offset `first`, which must not be 0. */
export function pageBefore(first: number, limit: number): Where {
  return { limit: Math.min(limit, first), offset: Math.max(0, first - limit) }
}

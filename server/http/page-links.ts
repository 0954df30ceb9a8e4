/** Where a page is: query parameters. */
type Where = Record<string, string | number>

/** RFC 8288: the pages after and before, each with the rest of the query as it was. Empty if there are none. */
export function pageLinks(url: string, kept: object, pages: { next?: Where; prev?: Where }): string {
  return Object.entries(pages)
    .map(([rel, where]) => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries({ ...kept, ...where })) search.set(name, String(value))
      return `<${url}?${search}>; rel="${rel}"`
    })
    .join(', ')
}

/** The page before one that begins at `first`, which is not 0. */
export function pageBefore(first: number, limit: number): Where {
  return { limit: Math.min(limit, first), offset: Math.max(0, first - limit) }
}

import { maximumPage } from './schemas/common.ts'

/** Entries of a list from `first` to before `end`, of `total`. */
interface Page {
  first: number
  end: number
  total: number
}

/**
 * Link header (RFC 8288) for the next and previous pages of a list, if any, keeping the other query parameters. `next`
 * selects the next page, by default by its offset.
 */
export function pageLinks(
  url: string,
  kept: { limit?: number | undefined },
  { first, end, total }: Page,
  next: Record<string, string | number> = { offset: end },
): { link?: string } {
  const { limit = maximumPage } = kept
  const pages = {
    ...(first < end && end < total && { next }),
    ...(first > 0 && { prev: { limit: Math.min(limit, first), offset: Math.max(0, first - limit) } }),
  }
  const links = Object.entries(pages).map(([rel, where]) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...kept, ...where })) search.set(name, String(value))
    return `<${url}?${search}>; rel="${rel}"`
  })
  return links.length > 0 ? { link: links.join(', ') } : {}
}

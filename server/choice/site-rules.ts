/** Which candidates may be sites together. */

import { distanceM, type Place } from './place.ts'

/** What is asked of sites; candidates and existing sites by their numbers. */
export interface SiteRules {
  /** Candidates that may not be a site, whatever else is chosen: too near an existing one, or without a link that is required. */
  isExcluded?(candidate: number): boolean
  /** Candidates that may not be sites together, as they are too near. */
  exclude?(one: number, other: number): boolean
  /** Sites are a chain: each is linked with an existing site or with another chosen one, from which it can be reached in turn. */
  chain?: Chain
}

export interface Chain {
  /** Linked with an existing site. Where there are no existing sites the chain may begin anywhere: `undefined`. */
  begins?(candidate: number): boolean
  isLinked(one: number, other: number): boolean
}

/** Whether a candidate may be added to sites that are allowed together. */
export function mayFollow(rules: SiteRules, chosen: readonly number[], candidate: number): boolean {
  const { chain } = rules
  if (rules.isExcluded?.(candidate) || chosen.some((one) => rules.exclude?.(one, candidate))) return false
  if (chain === undefined || chosen.some((one) => chain.isLinked(one, candidate))) return true
  return chain.begins ? chain.begins(candidate) : chosen.length === 0
}

/** The sites in an order in which each may follow those before it, earlier ones first; `undefined` where there is none. */
export function orderOf(rules: SiteRules, sites: readonly number[]): number[] | undefined {
  const ordered: number[] = []
  const left = [...sites]
  while (left.length > 0) {
    const next = left.findIndex((site) => mayFollow(rules, ordered, site))
    if (next < 0) return undefined
    ordered.push(...left.splice(next, 1))
  }
  return ordered
}

/** What a request asks of sites, by positions and by who sees whom. */
export interface AskedRules {
  candidates: readonly Place[]
  existing: readonly Place[]
  /** Between a chosen site and every other site, metres. */
  minimumDistanceM?: number
  /**
   * `any site`: a chain, see {@link SiteRules.chain}. Numbers of existing sites: each chosen one sees all of these.
   */
  mustReach?: 'any site' | readonly number[]
  /**
   * Whether the place of a row sees that of a column, 1 or 0: candidates first, then existing sites, (n + m) × (n + m). They are linked
   * where each sees the other. For `mustReach`.
   */
  sees?: Uint8Array
}

/** Throws a `RangeError` for a matrix of another size, and for existing sites that are none. */
export function siteRulesOf(asked: AskedRules): SiteRules {
  const { candidates, existing, minimumDistanceM = 0, mustReach } = asked
  const isLinked = mustReach === undefined ? undefined : linksOf(asked)
  const sites = [...existing.keys()]
  const toSite = (candidate: number, site: number) => isLinked?.(candidate, candidates.length + site) === true
  const required = Array.isArray(mustReach) ? (mustReach as readonly number[]) : []
  const none = required.find((site) => existing[site] === undefined)
  if (none !== undefined) throw new RangeError(`There is no existing site ${none}.`)
  const isNear = (one: Place, other: Place) => distanceM(one, other) < minimumDistanceM
  const hasDistance = minimumDistanceM > 0
  const near = hasDistance ? pairsOf(candidates, isNear) : undefined
  return {
    isExcluded: oncePerCandidate(
      candidates.length,
      (candidate) =>
        (hasDistance && existing.some((site) => isNear(candidates[candidate], site))) ||
        required.some((site) => !toSite(candidate, site)),
    ),
    ...(near && { exclude: (one, other) => near[one * candidates.length + other] === 1 }),
    ...(mustReach === 'any site' &&
      isLinked && {
        chain: {
          isLinked,
          ...(existing.length > 0 && {
            begins: oncePerCandidate(candidates.length, (candidate) =>
              sites.some((site) => toSite(candidate, site)),
            ),
          }),
        },
      }),
  }
}

function linksOf({ candidates, existing, sees }: AskedRules): (one: number, other: number) => boolean {
  const side = candidates.length + existing.length
  if (sees?.length !== side * side) {
    throw new RangeError(
      `Expected who sees whom of ${side} places, ${side * side} in all, got ${sees?.length}.`,
    )
  }
  return (one, other) => sees[one * side + other] === 1 && sees[other * side + one] === 1
}

/** Symmetric, 1 where it holds for two of the places. */
function pairsOf(places: readonly Place[], holds: (one: Place, other: Place) => boolean): Uint8Array {
  const pairs = new Uint8Array(places.length ** 2)
  for (let one = 0; one < places.length; one++) {
    for (let other = 0; other < one; other++) {
      if (!holds(places[one], places[other])) continue
      pairs[one * places.length + other] = 1
      pairs[other * places.length + one] = 1
    }
  }
  return pairs
}

/** Answers from a table: a search asks of each candidate again and again. */
function oncePerCandidate(count: number, holds: (candidate: number) => boolean) {
  const table = Uint8Array.from({ length: count }, (_, candidate) => (holds(candidate) ? 1 : 0))
  return (candidate: number) => table[candidate] === 1
}

/** Rules that restrict which sites may be selected together. */

import { distanceM, type Place } from './place.ts'

/** Rules for a site selection; candidates and existing sites are given by index. */
export interface SiteRules {
  /** True if a candidate can never be selected: too close to an existing site, or missing a required link. */
  isExcluded?(candidate: number): boolean
  /** True if two candidates are too close together. */
  exclude?(one: number, other: number): boolean
  /** Chain rule: each selected site is linked to an existing site or to an earlier one of the selection. */
  chain?: Chain
}

export interface Chain {
  /** True if the candidate is linked to an existing site; if omitted, any candidate may start the chain. */
  mayStart?(candidate: number): boolean
  isLinked(one: number, other: number): boolean
}

/** True if a candidate may be added to a permitted selection. */
export function mayFollow(rules: SiteRules, chosen: readonly number[], candidate: number): boolean {
  const { chain } = rules
  if (rules.isExcluded?.(candidate) || chosen.some((one) => rules.exclude?.(one, candidate))) return false
  if (chain === undefined || chosen.some((one) => chain.isLinked(one, candidate))) return true
  return chain.mayStart ? chain.mayStart(candidate) : chosen.length === 0
}

/** Order in which the sites may be added one by one; `undefined` if no order is permitted. */
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

/** Requested rules in terms of positions and lines of sight. */
export interface RequestedRules {
  candidates: readonly Place[]
  existing: readonly Place[]
  minimumDistanceM?: number
  /** `any site`: chain rule; otherwise indices of existing sites that every selected site must see. */
  mustReach?: 'any site' | readonly number[]
  /** (n + m) × (n + m) visibility matrix of 1 and 0: n candidates, then m existing sites. */
  sees?: Uint8Array
}

/** @throws {RangeError} for a matrix of the wrong size, or an invalid index of an existing site */
export function siteRulesOf(requested: RequestedRules): SiteRules {
  const { candidates, existing, minimumDistanceM = 0, mustReach } = requested
  const isLinked = mustReach === undefined ? undefined : linksOf(requested)
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
            mayStart: oncePerCandidate(candidates.length, (candidate) =>
              sites.some((site) => toSite(candidate, site)),
            ),
          }),
        },
      }),
  }
}

function linksOf({ candidates, existing, sees }: RequestedRules): (one: number, other: number) => boolean {
  const side = candidates.length + existing.length
  if (sees?.length !== side * side) {
    throw new RangeError(
      `Expected who sees whom of ${side} places, ${side * side} in all, got ${sees?.length}.`,
    )
  }
  return (one, other) => sees[one * side + other] === 1 && sees[other * side + one] === 1
}

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

/** Precomputes a condition for all candidates, because a search evaluates the condition repeatedly. */
function oncePerCandidate(count: number, holds: (candidate: number) => boolean) {
  const table = Uint8Array.from({ length: count }, (_, candidate) => (holds(candidate) ? 1 : 0))
  return (candidate: number) => table[candidate] === 1
}

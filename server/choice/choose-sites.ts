/**
 * Choice of sites among candidates: those that together cover the greatest weight of cells beyond what is covered. Greedily,
 * each pick with its gain (without rules at least 1 − 1/e, 63.2 %, of the optimum: Nemhauser, Wolsey, Fisher 1978), with an upper
 * bound of the optimum from the same data; then by exchanges, or exactly where there are few candidates.
 */

import {
  type CellSet,
  copyOf,
  cover,
  exactWeights,
  type Lattice,
  noCells,
  ownersOf,
  WeightSums,
  type Weights,
  wordsOf,
} from './cell-sets.ts'
import { mayFollow, orderOf, type SiteRules } from './site-rules.ts'

export interface SiteQuestion {
  lattice: Lattice
  weights: Weights
  /** Cells of all of the lattice that are covered already. */
  covered?: CellSet | undefined
  /** Cells that each candidate covers; their order decides between equals. */
  candidates: readonly CellSet[]
  /** Sites to choose, at most. */
  sites: number
  rules?: SiteRules
  /** Choices that are compared at most for the optimum; beyond, and where they take too long, the bound is that of gains. */
  maximumChoices?: number
}

export interface Pick {
  candidate: number
  /** Weight of the cells that it covers and none before it; all sums of gains are exact. */
  gain: number
}

/** Sites in the order of their picks, and the weight that they add together: the sum of their gains. */
export interface Choice {
  picks: Pick[]
  gain: number
}

export interface ChosenSites {
  greedy: Choice
  /** Never worse; `isOptimal` where all choices were compared. */
  improved: Choice & { isOptimal: boolean }
  /** No choice of so many candidates that the rules allow gains more. */
  bound: number
  /** What each candidate gains by itself; 0 where a rule excludes it. */
  alone: Float64Array
}

/** Choices that are compared at most unless it is said, and words of bits for that. */
const MAXIMUM_CHOICES = 300_000
const MAXIMUM_CHOICE_WORDS = 2 ** 30
/** Each goes over all candidates. */
const MAXIMUM_EXCHANGES = 50
/** Words of bits between two yields. */
const WORDS_A_STEP = 2 ** 18

/** Yields between steps of some milliseconds. Throws a `RangeError` for weights that are none. */
export function* chooseSites(question: SiteQuestion): Generator<void, ChosenSites> {
  const search = new SiteSearch(question)
  const { greedy, bound } = yield* search.greedily()
  if (search.isSmall) {
    const best = yield* search.exactly(greedy)
    return { greedy, improved: { ...best, isOptimal: true }, bound: best.gain, alone: search.alone }
  }
  const improved = yield* search.exchanged(greedy)
  return { greedy, improved: { ...improved, isOptimal: improved.gain === bound }, bound, alone: search.alone }
}

class SiteSearch {
  readonly #question: SiteQuestion
  readonly #rules: SiteRules
  readonly #sums: WeightSums
  readonly #covered: CellSet
  /** Candidates that no rule excludes for good. */
  readonly #allowed: number[]
  /** Of each candidate what it gains by itself. */
  readonly alone: Float64Array
  #words = 0

  constructor(question: SiteQuestion) {
    const { lattice, weights, covered, candidates, rules = {} } = question
    this.#question = question
    this.#rules = rules
    this.#sums = new WeightSums(exactWeights(weights, lattice), lattice)
    this.#covered = covered ?? noCells(lattice)
    this.#allowed = [...candidates.keys()].filter((candidate) => !rules.isExcluded?.(candidate))
    this.alone = new Float64Array(candidates.length)
  }

  /** Whether all choices can be compared. */
  get isSmall(): boolean {
    const { candidates, lattice, sites, maximumChoices = MAXIMUM_CHOICES } = this.#question
    let choices = 1
    for (let site = 1; site <= Math.min(sites, this.#allowed.length); site++) {
      choices += choicesOf(this.#allowed.length, site)
    }
    const words = this.#allowed.reduce((sum, one) => sum + candidates[one].words.length, 0)
    const mean = words / Math.max(1, this.#allowed.length)
    return choices <= maximumChoices && choices * (mean + wordsOfLattice(lattice)) <= MAXIMUM_CHOICE_WORDS
  }

  /**
   * Greedily, and the bound: the optimum gains no more than what is chosen before any pick and the largest gains after it, one for
   * each site. A gain never grows as sites are chosen, so that most stay as they were worked out before.
   */
  *greedily(): Generator<void, { greedy: Choice; bound: number }> {
    const { sites } = this.#question
    const state = new Gains(this.#covered, this.#allowed.length)
    for (const [at, candidate] of this.#allowed.entries()) {
      state.gains[at] = this.#gainOf(candidate, state.covered)
      this.alone[candidate] = state.gains[at]
      yield* this.#pause()
    }
    const picks: Pick[] = []
    let [gain, bound] = [0, Number.POSITIVE_INFINITY]
    for (;;) {
      bound = Math.min(bound, gain + (yield* this.#largestGains(state)))
      if (picks.length === sites) break
      const at = yield* this.#next(
        state,
        picks.map(({ candidate }) => candidate),
      )
      if (at === undefined) break
      const candidate = this.#allowed[at]
      picks.push({ candidate, gain: state.gains[at] })
      gain += state.gains[at]
      state.choose(at, this.#question.candidates[candidate])
    }
    return { greedy: { picks, gain }, bound }
  }

  /** Sum of the largest gains, one for each site. */
  *#largestGains(state: Gains): Generator<void, number> {
    const { sites } = this.#question
    for (;;) {
      const largest = state.largest(sites)
      const stale = largest.filter((at) => !state.isFresh(at))
      if (stale.length === 0) return largest.reduce((sum, at) => sum + state.gains[at], 0)
      for (const at of stale) yield* this.#refresh(state, at)
    }
  }

  /** The first with the largest gain of those that may follow. */
  *#next(state: Gains, chosen: readonly number[]): Generator<void, number | undefined> {
    const may = this.#allowed.map((candidate) => mayFollow(this.#rules, chosen, candidate))
    for (;;) {
      let best: number | undefined
      for (let at = 0; at < may.length; at++) {
        if (may[at] && state.gains[at] > (best === undefined ? 0 : state.gains[best])) best = at
      }
      if (best === undefined || state.isFresh(best)) return best
      yield* this.#refresh(state, best)
    }
  }

  *#refresh(state: Gains, at: number): Generator<void, void> {
    state.refresh(at, this.#gainOf(this.#allowed[at], state.covered))
    yield* this.#pause()
  }

  /** One site for another, or one more where there is room, as long as that gains: each time what gains the greatest weight. */
  *exchanged(start: Choice): Generator<void, Choice> {
    const { candidates, lattice, sites: maximum } = this.#question
    let sites = start.picks.map(({ candidate }) => candidate)
    let gain = start.gain
    for (let round = 0; round < MAXIMUM_EXCHANGES; round++) {
      const sets = sites.map((site) => candidates[site])
      const covered = copyOf(this.#covered)
      for (const set of sets) cover(covered, set)
      const { owned, owners } = ownersOf(sets, this.#covered, lattice)
      const byOwner = (set: CellSet) => this.#sums.byOwner(set, owned, owners, sites.length)
      const losses = sets.map((set, site) => byOwner(set)[site])
      let [best, bestGain] = [undefined as number[] | undefined, 0]
      for (const candidate of this.#allowed) {
        // What an exchange gains is no more than what the candidate gains beside all sites.
        if (this.alone[candidate] <= bestGain || sites.includes(candidate)) continue
        const added = this.#gainOf(candidate, covered)
        yield* this.#pause()
        if (added <= bestGain) continue
        const again = byOwner(candidates[candidate])
        const gains = losses.map((loss, site) => added + again[site] - loss)
        if (sites.length < maximum) gains.push(added)
        for (const [out, gained] of gains.entries()) {
          if (gained <= bestGain) continue
          const ordered = orderOf(this.#rules, [...sites.filter((_, at) => at !== out), candidate])
          if (ordered) [best, bestGain] = [ordered, gained]
        }
      }
      if (best === undefined) break
      sites = best
      gain += bestGain
    }
    return gain > start.gain ? this.#choiceOf(sites) : start
  }

  /** Compares all choices, but those that can't gain more than the best so far. */
  *exactly(start: Choice): Generator<void, Choice> {
    const { sites, candidates } = this.#question
    const allowed = this.#allowed
    let [bestGain, best] = [start.gain, undefined as number[] | undefined]
    const compare = function* (
      this: SiteSearch,
      from: number,
      chosen: readonly number[],
      covered: CellSet,
      gain: number,
    ): Generator<void, void> {
      if (gain > bestGain) {
        const ordered = orderOf(this.#rules, chosen)
        if (ordered) [bestGain, best] = [gain, ordered]
      }
      const left = sites - chosen.length
      if (left === 0) return
      for (let at = from; at < allowed.length; at++) {
        if (gain + this.#largestAlone(at, left) <= bestGain) return
        const candidate = allowed[at]
        if (chosen.some((one) => this.#rules.exclude?.(one, candidate))) continue
        const sum = gain + this.#gainOf(candidate, covered)
        const after = left > 1 ? copyOf(covered) : covered
        if (left > 1) cover(after, candidates[candidate])
        if (left > 1) this.#words += after.words.length
        yield* this.#pause()
        yield* compare.call(this, at + 1, [...chosen, candidate], after, sum)
      }
    }
    yield* compare.call(this, 0, [], this.#covered, 0)
    return best ? this.#choiceOf(best) : start
  }

  /** What so many of the candidates from a place on gain alone, at most. */
  #largestAlone(from: number, count: number): number {
    const gains = this.#allowed.slice(from).map((candidate) => this.alone[candidate])
    return gains
      .sort((a, b) => b - a)
      .slice(0, count)
      .reduce((sum, gain) => sum + gain, 0)
  }

  #choiceOf(sites: readonly number[]): Choice {
    const covered = copyOf(this.#covered)
    const picks = sites.map((candidate) => {
      const gain = this.#gainOf(candidate, covered)
      cover(covered, this.#question.candidates[candidate])
      return { candidate, gain }
    })
    return { picks, gain: picks.reduce((sum, { gain }) => sum + gain, 0) }
  }

  #gainOf(candidate: number, covered: CellSet): number {
    const set = this.#question.candidates[candidate]
    this.#words += set.words.length
    return this.#sums.beyond(set, covered)
  }

  *#pause(): Generator<void, void> {
    if (this.#words < WORDS_A_STEP) return
    this.#words = 0
    yield
  }
}

/** Words of a set of all cells, which is copied for each choice. */
function wordsOfLattice({ rows, cols }: Lattice): number {
  return rows * wordsOf(cols)
}

/** Gains as they were last worked out, over what is covered by now. */
class Gains {
  readonly gains: Float64Array
  readonly covered: CellSet
  /** After how many picks each was worked out. */
  readonly #after: Int32Array
  #picks = 0

  constructor(covered: CellSet, count: number) {
    this.covered = copyOf(covered)
    this.gains = new Float64Array(count)
    this.#after = new Int32Array(count)
  }

  isFresh(at: number): boolean {
    return this.#after[at] === this.#picks
  }

  refresh(at: number, gain: number): void {
    this.gains[at] = gain
    this.#after[at] = this.#picks
  }

  choose(at: number, set: CellSet): void {
    cover(this.covered, set)
    this.#picks++
    this.refresh(at, 0)
  }

  /** The candidates with the largest gains, so many of them. */
  largest(count: number): number[] {
    return [...this.gains.keys()].sort((a, b) => this.gains[b] - this.gains[a] || a - b).slice(0, count)
  }
}

function choicesOf(of: number, count: number): number {
  let choices = 1
  for (let at = 0; at < count; at++) choices = (choices * (of - at)) / (at + 1)
  return choices
}

/**
 * Selects sites that maximize the additional covered weight: greedily, with an upper bound of the optimum,
 * then by exchanges, or exactly for few candidates. Without rules, the greedy selection reaches at least 1 −
 * 1/e (63.2 %) of the optimum (Nemhauser, Wolsey, Fisher 1978).
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
  /** Cells already covered before the selection; the set spans the whole lattice. */
  covered?: CellSet | undefined
  /** Covered cells of each candidate; of candidates with equal gains, the first is preferred. */
  candidates: readonly CellSet[]
  sites: number
  rules?: SiteRules
  /** Maximum number of selections to compare exactly; for more, the greedy gains give the upper bound. */
  maximumChoices?: number
}

export interface Pick {
  candidate: number
  /** Weight of the cells that this site adds to those of earlier picks, without rounding errors. */
  gain: number
}

/** Site selection in order of picks; `gain` is the total weight, the sum of the picks' gains. */
export interface Choice {
  picks: Pick[]
  gain: number
}

export interface ChosenSites {
  greedy: Choice
  /** Selection at least as good as `greedy`; `isOptimal` if all selections were compared. */
  improved: Choice & { isOptimal: boolean }
  /** Upper bound of the gain of all permitted selections with the requested number of sites. */
  bound: number
  /** Gain of each candidate as the only site; 0 if a rule excludes the candidate. */
  ownGains: Float64Array
}

/** Default limits of the exact comparison: number of selections, and number of 32-bit words to process. */
const MAXIMUM_CHOICES = 300_000
const MAXIMUM_CHOICE_WORDS = 2 ** 30
/** Maximum rounds of exchanges; every round evaluates all candidates. */
const MAXIMUM_EXCHANGES = 50
const WORDS_A_STEP = 2 ** 18

/** Selects sites, yielding every few milliseconds. Throws a `RangeError` for invalid weights. */
export function* chooseSites(question: SiteQuestion): Generator<void, ChosenSites> {
  const search = new SiteSearch(question)
  const { greedy, bound } = yield* search.greedily()
  if (search.isSmall) {
    const best = yield* search.exactly(greedy)
    return { greedy, improved: { ...best, isOptimal: true }, bound: best.gain, ownGains: search.ownGains }
  }
  const improved = yield* search.exchanged(greedy)
  return {
    greedy,
    improved: { ...improved, isOptimal: improved.gain === bound },
    bound,
    ownGains: search.ownGains,
  }
}

class SiteSearch {
  readonly #question: SiteQuestion
  readonly #rules: SiteRules
  readonly #sums: WeightSums
  readonly #covered: CellSet
  /** Indices of candidates that no rule excludes. */
  readonly #allowed: number[]
  readonly ownGains: Float64Array
  #words = 0

  constructor(question: SiteQuestion) {
    const { lattice, weights, covered, candidates, rules = {} } = question
    this.#question = question
    this.#rules = rules
    this.#sums = new WeightSums(exactWeights(weights, lattice), lattice)
    this.#covered = covered ?? noCells(lattice)
    this.#allowed = [...candidates.keys()].filter((candidate) => !rules.isExcluded?.(candidate))
    this.ownGains = new Float64Array(candidates.length)
  }

  get isSmall(): boolean {
    const { candidates, lattice, sites, maximumChoices = MAXIMUM_CHOICES } = this.#question
    let choices = 1
    for (let site = 1; site <= Math.min(sites, this.#allowed.length); site++) {
      choices += choicesOf(this.#allowed.length, site)
    }
    const words = this.#allowed.reduce((sum, one) => sum + candidates[one].words.length, 0)
    const mean = words / Math.max(1, this.#allowed.length)
    return (
      choices <= maximumChoices &&
      choices * (mean + lattice.rows * wordsOf(lattice.cols)) <= MAXIMUM_CHOICE_WORDS
    )
  }

  /** Greedy selection, and an upper bound of the optimum: current gain plus the largest remaining gains. */
  *greedily(): Generator<void, { greedy: Choice; bound: number }> {
    const { sites } = this.#question
    const state = new Gains(this.#covered, this.#allowed.length)
    for (const [at, candidate] of this.#allowed.entries()) {
      state.gains[at] = this.#gainOf(candidate, state.covered)
      this.ownGains[candidate] = state.gains[at]
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

  *#largestGains(state: Gains): Generator<void, number> {
    const { sites } = this.#question
    for (;;) {
      const largest = state.largest(sites)
      const stale = largest.filter((at) => !state.isFresh(at))
      if (stale.length === 0) return largest.reduce((sum, at) => sum + state.gains[at], 0)
      for (const at of stale) yield* this.#refresh(state, at)
    }
  }

  /** Next pick: the permitted candidate with the largest gain; the first among equals. */
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

  /** Exchanges or adds one site per round, always with the largest gain, until no change gains weight. */
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
        // Upper bounds of an exchange's gain: the candidate's gain as the only site, and next to all sites.
        if (this.ownGains[candidate] <= bestGain || sites.includes(candidate)) continue
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

  /** Finds the optimum by branch and bound over all selections. */
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
        if (gain + this.#largestOwnGains(at, left) <= bestGain) return
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

  /** Upper bound of the gain of `count` candidates with index `from` or higher. */
  #largestOwnGains(from: number, count: number): number {
    const gains = this.#allowed.slice(from).map((candidate) => this.ownGains[candidate])
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

/** Most recently computed gain of each candidate. */
class Gains {
  readonly gains: Float64Array
  readonly covered: CellSet
  /** Number of picks that had been made when each candidate's gain was computed. */
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

  largest(count: number): number[] {
    return [...this.gains.keys()].sort((a, b) => this.gains[b] - this.gains[a] || a - b).slice(0, count)
  }
}

function choicesOf(of: number, count: number): number {
  let choices = 1
  for (let at = 0; at < count; at++) choices = (choices * (of - at)) / (at + 1)
  return choices
}

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
  const { lattice, weights, candidates, sites: maximum, rules = {} } = question
  const { covered: coveredBefore = noCells(lattice), maximumChoices = MAXIMUM_CHOICES } = question
  const sums = new WeightSums(exactWeights(weights, lattice), lattice)
  /** Indices of candidates that no rule excludes. */
  const allowed = [...candidates.keys()].filter((candidate) => !rules.isExcluded?.(candidate))
  const ownGains = new Float64Array(candidates.length)
  let words = 0
  const { greedy, bound } = yield* greedily()
  if (isSmall()) {
    const best = yield* exactly(greedy)
    return { greedy, improved: { ...best, isOptimal: true }, bound: best.gain, ownGains }
  }
  const improved = yield* exchanged(greedy)
  return { greedy, improved: { ...improved, isOptimal: improved.gain === bound }, bound, ownGains }

  function isSmall(): boolean {
    let choices = 1
    for (let site = 1; site <= Math.min(maximum, allowed.length); site++) {
      choices += choicesOf(allowed.length, site)
    }
    const allWords = allowed.reduce((sum, one) => sum + candidates[one].words.length, 0)
    const mean = allWords / Math.max(1, allowed.length)
    return (
      choices <= maximumChoices &&
      choices * (mean + lattice.rows * wordsOf(lattice.cols)) <= MAXIMUM_CHOICE_WORDS
    )
  }

  /** Greedy selection, and an upper bound of the optimum: current gain plus the largest remaining gains. */
  function* greedily(): Generator<void, { greedy: Choice; bound: number }> {
    const covered = copyOf(coveredBefore)
    /** Most recently computed gain of each allowed candidate, and the number of picks made until then. */
    const gains = new Float64Array(allowed.length)
    const computedAfter = new Int32Array(allowed.length)
    const picks: Pick[] = []
    for (const [at, candidate] of allowed.entries()) {
      yield* refresh(at)
      ownGains[candidate] = gains[at]
    }
    let [gain, bound] = [0, Number.POSITIVE_INFINITY]
    for (;;) {
      bound = Math.min(bound, gain + (yield* largestGains()))
      if (picks.length === maximum) break
      const at = yield* next(picks.map(({ candidate }) => candidate))
      if (at === undefined) break
      const candidate = allowed[at]
      picks.push({ candidate, gain: gains[at] })
      gain += gains[at]
      cover(covered, candidates[candidate])
      setGain(at, 0)
    }
    return { greedy: { picks, gain }, bound }

    function setGain(at: number, gain: number): void {
      gains[at] = gain
      computedAfter[at] = picks.length
    }

    function* refresh(at: number): Generator<void, void> {
      setGain(at, gainOf(allowed[at], covered))
      yield* pause()
    }

    function* largestGains(): Generator<void, number> {
      for (;;) {
        const largest = [...gains.keys()].sort((a, b) => gains[b] - gains[a] || a - b).slice(0, maximum)
        const stale = largest.filter((at) => computedAfter[at] !== picks.length)
        if (stale.length === 0) return largest.reduce((sum, at) => sum + gains[at], 0)
        for (const at of stale) yield* refresh(at)
      }
    }

    /** Next pick: the permitted candidate with the largest gain; the first among equals. */
    function* next(chosen: readonly number[]): Generator<void, number | undefined> {
      const may = allowed.map((candidate) => mayFollow(rules, chosen, candidate))
      for (;;) {
        let best: number | undefined
        for (let at = 0; at < may.length; at++) {
          if (may[at] && gains[at] > (best === undefined ? 0 : gains[best])) best = at
        }
        if (best === undefined || computedAfter[best] === picks.length) return best
        yield* refresh(best)
      }
    }
  }

  /** Exchanges or adds one site per round, always with the largest gain, until no change gains weight. */
  function* exchanged(start: Choice): Generator<void, Choice> {
    let sites = start.picks.map(({ candidate }) => candidate)
    let gain = start.gain
    for (let round = 0; round < MAXIMUM_EXCHANGES; round++) {
      const sets = sites.map((site) => candidates[site])
      const covered = copyOf(coveredBefore)
      for (const set of sets) cover(covered, set)
      const { owned, owners } = ownersOf(sets, coveredBefore, lattice)
      const byOwner = (set: CellSet) => sums.byOwner(set, owned, owners, sites.length)
      const losses = sets.map((set, site) => byOwner(set)[site])
      let [best, bestGain] = [undefined as number[] | undefined, 0]
      for (const candidate of allowed) {
        // Upper bounds of an exchange's gain: the candidate's gain as the only site, and next to all sites.
        if (ownGains[candidate] <= bestGain || sites.includes(candidate)) continue
        const added = gainOf(candidate, covered)
        yield* pause()
        if (added <= bestGain) continue
        const again = byOwner(candidates[candidate])
        const gains = losses.map((loss, site) => added + again[site] - loss)
        if (sites.length < maximum) gains.push(added)
        for (const [out, gained] of gains.entries()) {
          if (gained <= bestGain) continue
          const ordered = orderOf(rules, [...sites.filter((_, at) => at !== out), candidate])
          if (ordered) [best, bestGain] = [ordered, gained]
        }
      }
      if (best === undefined) break
      sites = best
      gain += bestGain
    }
    return gain > start.gain ? choiceOf(sites) : start
  }

  /** Finds the optimum by branch and bound over all selections. */
  function* exactly(start: Choice): Generator<void, Choice> {
    let [bestGain, best] = [start.gain, undefined as number[] | undefined]
    yield* compare(0, [], coveredBefore, 0)
    return best ? choiceOf(best) : start

    function* compare(
      from: number,
      chosen: readonly number[],
      covered: CellSet,
      gain: number,
    ): Generator<void, void> {
      if (gain > bestGain) {
        const ordered = orderOf(rules, chosen)
        if (ordered) [bestGain, best] = [gain, ordered]
      }
      const left = maximum - chosen.length
      if (left === 0) return
      for (let at = from; at < allowed.length; at++) {
        if (gain + largestOwnGains(at, left) <= bestGain) return
        const candidate = allowed[at]
        if (chosen.some((one) => rules.exclude?.(one, candidate))) continue
        const sum = gain + gainOf(candidate, covered)
        const after = left > 1 ? copyOf(covered) : covered
        if (left > 1) cover(after, candidates[candidate])
        if (left > 1) words += after.words.length
        yield* pause()
        yield* compare(at + 1, [...chosen, candidate], after, sum)
      }
    }
  }

  /** Upper bound of the gain of `count` candidates with index `from` or higher. */
  function largestOwnGains(from: number, count: number): number {
    const gains = allowed.slice(from).map((candidate) => ownGains[candidate])
    return gains
      .sort((a, b) => b - a)
      .slice(0, count)
      .reduce((sum, gain) => sum + gain, 0)
  }

  function choiceOf(sites: readonly number[]): Choice {
    const covered = copyOf(coveredBefore)
    const picks = sites.map((candidate) => {
      const gain = gainOf(candidate, covered)
      cover(covered, candidates[candidate])
      return { candidate, gain }
    })
    return { picks, gain: picks.reduce((sum, { gain }) => sum + gain, 0) }
  }

  function gainOf(candidate: number, covered: CellSet): number {
    const set = candidates[candidate]
    words += set.words.length
    return sums.beyond(set, covered)
  }

  function* pause(): Generator<void, void> {
    if (words < WORDS_A_STEP) return
    words = 0
    yield
  }
}

function choicesOf(of: number, count: number): number {
  let choices = 1
  for (let at = 0; at < count; at++) choices = (choices * (of - at)) / (at + 1)
  return choices
}

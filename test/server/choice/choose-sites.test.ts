import t, { type Test } from 'tap'
import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import { type CellSet, cellSetOf, exactWeights, noCells } from '../../../server/choice/cell-sets.ts'
import {
  type Choice,
  type ChosenSites,
  chooseSites,
  type SiteQuestion,
} from '../../../server/choice/choose-sites.ts'
import { mayFollow, orderOf, type SiteRules, siteRulesOf } from '../../../server/choice/site-rules.ts'
import { seededRandom } from '../../references/random.ts'

/** The share of the best that greed promises without rules. */
const PROMISED = 1 - 1 / Math.E

interface Case extends SiteQuestion {
  /** Of each candidate the numbers of its cells; of what is covered likewise. */
  cells: Set<number>[]
  already: Set<number>
  weightOf(cell: number): number
}

/** Discs of cells on a lattice, some of each missing, windows anywhere on it. */
function madeCase(seed: number, count: number, sites: number): Case {
  const random = seededRandom(seed)
  const whole = (below: number) => Math.floor(random() * below)
  const lattice = { rows: 24 + whole(10), cols: 50 + whole(50) }
  const isByRow = seed % 2 === 0
  const weights = isByRow
    ? { byRow: Float64Array.from({ length: lattice.rows }, (_, row) => 0.0081 * Math.cos(0.8 + row / 1000)) }
    : {
        byCell: Float64Array.from({ length: lattice.rows * lattice.cols }, () =>
          random() < 0.4 ? 0 : 40 * random(),
        ),
      }
  const exact = exactWeights(weights, lattice)
  const cells: Set<number>[] = []
  const candidates = Array.from({ length: count }, () => {
    const side = { rows: 5 + whole(10), cols: 5 + whole(40) }
    const [firstRow, firstCol] = [whole(lattice.rows - side.rows), whole(lattice.cols - side.cols)]
    const classes = Uint8Array.from({ length: side.rows * side.cols }, () =>
      random() < 0.7 ? 1 : random() < 0.5 ? 0 : 255,
    )
    cells.push(
      new Set(
        [...classes.keys()]
          .filter((at) => classes[at] === 1)
          .map((at) => (firstRow + Math.floor(at / side.cols)) * lattice.cols + firstCol + (at % side.cols)),
      ),
    )
    return cellSetOf(classes, 1, { ...side, firstRow, firstCol })
  })
  const covered = noCells(lattice)
  const already = new Set<number>()
  if (seed % 3 === 0) {
    for (let row = 0; row < lattice.rows / 3; row++) {
      for (let col = 0; col < lattice.cols; col++) {
        covered.words[row * covered.wordsARow + (col >> 5)] |= 1 << (col & 31)
        already.add(row * lattice.cols + col)
      }
    }
  }
  const weightOf = (cell: number) =>
    'byRow' in exact ? exact.byRow[Math.floor(cell / lattice.cols)] : exact.byCell[cell]
  return { lattice, weights, covered, candidates, sites, cells, already, weightOf }
}

function found(question: SiteQuestion): ChosenSites {
  const steps = chooseSites(question)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Weight of what sites add, by sets of numbers. */
function gainOf({ cells, already, weightOf }: Case, sites: readonly number[]): number {
  const union = new Set(sites.flatMap((site) => [...cells[site]]))
  let sum = 0
  for (const cell of union) if (!already.has(cell)) sum += weightOf(cell)
  return sum
}

/** The picks of a greedy choice that works out every gain anew. */
function referencePicks(one: Case, rules: SiteRules = {}): number[] {
  const picks: number[] = []
  while (picks.length < one.sites) {
    let [best, bestGain] = [-1, 0]
    const before = gainOf(one, picks)
    for (const candidate of one.cells.keys()) {
      if (picks.includes(candidate) || !mayFollow(rules, picks, candidate)) continue
      const gain = gainOf(one, [...picks, candidate]) - before
      if (gain > bestGain) [best, bestGain] = [candidate, gain]
    }
    if (best < 0) break
    picks.push(best)
  }
  return picks
}

/** The greatest gain of all choices that the rules allow. */
function bruteForce(one: Case, rules: SiteRules = {}): number {
  let best = 0
  const choose = (from: number, chosen: number[]) => {
    if (orderOf(rules, chosen)) best = Math.max(best, gainOf(one, chosen))
    if (chosen.length === one.sites) return
    for (let next = from; next < one.cells.length; next++) choose(next + 1, [...chosen, next])
  }
  choose(0, [])
  return best
}

/** Places on a line: near ones are too near, those not too far apart are linked. */
function madeRules(seed: number, count: number): SiteRules {
  const random = seededRandom(seed + 1000)
  const places = Array.from({ length: count }, () => [random(), random()])
  const away = (one: number, other: number) =>
    Math.hypot(places[one][0] - places[other][0], places[one][1] - places[other][1])
  return {
    isExcluded: (candidate) => seed % 5 === 0 && candidate % 4 === 1,
    exclude: (one, other) => away(one, other) < 0.15,
    ...(seed % 2 === 0 && {
      chain: {
        ...(seed % 4 === 0 && { mayStart: (candidate: number) => places[candidate][0] < 0.4 }),
        isLinked: (one: number, other: number) => away(one, other) < 0.4,
      },
    }),
  }
}

function sumsUp(t: Test, one: Case, { picks, gain }: Choice) {
  t.equal(
    picks.reduce((sum, pick) => sum + pick.gain, 0),
    gain,
  )
  t.equal(
    gain,
    gainOf(
      one,
      picks.map(({ candidate }) => candidate),
    ),
    'gains sum to the union, to the last bit',
  )
}

t.test('greedy picks are those of a reference, on 40 candidates', async (t) => {
  for (let seed = 1; seed <= 15; seed++) {
    const one = madeCase(seed, 40, 8)
    const { greedy, improved, bound } = found(one)
    t.same(
      greedy.picks.map(({ candidate }) => candidate),
      referencePicks(one),
    )
    sumsUp(t, one, greedy)
    sumsUp(t, one, improved)
    t.ok(improved.gain >= greedy.gain && bound >= improved.gain)
  }
})

t.test('greedy has 63.2 % of the best 3 of 12, and the bound is the best', async (t) => {
  for (let seed = 1; seed <= 24; seed++) {
    const one = madeCase(seed, 12, 3)
    const { greedy, improved, bound } = found(one)
    const best = bruteForce(one)
    t.ok(greedy.gain >= PROMISED * best, `seed ${seed}`)
    const apart = found({ ...one, maximumChoices: 0 })
    t.ok(apart.bound >= best && apart.improved.gain <= best, 'the bound of gains alone')
    t.equal(bound, best)
    t.equal(improved.gain, best)
    t.ok(improved.isOptimal)
    sumsUp(t, one, improved)
  }
})

t.test('with rules every choice keeps to them, and the bound is the best of 12', async (t) => {
  let isWorse = 0
  for (let seed = 1; seed <= 36; seed++) {
    const one = madeCase(seed, 12, 3)
    const rules = madeRules(seed, 12)
    const { greedy, improved, bound } = found({ ...one, rules })
    const best = bruteForce(one, rules)
    t.equal(bound, best, `seed ${seed}`)
    const apart = found({ ...one, rules, maximumChoices: 0 })
    t.ok(apart.bound >= best && apart.improved.gain <= best && apart.improved.gain >= apart.greedy.gain)
    t.equal(improved.gain, best)
    for (const { picks } of [greedy, improved]) {
      const sites = picks.map(({ candidate }) => candidate)
      t.ok(sites.every((site, at) => mayFollow(rules, sites.slice(0, at), site)))
    }
    t.same(
      greedy.picks.map(({ candidate }) => candidate),
      referencePicks(one, rules),
    )
    sumsUp(t, one, greedy)
    if (greedy.gain < best) isWorse++
  }
  t.ok(isWorse > 5, 'greed alone misses some')
})

t.test(
  'where choices are too many to compare, the bound is above the best and exchanges find no less',
  async (t) => {
    let isBetter = 0
    for (let seed = 1; seed <= 12; seed++) {
      const rules = seed % 2 === 0 ? madeRules(seed, 44) : {}
      const one = madeCase(seed, 44, 5)
      const { greedy, improved, bound } = found({ ...one, rules })
      t.ok(!improved.isOptimal || improved.gain === bound)
      t.ok(improved.gain >= greedy.gain)
      if (improved.gain > greedy.gain) isBetter++
      // The best of fewer candidates is no better than that of all.
      const few = { ...one, cells: one.cells.slice(0, 12), candidates: one.candidates.slice(0, 12) }
      t.ok(bound >= bruteForce({ ...few, sites: 4 }, rules))
      t.ok(
        orderOf(
          rules,
          improved.picks.map(({ candidate }) => candidate),
        ),
      )
      sumsUp(t, one, improved)
    }
    t.ok(isBetter > 0)
  },
)

t.test('the first of equals is taken, and none that gains nothing', async (t) => {
  const lattice = { rows: 2, cols: 70 }
  const bar = (from: number, to: number): CellSet =>
    cellSetOf(
      Uint8Array.from({ length: to - from }, () => 1),
      1,
      { rows: 1, cols: to - from, firstRow: 1, firstCol: from },
    )
  const candidates = [bar(0, 20), bar(40, 60), bar(0, 20), bar(40, 60)]
  const { greedy, bound } = found({
    lattice,
    weights: { byRow: new Float64Array(2).fill(0.1) },
    candidates,
    sites: 4,
  })
  t.same(
    greedy.picks.map(({ candidate }) => candidate),
    [0, 1],
  )
  t.equal(bound, greedy.gain)
})

t.test('weights sum exactly in any order, and stay what they were', async (t) => {
  const random = seededRandom(3)
  const byCell = Float64Array.from({ length: 1000 }, () => 1000 * random() ** 8)
  const exact = exactWeights({ byCell }, { rows: 10, cols: 100 })
  const values = 'byCell' in exact ? [...exact.byCell] : []
  const sum = values.reduce((all, one) => all + one, 0)
  t.equal(
    values.toReversed().reduce((all, one) => all + one, 0),
    sum,
  )
  t.equal(
    values.toSorted((a, b) => a - b).reduce((all, one) => all + one, 0),
    sum,
  )
  t.ok(values.every((value, at) => Math.abs(value - byCell[at]) <= sum * 2 ** -51))
  t.throws(() => exactWeights({ byRow: Float64Array.of(1, -1) }, { rows: 2, cols: 1 }), RangeError)
  t.throws(() => exactWeights({ byRow: Float64Array.of(1, Number.NaN) }, { rows: 2, cols: 1 }), RangeError)
  t.throws(() => exactWeights({ byRow: Float64Array.of(1) }, { rows: 2, cols: 1 }), RangeError)
})

/** A choice of all subsets that keeps to the words of the request, each rule by itself. */
t.test(
  'rules from positions and from who sees whom allow what their words say, and nothing else',
  async (t) => {
    const counts = { allowed: 0, refused: 0 }
    for (let seed = 1; seed <= 24; seed++) {
      const random = seededRandom(seed)
      const place = () => ({ latDeg: 47 + 0.1 * random(), lonDeg: 8 + 0.15 * random() })
      const candidates = Array.from({ length: 7 }, place)
      const existing = Array.from({ length: seed % 3 }, place)
      const all = [...candidates, ...existing]
      const side = all.length
      const sees = Uint8Array.from({ length: side * side }, () => (random() < 0.75 ? 1 : 0))
      const linked = (one: number, other: number) => sees[one * side + other] * sees[other * side + one] === 1
      const minimumDistanceM = seed % 2 === 0 ? 2500 : 0
      const mustReach = ([undefined, 'any site', existing.map((_, site) => site)] as const)[
        seed % 4 > 2 ? 0 : (seed % 4) % 3
      ]
      const rules = siteRulesOf({
        candidates,
        existing,
        minimumDistanceM,
        sees,
        ...(mustReach && { mustReach }),
      })
      const away = (one: number, other: number) =>
        inverse(all[one].latDeg, all[one].lonDeg, all[other].latDeg, all[other].lonDeg).distanceM
      const sites = existing.map((_, site) => candidates.length + site)
      /** All that can be reached from where the chain begins. */
      const isChain = (chosen: number[]) => {
        const reached = new Set(sites.length > 0 ? sites : chosen.slice(0, 1))
        for (let size = -1; size !== reached.size; ) {
          size = reached.size
          for (const one of chosen) if ([...reached].some((other) => linked(one, other))) reached.add(one)
        }
        return chosen.every((one) => reached.has(one))
      }
      for (let bits = 0; bits < 2 ** candidates.length; bits++) {
        const chosen = [...candidates.keys()].filter((at) => (bits >> at) & 1)
        const isApart = chosen.every((one) =>
          [...chosen, ...sites].every((other) => one === other || away(one, other) >= minimumDistanceM),
        )
        const isReached =
          mustReach === undefined ||
          (mustReach === 'any site'
            ? isChain(chosen)
            : chosen.every((one) => sites.every((site) => linked(one, site))))
        const isAllowed = orderOf(rules, chosen) !== undefined
        counts[isAllowed ? 'allowed' : 'refused']++
        if (isAllowed !== (isApart && isReached)) t.fail(`seed ${seed}: ${chosen.join()}`)
      }
    }
    t.ok(counts.allowed > 300 && counts.refused > 300, JSON.stringify(counts))
    const places = [{ latDeg: 47, lonDeg: 8 }]
    const one = { candidates: places, existing: places }
    t.throws(() => siteRulesOf({ ...one, mustReach: 'any site' }), /of 2 places, 4 in all, got undefined/)
    t.throws(() => siteRulesOf({ ...one, mustReach: [1], sees: new Uint8Array(4) }), /no existing site 1/)
  },
)

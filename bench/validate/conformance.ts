/** The conformance set in test/data: correct answers of each program, ours and other installed ones. */

import { BLOCKED, VISIBLE } from '../../test/references/reference-los.ts'
import { integer, oneOf } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, percentile, printTable, type Report, type Row } from '../frame/report.ts'
import { type GroundCase, groundSets, type LossSet, lossSets } from './conformance-cases.ts'
import { openTool, TOOLS, type Tool } from './conformance-tools.ts'

const MAXIMUM_SAMPLE = 1_000_000

const usage = `npm run validate -- conformance [options]

Asks programs the questions of test/data and counts the answers that are right: cells in sight of an observer, against a
float64 reference that follows every ray, and losses of radio paths, against published values. Formats of the set, and
what each figure means: test/data/README.md. Passes if ours has none wrong. A program that is not installed has a row
that says so.

  --tool T             ${TOOLS.join(', ')}; repeatable. Without it, all
  --data DIR           the set (test/data)
  --sample N           random cells of each ground instead of all; lines of posts are always whole
  --json               one JSON object instead of a table
  --help               this text`

export const run = program({
  usage,
  options: {
    tool: { type: 'string', multiple: true },
    data: { type: 'string', default: 'test/data' },
    sample: { type: 'string' },
  },
  async measure(values) {
    const names = new Set(values.tool?.map((text) => oneOf('--tool', text, TOOLS)) ?? TOOLS)
    const sample =
      values.sample === undefined ? undefined : integer('--sample', values.sample, 1, MAXIMUM_SAMPLE)
    const grounds = await groundSets(values.data, sample)
    const losses = lossSets(values.data)
    const scores: Score[] = []
    for (const name of names) {
      const tool = await openTool(name, values.data)
      try {
        const by = tool.name
        if (tool.missing !== undefined) scores.push({ set: 'all', by, said: tool.missing })
        const add = (set: string, found: Counts | undefined) => {
          if (found !== undefined) scores.push({ set, by, said: found, isDemanded: name === 'ours' })
        }
        for (const { name: set, cases } of grounds) add(set, await askGround(tool, cases))
        for (const set of losses) add(set.name, await askLosses(tool, set))
      } finally {
        await tool.close?.()
      }
    }
    const report = makeReport('webasm', scores.flatMap(rowsOf))
    return { report, show: () => printScores(report, scores) }
  },
})

/** Figures of one program on one set, or the reason why there are none. */
interface Score {
  set: string
  by: string
  said: Counts | string
  /** True if all answers must be correct. */
  isDemanded?: boolean
}

interface Counts {
  right: number
  /** Wrongly visible and wrongly blocked, or losses beyond their tolerance. */
  wrong: number
  wronglyVisible?: number
  /** Judged, but without an answer of the program. */
  silent: number
  grazing: number
  /** Median over wrong cells of the true ray's distance from the ground, m; for losses the greatest error, dB. */
  off: number
  unit: 'm' | 'dB'
}

async function askGround(tool: Tool, cases: GroundCase[]): Promise<Counts | undefined> {
  const counts = { right: 0, wrong: 0, wronglyVisible: 0, silent: 0, grazing: 0 }
  const offM: number[] = []
  for (const one of cases) {
    const seen = await tool.seen?.(one)
    if (seen === undefined) return undefined
    for (const { at, class: right, clearanceM, isGrazing } of one.answers()) {
      const said = seen[at]
      if (isGrazing) counts.grazing++
      else if (said === right) counts.right++
      else if (said !== VISIBLE && said !== BLOCKED) counts.silent++
      else {
        counts.wrong++
        if (said === VISIBLE) counts.wronglyVisible++
        offM.push(Math.abs(clearanceM))
      }
    }
  }
  const off = offM.length === 0 ? 0 : percentile(Float64Array.from(offM).sort(), 0.5)
  return { ...counts, off, unit: 'm' }
}

async function askLosses(tool: Tool, set: LossSet): Promise<Counts | undefined> {
  const values = await tool.losses?.(set)
  if (values === undefined) return undefined
  const errorsDb = values.map(({ want, got }) => Math.abs(got - want))
  const right = values.filter(({ maximum }, at) => errorsDb[at] <= maximum).length
  const wrong = values.length - right
  return { right, wrong, silent: 0, grazing: 0, off: Math.max(...errorsDb), unit: 'dB' }
}

function rowsOf({ set, by, said, isDemanded }: Score): Row[] {
  const n = typeof said === 'string' ? 0 : said.right + said.wrong + said.silent
  const row = (quantity: string, value: number, tolerance?: number): Row => ({
    case: set,
    quantity: `${quantity}, ${by}`,
    n,
    mean: value,
    max: value,
    ...(tolerance !== undefined && { tolerance }),
    pass: tolerance === undefined || value <= tolerance,
  })
  if (typeof said === 'string') return [row(said, 0)]
  return [
    row('right', said.right),
    row('wrong or without an answer', said.wrong + said.silent, isDemanded ? 0 : undefined),
    row('grazing, either answer', said.grazing),
    row(said.unit === 'm' ? 'median clearance of wrong cells, m' : 'greatest error, dB', said.off),
  ]
}

const HEADING = ['set', 'by', 'judged', 'right', 'wrong', 'wrongly visible', 'no answer', 'grazing', 'off']

function printScores({ machine, version, passed }: Report, scores: Score[]): void {
  console.log(`machine  ${machine}\nversion  ${version}\n`)
  const sets = [...new Set(scores.map(({ set }) => set))]
  const lines = sets.flatMap((set) => scores.filter((score) => score.set === set).map(lineOf))
  printTable([HEADING, ...lines], 2)
  console.log(passed ? '\nPassed.' : '\nNOT PASSED.')
}

function lineOf({ set, by, said }: Score): string[] {
  if (typeof said === 'string') return [set, `${by}  ${said}`]
  const { right, wrong, silent, wronglyVisible = '', grazing, off, unit } = said
  const figures = [right + wrong + silent, right, wrong, wronglyVisible, silent, grazing]
  const offText = unit === 'm' && wrong === 0 ? '' : `${Number(off.toPrecision(2))} ${unit}`
  return [set, by, ...figures.map(String), offText]
}

/** Conformance set of test/data: number of right results of our service and of each installed program. */

import { BLOCKED, VISIBLE } from '../../test/references/reference-los.ts'
import { integer, oneOf } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, percentile, printTable, type Report, type Row } from '../frame/report.ts'
import { type GroundCase, groundSets, type LossSet, lossSets } from './conformance-cases.ts'
import { openTool, TOOLS, type Tool } from './conformance-tools.ts'

const MAXIMUM_SAMPLE = 1_000_000

const usage = `npm run validate -- conformance [options]

Runs programs on the conformance set of test/data and counts their right results: visibility of cells, against a float64
reference that follows every ray, and losses of radio paths, against published values. Formats and figures:
test/data/README.md. Passes if ours has no wrong result. Programs that are not installed are listed.

  --tool T             ${TOOLS.join(', ')}; repeatable (all)
  --data DIR           the set (test/data)
  --sample N           random cells of each ground instead of all; lines of posts are always whole
  --json               one JSON object instead of a table
  --help               show help`

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
        if (tool.missing !== undefined) scores.push({ set: 'all', by, result: tool.missing })
        const add = (set: string, found: Counts | undefined) => {
          if (found !== undefined) scores.push({ set, by, result: found, isRequired: name === 'ours' })
        }
        for (const { name: set, cases } of grounds) add(set, await runGround(tool, cases))
        for (const set of losses) add(set.name, await runLosses(tool, set))
      } finally {
        await tool.close?.()
      }
    }
    const report = makeReport('webasm', scores.flatMap(rowsOf))
    return { report, show: () => printScores(report, scores) }
  },
})

interface Score {
  set: string
  by: string
  result: Counts | string
  /** True if a wrong result fails the run. */
  isRequired?: boolean
}

interface Counts {
  right: number
  /** Number of wrongly visible and wrongly blocked cells, or of losses beyond their tolerance. */
  wrong: number
  wronglyVisible?: number
  missing: number
  grazing: number
  /** Median distance in m of the true ray from the ground over wrong cells, or greatest loss error in dB. */
  off: number
  unit: 'm' | 'dB'
}

async function runGround(tool: Tool, cases: GroundCase[]): Promise<Counts | undefined> {
  const counts = { right: 0, wrong: 0, wronglyVisible: 0, missing: 0, grazing: 0 }
  const offM: number[] = []
  for (const one of cases) {
    const seen = await tool.seen?.(one)
    if (seen === undefined) return undefined
    for (const { at, class: right, clearanceM, isGrazing } of one.answers()) {
      const found = seen[at]
      if (isGrazing) counts.grazing++
      else if (found === right) counts.right++
      else if (found !== VISIBLE && found !== BLOCKED) counts.missing++
      else {
        counts.wrong++
        if (found === VISIBLE) counts.wronglyVisible++
        offM.push(Math.abs(clearanceM))
      }
    }
  }
  const off = offM.length === 0 ? 0 : percentile(Float64Array.from(offM).sort(), 0.5)
  return { ...counts, off, unit: 'm' }
}

async function runLosses(tool: Tool, set: LossSet): Promise<Counts | undefined> {
  const values = await tool.losses?.(set)
  if (values === undefined) return undefined
  const errorsDb = values.map(({ want, got }) => Math.abs(got - want))
  const right = values.filter(({ maximum }, at) => errorsDb[at] <= maximum).length
  const wrong = values.length - right
  return { right, wrong, missing: 0, grazing: 0, off: Math.max(...errorsDb), unit: 'dB' }
}

function rowsOf({ set, by, result, isRequired }: Score): Row[] {
  const n = typeof result === 'string' ? 0 : result.right + result.wrong + result.missing
  const row = (quantity: string, value: number, tolerance?: number): Row => ({
    case: set,
    quantity: `${quantity}, ${by}`,
    n,
    mean: value,
    max: value,
    ...(tolerance !== undefined && { tolerance }),
    pass: tolerance === undefined || value <= tolerance,
  })
  if (typeof result === 'string') return [row(result, 0)]
  return [
    row('right', result.right),
    row('wrong or without a result', result.wrong + result.missing, isRequired ? 0 : undefined),
    row('grazing, either result right', result.grazing),
    row(result.unit === 'm' ? 'median clearance of wrong cells, m' : 'greatest error, dB', result.off),
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

function lineOf({ set, by, result }: Score): string[] {
  if (typeof result === 'string') return [set, `${by}  ${result}`]
  const { right, wrong, missing, wronglyVisible = '', grazing, off, unit } = result
  const figures = [right + wrong + missing, right, wrong, wronglyVisible, missing, grazing]
  const offText = unit === 'm' && wrong === 0 ? '' : `${Number(off.toPrecision(2))} ${unit}`
  return [set, by, ...figures.map(String), offText]
}

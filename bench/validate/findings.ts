/** Findings of the line-of-sight validation, as report rows and printed tables. */

import { GRAZING_M, wrongCells } from '../../test/references/compare-visibility.ts'
import { BLOCKED, VISIBLE } from '../../test/references/reference-los.ts'
import { percentile, printHead, printTable, type Report, type Row } from '../frame/report.ts'
import type { Dem, Site } from './dem.ts'
import { MINIMUM_AGREEMENT, MINIMUM_IOU, type OracleFinding } from './oracle.ts'
import type { Judgement, WrongCell } from './truth.ts'

/** Minimum Jaccard index for a clear Fresnel zone, on tiles where the index depends on many cells. */
export const MINIMUM_JACCARD = 0.995
export const RELIEF_M = 100
const MAXIMUM_JACCARD_DISTANCE = round(1 - MINIMUM_JACCARD)

export interface Judged extends Judgement {
  /** Name of the backend or tool. */
  by: string
  /** True for a tool used as cross-check, which never fails the run. */
  isPeer?: boolean
  rasterCells: number
  /** Number of cells that differ from the first backend's raster. */
  differing: number | undefined
}

export interface CaseFinding {
  dem: Dem
  site: Site
  number: number
  rangeKm: number
  /** True if every cell except grazing ones has to be right, as for line of sight. */
  isExact: boolean
  /** Compared rasters: first rasters of backends, then rasters of tools. */
  judged: Judged[]
}

export function findingRows(finding: CaseFinding): Row[] {
  const name = nameOf(finding)
  return finding.judged.flatMap((judged, index) => {
    const { by, cells, jaccard, agreement, wrong, wrongVisible, wrongBlocked, grazing, differing } = judged
    const row = (quantity: string, n: number, value: number, tolerance?: number): Row => ({
      case: name,
      quantity: `${quantity}, ${by}`,
      n,
      mean: value,
      max: value,
      ...(tolerance !== undefined && { tolerance }),
      pass: tolerance === undefined || value <= tolerance,
    })
    const demanded = isRequired(finding, judged) ? MAXIMUM_JACCARD_DISTANCE : undefined
    const rows = [
      row('Jaccard distance (1 - Jaccard index)', cells, 1 - jaccard, demanded),
      row('cells truly visible', cells, judged.trulyVisible),
      row('fraction of cells that are wrong', cells, 1 - agreement),
      row(
        `cells wrong by more than ${GRAZING_M} m`,
        cells,
        wrongCells(judged),
        isExactly(finding, judged) ? 0 : undefined,
      ),
      row('cells wrongly visible', cells, wrongVisible),
      row('cells wrongly blocked', cells, wrongBlocked),
      row('cells wrongly unknown', cells, judged.wrongUnknown),
    ]
    const off = clearancesM(wrong)
    if (off.length > 0) {
      const mean = off.reduce((sum, value) => sum + value, 0) / off.length
      const figures = { n: off.length, mean, p50: percentile(off, 0.5), p99: percentile(off, 0.99) }
      const max = off[off.length - 1] ?? Number.NaN
      rows.push({
        case: name,
        quantity: `true clearance of wrong cells, m, ${by}`,
        ...figures,
        max,
        pass: true,
      })
    }
    if (index === 0) rows.push(row(`cells within ${GRAZING_M} m of grazing`, cells, grazing))
    if (differing !== undefined) {
      const first = finding.judged[0]?.by
      rows.push(row(`cells that differ from ${first}`, judged.rasterCells, differing, 0))
    }
    return rows
  })
}

export function oracleRows(backend: string, findings: OracleFinding[]): Row[] {
  return findings.flatMap(({ name, cells, agreement, iou }) => {
    const row = (quantity: string, value: number, tolerance: number): Row => ({
      case: name,
      quantity: `${quantity}, ${backend}`,
      n: cells,
      mean: value,
      max: value,
      tolerance: round(tolerance),
      pass: value <= tolerance,
    })
    return [
      row('fraction of cells unlike GRASS r.viewshed (1 - agreement)', 1 - agreement, 1 - MINIMUM_AGREEMENT),
      row('1 - IoU with GRASS r.viewshed', 1 - iou, 1 - MINIMUM_IOU),
    ]
  })
}

/** Prints one line per antenna and backend, a summary per file, and the errors of the worst case. */
export function printFindings(report: Report, findings: CaseFinding[]): void {
  printHead(report)
  if (findings.length > 0) {
    printTable([HEADING, ...findings.flatMap(findingLines)], 3)
    console.log('')
    for (const name of new Set(findings.map(({ dem }) => dem.name))) {
      console.log(summaryOf(findings.filter(({ dem }) => dem.name === name)))
    }
    const worst = worstOf(findings)
    if (worst !== undefined) console.log(`\n${describeWrong(worst.finding, worst.judged)}`)
  }
  const oracle = report.rows.filter(({ quantity }) => quantity.includes('GRASS r.viewshed'))
  if (oracle.length > 0) {
    if (findings.length > 0) console.log('')
    const lines = oracle.map(({ case: name, quantity, n, mean, tolerance, pass }) => [
      ...[name, quantity, `${n}`, mean.toFixed(5), `${tolerance}`, pass ? 'yes' : 'NO'],
    ])
    printTable([['case', 'quantity', 'cells', 'value', 'maximum', 'pass'], ...lines], 2)
  }
  for (const note of report.notes ?? []) console.log(`\n${note}`)
  console.log(report.passed ? '\nPassed.' : '\nNOT PASSED.')
}

const HEADING = [
  ...['case', 'site', 'by', 'range km', 'cells', 'visible', 'wrong visible', 'wrong blocked'],
  ...['wrong unknown', 'Jaccard', 'agreement'],
  ...['grazing', 'wrong & grazing', 'differ', 'pass'],
]

function findingLines(finding: CaseFinding): string[][] {
  const { latDeg, lonDeg } = finding.site
  return finding.judged.map((judged) => [
    nameOf(finding),
    `${latDeg.toFixed(4)}, ${lonDeg.toFixed(4)}`,
    judged.by,
    finding.rangeKm.toFixed(1),
    `${judged.cells}`,
    `${judged.trulyVisible}`,
    `${judged.wrongVisible}`,
    `${judged.wrongBlocked}`,
    `${judged.wrongUnknown}`,
    judged.jaccard.toFixed(5),
    judged.agreement.toFixed(5),
    `${judged.grazing}`,
    `${judged.disagreementsGrazing}`,
    judged.differing === undefined ? '' : `${judged.differing}`,
    judged.isPeer ? '' : isPassed(finding, judged) ? 'yes' : 'NO',
  ])
}

function summaryOf(findings: CaseFinding[]): string {
  const [{ dem }] = findings
  const judged = findings.flatMap((finding) => finding.judged.filter(({ isPeer }) => !isPeer))
  const jaccards = judged.map(({ jaccard }) => jaccard)
  const differing = judged.reduce((sum, each) => sum + (each.differing ?? 0), 0)
  const relief = `heights spread ${dem.reliefM.toFixed(0)} m${dem.reliefM > RELIEF_M ? '' : ' (little relief)'}`
  const unknown =
    dem.unknownFraction === 0 ? '' : `, ${(100 * dem.unknownFraction).toFixed(2)} % of its ground unknown`
  const range = `Jaccard ${Math.min(...jaccards).toFixed(5)} at worst, ${Math.max(...jaccards).toFixed(5)} at best`
  const compared = judged.some((each) => each.differing !== undefined)
  const differ = compared ? `; ${differing} cells differ between backends` : ''
  return `${dem.name}: ${range}; ${relief}${unknown}${differ}`
}

function worstOf(findings: CaseFinding[]): { finding: CaseFinding; judged: Judged } | undefined {
  return findings
    .flatMap((finding) => finding.judged.map((judged) => ({ finding, judged })))
    .filter(({ judged }) => !judged.isPeer)
    .sort((a, b) => a.judged.jaccard - b.judged.jaccard)[0]
}

function describeWrong(finding: CaseFinding, { by, wrong }: Judged): string {
  const head = `Worst, ${nameOf(finding)} by ${by}: ${wrong.length} wrong cells`
  if (wrong.length === 0) return head
  const off = clearancesM(wrong)
  const distancesKm = Float64Array.from(wrong, ({ distanceM }) => distanceM / 1000).sort()
  const countOf = (what: number) => wrong.filter((cell) => cell.found === what).length
  const visible = countOf(VISIBLE)
  const blocked = countOf(BLOCKED)
  const unknown = wrong.length - visible - blocked
  return [
    `${head}, found visible ${visible}, blocked ${blocked}, unknown ${unknown}`,
    `  |true clearance|, m: ${quantiles(off, 3)}`,
    `  distance, km:        ${quantiles(distancesKm, 2)}, of ${finding.rangeKm.toFixed(1)}`,
  ].join('\n')
}

function quantiles(sorted: Float64Array, digits: number): string {
  const fractions = [0, 0.25, 0.5, 0.75, 0.9, 1]
  const names = ['minimum', '25 %', 'median', '75 %', '90 %', 'maximum']
  return fractions
    .map((fraction, at) => `${names[at]} ${percentile(sorted, fraction).toFixed(digits)}`)
    .join(', ')
}

/** Sorted absolute clearances in metres of wrong cells, without those on unknown ground. */
function clearancesM(wrong: WrongCell[]): Float64Array {
  const off = wrong.map(({ clearanceM }) => Math.abs(clearanceM))
  return Float64Array.from(off.filter(Number.isFinite)).sort()
}

function isRequired({ dem, isExact }: CaseFinding, { isPeer }: Judged): boolean {
  return !isPeer && !isExact && dem.reliefM > RELIEF_M
}

function isExactly({ isExact }: CaseFinding, { isPeer }: Judged): boolean {
  return !isPeer && isExact
}

function isPassed(finding: CaseFinding, judged: Judged): boolean {
  const isRight = !isRequired(finding, judged) || 1 - judged.jaccard <= MAXIMUM_JACCARD_DISTANCE
  const isExact = !isExactly(finding, judged) || wrongCells(judged) === 0
  return isRight && isExact && (judged.differing ?? 0) === 0
}

function nameOf({ dem, number }: CaseFinding): string {
  return `${dem.name} ${number}`
}

/** Rounds to six digits, which removes the rounding error of differences such as 1 - 0.995. */
function round(value: number): number {
  return Number(value.toPrecision(6))
}

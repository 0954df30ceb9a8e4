/** Draws the terrain profile of a link with text characters. */

import { hasColors, hasUnicode, type Io, terminalWidth } from './io.ts'
import { type Style, styled } from './text.ts'

type LinkProfile = Readonly<
  Record<'distance_m' | 'ground_m' | 'bulge_m' | 'line_m' | 'fresnel_m', readonly number[]>
>

const ROWS = 14
const WIDEST = 100
/** Width of the height axis in columns. */
const AXIS = 8

interface Column {
  /** Highest ground within the column in metres, including earth bulge. */
  groundM: number
  lineM: number
  /** Height of the lower edge of the first Fresnel zone in metres. */
  zoneM: number
}

/** Lines of text that show ground, direct ray, lower half of the first Fresnel zone, and obstructions. */
export function drawProfile(profile: LinkProfile, io: Io): string {
  const width = Math.max(8, Math.min(WIDEST, terminalWidth(io) - 1) - AXIS)
  const columns = columnsOf(profile, width)
  const low = Math.min(...columns.map(({ groundM }) => groundM))
  const high = Math.max(...columns.map(({ groundM, lineM }) => Math.max(groundM, lineM)))
  const stepM = Math.max(1, high - low) / (ROWS - 1)
  const signs = hasUnicode(io)
    ? { ground: '█', line: '─', zone: '·', hit: '×' }
    : { ground: '#', line: '-', zone: '.', hit: 'x' }
  const isColored = hasColors(io)
  const lines: string[] = []
  for (let row = ROWS - 1; row >= 0; row--) {
    const drawn = columns.map((column) => signAt(column, low + row * stepM, stepM))
    const text = drawn.map((kind) => (kind ? styled(signs[kind], styles[kind], isColored) : ' ')).join('')
    const label =
      row === ROWS - 1 || row === 0 || row === ROWS >> 1 ? `${Math.round(low + row * stepM)} m` : ''
    lines.push(`${label.padStart(AXIS - 1)} ${text}`.trimEnd())
  }
  const km = `${((profile.distance_m.at(-1) ?? 0) / 1000).toFixed(1)} km`
  lines.push(`${' '.repeat(AXIS)}0${km.padStart(width - 1)}`)
  return lines.join('\n')
}

const styles = { ground: 'green', line: 'yellow', zone: 'dim', hit: 'red' } as const satisfies Record<
  string,
  Style
>

function signAt(
  { groundM, lineM, zoneM }: Column,
  atM: number,
  stepM: number,
): keyof typeof styles | undefined {
  const isLine = Math.abs(lineM - atM) <= stepM / 2
  const isGround = groundM >= atM - stepM / 2
  if (isLine) return groundM > lineM ? 'hit' : 'line'
  if (isGround) return 'ground'
  return atM < lineM && atM >= zoneM ? 'zone' : undefined
}

/** Reduces a profile to columns; columns without profile points are interpolated. */
function columnsOf(
  { distance_m, ground_m, bulge_m, line_m, fresnel_m }: LinkProfile,
  width: number,
): Column[] {
  const lengthM = distance_m.at(-1) ?? 0
  const at = (values: readonly number[], index: number) => values[index] ?? 0
  const columns: Column[] = []
  let next = 0
  for (let column = 0; column < width; column++) {
    const untilM = ((column + 1) / width) * lengthM
    const middleM = ((column + 0.5) / width) * lengthM
    const here = (values: readonly number[]) => between(distance_m, values, middleM)
    let groundM = here(ground_m) + here(bulge_m)
    for (; next < distance_m.length && at(distance_m, next) <= untilM; next++) {
      groundM = Math.max(groundM, at(ground_m, next) + at(bulge_m, next))
    }
    const lineM = here(line_m)
    columns.push({ groundM, lineM, zoneM: lineM - here(fresnel_m) })
  }
  return columns
}

function between(distances: readonly number[], values: readonly number[], atM: number): number {
  const after = distances.findIndex((distance) => distance >= atM)
  if (after <= 0) return values[Math.max(0, after)] ?? 0
  const [from = 0, to = 0] = [distances[after - 1], distances[after]]
  const fraction = to > from ? (atM - from) / (to - from) : 0
  return (values[after - 1] ?? 0) + fraction * ((values[after] ?? 0) - (values[after - 1] ?? 0))
}

import type { BandKind } from './types.ts'

/** Values from `min` up to but not including `max` share a colour; `null` is an open end. */
export interface FloatRange {
  min: number | null
  max: number | null
  /** `#rrggbbaa` */
  color: string
  label: string
}

/** How a band of measures is coloured. Values in none of the ranges are transparent. */
export interface FloatStyle {
  unit: string
  /** In ascending order, without overlaps. */
  ranges: FloatRange[]
}

export interface LegendEntry {
  /** The class of a byte band. */
  value?: number
  /** The range of a float band: from, inclusive, to, exclusive. */
  range?: [number | null, number | null]
  /** `#rrggbbaa` */
  color: string
  label: string
}

export interface Legend {
  unit: string | null
  entries: LegendEntry[]
}

/**
 * Orange as if lit, a dark tint as if in the shade: they differ in lightness first of all, so anyone can distinguish
 * them, and the map stays readable under both. The orange is that of Okabe and Ito (2008).
 */
const CLASSES = [
  { value: 1, color: '#e69f00a6' },
  { value: 0, color: '#1a1a2e40' },
  { value: 255, color: '#00000000' },
] as const

/** What the classes of a band mean. */
export type ClassLabels = Readonly<Record<0 | 1 | 255, string>>

const VISIBILITY: ClassLabels = { 1: 'visible', 0: 'blocked', 255: 'unknown or out of range' }

/**
 * The colours of the classes as TIFF's ColorMap has them: 256 reds, greens and blues of 16 bits. It has no transparency,
 * so they are as they look on white; readers leave out 255, which is no data.
 */
export function classColorMap(): number[] {
  const channels = [0, 1, 2].map(() => new Array<number>(256).fill(0))
  for (const { value, color } of CLASSES) {
    const [alpha] = Buffer.from(color.slice(7), 'hex')
    Buffer.from(color.slice(1, 7), 'hex').forEach((channel, index) => {
      const onWhite = Math.round(255 + ((channel - 255) * alpha) / 255)
      channels[index][value] = 257 * onWhite
    })
  }
  return channels.flat()
}

/** Eight colours of viridis (matplotlib, CC0) from dark violet to yellow. */
const VIRIDIS = ['#440154', '#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725']
const VIRIDIS_ALPHA = 'b3'

/**
 * Ranges between ascending `edges`, open at both ends, in viridis colours: `edges.length + 1` ranges, at most eight.
 */
export function viridisRanges(
  unit: string,
  edges: readonly number[],
  { brightestFirst = false } = {},
): FloatStyle {
  const count = edges.length + 1
  if (count < 2 || count > VIRIDIS.length) {
    throw new RangeError(`Expected 1 to ${VIRIDIS.length - 1} edges, got ${edges.length}.`)
  }
  const ranges: FloatRange[] = []
  for (let i = 0; i < count; i++) {
    const min = i > 0 ? edges[i - 1] : null
    const max = i < edges.length ? edges[i] : null
    const index = brightestFirst ? count - 1 - i : i
    const color = VIRIDIS[Math.round((index * (VIRIDIS.length - 1)) / (count - 1))] + VIRIDIS_ALPHA
    const label = min === null ? `below ${max}` : max === null ? `${min} and above` : `${min} to ${max}`
    ranges.push({ min, max, color, label })
  }
  return { unit, ranges }
}

/** Without a style, measures are coloured as metres above ground (the `min_height` layer). */
const DEFAULT_STYLE = viridisRanges('m', [1, 2, 5, 10, 20, 50, 100])

/** How a band is drawn. */
export interface BandLook {
  kind: BandKind
  /** Of measures; without it they are coloured as heights in metres. */
  style?: FloatStyle
  /** Of classes; without them they are those of visibility. */
  labels?: ClassLabels
}

/** The colours of a picture and what they mean. */
export function legend({ kind, style = DEFAULT_STYLE, labels = VISIBILITY }: BandLook): Legend {
  if (kind === 'visibility') {
    return { unit: null, entries: CLASSES.map((entry) => ({ ...entry, label: labels[entry.value] })) }
  }
  return {
    unit: style.unit,
    entries: style.ranges.map(({ min, max, color, label }) => ({ range: [min, max], color, label })),
  }
}

/** A colour as the four bytes R, G, B, A in memory order, read as a little-endian number. */
function packedColor(color: string): number {
  return Buffer.from(color.slice(1), 'hex').readUInt32LE(0)
}

/** Turns a cell's value into a packed RGBA colour; 0 is transparent. */
export function colorOf(kind: BandKind, style: FloatStyle = DEFAULT_STYLE): (value: number) => number {
  if (kind === 'visibility') {
    const table = new Uint32Array(256)
    for (const { value, color } of CLASSES) table[value] = packedColor(color)
    return (value) => table[value]
  }
  const uppers = style.ranges.map(({ max }) => max ?? Number.POSITIVE_INFINITY)
  const lowers = style.ranges.map(({ min }) => min ?? Number.NEGATIVE_INFINITY)
  const colors = style.ranges.map(({ color }) => packedColor(color))
  return (value) => {
    // NaN compares false with everything and so is in no range.
    for (let i = 0; i < colors.length; i++) if (value >= lowers[i] && value < uppers[i]) return colors[i]
    return 0
  }
}

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
 * The colours of every picture, map, tile and vector file of a result; there are no others. Classes differ in lightness
 * first of all, so that anyone can distinguish them, and the map stays readable under them: orange as if lit, that of
 * Okabe and Ito, "Color universal design" (2008); a dark tint as if in the shade. Measures have viridis (van der Walt and
 * Smith, matplotlib, CC0): even steps of lightness, the same order for the colour-blind and in grey.
 */
const COVERED = '#e69f00a6'
const LACKING = '#1a1a2e40'
const TRANSPARENT = '#00000000'
/** Of ground of which nothing is known: hatched where a format can, else a tint. The grey of Okabe and Ito. */
export const UNKNOWN_COLOR = '#7f7f7fb3'

const CLASSES = [
  { value: 1, color: COVERED },
  { value: 0, color: LACKING },
  { value: 255, color: TRANSPARENT },
] as const

/** What the classes of a band mean. */
export type ClassLabels = Readonly<Record<0 | 1, string>>

const VISIBILITY: ClassLabels = { 1: 'visible', 0: 'blocked' }

/**
 * The colours of the classes as TIFF's ColorMap has them: 256 reds, greens and blues of 16 bits. It has no transparency,
 * so they are as they look on white; readers leave out 255, which is no data.
 */
export function classColorMap(): number[] {
  const channels = [0, 1, 2].map(() => new Array<number>(256).fill(0))
  for (const { value, color } of CLASSES) {
    Buffer.from(onWhite(color).slice(1), 'hex').forEach((channel, index) => {
      channels[index][value] = 257 * channel
    })
  }
  return channels.flat()
}

/** How a colour, `#rrggbbaa`, looks on white, without transparency. */
export function onWhite(color: string): string {
  const [alpha] = Buffer.from(color.slice(7), 'hex')
  const channels = Buffer.from(color.slice(1, 7), 'hex')
  return `#${Buffer.from(channels.map((channel) => Math.round(255 + ((channel - 255) * alpha) / 255))).toString('hex')}`
}

/** Viridis at even steps, from dark violet to yellow. */
const VIRIDIS = ['#440154', '#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725']
const VIRIDIS_ALPHA = 'b3'

/** The colour at a fraction of viridis: 0 is dark, 1 bright. */
function viridisColor(fraction: number): string {
  const at = fraction * (VIRIDIS.length - 1)
  const before = Math.min(VIRIDIS.length - 2, Math.floor(at))
  const [from, to] = [before, before + 1].map((index) => Buffer.from(VIRIDIS[index].slice(1), 'hex'))
  const mixed = from.map((channel, index) => Math.round(channel + (at - before) * (to[index] - channel)))
  return `#${Buffer.from(mixed).toString('hex')}${VIRIDIS_ALPHA}`
}

export interface RangeOptions {
  /** Whether low values are good ones. */
  brightestFirst?: boolean
  /** Lower values occur as well; else the first edge is where the first range begins. */
  isOpenBelow?: boolean
}

/**
 * Ranges between ascending `edges` in viridis colours, open above, and below unless nothing is there; at most eight.
 */
export function viridisRanges(
  unit: string,
  edges: readonly number[],
  { brightestFirst = false, isOpenBelow = true }: RangeOptions = {},
): FloatStyle {
  const lowers = isOpenBelow ? [null, ...edges] : edges
  if (lowers.length < 2 || lowers.length > VIRIDIS.length) {
    throw new RangeError(`Expected 2 to ${VIRIDIS.length} ranges, got ${lowers.length}.`)
  }
  const ranges = lowers.map((min, i): FloatRange => {
    const max = lowers[i + 1] ?? null
    const fraction = i / (lowers.length - 1)
    const label = min === null ? `below ${max}` : max === null ? `${min} and above` : `${min} to ${max}`
    return { min, max, color: viridisColor(brightestFirst ? 1 - fraction : fraction), label }
  })
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
  /** Of measures: what a cell within range is that has none; without it, unknown ground. */
  weakLabel?: string
}

/** What the cells of a zone of a drawing have in common. */
export interface Zone {
  kind: 'covered' | 'lacking' | 'unknown'
  /** `#rrggbbaa` */
  color: string
  label: string
  /** Of a band of classes. */
  value?: 0 | 1
  /** Of a band of measures: from, inclusive, to, exclusive. */
  range?: [number | null, number | null]
}

/**
 * The zones that drawings of a band distinguish, besides what is out of range, which stays empty: the classes or the ranges
 * of the measure, then what is too weak, then unknown ground. Without a layer of classes the last two are one.
 */
export function zonesOf(
  { kind, style = DEFAULT_STYLE, labels = VISIBILITY, weakLabel }: BandLook,
  distinguishesWeak = true,
): Zone[] {
  const unknown: Zone = { kind: 'unknown', color: UNKNOWN_COLOR, label: 'unknown' }
  if (kind === 'visibility') {
    return [
      { kind: 'covered', color: COVERED, label: labels[1], value: 1 },
      { kind: 'lacking', color: LACKING, label: labels[0], value: 0 },
      unknown,
    ]
  }
  const covered = style.ranges.map(
    ({ min, max, color, label }): Zone => ({ kind: 'covered', color, label, range: [min, max] }),
  )
  if (weakLabel === undefined) return [...covered, unknown]
  const lacking: Zone = { kind: 'lacking', color: LACKING, label: weakLabel }
  return distinguishesWeak
    ? [...covered, lacking, unknown]
    : [...covered, { ...lacking, label: `${weakLabel}, or unknown` }]
}

/** The colours of a picture and what they mean. */
export function legend(look: BandLook, distinguishesWeak = true): Legend {
  const zones = zonesOf(look, distinguishesWeak)
  if (look.kind === 'visibility') {
    const entries = zones.map(({ color, label, value = 255 }) => ({ value, color, label }))
    const outside = { value: 255, color: TRANSPARENT, label: 'out of range' }
    return { unit: null, entries: [...entries.map(hatched), outside] }
  }
  const entries = zones.map(({ color, label, range }) => ({ ...(range && { range }), color, label }))
  return { unit: (look.style ?? DEFAULT_STYLE).unit, entries: entries.map(hatched) }
}

function hatched(entry: LegendEntry): LegendEntry {
  return entry.color === UNKNOWN_COLOR ? { ...entry, label: `${entry.label} (hatched)` } : entry
}

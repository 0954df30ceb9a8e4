/** Colors, ranges and labels of every picture, map, tile and vector file of a result, and of the classes in its GeoTIFF. */

import type { Direction, View } from './view.ts'

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
  state: Zone['kind'] | 'out_of_range'
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
 * Classes differ in lightness first of all, so that anyone can distinguish them, and the map stays readable under them:
 * orange as if lit, that of Okabe and Ito, "Color universal design" (2008); a dark tint as if in the shade. Measures have
 * viridis (van der Walt and Smith, matplotlib, CC0): even steps of lightness, the same order for the colour-blind and in
 * grey.
 */
/** `#rrggbbaa`; here alone, and in the test that says which. */
export const COVERED_COLOR = '#e69f00a6'
export const LACKING_COLOR = '#1a1a2e40'
/** Where one direction works alone: vermilion, the darker neighbour of orange in the same palette, apart from viridis for every eye. */
export const ONE_DIRECTION_COLOR = '#d55e00a6'
const TRANSPARENT = '#00000000'
/** Unknown ground: hatched where a format can, else a tint. The grey of Okabe and Ito. */
export const UNKNOWN_COLOR = '#7f7f7fb3'

const CLASSES = [
  { value: 1, color: COVERED_COLOR },
  { value: 0, color: LACKING_COLOR },
  { value: 255, color: TRANSPARENT },
] as const

/** What the classes of a layer mean. */
export type ClassLabels = Readonly<Record<0 | 1, string>>

/**
 * The colours of the classes as TIFF's ColorMap has them: 256 reds, greens and blues of 16 bits. It has no transparency,
 * so they are as they look on white; readers leave out 255, which is no data.
 */
export function classColorMap(classes: readonly { value: number; color: string }[] = CLASSES): number[] {
  const channels = [0, 1, 2].map(() => new Array<number>(256).fill(0))
  for (const { value, color } of classes) {
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

/** Heights above ground from which a receiver is visible. */
export const heightStyle = viridisRanges('m', [1, 2, 5, 10, 20, 50, 100])

/** Measures of path loss, by the output of their request. */
const lossStyles: Readonly<Record<string, FloatStyle>> = {
  received_power: viridisRanges('dBm', [-120, -110, -100, -90, -80, -70, -60]),
  field_strength: viridisRanges('dBµV/m', [10, 20, 30, 40, 50, 60, 70]),
  // The brightest is the strongest here too.
  path_loss: viridisRanges('dB', [100, 110, 120, 130, 140, 150, 160], { brightestFirst: true }),
  margin: viridisRanges('dB', [0, 5, 10, 15, 20, 30, 40], { isOpenBelow: false }),
}
/** Ranges of received power from a sensitivity on. */
const POWER_RANGES = 7
const POWER_STEP_DB = 10

/** Ranges of a measure of path loss; those of received power begin at the sensitivity. */
export function lossStyle(output: string, sensitivityDbm: number | undefined): FloatStyle {
  if (output !== 'received_power' || sensitivityDbm === undefined) return lossStyles[output]
  const edgesDbm = Array.from({ length: POWER_RANGES }, (_, index) => sensitivityDbm + index * POWER_STEP_DB)
  return viridisRanges('dBm', edgesDbm, { isOpenBelow: false })
}

/** Labels of what is covered and of what is not. */
export function coverageLabels({ sensitivityDbm, up }: Pick<View, 'sensitivityDbm' | 'up'>): ClassLabels {
  const [both, neither] = up
    ? [
        `, and ${up.sensitivityDbm} dBm on the way back`,
        `, and than ${up.sensitivityDbm} dBm on the way back`,
      ]
    : ['', '']
  return { 1: `at least ${sensitivityDbm} dBm${both}`, 0: `less than ${sensitivityDbm} dBm${neither}` }
}

/** What the cells of a zone of a drawing have in common. */
export interface Zone {
  /** `level`: of a measure of which nothing says what is covered. */
  kind: 'covered' | Direction | 'level' | 'lacking' | 'unknown'
  /** `#rrggbbaa` */
  color: string
  label: string
  /** Of classes: 1 and 0, or the number of a site. */
  value?: number
  /** Of a measure: from, inclusive, to, exclusive. */
  range?: [number | null, number | null]
}

const unknownZone: Zone = { kind: 'unknown', color: UNKNOWN_COLOR, label: 'unknown' }

/**
 * Zones of classes: what drawings distinguish, besides what is out of range, which stays empty. The same below for
 * measures.
 */
export function classZones(labels: ClassLabels): Zone[] {
  return [
    { kind: 'covered', color: COVERED_COLOR, label: labels[1], value: 1 },
    { kind: 'lacking', color: LACKING_COLOR, label: labels[0], value: 0 },
    unknownZone,
  ]
}

/** The ranges of a measure, what is too weak where a sensitivity says so, and unknown ground. */
export function measureZones({ ranges }: FloatStyle, weakLabel?: string): Zone[] {
  const kind = weakLabel === undefined ? 'level' : 'covered'
  const known = ranges.map(({ min, max, color, label }): Zone => ({ kind, color, label, range: [min, max] }))
  const lacking: Zone[] =
    weakLabel === undefined ? [] : [{ kind: 'lacking', color: LACKING_COLOR, label: weakLabel }]
  return [...known, ...lacking, unknownZone]
}

/** Numbers of sites from which a step of a count begins. */
const COUNT_STEPS = [1, 2, 3, 4, 5, 6, 10]

/**
 * Steps of a count of so many sites; `label` has `{count}` for the number. What no site has is unknown without a label for
 * it.
 */
export function stepZones(sites: number, label: string, noneLabel?: string): Zone[] {
  const largest = Math.max(2, sites)
  const froms = COUNT_STEPS.filter((from) => from <= largest)
  const { ranges } = viridisRanges('sites', froms, { isOpenBelow: false })
  const steps = ranges.map(({ min, max, color }): Zone => {
    const last = max === null ? largest : max - 1
    const count = last === min ? `${min}` : `${min} to ${last}`
    const noun = min === 1 ? 'site' : 'sites'
    return { kind: 'covered', color, label: `${label.replace('{count}', count)} ${noun}`, range: [min, max] }
  })
  const none: Zone[] =
    noneLabel === undefined ? [] : [{ kind: 'lacking', color: LACKING_COLOR, label: noneLabel, value: 0 }]
  return [...steps, ...none, unknownZone]
}

/** A zone for each site in its color, and those of cells that none covers. */
export function zonesOfSites(sites: readonly { name: string; color: string }[], noneLabel: string): Zone[] {
  return [
    ...sites.map(
      ({ name, color }, index): Zone => ({
        kind: 'covered',
        color: `${color}${VIRIDIS_ALPHA}`,
        label: name,
        value: index + 1,
      }),
    ),
    { kind: 'lacking', color: LACKING_COLOR, label: noneLabel, value: 0 },
    unknownZone,
  ]
}

/**
 * Colors of sites that have none of their own: those of Okabe and Ito, then hues by the golden angle, which no number of sites
 * repeats.
 */
const SITE_COLORS = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7']
const GOLDEN_ANGLE_DEG = 137.508

/** The color of the site with an index, `#rrggbb`. */
export function siteColor(index: number): string {
  return SITE_COLORS[index] ?? hueColor((index * GOLDEN_ANGLE_DEG) % 360, index % 2 === 0 ? 0.42 : 0.6)
}

/** A hue at a saturation of 0.65 and a lightness (CSS Color Module Level 4, section 7). */
function hueColor(hueDeg: number, lightness: number): string {
  const chroma = 0.65 * Math.min(lightness, 1 - lightness)
  const channel = (shift: number) => {
    const at = (shift + hueDeg / 30) % 12
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return `#${Buffer.from([channel(0), channel(8), channel(4)]).toString('hex')}`
}

/** The same zones, and before what is too weak that in which only one direction works: no class of its own. */
export function withOneDirection(
  zones: readonly Zone[],
  kind: Direction,
  { sensitivityDbm, up }: View,
): Zone[] {
  const label =
    kind === 'talk_out'
      ? `talk-out only: less than ${up?.sensitivityDbm} dBm on the way back`
      : `talk-in only: less than ${sensitivityDbm} dBm`
  return zones.flatMap((zone) =>
    zone.kind === 'lacking' ? [{ ...zone, kind, color: ONE_DIRECTION_COLOR, label }, zone] : [zone],
  )
}

/** The colors of a picture and what they mean; the unit is null for classes. */
export function legend(zones: readonly Zone[], unit: string | null): Legend {
  const entries = zones.map(({ kind, color, label, value, range }) => ({
    state: kind,
    ...(unit === null && { value: value ?? 255 }),
    ...(range && { range }),
    color,
    label: kind === 'unknown' ? `${label} (hatched)` : label,
  }))
  const outside =
    unit === null
      ? [{ state: 'out_of_range' as const, value: 255, color: TRANSPARENT, label: 'out of range' }]
      : []
  return { unit, entries: [...entries, ...outside] }
}

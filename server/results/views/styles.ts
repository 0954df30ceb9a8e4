/** Colors, ranges and labels of all pictures, maps, tiles and vector files, and of GeoTIFF classes. */

import type { Direction, View } from './view.ts'

/** Color and label of values in a range: minimum inclusive, maximum exclusive; `null` means unlimited. */
type FloatRange = Required<Pick<Zone, 'range' | 'color' | 'label'>>

/**
 * Classes differ mainly in lightness, for color-blind readers and a readable map below: orange from Okabe and
 * Ito, "Color universal design" (2008), and a dark tint. Measures use viridis (van der Walt and Smith,
 * matplotlib, CC0), with even steps of lightness.
 */
/** Color of covered cells as `#rrggbbaa`; defined only here and checked by a test. */
export const COVERED_COLOR = '#e69f00a6'
export const NOT_COVERED_COLOR = '#1a1a2e40'
/** Color of cells where one direction works: vermilion, the darker neighbor of orange in the palette. */
export const ONE_DIRECTION_COLOR = '#d55e00a6'
const TRANSPARENT = '#00000000'
/** Color of unknown terrain: the gray of Okabe and Ito, hatched if the format allows it. */
export const UNKNOWN_COLOR = '#7f7f7fb3'

const CLASSES = [
  { value: 1, color: COVERED_COLOR },
  { value: 0, color: NOT_COVERED_COLOR },
  { value: 255, color: TRANSPARENT },
] as const

export type ClassLabels = Readonly<Record<0 | 1, string>>

/** TIFF ColorMap: 256 reds, greens and blues of 16 bits, blended with white, as a ColorMap has no transparency. */
export function classColorMap(classes: readonly { value: number; color: string }[] = CLASSES): number[] {
  const channels = [0, 1, 2].map(() => new Array<number>(256).fill(0))
  for (const { value, color } of classes) {
    Buffer.from(onWhite(color).slice(1), 'hex').forEach((channel, index) => {
      channels[index][value] = 257 * channel
    })
  }
  return channels.flat()
}

/** Opaque equivalent on white of a color `#rrggbbaa`. */
export function onWhite(color: string): string {
  const [alpha] = Buffer.from(color.slice(7), 'hex')
  const channels = Buffer.from(color.slice(1, 7), 'hex')
  return `#${Buffer.from(channels.map((channel) => Math.round(255 + ((channel - 255) * alpha) / 255))).toString('hex')}`
}

const VIRIDIS = ['#440154', '#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#fde725']
const VIRIDIS_ALPHA = 'b3'

function viridisColor(fraction: number): string {
  const at = fraction * (VIRIDIS.length - 1)
  const before = Math.min(VIRIDIS.length - 2, Math.floor(at))
  const [from, to] = [before, before + 1].map((index) => Buffer.from(VIRIDIS[index].slice(1), 'hex'))
  const mixed = from.map((channel, index) => Math.round(channel + (at - before) * (to[index] - channel)))
  return `#${Buffer.from(mixed).toString('hex')}${VIRIDIS_ALPHA}`
}

export interface RangeOptions {
  /** True if low values are good. */
  brightestFirst?: boolean
  isOpenBelow?: boolean
}

/** Viridis ranges between ascending `edges`: the last has no maximum, the first no minimum if `isOpenBelow`. */
export function viridisRanges(
  edges: readonly number[],
  { brightestFirst = false, isOpenBelow = true }: RangeOptions = {},
): FloatRange[] {
  const lowers = isOpenBelow ? [null, ...edges] : edges
  if (lowers.length < 2 || lowers.length > VIRIDIS.length) {
    throw new RangeError(`Expected 2 to ${VIRIDIS.length} ranges, got ${lowers.length}.`)
  }
  return lowers.map((min, i): FloatRange => {
    const max = lowers[i + 1] ?? null
    const fraction = i / (lowers.length - 1)
    const label = min === null ? `below ${max}` : max === null ? `${min} and above` : `${min} to ${max}`
    return { range: [min, max], color: viridisColor(brightestFirst ? 1 - fraction : fraction), label }
  })
}

export const heightRanges = viridisRanges([1, 2, 5, 10, 20, 50, 100])

/** Ranges of path-loss measures by output of the request. */
const lossRanges: Readonly<Record<string, FloatRange[]>> = {
  received_power: viridisRanges([-120, -110, -100, -90, -80, -70, -60]),
  field_strength: viridisRanges([10, 20, 30, 40, 50, 60, 70]),
  path_loss: viridisRanges([100, 110, 120, 130, 140, 150, 160], { brightestFirst: true }),
  margin: viridisRanges([0, 5, 10, 15, 20, 30, 40], { isOpenBelow: false }),
}
/** Number of ranges of received power above a sensitivity. */
const POWER_RANGES = 7
const POWER_STEP_DB = 10

/** Ranges of a path-loss measure; those of received power start at the sensitivity. */
export function lossRangesOf(output: string, sensitivityDbm?: number): FloatRange[] {
  if (output !== 'received_power' || sensitivityDbm === undefined) return lossRanges[output]
  const edgesDbm = Array.from({ length: POWER_RANGES }, (_, index) => sensitivityDbm + index * POWER_STEP_DB)
  return viridisRanges(edgesDbm, { isOpenBelow: false })
}

export function coverageLabels({ sensitivityDbm, up }: Pick<View, 'sensitivityDbm' | 'up'>): ClassLabels {
  const [both, neither] = up
    ? [
        `, and ${up.sensitivityDbm} dBm on the uplink`,
        `, and less than ${up.sensitivityDbm} dBm on the uplink`,
      ]
    : ['', '']
  return { 1: `at least ${sensitivityDbm} dBm${both}`, 0: `less than ${sensitivityDbm} dBm${neither}` }
}

export interface Zone {
  /** `level`: range of a measure without a coverage criterion. */
  kind: 'covered' | Direction | 'level' | 'lacking' | 'unknown'
  color: string
  label: string
  /** Value of the class: 1, 0, or the number of a site. */
  value?: number
  range?: [number | null, number | null]
}

const unknownZone: Zone = { kind: 'unknown', color: UNKNOWN_COLOR, label: 'unknown' }

/** Zones of classes; cells out of range have no zone, as for measures. */
export function classZones(labels: ClassLabels): Zone[] {
  return [
    { kind: 'covered', color: COVERED_COLOR, label: labels[1], value: 1 },
    { kind: 'lacking', color: NOT_COVERED_COLOR, label: labels[0], value: 0 },
    unknownZone,
  ]
}

/** Zones of a measure: value ranges; if there is a sensitivity, cells that are too weak; unknown cells. */
export function measureZones(ranges: readonly FloatRange[], weakLabel?: string): Zone[] {
  const kind = weakLabel === undefined ? 'level' : 'covered'
  const known = ranges.map((range): Zone => ({ kind, ...range }))
  const weakZones: Zone[] =
    weakLabel === undefined ? [] : [{ kind: 'lacking', color: NOT_COVERED_COLOR, label: weakLabel }]
  return [...known, ...weakZones, unknownZone]
}

/** Lower limits of the ranges of a site count. */
const COUNT_STEPS = [1, 2, 3, 4, 5, 6, 10]

/** Zones of a site count; `label` contains `{count}`. Without `noneLabel`, cells of no site are unknown. */
export function stepZones(sites: number, label: string, noneLabel?: string): Zone[] {
  const largest = Math.max(2, sites)
  const froms = COUNT_STEPS.filter((from) => from <= largest)
  const steps = viridisRanges(froms, { isOpenBelow: false }).map(({ range, color }): Zone => {
    const [min, max] = range
    const last = max === null ? largest : max - 1
    const count = last === min ? `${min}` : `${min} to ${last}`
    const noun = min === 1 ? 'site' : 'sites'
    return { kind: 'covered', color, label: `${label.replace('{count}', count)} ${noun}`, range }
  })
  const none: Zone[] =
    noneLabel === undefined ? [] : [{ kind: 'lacking', color: NOT_COVERED_COLOR, label: noneLabel, value: 0 }]
  return [...steps, ...none, unknownZone]
}

/** One zone per site in the site's color, and one zone for cells that no site covers. */
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
    { kind: 'lacking', color: NOT_COVERED_COLOR, label: noneLabel, value: 0 },
    unknownZone,
  ]
}

/** Default site colors: those of Okabe and Ito, then hues at the golden angle, which never repeat. */
const SITE_COLORS = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7']
const GOLDEN_ANGLE_DEG = 137.508

export function siteColor(index: number): string {
  return SITE_COLORS[index] ?? hueColor((index * GOLDEN_ANGLE_DEG) % 360, index % 2 === 0 ? 0.42 : 0.6)
}

/** Color of a hue with saturation 0.65 and the given lightness (CSS Color Module Level 4, section 7). */
function hueColor(hueDeg: number, lightness: number): string {
  const chroma = 0.65 * Math.min(lightness, 1 - lightness)
  const channel = (shift: number) => {
    const at = (shift + hueDeg / 30) % 12
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return `#${Buffer.from([channel(0), channel(8), channel(4)]).toString('hex')}`
}

/** Inserts the zone in which only one direction works, which has no class, before the zone of weak cells. */
export function withOneDirection(
  zones: readonly Zone[],
  kind: Direction,
  { sensitivityDbm, up }: View,
): Zone[] {
  const label =
    kind === 'talk_out'
      ? `talk-out only: less than ${up?.sensitivityDbm} dBm on the uplink`
      : `talk-in only: less than ${sensitivityDbm} dBm`
  return zones.flatMap((zone) =>
    zone.kind === 'lacking' ? [{ ...zone, kind, color: ONE_DIRECTION_COLOR, label }, zone] : [zone],
  )
}

type LegendEntry = Omit<Zone, 'kind'> & { state: Zone['kind'] | 'out_of_range' }

/** Colors of a picture and their meaning; the unit is null for classes. */
export function legend(zones: readonly Zone[], unit: string | null) {
  const entries = zones.map(
    ({ kind, color, label, value, range }): LegendEntry => ({
      state: kind,
      ...(unit === null && { value: value ?? 255 }),
      ...(range && { range }),
      color,
      label: kind === 'unknown' ? `${label} (hatched)` : label,
    }),
  )
  if (unit === null) {
    entries.push({ state: 'out_of_range', value: 255, color: TRANSPARENT, label: 'out of range' })
  }
  return { unit, entries }
}

import type { Zone } from '../../views/styles.ts'
import { largestRound, PANEL_PX, RING_PX } from './frame.ts'
import { entryOf, type Graticule } from './graticule.ts'
import { oneLine, outlinesOf, type Weight, widthOf, wrapped } from './lettering.ts'
import { decimalsIn, type Language, labelIn, phrase, quartersIn } from './phrases.ts'

export interface Words {
  title: string
  /** Legend title: quantity and unit. */
  legend: string
  /** Parameter names and values of the request. */
  facts: [name: string, value: string][]
}

export interface Sheet {
  words: Words
  zones: readonly Zone[]
  rangeM: number
  /** Sites of a network; without sites the transmitter is at the center. */
  sites?: readonly PlacedSite[]
  /** Azimuth of the antenna; `undefined` if not directional. */
  azimuthDeg: number | undefined
  notes: string[]
  /** Language of the texts; default: English. */
  language?: Language
  graticule?: Graticule
  /** Place names in order of importance, with positions in panel pixels. */
  places?: PlacedName[]
}

export interface PlacedName {
  name: string
  x: number
  y: number
}

export interface PlacedSite extends PlacedName {
  color: string
  radiusPx: number
}

const MARGIN_PX = 24
const COLUMN_PX = 400
const COLUMN_X = MARGIN_PX + PANEL_PX + 32
export const SHEET = { widthPx: COLUMN_X + COLUMN_PX + MARGIN_PX, heightPx: PANEL_PX + 2 * MARGIN_PX }
export const PANEL_AT = { left: MARGIN_PX, top: MARGIN_PX }

const INK = '#1a1a2e'
const FAINT_INK = '#55556b'
const TRANSMITTER_COLOR = '#c8102e'
/** Mean color of the relief, drawn below the colors of the legend. */
const GROUND = '#dcdcdc'
const OUTSIDE = '#f3f3f3'
const SWATCH = { widthPx: 42, heightPx: 24, stepPx: 31 }
const NAME_PX = 132
const PLACE_PX = 17
const SCALE_PX = 300
/** Maximum number of sites whose names and range circles are drawn on the map. */
const NAMED_SITES = 40
const LEGEND_ROWS = 20

/** Hatching of unknown terrain: diagonal stripes 3 pixels wide in a pattern of 8 pixels, as on the map. */
const HATCHING = (color: string, opacity: number) =>
  `<defs><pattern id="hatched" width="8" height="8" patternUnits="userSpaceOnUse"><path fill="${color}" fill-opacity="${opacity}" d="M0 0H3L0 3ZM8 0V3L3 8H0Z"/></pattern></defs>`

export function sheetSvg(sheet: Sheet): string {
  const unknown = sheet.zones.find(({ kind }) => kind === 'unknown')
  const [color, opacity] = unknown ? paintOf(unknown) : ['#7f7f7f', 0.7]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.widthPx}" height="${SHEET.heightPx}">`,
    HATCHING(color, opacity),
    ...onMap(sheet),
    ...sidePanel(sheet),
    '</svg>',
  ].join('\n')
}

interface Style {
  sizePx: number
  weight?: Weight
  color?: string
}

function textAt(text: string, x: number, y: number, { sizePx, weight = 400, color = INK }: Style): string {
  return `<path fill="${color}" d="${outlinesOf(text, x, y, sizePx, weight)}"/>`
}

/** Text with a halo that keeps it readable on any background. */
function haloed(text: string, x: number, y: number, { sizePx, weight = 600 }: Style): string {
  const d = outlinesOf(text, x, y, sizePx, weight)
  return `<path fill="none" stroke="#ffffff" stroke-opacity="0.9" stroke-width="5" stroke-linejoin="round" d="${d}"/><path fill="${INK}" d="${d}"/>`
}

function onMap(sheet: Sheet): string[] {
  const { rangeM, azimuthDeg, language = 'en' } = sheet
  const middle = { x: PANEL_AT.left + PANEL_PX / 2, y: PANEL_AT.top + PANEL_PX / 2 }
  const circle = `cx="${middle.x}" cy="${middle.y}" r="${RING_PX.toFixed(2)}" fill="none"`
  const label = decimalsIn(language, lengthText(rangeM))
  const labelX = middle.x - widthOf(label, 20, 600) / 2
  const ground = [
    `<clipPath id="panel"><rect x="${PANEL_AT.left}" y="${PANEL_AT.top}" width="${PANEL_PX}" height="${PANEL_PX}"/></clipPath>`,
    ...graticuleSvg(sheet),
  ]
  if (sheet.sites) return [...ground, ...sitesSvg(sheet.sites), ...placesSvg(sheet), ...frameSvg(sheet)]
  return [
    ...ground,
    `<circle ${circle} stroke="#ffffff" stroke-opacity="0.8" stroke-width="5"/>`,
    `<circle ${circle} stroke="${INK}" stroke-width="2"/>`,
    ...(azimuthDeg === undefined ? [] : [boresight(middle, azimuthDeg)]),
    haloed(label, labelX, middle.y + RING_PX + 27, { sizePx: 20 }),
    ...placesSvg(sheet),
    `<circle cx="${middle.x}" cy="${middle.y}" r="10" fill="#ffffff"/>`,
    `<circle cx="${middle.x}" cy="${middle.y}" r="7" fill="${TRANSMITTER_COLOR}"/>`,
    ...frameSvg(sheet),
  ]
}

function frameSvg({ rangeM, language = 'en' }: Sheet): string[] {
  return [
    northArrow(),
    scaleBar(rangeM, language),
    `<rect x="${PANEL_AT.left - 0.5}" y="${PANEL_AT.top - 0.5}" width="${PANEL_PX + 1}" height="${PANEL_PX + 1}" fill="none" stroke="${INK}"/>`,
  ]
}

function sitesSvg(sites: readonly PlacedSite[]): string[] {
  const at = ({ x, y }: PlacedSite) =>
    `cx="${(PANEL_AT.left + x).toFixed(1)}" cy="${(PANEL_AT.top + y).toFixed(1)}"`
  const circles = sites.map(
    (site) =>
      `<circle ${at(site)} r="${site.radiusPx.toFixed(1)}" fill="none" stroke="${INK}" stroke-opacity="0.55" stroke-width="1.5"/>`,
  )
  const transmitters = sites.map(
    (site) =>
      `<circle ${at(site)} r="10" fill="#ffffff"/><circle ${at(site)} r="8" fill="${site.color}" stroke="${INK}" stroke-width="1.5"/>`,
  )
  return [
    ...(sites.length <= NAMED_SITES ? [`<g clip-path="url(#panel)">${circles.join('')}</g>`] : []),
    ...transmitters,
  ]
}

/** Meridians and parallels, with labels if there is enough space. */
function graticuleSvg({ graticule, language = 'en' }: Sheet): string[] {
  if (graticule === undefined) return []
  const { lines, decimals } = graticule
  const { left, top } = PANEL_AT
  const d = lines
    .map(
      ({ points }) =>
        `M${points.map(([x, y]) => `${(left + x).toFixed(1)} ${(top + y).toFixed(1)}`).join('L')}`,
    )
    .join('')
  const { north, south, east, west } = quartersIn(language)
  const labels = lines.flatMap((line) => {
    const entry = entryOf(line)
    if (entry === undefined) return []
    const [x, y] = entry
    const isLat = line.axis === 'lat'
    // Labels near the scale bar, the north arrow or the corner are left out.
    if (isLat ? y < 60 || y > PANEL_PX - 90 : x < 60 || x > PANEL_PX - 130) return []
    const letter = isLat ? (line.deg < 0 ? south : north) : line.deg < 0 ? west : east
    const text = `${decimalsIn(language, Math.abs(line.deg).toFixed(decimals))}° ${letter}`
    const at = isLat ? [left + 6, top + y - 5] : [left + x + 5, top + 19]
    return haloed(text, at[0], at[1], { sizePx: 15, weight: 400 })
  })
  return [
    `<path clip-path="url(#panel)" fill="none" stroke="${INK}" stroke-opacity="0.28" d="${d}"/>`,
    ...labels,
  ]
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

function placesSvg({ places = [], sites }: Sheet): string[] {
  const middle = PANEL_PX / 2
  const transmitters = sites ?? [{ x: middle, y: middle }]
  const named = sites && sites.length <= NAMED_SITES ? sites : []
  const taken: Box[] = [
    ...transmitters.map(({ x, y }) => ({ left: x - 14, top: y - 14, right: x + 14, bottom: y + 14 })),
    { left: 0, top: PANEL_PX - 90, right: 380, bottom: PANEL_PX },
    { left: PANEL_PX - 110, top: 0, right: PANEL_PX, bottom: 130 },
  ]
  const isSite = (at: number) => at < named.length
  return [...named, ...places].flatMap(({ name, x, y }, index) => {
    const text = oneLine(name)
    const width = widthOf(text, PLACE_PX, 600)
    const gap = isSite(index) ? 15 : 9
    const free = [x + gap, x - gap - width]
      .map((left): Box => ({ left, top: y - PLACE_PX, right: left + width, bottom: y + 6 }))
      .find(
        (box) =>
          box.left > 0 &&
          box.right < PANEL_PX &&
          box.top > 0 &&
          box.bottom < PANEL_PX &&
          taken.every((other) => areDisjoint(box, other)),
      )
    if (free === undefined) return []
    taken.push(free)
    const [dotX, dotY] = [(PANEL_AT.left + x).toFixed(1), (PANEL_AT.top + y).toFixed(1)]
    return [
      ...(isSite(index)
        ? []
        : [`<circle cx="${dotX}" cy="${dotY}" r="4" fill="${INK}" stroke="#ffffff" stroke-width="2"/>`]),
      haloed(text, PANEL_AT.left + free.left, PANEL_AT.top + y + 6, { sizePx: PLACE_PX }),
    ]
  })
}

function areDisjoint(a: Box, b: Box): boolean {
  return a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top
}

/** Dashed line from the transmitter to the range circle, in the direction of the antenna. */
function boresight(middle: { x: number; y: number }, azimuthDeg: number): string {
  const radians = (azimuthDeg * Math.PI) / 180
  const x = (middle.x + RING_PX * Math.sin(radians)).toFixed(2)
  const y = (middle.y - RING_PX * Math.cos(radians)).toFixed(2)
  const line = `d="M${middle.x} ${middle.y}L${x} ${y}" fill="none" stroke-dasharray="14 9"`
  return `<path ${line} stroke="#ffffff" stroke-width="5" stroke-opacity="0.8"/><path ${line} stroke="${TRANSMITTER_COLOR}" stroke-width="2.5"/>`
}

function northArrow(): string {
  const x = PANEL_AT.left + PANEL_PX - 54
  const y = PANEL_AT.top + 28
  const letter = haloed('N', x - widthOf('N', 26, 600) / 2, y + 88, { sizePx: 26 })
  return `<path fill="${INK}" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke" d="M${x} ${y}L${x + 17} ${y + 60}L${x} ${y + 48}L${x - 17} ${y + 60}Z"/>${letter}`
}

function scaleBar(rangeM: number, language: Language): string {
  const lengthM = largestRound((SCALE_PX * rangeM) / RING_PX)
  const width = (lengthM * RING_PX) / rangeM
  const label = decimalsIn(language, lengthText(lengthM))
  const x = PANEL_AT.left + 28
  const y = PANEL_AT.top + PANEL_PX - 34
  const half = width / 2
  return [
    `<rect x="${x - 4}" y="${y - 4}" width="${(width + 8).toFixed(2)}" height="18" fill="#ffffff" fill-opacity="0.9"/>`,
    `<rect x="${x}" y="${y}" width="${half.toFixed(2)}" height="10" fill="${INK}"/>`,
    `<rect x="${x}" y="${y}" width="${width.toFixed(2)}" height="10" fill="none" stroke="${INK}" stroke-width="2"/>`,
    haloed('0', x - 2, y - 12, { sizePx: 18 }),
    haloed(label, x + width - widthOf(label, 18, 600) + 2, y - 12, { sizePx: 18 }),
  ].join('')
}

function lengthText(metres: number): string {
  return metres < 1000 ? `${Number(metres.toFixed(3))} m` : `${Number((metres / 1000).toFixed(6))} km`
}

function sidePanel({ words, zones, notes, language = 'en' }: Sheet): string[] {
  const drawn: string[] = []
  let y = MARGIN_PX + 24
  for (const line of wrapped(words.title, COLUMN_PX, 27, 3, 600)) {
    drawn.push(textAt(line, COLUMN_X, y, { sizePx: 27, weight: 600 }))
    y += 35
  }
  y += 12
  for (const line of wrapped(words.legend, COLUMN_PX, 19, 2, 600)) {
    drawn.push(textAt(line, COLUMN_X, y, { sizePx: 19, weight: 600 }))
    y += 26
  }
  y -= 8
  for (const { svg, label } of legendOf(zones, language)) {
    drawn.push(svg(COLUMN_X, y))
    const [text = ''] = wrapped(label, COLUMN_PX - SWATCH.widthPx - 14, 18, 1)
    drawn.push(textAt(text, COLUMN_X + SWATCH.widthPx + 14, y + 18, { sizePx: 18 }))
    y += SWATCH.stepPx
  }
  const smallPrint = notes.flatMap((note, index) => [
    ...(index > 0 ? [''] : []),
    ...wrapped(note, COLUMN_PX, 14, 7),
  ])
  const notesY = SHEET.heightPx - MARGIN_PX - 19 * (smallPrint.length - 1) - 3
  y += 34
  // Width of the name column, larger for languages with longer names.
  const nameWidthPx = Math.max(NAME_PX, ...words.facts.map(([name]) => widthOf(oneLine(name), 16) + 8))
  for (const [name, value] of words.facts) {
    const lines = wrapped(value, COLUMN_PX - nameWidthPx, 16, 7)
    if (y + 22 * (lines.length - 1) > notesY - 30) break
    drawn.push(textAt(oneLine(name), COLUMN_X, y, { sizePx: 16, color: FAINT_INK }))
    for (const line of lines) {
      drawn.push(textAt(line, COLUMN_X + nameWidthPx, y, { sizePx: 16 }))
      y += 22
    }
    y += 4
  }
  for (const [index, line] of smallPrint.entries()) {
    drawn.push(textAt(line, COLUMN_X, notesY + 19 * index, { sizePx: 14, color: FAINT_INK }))
  }
  return drawn
}

interface LegendRow {
  label: string
  svg(x: number, y: number): string
}

function legendOf(zones: readonly Zone[], language: Language): LegendRow[] {
  const size = `width="${SWATCH.widthPx}" height="${SWATCH.heightPx}"`
  const box = (x: number, y: number, paint: string) => `<rect x="${x}" y="${y}" ${size} ${paint}/>`
  const left = zones.length > LEGEND_ROWS ? zones.length - LEGEND_ROWS + 1 : 0
  const shown = left > 0 ? [...zones.slice(0, LEGEND_ROWS - 3), ...zones.slice(-2)] : zones
  const rows = shown.map((zone): LegendRow => {
    const [color, opacity] = paintOf(zone)
    const paint =
      zone.kind === 'unknown' ? 'fill="url(#hatched)"' : `fill="${color}" fill-opacity="${opacity}"`
    return {
      label: typographic(labelIn(language, zone.label)),
      svg: (x, y) => box(x, y, `fill="${GROUND}"`) + box(x, y, paint),
    }
  })
  if (left > 0) {
    const label = phrase(language, '… and {count} more', { count: left })
    rows.splice(-2, 0, { label, svg: () => '' })
  }
  const outside = `fill="${OUTSIDE}" stroke="#c8c8c8"`
  return [...rows, { label: labelIn(language, 'out of range'), svg: (x, y) => box(x, y, outside) }]
}

/** Replaces hyphens by minus signs. */
export function typographic(text: string): string {
  return text.replace(/(?<!\d)-(?=\d)/g, '−')
}

function paintOf({ color }: Zone): [color: string, opacity: number] {
  return [color.slice(0, 7), Number((Number.parseInt(color.slice(7), 16) / 255).toFixed(3))]
}

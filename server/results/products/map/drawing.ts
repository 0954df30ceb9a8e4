import type { Zone } from '../../views/styles.ts'
import { PANEL_PX, RING_PX } from './frame.ts'
import { oneLine, outlinesOf, type Weight, widthOf, wrapped } from './lettering.ts'

/** What stands beside the map, as text. */
export interface Words {
  title: string
  /** Of the legend: what the colours are, with their unit. */
  legend: string
  /** Of the request, a name and a value each. */
  facts: [name: string, value: string][]
}

export interface Sheet {
  words: Words
  zones: readonly Zone[]
  rangeM: number
  /** Where the antenna points, if it does. */
  azimuthDeg: number | undefined
  /** Small print. */
  notes: string[]
}

const MARGIN_PX = 24
const COLUMN_PX = 400
const COLUMN_X = MARGIN_PX + PANEL_PX + 32
export const SHEET = { widthPx: COLUMN_X + COLUMN_PX + MARGIN_PX, heightPx: PANEL_PX + 2 * MARGIN_PX }
/** Where the map begins on the sheet. */
export const PANEL_AT = { left: MARGIN_PX, top: MARGIN_PX }

const INK = '#1a1a2e'
const FAINT_INK = '#55556b'
const MAST = '#c8102e'
/** Of the relief, on average: colours in the legend lie on it as they do on the map. */
const GROUND = '#dcdcdc'
const OUTSIDE = '#f3f3f3'
const SWATCH = { widthPx: 42, heightPx: 24, stepPx: 31 }
const NAME_PX = 116
const SCALE_PX = 300
/** Round lengths of a scale bar. */
const ROUND = [1, 2, 5]

/** Unknown ground is hatched here as on the map: diagonals, 3 of 8 pixels wide. */
const HATCHING = (color: string, opacity: number) =>
  `<defs><pattern id="hatched" width="8" height="8" patternUnits="userSpaceOnUse"><path fill="${color}" fill-opacity="${opacity}" d="M0 0H3L0 3ZM8 0V3L3 8H0Z"/></pattern></defs>`

/** All but the map itself, as SVG of paths alone. */
export function sheetSvg(sheet: Sheet): string {
  const unknown = sheet.zones.find(({ kind }) => kind === 'unknown')
  const [color, opacity] = unknown ? paintOf(unknown) : ['#7f7f7f', 0.7]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.widthPx}" height="${SHEET.heightPx}">`,
    HATCHING(color, opacity),
    ...onMap(sheet),
    ...beside(sheet),
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

/** Readable on any ground. */
function haloed(text: string, x: number, y: number, { sizePx, weight = 600 }: Style): string {
  const d = outlinesOf(text, x, y, sizePx, weight)
  return `<path fill="none" stroke="#ffffff" stroke-opacity="0.9" stroke-width="5" stroke-linejoin="round" d="${d}"/><path fill="${INK}" d="${d}"/>`
}

function onMap({ rangeM, azimuthDeg }: Sheet): string[] {
  const middle = { x: PANEL_AT.left + PANEL_PX / 2, y: PANEL_AT.top + PANEL_PX / 2 }
  const circle = `cx="${middle.x}" cy="${middle.y}" r="${RING_PX.toFixed(2)}" fill="none"`
  const label = lengthText(rangeM)
  const labelX = middle.x - widthOf(label, 20, 600) / 2
  return [
    `<circle ${circle} stroke="#ffffff" stroke-opacity="0.8" stroke-width="5"/>`,
    `<circle ${circle} stroke="${INK}" stroke-width="2"/>`,
    ...(azimuthDeg === undefined ? [] : [boresight(middle, azimuthDeg)]),
    haloed(label, labelX, middle.y + RING_PX + 27, { sizePx: 20 }),
    `<circle cx="${middle.x}" cy="${middle.y}" r="10" fill="#ffffff"/>`,
    `<circle cx="${middle.x}" cy="${middle.y}" r="7" fill="${MAST}"/>`,
    northArrow(),
    scaleBar(rangeM),
    `<rect x="${PANEL_AT.left - 0.5}" y="${PANEL_AT.top - 0.5}" width="${PANEL_PX + 1}" height="${PANEL_PX + 1}" fill="none" stroke="${INK}"/>`,
  ]
}

/** A dashed line from the mast to the circle where its antenna points. */
function boresight(middle: { x: number; y: number }, azimuthDeg: number): string {
  const radians = (azimuthDeg * Math.PI) / 180
  const x = (middle.x + RING_PX * Math.sin(radians)).toFixed(2)
  const y = (middle.y - RING_PX * Math.cos(radians)).toFixed(2)
  const line = `d="M${middle.x} ${middle.y}L${x} ${y}" fill="none" stroke-dasharray="14 9"`
  return `<path ${line} stroke="#ffffff" stroke-width="5" stroke-opacity="0.8"/><path ${line} stroke="${MAST}" stroke-width="2.5"/>`
}

function northArrow(): string {
  const x = PANEL_AT.left + PANEL_PX - 54
  const y = PANEL_AT.top + 28
  const letter = haloed('N', x - widthOf('N', 26, 600) / 2, y + 88, { sizePx: 26 })
  return `<path fill="${INK}" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke" d="M${x} ${y}L${x + 17} ${y + 60}L${x} ${y + 48}L${x - 17} ${y + 60}Z"/>${letter}`
}

function scaleBar(rangeM: number): string {
  const lengthM = roundLengthM((SCALE_PX * rangeM) / RING_PX)
  const width = (lengthM * RING_PX) / rangeM
  const x = PANEL_AT.left + 28
  const y = PANEL_AT.top + PANEL_PX - 34
  const half = width / 2
  return [
    `<rect x="${x - 4}" y="${y - 4}" width="${(width + 8).toFixed(2)}" height="18" fill="#ffffff" fill-opacity="0.9"/>`,
    `<rect x="${x}" y="${y}" width="${half.toFixed(2)}" height="10" fill="${INK}"/>`,
    `<rect x="${x}" y="${y}" width="${width.toFixed(2)}" height="10" fill="none" stroke="${INK}" stroke-width="2"/>`,
    haloed('0', x - 2, y - 12, { sizePx: 18 }),
    haloed(lengthText(lengthM), x + width - widthOf(lengthText(lengthM), 18, 600) + 2, y - 12, {
      sizePx: 18,
    }),
  ].join('')
}

/** The longest round length up to this one. */
export function roundLengthM(maximumM: number): number {
  const power = 10 ** Math.floor(Math.log10(maximumM))
  const digit = ROUND.findLast((one) => one * power <= maximumM) ?? 1
  return digit * power
}

function lengthText(metres: number): string {
  return metres < 1000 ? `${Number(metres.toFixed(3))} m` : `${Number((metres / 1000).toFixed(6))} km`
}

/** Title, legend and facts from above, small print from below. */
function beside({ words, zones, notes }: Sheet): string[] {
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
  for (const { svg, label } of legendOf(zones)) {
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
  for (const [name, value] of words.facts) {
    const lines = wrapped(value, COLUMN_PX - NAME_PX, 16, 7)
    if (y + 22 * (lines.length - 1) > notesY - 30) break
    drawn.push(textAt(oneLine(name), COLUMN_X, y, { sizePx: 16, color: FAINT_INK }))
    for (const line of lines) {
      drawn.push(textAt(line, COLUMN_X + NAME_PX, y, { sizePx: 16 }))
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

function legendOf(zones: readonly Zone[]): LegendRow[] {
  const size = `width="${SWATCH.widthPx}" height="${SWATCH.heightPx}"`
  const box = (x: number, y: number, paint: string) => `<rect x="${x}" y="${y}" ${size} ${paint}/>`
  const rows = zones.map((zone): LegendRow => {
    const [color, opacity] = paintOf(zone)
    const paint =
      zone.kind === 'unknown' ? 'fill="url(#hatched)"' : `fill="${color}" fill-opacity="${opacity}"`
    return {
      label: typographic(zone.label),
      svg: (x, y) => box(x, y, `fill="${GROUND}"`) + box(x, y, paint),
    }
  })
  const outside = `fill="${OUTSIDE}" stroke="#c8c8c8"`
  return [...rows, { label: 'out of range', svg: (x, y) => box(x, y, outside) }]
}

/** With minus signs. */
export function typographic(text: string): string {
  return text.replace(/(?<!\d)-(?=\d)/g, '−')
}

function paintOf({ color }: Zone): [color: string, opacity: number] {
  return [color.slice(0, 7), Number((Number.parseInt(color.slice(7), 16) / 255).toFixed(3))]
}

/**
 * Text as outlines of its letters: what draws SVG has no fonts of its own, and a machine may have none. Outlines are numbers
 * alone, so no text can become anything else in the drawing.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js'

export type Weight = 400 | 600

/** Parts of the font by script. A letter is taken from the first that has it. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'cyrillic-ext',
  'greek-ext',
  'devanagari',
]
/** What stands for a letter of another script. */
const NO_GLYPH = 0
const ELLIPSIS = '…'
const SPACES = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}]+/gu

interface Letter {
  font: Font
  glyph: Glyph
}

const fontFolder = join(import.meta.dirname, '../../../../third-party/noto-sans')
const fonts = new Map<string, Font>()
const letters = new Map<string, Letter>()

function fontOf(subset: string, weight: Weight): Font {
  const file = `noto-sans-${subset}-${weight}-normal.woff`
  const kept = fonts.get(file)
  if (kept) return kept
  const bytes = readFileSync(join(fontFolder, file))
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  fonts.set(file, font)
  return font
}

function letterOf(character: string, weight: Weight): Letter {
  const key = `${weight} ${character}`
  const kept = letters.get(key)
  if (kept) return kept
  const found = SUBSETS.map((subset) => fontOf(subset, weight)).find(
    (font) => font.charToGlyph(character).index !== NO_GLYPH,
  )
  const font = found ?? fontOf(SUBSETS[0], weight)
  const letter = { font, glyph: font.charToGlyph(character) }
  letters.set(key, letter)
  return letter
}

/** One line: control characters, lone surrogates and marks of direction become spaces. */
export function oneLine(text: string): string {
  return text.replace(SPACES, ' ').trim()
}

/** Letters one by one with their distance from the beginning. */
function* placed(
  text: string,
  sizePx: number,
  weight: Weight,
): Generator<Letter & { x: number; endX: number }> {
  let x = 0
  let before: Letter | undefined
  for (const character of text) {
    const letter = letterOf(character, weight)
    const { font, glyph } = letter
    const scale = sizePx / font.unitsPerEm
    if (before?.font === font) x += scale * font.getKerningValue(before.glyph, glyph)
    const endX = x + scale * (glyph.advanceWidth ?? 0)
    yield { ...letter, x, endX }
    x = endX
    before = letter
  }
}

/** How wide a line is. */
export function widthOf(text: string, sizePx: number, weight: Weight = 400): number {
  let width = 0
  for (const { endX } of placed(text, sizePx, weight)) width = endX
  return width
}

/** The outlines of a line, as the `d` of an SVG path; `y` is its base line. */
export function outlinesOf(text: string, x: number, y: number, sizePx: number, weight: Weight = 400): string {
  const paths: string[] = []
  for (const letter of placed(text, sizePx, weight)) {
    paths.push(...letter.glyph.getPath(x + letter.x, y, sizePx).commands.map(commandText))
  }
  return paths.join('')
}

/** opentype.js's own `toPathData` writes NaN for numbers just above whole ones (version 2.0.0). */
function commandText(command: PathCommand): string {
  const numbers = (...values: number[]) => values.map((value) => value.toFixed(2)).join(' ')
  switch (command.type) {
    case 'M':
    case 'L':
      return `${command.type}${numbers(command.x, command.y)}`
    case 'Q':
      return `Q${numbers(command.x1, command.y1, command.x, command.y)}`
    case 'C':
      return `C${numbers(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`
    case 'Z':
      return 'Z'
  }
}

/** Lines no wider than `widthPx`, broken between words where that is possible; the last ends in … if not all fits. */
export function wrapped(
  text: string,
  widthPx: number,
  sizePx: number,
  maximumLines: number,
  weight: Weight = 400,
): string[] {
  const fits = (line: string) => widthOf(line, sizePx, weight) <= widthPx
  const lines: string[] = []
  let rest = oneLine(text)
  while (rest !== '' && lines.length < maximumLines) {
    const isLast = lines.length === maximumLines - 1
    const line = fits(rest)
      ? rest
      : isLast
        ? `${longest(rest, (start) => fits(start + ELLIPSIS))}${ELLIPSIS}`
        : beginning(rest, fits)
    lines.push(line)
    rest = isLast ? '' : rest.slice(line.length).trim()
  }
  return lines
}

/** What of a text stands on one line: whole words, or what fits of a long one. */
function beginning(text: string, fits: (line: string) => boolean): string {
  const start = longest(text, fits)
  const space = text[start.length] === ' ' ? start.length : start.lastIndexOf(' ')
  return space > 0 ? start.slice(0, space) : start
}

/** Never nothing, so that lines come to an end. */
function longest(text: string, fits: (line: string) => boolean): string {
  const characters = [...text]
  let end = 1
  while (end < characters.length && fits(characters.slice(0, end + 1).join(''))) end++
  return characters.slice(0, end).join('')
}

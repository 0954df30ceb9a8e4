/** Text as glyph outlines: a machine may have no fonts, and outlines cannot inject markup. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js'

export type Weight = 400 | 600

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
/** Glyph for characters that the font lacks. */
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

/** Turns text into one line: control characters, lone surrogates and direction marks become spaces. */
export function oneLine(text: string): string {
  return text.replace(SPACES, ' ').trim()
}

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

export function widthOf(text: string, sizePx: number, weight: Weight = 400): number {
  let width = 0
  for (const { endX } of placed(text, sizePx, weight)) width = endX
  return width
}

/** Outlines of a line of text as the attribute `d` of an SVG path; `y` is the baseline. */
export function outlinesOf(text: string, x: number, y: number, sizePx: number, weight: Weight = 400): string {
  const paths: string[] = []
  for (const letter of placed(text, sizePx, weight)) {
    paths.push(...letter.glyph.getPath(x + letter.x, y, sizePx).commands.map(commandText))
  }
  return paths.join('')
}

/** Replaces `toPathData` of opentype.js 2.0.0, which writes NaN for numbers just above integers. */
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

/** Breaks text into lines of at most `widthPx`, between words if possible; an ellipsis ends truncated text. */
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
        : fittingStart(rest, fits)
    lines.push(line)
    rest = isLast ? '' : rest.slice(line.length).trim()
  }
  return lines
}

/** Beginning of the text that fits on a line: whole words, or a part of a long word. */
function fittingStart(text: string, fits: (line: string) => boolean): string {
  const start = longest(text, fits)
  const space = text[start.length] === ' ' ? start.length : start.lastIndexOf(' ')
  return space > 0 ? start.slice(0, space) : start
}

/** Longest start of the text that fits; at least one character, so that wrapping terminates. */
function longest(text: string, fits: (line: string) => boolean): string {
  const characters = [...text]
  let end = 1
  while (end < characters.length && fits(characters.slice(0, end + 1).join(''))) end++
  return characters.slice(0, end).join('')
}

/** Antenna patterns as vendors give them, told apart by what is in the file. */

import type { Cut } from './cut.ts'
import { readPlanet } from './planet-file.ts'
import { readRadioMobile } from './radio-mobile-file.ts'
import { PatternFileError } from './samples.ts'

export interface PatternFile {
  /** What the file says of the antenna; `null`: nothing. */
  name: string | null
  make: string | null
  frequencyMhz: number | null
  gainDbi: number | null
  polarization: string | null
  /** In the file's words: the vertical cut holds an electrical one already. */
  tilt: string | null
  horizontal: Cut
  vertical: Cut
}

/**
 * Reads Planet (.msi, .pln) and Radio Mobile version 3 (.ant) files, told apart by their contents.
 *
 * @throws {PatternFileError}
 */
export function parsePatternFile(text: string): PatternFile {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ number: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
  if (lines.length === 0) throw new PatternFileError('The file is empty')
  const isPlanet = lines.some((line) => /^(horizontal|vertical)\b/i.test(line.text))
  return isPlanet ? readPlanet(lines) : readRadioMobile(lines)
}

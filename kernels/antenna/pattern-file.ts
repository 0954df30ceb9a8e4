import { readPlanet } from './planet-file.ts'
import { readRadioMobile } from './radio-mobile-file.ts'
import { type PatternFile, PatternFileError } from './samples.ts'

/**
 * Reads pattern files of Planet (.msi, .pln) and Radio Mobile version 3 (.ant), recognized by their content.
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

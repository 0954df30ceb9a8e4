/**
 * Antenna files of Radio Mobile, version 3 (.ant): 720 numbers, one per line, gains relative to the strongest
 * direction. First the horizon, clockwise from the main direction degree by degree; then the vertical circle, from
 * zenith over the horizon in front (line 451), nadir and the horizon at the back (line 631) back to zenith.
 */

import { cutsOf, type Line, type PatternFile, PatternFileError, parseDecimal, quoted } from './samples.ts'

const DEGREES = 360
/** Vertical angles count from the horizon in front downwards. */
const ZENITH_DEG = -90

export function readRadioMobile(lines: Line[]): PatternFile {
  const values = lines.map(({ text, number }) => {
    const valueDb = parseDecimal(text)
    if (valueDb !== undefined) return { line: number, valueDb }
    throw new PatternFileError(
      `expected one number per line (.ant) or HORIZONTAL and VERTICAL sections (.msi), got ${quoted(text)}`,
      number,
    )
  })
  if (values.length !== 2 * DEGREES) {
    const detail = `A .ant file must have ${2 * DEGREES} numbers, a horizontal and a vertical circle (Radio Mobile version 3), got ${values.length}`
    throw new PatternFileError(detail)
  }
  const horizontal = values.slice(0, DEGREES).map((value, angleDeg) => ({ ...value, angleDeg }))
  const vertical = values.slice(DEGREES).map((value, at) => ({ ...value, angleDeg: ZENITH_DEG + at }))
  return {
    name: null,
    make: null,
    frequencyMhz: null,
    gainDbi: null,
    polarization: null,
    tilt: null,
    ...cutsOf(horizontal, vertical),
  }
}

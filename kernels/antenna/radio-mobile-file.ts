/**
 * Antenna files of Radio Mobile, version 3 (.ant): 720 gains in dB relative to the strongest direction, one
 * per line. The first 360 follow the horizon clockwise from the main direction. The other 360 follow the
 * vertical circle: zenith, horizon in front (line 451), nadir, horizon at the back (line 631), zenith.
 */

import { cutsOf, type Line, type PatternFile, PatternFileError, parseDecimal, quoted } from './samples.ts'

const DEGREES = 360
/** Vertical angle of the zenith: vertical angles run downwards from the horizon in front. */
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

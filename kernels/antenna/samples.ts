/** Samples of antenna pattern files, and validation of their cuts. */

import type { Cut } from './cut.ts'

/** Thrown for an invalid antenna pattern file; the message names the line, counted from 1. */
export class PatternFileError extends Error {
  constructor(detail: string, line?: number) {
    super(line === undefined ? detail : `line ${line}: ${detail}`)
  }
}

export interface PatternFile {
  /** Antenna name as in the file; each `null` field is absent from the file. */
  name: string | null
  make: string | null
  frequencyMhz: number | null
  gainDbi: number | null
  polarization: string | null
  /** Electrical tilt as written in the file; the vertical cut already includes this tilt. */
  tilt: string | null
  horizontal: Cut
  vertical: Cut
}

export interface Line {
  number: number
  text: string
}

export interface Sample {
  line: number
  angleDeg: number
  valueDb: number
}

/** Maximum absolute value of an attenuation or gain in dB. */
const MAXIMUM_DB = 200
/** Maximum step between consecutive angles in degrees. */
const WIDEST_GAP_DEG = 15
/** Tolerated attenuation in dB of the strongest sample over both cuts; nominally 0 dB. */
const PEAK_DB = 1

/** Parses a decimal number with a point or comma; `undefined` for any other text. */
export function parseDecimal(text: string): number | undefined {
  return /^[+-]?(\d{1,9}([.,]\d{0,9})?|[.,]\d{1,9})(e[+-]?\d{1,2})?$/i.test(text)
    ? Number(text.replace(',', '.'))
    : undefined
}

/** Input text in quotes, truncated for error messages. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text)
}

/** Horizontal and vertical cut as attenuations ≥ 0; gains ≤ 0 are negated. */
export function cutsOf(horizontal: Sample[], vertical: Sample[]): { horizontal: Cut; vertical: Cut } {
  const all = [...horizontal, ...vertical]
  for (const { valueDb, line } of all) {
    if (Math.abs(valueDb) <= MAXIMUM_DB) continue
    throw new PatternFileError(`values must be within ±${MAXIMUM_DB} dB, got ${valueDb}`, line)
  }
  const above = all.find(({ valueDb }) => valueDb > 0)
  const below = all.find(({ valueDb }) => valueDb < 0)
  if (above && below) {
    const [first, second] = above.line < below.line ? [above, below] : [below, above]
    const detail = `values must be attenuations (all at least 0 dB) or gains relative to the strongest direction (all at most 0 dB), got ${second.valueDb} after ${first.valueDb} in line ${first.line}`
    throw new PatternFileError(detail, second.line)
  }
  const sign = below ? -1 : 1
  const minimumDb = all.reduce(
    (minimum, { valueDb }) => Math.min(minimum, sign * valueDb),
    Number.POSITIVE_INFINITY,
  )
  if (minimumDb > PEAK_DB) {
    throw new PatternFileError(
      `values must be relative to the strongest direction, which has 0 dB, but the nearest to it is ${sign * minimumDb} dB`,
    )
  }
  return {
    horizontal: cutOf('horizontal', horizontal, sign),
    vertical: cutOf('vertical', vertical, sign),
  }
}

function cutOf(name: string, samples: Sample[], sign: number): Cut {
  const sorted = samples
    .map((sample) => ({ ...sample, angleDeg: ((sample.angleDeg % 360) + 360) % 360 }))
    .sort((a, b) => a.angleDeg - b.angleDeg || a.line - b.line)
  const kept = sorted.filter((sample, at) => {
    const before = sorted[at - 1]
    if (before === undefined || before.angleDeg !== sample.angleDeg) return true
    // Angles of 0° and 360°, or −180° and 180°, are equal: a cut may contain both with equal values.
    if (before.valueDb === sample.valueDb) return false
    const detail = `the ${name} angle ${sample.angleDeg} already appears in line ${before.line}, with another value`
    throw new PatternFileError(detail, sample.line)
  })
  for (const [at, { angleDeg }] of kept.entries()) {
    const next = at + 1 < kept.length ? kept[at + 1].angleDeg : kept[0].angleDeg + 360
    if (next - angleDeg <= WIDEST_GAP_DEG) continue
    throw new PatternFileError(
      `the ${name} pattern has no angle between ${angleDeg} and ${next % 360} degrees; gaps must be at most ${WIDEST_GAP_DEG} degrees`,
    )
  }
  return {
    anglesDeg: kept.map(({ angleDeg }) => angleDeg),
    // Prevents −0 in the result.
    attenuationDb: kept.map(({ valueDb }) => (valueDb === 0 ? 0 : sign * valueDb)),
  }
}

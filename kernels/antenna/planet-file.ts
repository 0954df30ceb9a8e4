/**
 * File format of the planning tool Planet (.msi, .pln): keywords with values, then `HORIZONTAL 360` and
 * `VERTICAL 360`, each followed by lines with an angle and an attenuation in dB. Horizontal angles run
 * clockwise from the main direction, vertical ones down from the horizon in front: 90 is nadir, 180 the
 * horizon at the back, 270 zenith (as in CRC's covlib and with electrical downtilt). GAIN is in dBd by
 * default.
 */

import {
  cutsOf,
  type Line,
  type PatternFile,
  PatternFileError,
  parseDecimal,
  quoted,
  type Sample,
} from './samples.ts'

/** Gain of a half-wave dipole in dBi, as used for ERP. */
const DIPOLE_GAIN_DBI = 2.15
const LONGEST_WORDS = 200
const KEYS =
  /^(NAME|MAKE|FREQUENCY|GAIN|TILT|ELECTRICAL_TILT|POLARI[SZ]ATION|COMMENTS?|H_WIDTH|V_WIDTH|FRONT_TO_BACK)\b[\s:]*(.*)$/i

export function readPlanet(lines: Line[]): PatternFile {
  const header = new Map<string, string>()
  const sections = new Map<string, { header: Line; count: number | undefined; samples: Sample[] }>()
  let section: { samples: Sample[] } | undefined
  for (const [at, line] of lines.entries()) {
    const [, name, rest = ''] = /^(horizontal|vertical)\b[\s:]*(.*)$/i.exec(line.text) ?? []
    if (name !== undefined) {
      section = open(name.toLowerCase(), rest, line)
    } else if (section !== undefined && !KEYS.test(line.text)) {
      section.samples.push(sampleOf(line))
    } else {
      note(line, at === 0)
    }
  }
  const horizontal = whole('horizontal')
  const vertical = whole('vertical')
  return {
    name: wordsOf('NAME'),
    make: wordsOf('MAKE'),
    frequencyMhz: frequencyOf(header.get('FREQUENCY')),
    gainDbi: gainOf(header.get('GAIN')),
    polarization: wordsOf('POLARIZATION'),
    tilt: wordsOf('ELECTRICAL_TILT') ?? wordsOf('TILT'),
    ...cutsOf(horizontal, vertical),
  }

  function open(name: string, rest: string, header: Line) {
    const before = sections.get(name)
    if (before) {
      const detail = `${name.toUpperCase()} already appears in line ${before.header.number}`
      throw new PatternFileError(detail, header.number)
    }
    const [word = ''] = rest.split(/\s+/)
    const count = word === '' ? undefined : Number(word)
    if (count !== undefined && !/^\d{1,5}$/.test(word)) {
      throw new PatternFileError(
        `${name.toUpperCase()} must be followed by its number of lines, got ${quoted(rest)}`,
        header.number,
      )
    }
    const opened = { header, count, samples: [] }
    sections.set(name, opened)
    return opened
  }

  function note({ text }: Line, isFirst: boolean): void {
    const [, key, words = ''] = KEYS.exec(text) ?? []
    if (key !== undefined) header.set(key.toUpperCase().replace('POLARIS', 'POLARIZ'), words)
    // Some vendors omit the keyword NAME.
    else if (isFirst) header.set('NAME', text)
  }

  function wordsOf(key: string): string | null {
    return header.get(key)?.slice(0, LONGEST_WORDS) || null
  }

  function whole(name: string): Sample[] {
    const found = sections.get(name)
    if (found === undefined) throw new PatternFileError(`The file has no ${name.toUpperCase()} section`)
    const { count, samples, header } = found
    if (samples.length === 0 || (count !== undefined && count !== samples.length)) {
      const wanted = count === undefined ? 'lines of an angle and an attenuation' : `${count} lines`
      throw new PatternFileError(
        `${name.toUpperCase()} must have ${wanted}, got ${samples.length}`,
        header.number,
      )
    }
    return samples
  }
}

function sampleOf({ text, number }: Line): Sample {
  const [angle = '', value = '', ...more] = text.split(/[\s;]+/)
  const angleDeg = parseDecimal(angle)
  const valueDb = parseDecimal(value)
  if (angleDeg === undefined || valueDb === undefined || more.some((word) => word !== '')) {
    throw new PatternFileError(`expected an angle and an attenuation in dB, got ${quoted(text)}`, number)
  }
  if (angleDeg < -180 || angleDeg > 360) {
    throw new PatternFileError(`angles must be between −180 and 360 degrees, got ${angleDeg}`, number)
  }
  return { line: number, angleDeg, valueDb }
}

/** Frequency in MHz; `null` if the text is not a single number. */
function frequencyOf(text = ''): number | null {
  const [, digits = '', unit = 'MHz'] = /^(\S+?)\s*(kHz|MHz|GHz)?$/i.exec(text) ?? []
  const value = parseDecimal(digits)
  if (value === undefined || value <= 0) return null
  const perMhz = { khz: 1e-3, mhz: 1, ghz: 1e3 }[unit.toLowerCase()] ?? 1
  return Number((value * perMhz).toPrecision(12))
}

function gainOf(text = ''): number | null {
  const [, digits = '', unit = 'dBd'] = /^(\S+?)\s*(dBd|dBi|dB)?$/i.exec(text) ?? []
  const value = parseDecimal(digits)
  if (value === undefined) return null
  const gainDbi = unit.toLowerCase() === 'dbi' ? value : value + DIPOLE_GAIN_DBI
  return Number(gainDbi.toFixed(6))
}

import fc from 'fast-check'
import t from 'tap'
import { cutDb } from '../../kernels/antenna/cut.ts'
import { parsePatternFile } from '../../kernels/antenna/pattern-file.ts'
import { PatternFileError } from '../../kernels/antenna/samples.ts'
import { planetFile, radioMobileFile } from '../helpers/antennas.ts'

const planet = planetFile()
const radioMobile = radioMobileFile()

t.test('Planet files are read', async (t) => {
  const file = parsePatternFile(planet)
  t.match(file, {
    name: 'Panel-65-17-06T',
    make: 'Example Antennas',
    frequencyMhz: 2140,
    gainDbi: 17.5,
    polarization: '+45',
    tilt: 'ELECTRICAL',
  })
  t.equal(file.horizontal.anglesDeg.length, 360)
  t.equal(cutDb(file.horizontal, 0), 0)
  t.equal(cutDb(file.horizontal, 180), 28)
  t.equal(cutDb(file.vertical, 6), 0, 'downtilt: the lobe lies at +6')
})

t.test('Radio Mobile files are read from the zenith over the front', async (t) => {
  const file = parsePatternFile(radioMobile)
  t.match(file, { name: null, gainDbi: null, frequencyMhz: null })
  t.equal(cutDb(file.horizontal, 0), 0)
  t.equal(cutDb(file.horizontal, 25), 3)
  t.equal(cutDb(file.vertical, 0), 0, 'line 451 is the horizon in front')
  t.equal(cutDb(file.vertical, 20), 3, 'line 471 is 20° below it')
  const down = radioMobile.split('\n').map((line, at) => (at === 360 + 90 + 30 ? '-7.5' : line))
  t.equal(cutDb(parsePatternFile(down.join('\n')).vertical, 30), 7.5)
})

t.test('variants found in real files are accepted', async (t) => {
  const wanted = parsePatternFile(planet)
  const cuts = ({ horizontal, vertical }: typeof wanted) => JSON.stringify([horizontal, vertical])
  for (const [about, text] of Object.entries({
    'line feeds': planet.replaceAll('\r\n', '\n'),
    'old line ends': planet.replaceAll('\r\n', '\r'),
    'a byte order mark': `\ufeff${planet}`,
    blanks: planet.replaceAll('\t', '   ').replaceAll('\r\n', '  \n\n'),
    'decimal commas': planet.replaceAll(/(\d)\.(\d)/g, '$1,$2'),
    semicolons: planet.replaceAll(/^(\d\S*)\t/gm, '$1;'),
    'no NAME': planet.replace('NAME\t', ''),
    'no counts': planet.replaceAll('L\t360', 'L'),
    'lower case': planet.toLowerCase(),
    'gains below zero': planet.replaceAll(/^(\d\S*)\t/gm, '$1\t-'),
    'angle 360 too': planet
      .replaceAll('L\t360', 'L\t361')
      .replace('VERTICAL', '360.0\t0.00\r\nVERTICAL')
      .concat('360 8.82'),
    'vertical first': planet.replace(/(HORIZONTAL[\s\S]*)(VERTICAL[\s\S]*)$/, '$2$1'),
    'angles from -180': planet.replaceAll(
      /^(\d+)\.0\t/gm,
      (_, angle) => `${angle > 180 ? angle - 360 : angle}\t`,
    ),
  })) {
    t.equal(cuts(parsePatternFile(text)), cuts(wanted), about)
  }
  t.match(parsePatternFile(planet.replace('NAME\t', '')), { name: 'Panel-65-17-06T' })
  for (const [gain, dbi] of [
    ['15.35', 17.5],
    ['15.35 dBd', 17.5],
    ['17.5dBi', 17.5],
    ['17,5 dBi', 17.5],
    ['about 17', null],
  ] as const) {
    t.equal(parsePatternFile(planet.replace('17.5 dBi', gain)).gainDbi, dbi, gain)
  }
  for (const [frequency, mhz] of [
    ['2.14 GHz', 2140],
    ['868 MHz', 868],
    ['868', 868],
    ['1710-2170', null],
  ] as const) {
    t.equal(parsePatternFile(planet.replace('\t2140', `\t${frequency}`)).frequencyMhz, mhz, frequency)
  }
})

t.test('an invalid file is refused with its line number', async (t) => {
  const line = (number: number, text: string) => {
    const lines = planet.split('\r\n')
    lines[number - 1] = text
    return lines.join('\n')
  }
  for (const [text, wanted] of [
    ['', /^The file is empty/],
    [' \n\t\r\n', /^The file is empty/],
    ['hello', /^line 1: expected one number per line \(\.ant\).*got "hello"/],
    [line(20, '8.0 NaN'), /^line 20: expected an angle and an attenuation in dB, got "8\.0 NaN"/],
    [line(20, '8.0'), /^line 20: expected an angle/],
    [line(20, '8.0 1 2'), /^line 20: expected an angle/],
    [line(20, '8.0 1e400'), /^line 20: expected an angle/],
    [line(20, 'Infinity 1'), /^line 20: expected an angle/],
    [line(20, '400 1'), /^line 20: angles must be between −180 and 360 degrees, got 400/],
    [line(20, '9.0 201'), /^line 20: values must be within ±200 dB, got 201/],
    [line(20, '7.0 5'), /^line 20: the horizontal angle 7 already appears in line 19/],
    [line(20, '8.0 -0.5'), /^line 20: values must be attenuations.* got -0\.5 after .* in line 14/],
    [line(20, ''), /^line 11: HORIZONTAL must have 360 lines, got 359/],
    [line(11, 'HORIZONTAL many'), /^line 11: HORIZONTAL must be followed by its number of lines/],
    [planet.replace('VERTICAL', 'HORIZONTAL'), /^line 372: HORIZONTAL already appears in line 11/],
    [planet.slice(0, planet.indexOf('VERTICAL')), /^The file has no VERTICAL section/],
    ['VERTICAL 1\n0 0', /^The file has no HORIZONTAL section/],
    ['HORIZONTAL\nVERTICAL', /^line 1: HORIZONTAL must have lines/],
    [
      'HORIZONTAL 2\n0 0\n180 3\nVERTICAL 1\n0 0',
      /horizontal pattern has no angle between 0 and 180 degrees/,
    ],
    [
      `HORIZONTAL 13\n${Array.from({ length: 13 }, (_, at) => `${15 * at} ${at}\n`).join('')}VERTICAL 1\n0 0`,
      /horizontal pattern has no angle between 180 and 0 degrees/,
    ],
    [planet.replaceAll(/^(\d+\.0)\t(.*)$/gm, '$1\t50'), /which has 0 dB, but the nearest to it is 50 dB/],
    [radioMobile.replaceAll(/^-?(?=\d)/gm, '-1'), /which has 0 dB, but the nearest to it is -10 dB/],
    [radioMobile.slice(0, -10), /^A \.ant file must have 720 numbers.* got 71\d/],
    [`${radioMobile}0`, /got 721/],
    [radioMobile.replace('-3.0', '3.0'), /^line \d+: values must be attenuations/],
  ] as const) {
    t.throws(() => parsePatternFile(text), { message: wanted, constructor: PatternFileError }, String(wanted))
  }
})

t.test('any text is a pattern or refused', async (t) => {
  const fragments = fc.oneof(
    fc.constantFrom(
      'HORIZONTAL 360',
      'VERTICAL 360',
      'NAME',
      'GAIN 5 dBi',
      '0 0',
      '-0',
      '1e9 1',
      '\u0000',
      '"',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.double().map((value) => `${value} ${-value}`),
  )
  const broken = fc
    .tuple(
      fc.constantFrom(planet, radioMobile),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fragments,
      fc.nat(40),
    )
    .map(([text, fraction, fragment, length]) => {
      const at = Math.floor(fraction * text.length)
      return text.slice(0, at) + fragment + text.slice(at + length)
    })
  const any = fc.oneof(
    broken,
    fc.array(fragments, { maxLength: 40 }).map((lines) => lines.join('\n')),
  )
  let read = 0
  fc.assert(
    fc.property(any, (text) => {
      try {
        const { horizontal, vertical } = parsePatternFile(text)
        read++
        for (const { anglesDeg, attenuationDb } of [horizontal, vertical]) {
          for (let at = 0; at < anglesDeg.length; at++) {
            if (!(anglesDeg[at] >= 0 && anglesDeg[at] < 360 && attenuationDb[at] >= 0)) return false
            if (at > 0 && !(anglesDeg[at] > anglesDeg[at - 1])) return false
          }
        }
        return true
      } catch (error) {
        return error instanceof PatternFileError && error.message.length < 400
      }
    }),
    { numRuns: 400, seed: 3 },
  )
  t.ok(read > 20, `${read} were patterns still`)
})

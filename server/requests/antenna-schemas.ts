import { type Static, Type } from 'typebox'
import { maximumBodyBytes } from '../config/sizes.ts'
import { instant, measure, nullable, quantity, text, urlText, word } from '../http/schemas/common.ts'

const exampleId = 'ant_6e1d9fb9346d9ce32e05489d'

export const patternTypes = ['omni', 'sector', 'uploaded'] as const

/** One schema covers all pattern types; `antennaErrors` checks the members of each type. */
const Pattern = Type.Object(
  {
    type: word(
      [...patternTypes],
      'omni: the same in all directions; sector: 3GPP TR 36.814 table A.2.1.1-2; uploaded: a file sent to POST /antennas',
      'sector',
    ),
    horizontal_beamwidth: Type.Optional(
      measure(
        'degrees',
        { minimum: 0.1, maximum: 360, examples: [65] },
        'Full width at −3 dB (sector: required)',
      ),
    ),
    vertical_beamwidth: Type.Optional(
      measure(
        'degrees',
        { minimum: 0.1, maximum: 180, examples: [10] },
        'Full width at −3 dB (sector: required; omni: all directions alike without it, at most 20 dB less with it)',
      ),
    ),
    front_to_back: Type.Optional(
      measure(
        'dB',
        { minimum: 1, maximum: 100, examples: [25] },
        'Maximum attenuation in any direction (sector: required)',
      ),
    ),
    id: Type.Optional(text('ID of the pattern (uploaded: required)', exampleId, { maxLength: 100 })),
  },
  {
    title: 'AntennaPattern',
    additionalProperties: false,
    description: 'How the antenna radiates; omni without it',
  },
)

export const AntennaField = Type.Object(
  {
    azimuth: Type.Optional(
      measure(
        'degrees',
        { minimum: 0, maximum: 360, default: 0, examples: [120] },
        'Azimuth of the main direction, clockwise from true north. Refused where it would change nothing, and for a link over a given profile, along which the antenna points',
      ),
    ),
    tilt: Type.Optional(
      measure(
        'degrees',
        { minimum: -90, maximum: 90, default: 0, examples: [3] },
        'Mechanical downtilt: the whole antenna turned down in front and up behind',
      ),
    ),
    polarization: Type.Optional(
      word(
        ['vertical', 'horizontal'],
        'Polarization, for models with the parameter polarization, which it replaces',
      ),
    ),
    pattern: Type.Optional(Pattern),
  },
  {
    title: 'Antenna',
    additionalProperties: false,
    description:
      'The transmitting antenna, for models of path loss. erp is that of its main direction; received power and field strength fall by the attenuation towards the receiver, whose direction is the geodesic azimuth and the elevation angle (rx − tx)/d − d/(2·k·R) of the direct ray, k being k_factor or 4/3',
  },
)
export type AntennaField = Static<typeof AntennaField>

/** Fields of an entry in GET /antennas. */
const about = {
  id: text('Goes into a request, as antenna.pattern.id', exampleId),
  name: text('The name given at the upload, else that in the file, else empty', 'Panel-65-17-06T'),
  make: nullable(text('As stated in the file', 'Example Antennas')),
  frequency_mhz: nullable(quantity('MHz', 'As stated in the file', 2140)),
  gain_dbi: nullable(
    quantity(
      'dBi',
      'As stated in the file (in dBd + 2.15); for information, as erp is a radiated power',
      17.5,
    ),
  ),
  polarization: nullable(text('As stated in the file', '+45')),
  tilt: nullable(
    text('As stated in the file; the vertical pattern already includes any electrical tilt', 'ELECTRICAL'),
  ),
  horizontal_beamwidth: nullable(
    quantity('degrees', 'At −3 dB, of the cut itself; null where it never falls so far', 65),
  ),
  vertical_beamwidth: nullable(
    quantity('degrees', 'At −3 dB, of the cut itself; null where it never falls so far', 7),
  ),
  front_to_back: quantity('dB', 'Front-to-back ratio of the horizontal pattern', 28),
  created_at: instant('When it was uploaded'),
}

const AntennaSummary = Type.Object(about, {
  title: 'AntennaSummary',
  description: 'An antenna pattern without its cuts',
})

function cut(title: string, description: string) {
  return Type.Object(
    {
      angles_deg: Type.Array(Type.Number(), {
        'x-unit': 'degrees',
        description: 'Rising from 0',
        examples: [[0, 90, 180, 270]],
      }),
      attenuation_db: Type.Array(Type.Number(), {
        'x-unit': 'dB',
        description: 'Attenuation relative to the strongest direction, at each angle',
        examples: [[0, 20, 28, 20]],
      }),
    },
    { title, description },
  )
}

export const AntennaRecord = Type.Object(
  {
    ...about,
    horizontal: cut('HorizontalCut', 'Clockwise from the main direction'),
    vertical: cut('VerticalCut', 'From the main direction downwards: 90 nadir, 180 behind, 270 zenith'),
  },
  { title: 'AntennaRecord', description: 'The pattern as the service read it' },
)

export const AntennaList = Type.Object(
  { antennas: Type.Array(AntennaSummary, { description: 'Oldest first' }) },
  { title: 'AntennaList', description: 'The antenna patterns of the account, oldest first' },
)

export const Uploaded = {
  ...AntennaSummary,
  'x-response-description': 'Stored; its id goes into a request',
}

export const UploadedBefore = {
  ...AntennaSummary,
  'x-response-description': 'The same file with the same name is already stored',
}

/** Example in the Planet format: a panel of 65° by 10°, with a line every 15 degrees. */
function planetExample(): string {
  const angles = Array.from({ length: 24 }, (_, index) => 15 * index)
  const lines = (widthDeg: number) =>
    angles.map((angle) => {
      const awayDeg = Math.min(angle, 360 - angle)
      return `${angle} ${Math.min(12 * (awayDeg / widthDeg) ** 2, 25).toFixed(1)}`
    })
  return [
    'NAME Example panel',
    'FREQUENCY 900',
    'GAIN 16 dBi',
    'HORIZONTAL 24',
    ...lines(65),
    'VERTICAL 24',
    ...lines(10),
    '',
  ].join('\n')
}

export const PatternText = text(
  'A Planet file (.msi, .pln), or one of Radio Mobile version 3 (.ant): 720 numbers, one a line',
  planetExample(),
  { maxLength: maximumBodyBytes },
)

export const UploadQuery = Type.Object(
  { name: Type.Optional(text('Name, instead of the one in the file', 'North sector', { maxLength: 200 })) },
  { additionalProperties: false },
)

export const AntennaId = Type.Object({ antenna_id: urlText('ID of a pattern, ant_…', exampleId) })

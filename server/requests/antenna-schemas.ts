import { type Static, Type } from 'typebox'
import { maximumBodyBytes } from '../config/sizes.ts'
import {
  instant,
  measure,
  nullable,
  object,
  optional,
  quantity,
  query,
  strictObject,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'

const exampleId = 'ant_6e1d9fb9346d9ce32e05489d'

export const patternTypes = ['omni', 'sector', 'uploaded'] as const

/** One schema covers all pattern types; `antennaErrors` checks the members of each type. */
const Pattern = strictObject('AntennaPattern', 'Radiation pattern of the antenna; omni by default', {
  type: word(
    [...patternTypes],
    'Type of the antenna pattern. omni: equal in all horizontal directions; sector: 3GPP TR 36.814 table A.2.1.1-2; uploaded: a file sent to POST /antennas',
    'sector',
  ),
  ...optional({
    horizontal_beamwidth: measure(
      'degrees',
      { minimum: 0.1, maximum: 360, examples: [65] },
      'Horizontal beamwidth at −3 dB, as a full width (required if type is sector)',
    ),
    vertical_beamwidth: measure(
      'degrees',
      { minimum: 0.1, maximum: 180, examples: [10] },
      'Vertical beamwidth at −3 dB, as a full width (required if type is sector). For omni: if absent, the antenna radiates equally in all directions; if given, the attenuation is at most 20 dB',
    ),
    front_to_back: measure(
      'dB',
      { minimum: 1, maximum: 100, examples: [25] },
      'Front-to-back ratio: maximum attenuation in any direction (required if type is sector)',
    ),
    id: text('ID of the uploaded pattern (required if type is uploaded)', exampleId, { maxLength: 100 }),
  }),
})

export const AntennaField = strictObject(
  'Antenna',
  'Transmitting antenna, for path-loss models. erp is the power in its main direction; received power and field strength decrease by the attenuation towards the receiver. The direction of the receiver is its geodesic azimuth and the elevation angle (rx − tx)/d − d/(2·k·R) of the direct ray, with k_factor or 4/3 as k',
  {
    ...optional({
      azimuth: measure(
        'degrees',
        { minimum: 0, maximum: 360, default: 0, examples: [120] },
        'Azimuth of the main direction, clockwise from true north. Refused if the azimuth would have no effect, and for a link over a given profile, where the antenna points along the profile',
      ),
      tilt: measure(
        'degrees',
        { minimum: -90, maximum: 90, default: 0, examples: [3] },
        'Mechanical downtilt: the whole antenna is tilted down in front and up behind',
      ),
      polarization: word(
        ['vertical', 'horizontal'],
        "Polarization of the transmitting antenna, instead of the model's polarization parameter",
      ),
      pattern: Pattern,
    }),
  },
)
export type AntennaField = Static<typeof AntennaField>

/** Fields of an entry in GET /antennas. */
const about = {
  id: text('ID of the antenna pattern, for use as antenna.pattern.id in a request', exampleId),
  name: text(
    'Name of the antenna pattern: as given at upload, otherwise as in the file, otherwise empty',
    'Panel-65-17-06T',
  ),
  make: nullable(text('Manufacturer, as stated in the file', 'Example Antennas')),
  frequency_mhz: nullable(quantity('MHz', 'Frequency, as stated in the file', 2140)),
  gain_dbi: nullable(
    quantity(
      'dBi',
      'Antenna gain as stated in the file (a gain in dBd is increased by 2.15); only for information, as erp is a radiated power',
      17.5,
    ),
  ),
  polarization: nullable(text('Polarization, as stated in the file', '+45')),
  tilt: nullable(
    text(
      'Tilt, as stated in the file; the vertical pattern already includes any electrical tilt',
      'ELECTRICAL',
    ),
  ),
  horizontal_beamwidth: nullable(
    quantity(
      'degrees',
      'Horizontal beamwidth at −3 dB, from the horizontal cut; null if the attenuation never reaches 3 dB',
      65,
    ),
  ),
  vertical_beamwidth: nullable(
    quantity(
      'degrees',
      'Vertical beamwidth at −3 dB, from the vertical cut; null if the attenuation never reaches 3 dB',
      7,
    ),
  ),
  front_to_back: quantity('dB', 'Front-to-back ratio, from the horizontal cut', 28),
  created_at: instant('Time of the upload'),
}

const AntennaSummary = object('AntennaSummary', 'Antenna pattern without its cuts', about)

function cut(title: string, description: string) {
  return object(title, description, {
    angles_deg: Type.Array(Type.Number(), {
      'x-unit': 'degrees',
      description: 'Angles at which the cut gives the attenuation, ascending from 0',
      examples: [[0, 90, 180, 270]],
    }),
    attenuation_db: Type.Array(Type.Number(), {
      'x-unit': 'dB',
      description: 'Attenuation at each angle, relative to the strongest direction',
      examples: [[0, 20, 28, 20]],
    }),
  })
}

export const AntennaRecord = object('AntennaRecord', 'Antenna pattern as parsed by the service', {
  ...about,
  horizontal: cut('HorizontalCut', 'Horizontal cut, clockwise from the main direction'),
  vertical: cut(
    'VerticalCut',
    'Vertical cut, from the main direction downwards: 90 is nadir, 180 behind, 270 zenith',
  ),
})

export const AntennaList = object('AntennaList', 'Antenna patterns of the account, oldest first', {
  antennas: Type.Array(AntennaSummary, { description: 'Antenna patterns, oldest first' }),
})

export const Uploaded = {
  ...AntennaSummary,
  'x-response-description': 'Antenna pattern stored; its ID can be used in requests',
}

export const UploadedBefore = {
  ...AntennaSummary,
  'x-response-description': 'Antenna pattern already stored: same file and same name',
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
  'Antenna pattern file: Planet (.msi, .pln), or Radio Mobile version 3 (.ant) with 720 numbers, one per line',
  planetExample(),
  { maxLength: maximumBodyBytes },
)

export const UploadQuery = query({
  name: Type.Optional(
    text('Name of the antenna pattern, instead of the name in the file', 'North sector', {
      maxLength: 200,
    }),
  ),
})

export const AntennaId = Type.Object({ antenna_id: urlText('ID of the antenna pattern (ant_…)', exampleId) })

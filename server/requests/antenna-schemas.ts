import { type Static, Type } from 'typebox'
import { maximumBodyBytes } from '../config/sizes.ts'
import { Instant, measure, urlText } from '../http/schemas/common.ts'

export const patternTypes = ['omni', 'sector', 'uploaded'] as const

/** One object for all types; what a type takes is a rule. */
const Pattern = Type.Object(
  {
    type: Type.Enum(patternTypes, {
      description:
        'omni: the same all around; sector: 3GPP TR 36.814 table A.2.1.1-2; uploaded: a file sent to POST /antennas',
    }),
    horizontal_beamwidth: Type.Optional(
      measure('degrees', { minimum: 0.1, maximum: 360 }, 'Full width at −3 dB (sector: required)'),
    ),
    vertical_beamwidth: Type.Optional(
      measure(
        'degrees',
        { minimum: 0.1, maximum: 180 },
        'Full width at −3 dB (sector: required; omni: all directions alike without it, at most 20 dB less with it)',
      ),
    ),
    front_to_back: Type.Optional(
      measure(
        'dB',
        { minimum: 1, maximum: 100 },
        'The most that any direction is weaker by (sector: required)',
      ),
    ),
    id: Type.Optional(Type.String({ maxLength: 100, description: 'Of the pattern (uploaded: required)' })),
  },
  { additionalProperties: false, description: 'How the antenna radiates; omni without it' },
)

export const AntennaField = Type.Object(
  {
    azimuth: Type.Optional(
      measure(
        'degrees',
        { minimum: 0, maximum: 360, default: 0 },
        'Of the main direction, clockwise from true north. Refused where it would change nothing, and for a link over a given profile, along which the antenna points',
      ),
    ),
    tilt: Type.Optional(
      measure(
        'degrees',
        { minimum: -90, maximum: 90, default: 0 },
        'Mechanical downtilt: the whole antenna turned down in front and up behind',
      ),
    ),
    polarization: Type.Optional(
      Type.Enum(['vertical', 'horizontal'], {
        description: 'For models that have the parameter polarization, which it stands for',
      }),
    ),
    pattern: Type.Optional(Pattern),
  },
  {
    additionalProperties: false,
    description:
      'The transmitting antenna, for models of path loss. erp is that of its main direction; received power and field strength fall by the attenuation towards the receiver, whose direction is the geodesic azimuth and the elevation angle (rx − tx)/d − d/(2·k·R) of the straight way, k being k_factor or 4/3',
  },
)
export type AntennaField = Static<typeof AntennaField>

/** What GET /antennas lists. */
const about = {
  id: Type.String(),
  name: Type.String({ description: 'The name given at the upload, else that in the file, else empty' }),
  make: Type.Union([Type.String(), Type.Null()]),
  frequency_mhz: Type.Union([Type.Number(), Type.Null()], { description: 'As the file says' }),
  gain_dbi: Type.Union([Type.Number(), Type.Null()], {
    description: 'As the file says (in dBd + 2.15); for information, as erp is a radiated power',
  }),
  polarization: Type.Union([Type.String(), Type.Null()], { description: 'In the words of the file' }),
  tilt: Type.Union([Type.String(), Type.Null()], {
    description: 'In the words of the file; the vertical cut holds an electrical tilt already',
  }),
  horizontal_beamwidth: Type.Union([Type.Number(), Type.Null()], {
    description: 'Degrees at −3 dB, of the cut itself; null where it never falls so far',
  }),
  vertical_beamwidth: Type.Union([Type.Number(), Type.Null()], { description: 'Likewise' }),
  front_to_back: Type.Number({ description: 'dB, of the horizontal cut itself' }),
  created_at: Instant,
}

const AntennaSummary = Type.Object(about)

function cut(description: string) {
  return Type.Object(
    { angles_deg: Type.Array(Type.Number()), attenuation_db: Type.Array(Type.Number()) },
    { description },
  )
}

export const AntennaRecord = Type.Object(
  {
    ...about,
    horizontal: cut('Clockwise from the main direction'),
    vertical: cut('From the main direction downwards: 90 nadir, 180 behind, 270 zenith'),
  },
  { description: 'The pattern as it was read' },
)

export const AntennaList = Type.Object(
  { antennas: Type.Array(AntennaSummary) },
  { description: 'The antenna patterns of the account, oldest first' },
)

export const Uploaded = Type.Object(about, { description: 'Stored; its id goes into a request' })

export const UploadedBefore = Type.Object(about, {
  description: 'The same file under the same name is here already',
})

export const PatternText = Type.String({
  maxLength: maximumBodyBytes,
  description: 'A Planet file (.msi, .pln), or one of Radio Mobile version 3 (.ant): 720 numbers, one a line',
})

export const UploadQuery = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 200, description: 'Instead of the name in the file' })) },
  { additionalProperties: false },
)

export const AntennaId = Type.Object({ antenna_id: urlText({ description: 'ant_…' }) })

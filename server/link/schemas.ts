import { type Static, Type } from 'typebox'
import { pathLossModels } from '../../kernels/models.ts'
import { defaultLinkModel } from '../config/defaults.ts'
import { measure } from '../http/schemas/common.ts'
import { AntennaField } from '../requests/antenna-schemas.ts'
import { modelFields } from '../requests/model-fields.ts'
import * as radio from '../requests/radio-fields.ts'

export const LONGEST_LINK_M = 300_000
/** Points of a profile: no link is so long that more tell more. */
export const MOST_POINTS = 4096

const unlessProfile = '(required, unless profile is given: then refused)'

function series(unit: string, options: { minimum: number; maximum: number }, description: string) {
  const points = { minItems: 3, maxItems: MOST_POINTS, description }
  return Type.Array(Type.Number({ ...options, 'x-unit': unit }), points)
}

const ownFields = {
  tx_lat: Type.Optional(radio.latitude(`Transmitter latitude, WGS 84 ${unlessProfile}`)),
  tx_lon: Type.Optional(radio.longitude(`Transmitter longitude, WGS 84 ${unlessProfile}`)),
  tx_height: radio.txHeight,
  tx_height_mode: radio.heightMode,
  rx_lat: Type.Optional(radio.latitude(`Receiver latitude, at most 300 km away ${unlessProfile}`)),
  rx_lon: Type.Optional(radio.longitude(`Receiver longitude ${unlessProfile}`)),
  rx_height: radio.rxHeight,
  rx_height_mode: radio.heightMode,
  profile: Type.Optional(
    Type.Object(
      {
        distance_m: series(
          'metres',
          { minimum: 0, maximum: LONGEST_LINK_M },
          'Distances from the transmitter, rising from 0',
        ),
        ground_m: series(
          'metres',
          { minimum: -500, maximum: 9000 },
          'Height of the ground at each of them, above one datum',
        ),
      },
      {
        additionalProperties: false,
        description: 'The ground from the transmitter to the receiver, instead of positions and terrain',
      },
    ),
  ),
  latitude: Type.Optional(
    measure(
      'degrees',
      { minimum: -90, maximum: 90 },
      'Latitude of the middle of a profile (required for p1812 with a profile, else refused)',
    ),
  ),
  frequency: radio.frequency,
  erp: radio.erp,
  antenna: Type.Optional(AntennaField),
  rx_gain_dbi: radio.rxGain('Gain of the receiving antenna'),
  rx_sensitivity_dbm: radio.rxSensitivity('What the receiver needs; gives margin_db'),
  k_factor: radio.kFactor(
    'Effective earth radius factor of the geometry and of the diffraction loss: 0.3 to 10, or 0 for a flat earth. The loss by itm and p1812 goes by the refractivity instead',
  ),
  model: Type.Optional(
    Type.Enum([...pathLossModels.keys()], { default: defaultLinkModel, description: 'Propagation model' }),
  ),
  resolution: radio.resolution(
    'metres',
    'Side of the square over which location_percent counts (p1812 alone)',
  ),
}

export const LinkRequest = Type.Object(
  { ...ownFields, ...modelFields },
  {
    additionalProperties: false,
    description:
      "Two places, or a profile of the ground, and a model with its parameters; parameters of other models are refused. Each model's ranges stand in the description of its parameters",
    examples: [
      {
        tx_lat: 50.0519,
        tx_lon: 11.8536,
        tx_height: 30,
        rx_lat: 50.19,
        rx_lon: 11.98,
        rx_height: 10,
        frequency: 433.5,
        erp: 10,
        rx_sensitivity_dbm: -110,
      },
      {
        tx_height: 30,
        frequency: 900,
        model: defaultLinkModel,
        ground_permittivity: 30,
        profile: { distance_m: [0, 2500, 5000, 7500, 10_000], ground_m: [100, 120, 180, 110, 100] },
      },
    ],
  },
)

const OwnRequest = Type.Object(ownFields)
/** With the parameters of the model under the names of its row. */
export type LinkRequest = Static<typeof OwnRequest>

function points(description: string) {
  return Type.Array(Type.Number(), { description })
}

export const Link = Type.Object(
  {
    distance_m: Type.Number({ description: 'Along the WGS 84 geodesic' }),
    azimuth_deg: Type.Union([Type.Number({ minimum: 0, maximum: 360 }), Type.Null()], {
      description: 'From the transmitter to the receiver, from true north; null for a given profile',
    }),
    profile: Type.Object(
      {
        distance_m: points('From the transmitter'),
        ground_m: points('Height of the ground'),
        bulge_m: points('How far the earth, of k_factor times its radius, bulges above the chord'),
        line_m: points('Height of the straight way between the antennas, above the datum of the ground'),
        fresnel_m: points('Radius of the first Fresnel zone (ITU-R P.526)'),
      },
      { description: 'Metres; the way is clear where line_m is not below ground_m + bulge_m' },
    ),
    visible: Type.Boolean({ description: 'Nothing stands out of the straight way; touching is visible' }),
    blocked_at: Type.Array(Type.Object({ distance_m: Type.Number(), by_m: Type.Number() }), {
      description: 'The worst point of each stretch that stands out of the straight way, and by how much',
    }),
    worst_fresnel: Type.Number({
      description: 'Least clearance in radii of the first Fresnel zone; negative: blocked',
    }),
    clear_heights_m: Type.Object(
      {
        los: Type.Number({ description: 'Nothing stands out of the straight way' }),
        fresnel60: Type.Number({ description: '60 % of the first Fresnel zone is clear' }),
      },
      {
        description:
          'The least height of the transmitting antenna above its ground with which that holds, the receiving antenna being where it is; 0 if it holds from the ground',
      },
    ),
    loss_db: Type.Object({
      free_space: Type.Number({ description: 'ITU-R P.525' }),
      diffraction: Type.Number({
        description:
          'Beyond free space: delta-Bullington over the bare ground (ITU-R P.526); unless the model is p526, over ground of medium permittivity and conductivity',
      }),
      model: Type.Number({ description: 'All of the loss between isotropic antennas, by the model' }),
    }),
    intermediates: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
      description: "What the model made its loss of; for p1812 by the Recommendation's own symbols",
    }),
    antenna_db: Type.Number({
      description:
        'By how much the transmitting antenna is weaker towards the receiver than in its main direction',
    }),
    received_dbm: Type.Number({ description: 'EIRP − antenna_db − loss + rx_gain_dbi' }),
    margin_db: Type.Union([Type.Number(), Type.Null()], {
      description: 'received_dbm − rx_sensitivity_dbm; null without one',
    }),
    warnings: Type.Array(Type.Object({ code: Type.String(), detail: Type.String() }), {
      description: 'Near the limits of the model, and what ITM warns of',
    }),
    terrain: Type.Union(
      [
        Type.Object({
          post_spacing_m: Type.Number(),
          sources: Type.Array(Type.Object({ name: Type.String(), attribution: Type.String() })),
        }),
        Type.Null(),
      ],
      { description: 'Where the ground is from; null for a given profile' },
    ),
  },
  { description: 'The link' },
)
export type Link = Static<typeof Link>

import { type Static, Type } from 'typebox'
import type { PathLossModel } from '../../kernels/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { defaultLinkModel } from '../config/defaults.ts'
import { list, measure, nullable, object, optional, quantity, strictObject } from '../http/schemas/common.ts'
import { Warning } from '../http/schemas/warnings.ts'
import { TerrainSource } from '../requests/answer-parts.ts'
import { withPolarization } from '../requests/antenna-rules.ts'
import { examplePositions } from '../requests/examples.ts'
import { filledIn, schemasOf, type Values } from '../requests/field.ts'
import { latitude, linkFields, longitude } from '../requests/fields.ts'
import { modelFields, parametersOf } from '../requests/model-parameters.ts'
import { LONGEST_LINK_M, MAXIMUM_POINTS } from './limits.ts'

const unlessProfile = '(required without profile, refused with profile)'

function series(
  unit: string,
  options: { minimum: number; maximum: number },
  description: string,
  example: readonly number[],
) {
  const points = { minItems: 3, maxItems: MAXIMUM_POINTS, description, examples: [example] }
  return Type.Array(Type.Number({ ...options, 'x-unit': unit }), points)
}

export const exampleProfile = {
  distance_m: [0, 2500, 5000, 7500, 10_000],
  ground_m: [100, 120, 180, 110, 100],
}

const ownFields = {
  ...optional({
    tx_lat: latitude(`Transmitter latitude, WGS 84 ${unlessProfile}`, examplePositions.txLatDeg),
    tx_lon: longitude(`Transmitter longitude, WGS 84 ${unlessProfile}`, examplePositions.txLonDeg),
    rx_lat: latitude(
      `Receiver latitude, WGS 84, at most 300 km from the transmitter ${unlessProfile}`,
      examplePositions.rxLatDeg,
    ),
    rx_lon: longitude(`Receiver longitude, WGS 84 ${unlessProfile}`, examplePositions.rxLonDeg),
    profile: strictObject(
      'LinkProfile',
      'Terrain profile from the transmitter to the receiver, instead of positions and the terrain of the service',
      {
        distance_m: series(
          'metres',
          { minimum: 0, maximum: LONGEST_LINK_M },
          'Distances from the transmitter, in metres, ascending from 0',
          exampleProfile.distance_m,
        ),
        ground_m: series(
          'metres',
          { minimum: -500, maximum: 9000 },
          'Ground height at each distance, in metres above one common datum',
          exampleProfile.ground_m,
        ),
      },
    ),
    latitude: measure(
      'degrees',
      { minimum: -90, maximum: 90, examples: [48] },
      'Latitude of the middle of the profile, WGS 84 (required for p1812 with a profile, otherwise refused)',
    ),
    model: Type.Enum([...pathLossModels.keys()], {
      default: defaultLinkModel,
      description: 'Propagation model',
      examples: [defaultLinkModel],
    }),
  }),
  ...schemasOf(linkFields, 'link'),
}

export const LinkRequest = strictObject(
  'LinkRequest',
  'Link request: two positions or a terrain profile, and a model with its parameters; parameters of other models are refused',
  { ...ownFields, ...modelFields },
)

const OwnRequest = Type.Object(ownFields)
type OwnRequest = Static<typeof OwnRequest>

export type LinkParams = OwnRequest &
  Required<Pick<OwnRequest, 'model' | 'erp' | 'rx_height' | 'k_factor'>> &
  Values

/** Adds defaults to a request that satisfies schema and rules. */
export function withLinkDefaults(body: object): LinkParams {
  const given: Values = { model: defaultLinkModel, ...withPolarization(body) }
  const model = pathLossModels.get(String(given.model)) as PathLossModel
  const own = parametersOf(given, model)
  const values = { ...given, ...own }
  // Fields with defaults are added below with their final values.
  const others = Object.entries(values).filter(([name]) => !(name in linkFields))
  return {
    ...Object.fromEntries(others),
    ...filledIn(linkFields, { values, model, kind: 'link' }),
  } as LinkParams
}

function points(description: string, example: number[]) {
  return Type.Array(Type.Number(), { 'x-unit': 'metres', description, examples: [example] })
}

const Profile = object(
  'Profile',
  'Profile of the link, in metres; the path is clear where line_m is at least ground_m + bulge_m',
  {
    distance_m: points('Distances from the transmitter, in metres', [0, 4620, 9240]),
    ground_m: points('Ground heights along the path, in metres', [1044.3, 612.7, 480.2]),
    bulge_m: points(
      'Heights of the earth bulge above the chord, in metres, for k_factor times the earth radius',
      [0, 1.3, 0],
    ),
    line_m: points(
      'Heights of the direct ray between the antennas, in metres above the datum of the ground heights',
      [1074.3, 782.3, 490.2],
    ),
    fresnel_m: points('Radii of the first Fresnel zone, in metres (ITU-R P.526)', [0, 28.2, 0]),
  },
)

const Obstacle = object(
  'Obstacle',
  'Obstacle: a section of the path where the ground rises above the direct ray, described by its worst point',
  {
    distance_m: quantity('metres', 'Distance of the worst point from the transmitter', 5000),
    by_m: quantity('metres', 'Height of the worst point above the direct ray', 77.35),
  },
)

const ClearHeights = object(
  'ClearHeights',
  'Minimum heights of the transmitting antenna above ground for a clear path, with the receiving antenna unchanged; 0 if the path is clear from ground level',
  {
    los: quantity('metres', 'Minimum antenna height at which nothing rises above the direct ray', 12.4),
    fresnel60: nullable(
      quantity(
        'metres',
        'Minimum antenna height at which 60 % of the first Fresnel zone is clear; null if no height is sufficient',
        38.9,
      ),
    ),
  },
)

const Losses = object(
  'LinkLosses',
  'Losses of the link; null, with a warning, if the model is not valid for the height of an antenna',
  {
    free_space: quantity('dB', 'Free-space loss (ITU-R P.525)', 110.5),
    diffraction: nullable(
      quantity(
        'dB',
        'Diffraction loss in addition to free space: delta-Bullington over bare ground (ITU-R P.526). For models other than p526, the ground is assumed to have medium permittivity and conductivity',
        6.3,
      ),
    ),
    model: nullable(quantity('dB', 'Total loss between isotropic antennas, by the propagation model', 116.8)),
  },
)

const LinkTerrain = object('LinkTerrain', 'Terrain used for the link; null for a given profile', {
  post_spacing_m: quantity('metres', 'Spacing of the elevation posts', 92.662),
  sources: list(TerrainSource, 'Sources of the terrain data'),
})

export const Link = object('Link', 'Computed link', {
  distance_m: quantity('metres', 'Length of the link along the WGS 84 geodesic', 9619.11),
  azimuth_deg: nullable(
    quantity(
      'degrees',
      'Azimuth from the transmitter to the receiver, clockwise from true north; null for a given profile',
      249.66,
      { minimum: 0, maximum: 360 },
    ),
  ),
  reverse_azimuth_deg: nullable(
    quantity(
      'degrees',
      'Azimuth from the receiver to the transmitter, clockwise from true north; null for a given profile',
      69.61,
      { minimum: 0, maximum: 360 },
    ),
  ),
  profile: Profile,
  visible: Type.Boolean({
    description:
      'True if nothing rises above the direct ray; ground that only touches the ray does not block it',
    examples: [false],
  }),
  blocked_at: list(Obstacle, 'Obstacles that rise above the direct ray, each described by its worst point'),
  worst_fresnel: quantity(
    '1',
    'Minimum clearance of the path, in radii of the first Fresnel zone; negative if the path is blocked',
    -0.42,
  ),
  clear_heights_m: ClearHeights,
  loss_db: Losses,
  intermediates: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
    title: 'LinkIntermediates',
    description: "Components of the model's loss; for p1812 named by the symbols of the Recommendation",
    examples: [{ terrain_bullington_db: 6.3, smooth_bullington_db: 0.4, spherical_earth_db: 0.4 }],
  }),
  antenna_db: quantity(
    'dB',
    'Attenuation of the transmitting antenna towards the receiver relative to its main direction',
    0,
  ),
  received_dbm: nullable(
    quantity(
      'dBm',
      'Received power: EIRP − antenna_db − loss_db + rx_gain_dbi − rx_loss_db; null without a loss',
      -74.65,
    ),
  ),
  margin_db: nullable(
    quantity(
      'dB',
      'Link margin: received_dbm − rx_sensitivity_dbm; null if one of the two is missing',
      35.35,
    ),
  ),
  warnings: list(Warning, "Warnings about values near the model's limits, and warnings from ITM"),
  terrain: nullable(LinkTerrain),
})
export type Link = Static<typeof Link>

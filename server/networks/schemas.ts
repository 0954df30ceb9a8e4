import { type Static, Type } from 'typebox'
import { defaultModel } from '../config/defaults.ts'
import { maximumSites } from '../config/limits.ts'
import {
  count,
  dimensionless,
  instant,
  list,
  nullable,
  object,
  quantity,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { Warning } from '../http/schemas/warnings.ts'
import { networkLayers } from '../results/views/networks.ts'

const exampleSite = 'sim_vq7YS5ecugNBEHXOPC7r'
const exampleId = 'net_4fT9bQz71LxKdR0vWm4L'

export const NetworkId = Type.Object({
  id: urlText('Network identifier, net_…', exampleId),
})

const name = (about: string) => text(about, 'Hill repeater', { maxLength: 200 })
const color = text('Color in pictures, #rrggbb', '#0072b2', { pattern: '^#[0-9A-Fa-f]{6}$', maxLength: 7 })
const dbm = (about: string, minimum: number, maximum: number, example: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, 'x-unit': 'dBm', description: about, examples: [example] }))
const view = {
  eirp_dbm: dbm("EIRP of this site, in place of the query's or its request's; path loss only", -50, 120, 43),
  sensitivity_dbm: dbm(
    "Received power from which a place counts as covered by this site; in place of the query's or its request's; path loss only",
    -200,
    100,
    -110,
  ),
}

const SiteField = object(
  'NetworkSiteField',
  'A simulation as a site',
  {
    id: text('ID of a simulation of the account', exampleSite, { maxLength: 100 }),
    name: Type.Optional(name('Name, in place of that of the simulation')),
    color: Type.Optional(color),
    ...view,
  },
  { additionalProperties: false },
)

/** GeoJSON rings; whether they enclose an area is checked when reading. */
const positions = Type.Array(
  Type.Array(Type.Number({ minimum: -1e6, maximum: 1e6, 'x-unit': 'degrees' }), { minItems: 2, maxItems: 3 }),
  { maxItems: 20_000 },
)
const rings = Type.Array(positions, { maxItems: 1000 })
const exampleRing = [
  [149.1, -35.3],
  [149.2, -35.3],
  [149.2, -35.2],
  [149.1, -35.3],
]
export const Area = Type.Union(
  [
    object(
      'AreaPolygon',
      'Outer ring and holes',
      {
        type: word(['Polygon'], 'GeoJSON type'),
        coordinates: Type.Array(positions, {
          maxItems: 1000,
          description: 'Longitude and latitude of each corner, closed rings',
          examples: [[exampleRing]],
        }),
      },
      { additionalProperties: false },
    ),
    object(
      'AreaMultiPolygon',
      'Several polygons',
      {
        type: word(['MultiPolygon'], 'GeoJSON type'),
        coordinates: Type.Array(rings, {
          maxItems: 1000,
          description: 'Rings of each polygon',
          examples: [[[exampleRing]]],
        }),
      },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      'Area to cover, as GeoJSON. Gaps and statistics are limited to it; without it to the range of all sites',
    examples: [{ type: 'Polygon', coordinates: [exampleRing] }],
  },
)

export const NetworkRequest = object(
  'NetworkRequest',
  'Sites of a network: either sites or a batch',
  {
    name: Type.Optional(text('Free-text label', 'Five repeaters', { maxLength: 200, default: '' })),
    sites: Type.Optional(
      Type.Array(SiteField, {
        minItems: 1,
        maxItems: maximumSites,
        description: 'In the order of their numbers: of equal powers the first one serves',
      }),
    ),
    batch: Type.Optional(
      text('Sites are the simulations of this batch, in its order', 'bat_Xk81dQzR0vWm4LcTnE7s', {
        maxLength: 100,
      }),
    ),
    area: Type.Optional(Area),
    align: Type.Optional(
      word(
        ['nearest'],
        "If nearest, results may be on grids other than the first site's. They are resampled to its grid: each cell takes the value of the source cell under its center",
      ),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Two repeaters',
        sites: [{ id: exampleSite }, { id: 'sim_Tn2cQh8dLw5xVb1mRk9s', color: '#0072b2' }],
      },
    ],
  },
)
export type NetworkRequest = Static<typeof NetworkRequest>

const Site = object('NetworkSite', 'A site of a network', {
  number: count(dimensionless, 'Number of the site in best_server', 1),
  id: text('ID of the simulation', exampleSite),
  name: name('Name in the network, or that of the simulation, or its id'),
  color,
  ...view,
  status: word(
    ['pending', 'completed', 'failed', 'missing'],
    'Status of the simulation; missing: it was deleted, or its result has expired',
    'completed',
  ),
  model: Type.Optional(text('Model of the simulation', defaultModel)),
  tx_lat: Type.Optional(quantity('degrees', 'Latitude of the transmitter', -35.27)),
  tx_lon: Type.Optional(quantity('degrees', 'Longitude of the transmitter', 149.1583)),
  tx_height: Type.Optional(quantity('metres', 'As the simulation has it', 30)),
  max_range: Type.Optional(quantity('kilometres', 'Range of the simulation', 14)),
})

const NetworkGrid = object(
  'NetworkGrid',
  'The lattice of the cells, which further sites take as their grid; null while a site is missing',
  {
    west: quantity('degrees', 'Longitude of the western side of the first cell', 149),
    north: quantity('degrees', 'Latitude of the northern side of the first cell', -35.1),
    step_lon: quantity('degrees', 'Width of a cell', 0.0004),
    step_lat: quantity('degrees', 'Height of a cell', 0.00025),
  },
)

export const NetworkRecord = object('Network', 'A network of several simulations', {
  id: text('ID of the network', exampleId),
  name: text('Free-text label', 'Five repeaters'),
  status: word(
    ['pending', 'completed', 'failed'],
    'pending until all sites are completed; failed where one failed or is missing',
    'completed',
  ),
  progress: quantity('1', 'Mean of the sites', 1, { minimum: 0, maximum: 1 }),
  sites: list(Site, 'In the order of site numbers'),
  layers: Type.Array(Type.Enum([...networkLayers]), {
    description: 'Layers of the products, for ?layer=; the first is the default',
    examples: [['any', 'count', 'known']],
  }),
  area: Type.Optional(Area),
  align: Type.Optional(word(['nearest'], 'As sent in the request')),
  grid: nullable(NetworkGrid),
  bounds: nullable(
    Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      description: 'West, south, east, north; east is above 180 across the antimeridian',
      examples: [[149.0, -35.4, 149.3, -35.1]],
    }),
  ),
  cells: nullable(count('cells', 'Rows times columns', 1_000_000)),
  result_url: Type.Optional(text('Completed: /results/<id>.tif', `/results/${exampleId}.tif`)),
  created_at: instant('When it was made'),
  changed_at: instant('When it was last changed'),
  warnings: list(Warning, 'Warnings'),
})

export const NetworkList = object('NetworkList', 'In order of creation', {
  networks: list(NetworkRecord, 'Networks of the account'),
})

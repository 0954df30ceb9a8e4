import { type Static, Type } from 'typebox'
import { defaultModel } from '../config/defaults.ts'
import { maximumSites } from '../config/limits.ts'
import {
  count,
  dimensionless,
  fraction,
  instant,
  list,
  nullable,
  object,
  optional,
  quantity,
  strictObject,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { Warning } from '../http/schemas/warnings.ts'
import { networkLayers } from '../results/views/networks.ts'

const exampleSite = 'sim_vq7YS5ecugNBEHXOPC7r'
const exampleId = 'net_4fT9bQz71LxKdR0vWm4L'

export const NetworkId = Type.Object({
  id: urlText('ID of the network (net_…)', exampleId),
})

const name = (about: string) => text(about, 'Hill repeater', { maxLength: 200 })
const color = text('Color of the site in pictures, #rrggbb', '#0072b2', {
  pattern: '^#[0-9A-Fa-f]{6}$',
  maxLength: 7,
})
const dbm = (about: string, minimum: number, maximum: number, example: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, 'x-unit': 'dBm', description: about, examples: [example] }))
const view = {
  eirp_dbm: dbm(
    "EIRP of this site. Replaces the EIRP given in the query and in the site's request; only for path-loss results",
    -50,
    120,
    43,
  ),
  sensitivity_dbm: dbm(
    "Receiver sensitivity for this site: locations with at least this received power count as covered. Replaces the sensitivity given in the query and in the site's request; only for path-loss results",
    -200,
    100,
    -110,
  ),
}

const SiteField = strictObject('NetworkSiteField', 'Simulation used as a site of a network', {
  id: text('ID of a simulation of the account', exampleSite, { maxLength: 100 }),
  name: Type.Optional(name('Name of the site, instead of the name of the simulation')),
  color: Type.Optional(color),
  ...view,
})

/** GeoJSON rings; a later check refuses rings that enclose no area. */
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
    strictObject('AreaPolygon', 'GeoJSON Polygon: outer ring and holes', {
      type: word(['Polygon'], 'GeoJSON type'),
      coordinates: Type.Array(positions, {
        maxItems: 1000,
        description: 'Closed rings of corners, each as longitude and latitude',
        examples: [[exampleRing]],
      }),
    }),
    strictObject('AreaMultiPolygon', 'GeoJSON MultiPolygon', {
      type: word(['MultiPolygon'], 'GeoJSON type'),
      coordinates: Type.Array(rings, {
        maxItems: 1000,
        description: 'Closed rings of each polygon',
        examples: [[[exampleRing]]],
      }),
    }),
  ],
  {
    description:
      'Area to be covered, as GeoJSON; limits gaps and statistics, which otherwise extend to the range of all sites',
    examples: [{ type: 'Polygon', coordinates: [exampleRing] }],
  },
)

export const NetworkRequest = strictObject(
  'NetworkRequest',
  'Network of sites: either sites or batch is required',
  {
    ...optional({
      name: text('Free-text label of the network', 'Five repeaters', { maxLength: 200, default: '' }),
      sites: Type.Array(SiteField, {
        minItems: 1,
        maxItems: maximumSites,
        description:
          'Sites in the order of their numbers; where several sites have equal received power, the first of them is the best server',
      }),
      batch: text(
        'ID of the batch whose simulations become the sites, in the order of the batch',
        'bat_Xk81dQzR0vWm4LcTnE7s',
        {
          maxLength: 100,
        },
      ),
      area: Area,
      align: word(
        ['nearest'],
        'nearest: results may be on grids other than the grid of the first site and are then resampled to that grid: each cell takes the value of the source cell under its center',
      ),
    }),
  },
  {
    examples: [
      {
        name: 'Two repeaters',
        sites: [{ id: exampleSite }, { id: 'sim_Tn2cQh8dLw5xVb1mRk9s', color: '#0072b2' }],
      },
    ],
  },
)
export type NetworkRequest = Static<typeof NetworkRequest>

const Site = object('NetworkSite', 'Site of a network', {
  number: count(dimensionless, 'Number of the site, as in the best_server layer', 1),
  id: text('ID of the simulation', exampleSite),
  name: name('Name of the site in the network; by default the name or the ID of the simulation'),
  color,
  ...view,
  status: word(
    ['pending', 'completed', 'failed', 'missing'],
    'Status of the simulation; missing if the simulation was deleted or its result has expired',
    'completed',
  ),
  model: Type.Optional(text('Propagation model of the simulation', defaultModel)),
  tx_lat: Type.Optional(quantity('degrees', 'Latitude of the transmitter, WGS 84', -35.27)),
  tx_lon: Type.Optional(quantity('degrees', 'Longitude of the transmitter, WGS 84', 149.1583)),
  tx_height: Type.Optional(
    quantity('metres', 'Height of the transmitting antenna, as in the simulation', 30),
  ),
  max_range: Type.Optional(quantity('kilometres', 'Radius of the computed circle of the simulation', 14)),
})

const NetworkGrid = object(
  'NetworkGrid',
  "Grid of the network's cells, for use as grid in the requests of further sites; null while a site is missing",
  {
    west: quantity('degrees', 'Longitude of the western edge of the first cell', 149),
    north: quantity('degrees', 'Latitude of the northern edge of the first cell', -35.1),
    step_lon: quantity('degrees', 'Width of a cell', 0.0004),
    step_lat: quantity('degrees', 'Height of a cell', 0.00025),
  },
)

export const NetworkRecord = object('Network', 'Network of several simulations', {
  id: text('ID of the network', exampleId),
  name: text('Free-text label of the network', 'Five repeaters'),
  status: word(
    ['pending', 'completed', 'failed'],
    'Status of the network: pending until all sites are completed, failed if a site failed or is missing',
    'completed',
  ),
  progress: fraction('Progress of the network: mean progress of its sites', 1),
  sites: list(Site, 'Sites in the order of their numbers'),
  layers: Type.Array(Type.Enum([...networkLayers]), {
    description: 'Layers of the network, for use as the layer query parameter; the first is the default',
    examples: [['any', 'count', 'known']],
  }),
  area: Type.Optional(Area),
  align: Type.Optional(word(['nearest'], 'Alignment of the grids, as sent in the request')),
  grid: nullable(NetworkGrid),
  bounds: nullable(
    Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      description:
        'Bounds of the network: west, south, east, north; east is above 180 if the network crosses the antimeridian',
      examples: [[149.0, -35.4, 149.3, -35.1]],
    }),
  ),
  cells: nullable(count('cells', "Number of cells in the network's raster: rows times columns", 1_000_000)),
  result_url: Type.Optional(
    text('Path of the raster, /results/<id>.tif; only if completed', `/results/${exampleId}.tif`),
  ),
  created_at: instant('Time of creation of the network'),
  changed_at: instant('Time of the last change of the network'),
  warnings: list(Warning, 'Warnings about the network'),
})

export const NetworkList = object('NetworkList', 'Networks of the account, in order of creation', {
  networks: list(NetworkRecord, 'Networks of the account'),
})

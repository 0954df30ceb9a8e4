import { type Static, type TSchema, Type } from 'typebox'
import { models } from '../../kernels/models.ts'
import { eirpDbm } from '../../kernels/propagation/power.ts'
import type { Simulation, Tile as StoredTile } from '../../storage/records/types.ts'
import { defaultModel } from '../config/defaults.ts'
import {
  count,
  fraction,
  instant,
  list,
  maximumPage,
  nullable,
  object,
  optional,
  paging,
  quantity,
  query,
  strictObject,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { Warning } from '../http/schemas/warnings.ts'
import { HigherGround, TerrainSource } from '../requests/answer-parts.ts'

const modelNames = [...models.keys()]
const exampleId = 'sim_vq7YS5ecugNBEHXOPC7r'

export const Started = object(
  'Started',
  'Accepted simulation; the record and its charge are on stable storage',
  {
    id: text('ID of the simulation', exampleId),
    status: word(['pending'], 'Status of the accepted simulation, always pending'),
    created_at: instant('Time of acceptance'),
  },
)

export const Estimate = object('Estimate', 'Estimated price of a simulation; nothing is charged', {
  cells: count('cells', 'Number of cells: π · (1000 · max_range / resolution)², rounded up', 87_267),
  credits: count('credits', 'Price in credits', 1),
  seconds: quantity('seconds', 'Expected computing time, without waiting time in the queue', 0.5),
})

const Tile = object('TerrainTile', 'Elevation file read for the simulation', {
  name: text('Name of the elevation file', 'N47E008.hgt'),
  source: text('Source of the elevation data', 'SRTM HGT file'),
  sha256: text(
    'SHA-256 of the elevation file',
    'c09227fb7c1f6c8f9a3be6f9f0d7a1f6a0a3a1d4e0c8cf1bd0a8e9a7d1b2c3d4',
  ),
  ...optional({
    pages: text('Numbers of the 256 KiB pages that were read; only for a file read in parts', '0-3,17'),
    pages_sha256: text(
      'SHA-256 of a list of the pages that were read: one line "<page> <SHA-256 in hex>" per page, in order',
      '1d4e0c8cf1bd0a8e9a7d1b2c3d4c09227fb7c1f6c8f9a3be6f9f0d7a1f6a0a3a',
    ),
  }),
})
const Failure = object('SimulationError', 'Reason for the failure', {
  code: text('Error code, described at /problems/<code>', 'terrain_unavailable'),
  detail: text('Description of the error', 'Nothing is known of the ground at -35.27, 149.1583.'),
})
const Engine = object('Engine', 'Compute engine of the simulation; null until the simulation is completed', {
  version: text('Version of the service', '0.7.2'),
  backend: text('Backend that ran the compute kernels, such as webgpu', 'webgpu'),
  device: text('Name of the processor or GPU that ran the compute kernels', 'NVIDIA L4'),
})
const Summary = object('Summary', 'Number of cells by state; null until the simulation is completed', {
  visible: count('cells', 'Number of cells that are visible, or received with enough power', 51_234),
  blocked: count('cells', 'Number of cells that are blocked, or received with too little power', 35_421),
  unknown: count('cells', 'Number of cells on unknown ground', 612),
  visible_km2: quantity('square kilometres', 'Area of the visible cells', 184.443),
  farthest_km: quantity('kilometres', 'Distance of the farthest visible cell from the transmitter', 9.987),
})

const ClassClutter = object('ClassClutter', 'Clutter assigned to a land cover class', {
  type: text('Clutter type, as in tx_clutter', 'trees'),
  height_m: quantity('metres', 'Clutter height above the ground; 0 means bare ground', 15),
})
const ClassLayer = object('ClassLayer', 'Land cover layer', {
  name: text('Name of the land cover source or file', 'ESA WorldCover'),
  attribution: text('Attribution of the land cover layer', '© ESA WorldCover project 2021'),
  table: Type.Record(Type.String(), ClassClutter, {
    description: 'Clutter assigned to each land cover class, by class number',
    examples: [{ 10: { type: 'trees', height_m: 15 } }],
  }),
})
const MapClutter = object('MapClutter', 'Land cover data for clutter from the map', {
  unknown_share: fraction(
    'Fraction (0–1) of the cells within range whose class is unknown; their value is NaN',
    0,
  ),
  layers: list(ClassLayer, 'Land cover layers of the service; earlier layers take precedence'),
})

const Radio = object('Radio', 'Power of the transmitter in its main direction', {
  eirp_dbm: quantity('dBm', 'Equivalent isotropically radiated power', 32.15),
  erp_w: quantity('watts', 'Effective radiated power, relative to a half-wave dipole', 1),
})

const charged = (suffix = '') =>
  count(
    'credits',
    `Credits held while the simulation is pending, then its price; 0 after a failure${suffix}`,
    1,
  )

const links = {
  tif: ['.tif', 'Path of the raster (GeoTIFF)'],
  qml: ['.qml', 'Path of the QGIS style of the raster'],
  png: ['.png', 'Path of the picture in Web Mercator (PNG)'],
  map: [
    '.png?style=map',
    'Path of the finished map (PNG): the result over the relief, with legend and scale',
  ],
  pgw: ['.pgw', 'Path of the world file of the picture'],
  prj: ['.prj', 'Path of the projection file of the picture'],
  kmz: ['.kmz', 'Path of the KMZ file for Google Earth'],
  geojson: ['.geojson', 'Path of the result as polygons (GeoJSON)'],
  tilejson: ['/tiles.json', 'Path of the TileJSON of the map tiles'],
  stats: ['/stats', 'Path of the area statistics'],
} as const
function eachLink<Link>(make: (ending: string, about: string) => Link): Record<keyof typeof links, Link> {
  const entries = Object.entries(links).map(([name, [ending, about]]) => [name, make(ending, about)])
  return Object.fromEntries(entries)
}
const Links = object(
  'Links',
  'Paths of the result in several formats, until the result expires',
  eachLink((ending, about) => text(about, `/results/${exampleId}${ending}`)),
)

const ComputeNode = object('ComputeNode', 'Compute node that ran the simulation, if there are several', {
  name: text('Name of the compute node, given by its operator', 'node-a'),
})

/** Parameters are sent as stored; the API document describes them by model. */
const Params = Type.Record(Type.String(), Type.Unknown(), { title: 'SimulationParams' })

/** State of a job in its record. */
export function jobState(job: 'simulation' | 'search') {
  return {
    status: word(
      ['pending', 'completed', 'failed'],
      `Status of the ${job}: pending while queued or running, then completed or failed`,
      'completed',
    ),
    stage: nullable(
      word(
        ['queued', 'reading_terrain', 'computing', 'writing'],
        `Current stage while the ${job} is pending; otherwise null`,
        'computing',
      ),
    ),
    progress: fraction(`Completed fraction (0–1) of the ${job}; never decreases`, 1),
  }
}

function record<Price extends TSchema>(
  title: string,
  price: Price,
  terrainTitle: string,
  terrain: Record<string, ReturnType<typeof Type.Array<typeof Tile>>>,
  description: string,
) {
  return object(title, description, {
    id: text('ID of the simulation', exampleId),
    ...jobState('simulation'),
    params: Params,
    radio: Radio,
    credits_charged: price,
    result_url: Type.Optional(
      text('Path of the raster, /results/<id>.tif; only if completed', `/results/${exampleId}.tif`),
    ),
    links: Type.Optional(Links),
    created_at: instant('Time of acceptance'),
    started_at: Type.Optional(instant('Start of the computation')),
    completed_at: Type.Optional(instant('Time of completion')),
    failed_at: Type.Optional(instant('Time of failure')),
    expires_at: Type.Optional(instant('Time at which the result is deleted; the record is kept')),
    warnings: list(Warning, 'Warnings about the result'),
    engine: nullable(Engine),
    node: Type.Optional(ComputeNode),
    terrain: nullable(
      object(terrainTitle, 'Terrain data read for the simulation; null until the simulation is completed', {
        unknown_share: fraction('Fraction (0–1) of the ground within range that is unknown', 0.007),
        sources: list(TerrainSource, 'Sources of the terrain data'),
        ...terrain,
      }),
    ),
    tx_ground_m: nullable(
      quantity(
        'metres',
        'Ground height under the transmitter, in the vertical datum of the terrain; null until the simulation is completed',
        838.1,
      ),
    ),
    higher_ground: nullable(HigherGround),
    clutter: Type.Optional(MapClutter),
    summary: nullable(Summary),
    error: Type.Optional(Failure),
    batch_id: Type.Optional(
      text('ID of the batch in which the simulation was accepted', 'bat_Xk81dQzR0vWm4LcTnE7s'),
    ),
  })
}

export const SimulationRecord = record(
  'Simulation',
  Type.Optional(charged('; absent for requests with a share')),
  'SimulationTerrain',
  { tiles: list(Tile, 'Elevation files read for the simulation') },
  'Simulation record',
)
const ListedSimulation = record(
  'ListedSimulation',
  charged(),
  'ListedSimulationTerrain',
  {},
  'Simulation record without terrain.tiles',
)

export const SimulationList = object(
  'SimulationList',
  'Simulations of the account, newest first by order of acceptance',
  {
    simulations: list(ListedSimulation, `Simulations on this page: at most limit, by default ${maximumPage}`),
    total: count('simulations', 'Total number of matching simulations, not only on this page', 1),
  },
)

export const NewName = strictObject(
  'NewName',
  'New name of a simulation',
  { name: text('Free-text label of the simulation', 'Example', { maxLength: 200 }) },
  { examples: [{ name: 'Example' }] },
)

export const ListQuery = query({
  ...paging,
  ...optional({
    after: urlText(
      'ID of a simulation, or the value from a Link header: list only simulations accepted before this simulation',
      exampleId,
    ),
    status: word(['pending', 'completed', 'failed'], 'List only simulations with this status', 'completed'),
    model: Type.Enum(modelNames, {
      description: 'List only simulations with this propagation model',
      examples: [defaultModel],
    }),
    batch: urlText('List only simulations of this batch', 'bat_Xk81dQzR0vWm4LcTnE7s'),
    created_after: instant('List only simulations accepted after this time'),
    created_before: instant('List only simulations accepted before this time'),
  }),
})
export type ListQuery = Static<typeof ListQuery>

export function toListed(simulation: Simulation, nowMs: number): Static<typeof ListedSimulation> {
  const { account_id: _account, sequence: _sequence, attempt: _attempt, ...rest } = simulation
  const { id, status, expires_at: expiresAt } = rest
  const isKept = status === 'completed' && !(expiresAt !== undefined && Date.parse(expiresAt) <= nowMs)
  const erpW = Number(simulation.params.erp ?? 1)
  return {
    ...rest,
    radio: { eirp_dbm: Number(eirpDbm(erpW).toFixed(2)), erp_w: erpW },
    tx_ground_m: rest.tx_ground_m ?? null,
    higher_ground: rest.higher_ground ?? null,
    ...(status === 'completed' && { result_url: `/results/${id}.tif` }),
    ...(isKept && { links: eachLink((ending) => `/results/${id}${ending}`) }),
  }
}

export function toRecord(
  simulation: Simulation,
  tiles: StoredTile[],
  nowMs: number,
): Static<typeof SimulationRecord> {
  const terrain = simulation.terrain && { ...simulation.terrain, tiles }
  return { ...toListed(simulation, nowMs), terrain }
}

/** Fields of a record that shares may see; all other fields, such as credits, are hidden. */
const publicFields: ReadonlySet<string> = new Set([
  'id',
  'status',
  'stage',
  'progress',
  'params',
  'radio',
  'tx_ground_m',
  'higher_ground',
  'clutter',
  'result_url',
  'links',
  'created_at',
  'started_at',
  'completed_at',
  'failed_at',
  'expires_at',
  'warnings',
  'engine',
  'terrain',
  'summary',
  'error',
])

export function publicPart(record: Static<typeof SimulationRecord>): Static<typeof SimulationRecord> {
  const entries = Object.entries(record).filter(([name]) => publicFields.has(name))
  return Object.fromEntries(entries) as Static<typeof SimulationRecord>
}

import { type Static, type TSchema, Type } from 'typebox'
import { models } from '../../kernels/models.ts'
import { eirpDbm } from '../../kernels/propagation/power.ts'
import type { Simulation, Tile as StoredTile } from '../../storage/records/types.ts'
import { defaultModel } from '../config/defaults.ts'
import {
  count,
  instant,
  list,
  maximumPage,
  nullable,
  object,
  paging,
  quantity,
  query,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { Warning } from '../http/schemas/warnings.ts'
import { HigherGround, TerrainSource } from '../requests/answer-parts.ts'
import { linksOf } from './links.ts'

const modelNames = [...models.keys()]
const exampleId = 'sim_vq7YS5ecugNBEHXOPC7r'

export const Started = object('Started', 'Accepted; the record and its charge are on stable storage', {
  id: text('ID of the simulation', exampleId),
  status: word(['pending'], 'Always pending'),
  created_at: instant('When it was accepted'),
})

export const Estimate = object('Estimate', 'Price of POST /simulate; nothing is charged', {
  cells: count('cells', 'π · (1000 · max_range / resolution)², rounded up', 87_267),
  credits: count('credits', 'Price in credits', 1),
  seconds: quantity('seconds', 'Expected computing time, without the queue', 0.5),
})

const Tile = object('TerrainTile', 'An elevation file that was read', {
  name: text('Name of the file', 'N47E008.hgt'),
  source: text('Source of the elevation data', 'SRTM HGT file'),
  sha256: text('SHA-256 of the file', 'c09227fb7c1f6c8f9a3be6f9f0d7a1f6a0a3a1d4e0c8cf1bd0a8e9a7d1b2c3d4'),
  pages: Type.Optional(
    text('Only for a file that was read in parts: the pages of 256 KiB that were read', '0-3,17'),
  ),
  pages_sha256: Type.Optional(
    text(
      'SHA-256 over the pages: of a line "<page> <SHA-256 in hex>" for each, in order',
      '1d4e0c8cf1bd0a8e9a7d1b2c3d4c09227fb7c1f6c8f9a3be6f9f0d7a1f6a0a3a',
    ),
  ),
})
const Failure = object('SimulationError', 'Reason for the failure', {
  code: text('A code of a problem, see /problems/<code>', 'terrain_unavailable'),
  detail: text('In words', 'Nothing is known of the ground at -35.27, 149.1583.'),
})
const Engine = object('Engine', 'Engine that ran; null until then', {
  version: text('Version of the service', '0.7.0'),
  backend: text('Backend of the kernels', 'webgpu'),
  device: text('Device', 'NVIDIA L4'),
})
const Summary = object('Summary', 'Counts of the raster; null until completed', {
  visible: count('cells', 'Visible, or with enough power', 51_234),
  blocked: count('cells', 'Blocked, or with too little power', 35_421),
  unknown: count('cells', 'Number of cells on unknown ground', 612),
  visible_km2: quantity('square kilometres', 'Area of the visible cells', 184.443),
  farthest_km: quantity('kilometres', 'Distance of the farthest visible cell', 9.987),
})

const ClassClutter = object('ClassClutter', 'Clutter of a class', {
  type: text('As for tx_clutter', 'trees'),
  height_m: quantity('metres', 'Height above the ground; 0: bare ground', 15),
})
const ClassLayer = object('ClassLayer', 'A map of land cover', {
  name: text('Name of the source or the file', 'ESA WorldCover'),
  attribution: text('Attribution', '© ESA WorldCover project 2021'),
  table: Type.Record(Type.String(), ClassClutter, {
    description: 'Clutter by the number of the class',
    examples: [{ 10: { type: 'trees', height_m: 15 } }],
  }),
})
const MapClutter = object('MapClutter', 'Sources of clutter from the map', {
  unknown_share: quantity(
    '1',
    'Fraction (0–1) of the cells within range whose class is unknown; their value is NaN',
    0,
    {
      minimum: 0,
      maximum: 1,
    },
  ),
  layers: list(ClassLayer, 'Layers of the service, earlier ones first'),
})

const Radio = object('Radio', "The transmitter's power in its main direction", {
  eirp_dbm: quantity('dBm', 'Equivalent isotropically radiated power', 32.15),
  erp_w: quantity('watts', 'Effective radiated power, relative to a half-wave dipole', 1),
})

const charged = (suffix = '') =>
  count('credits', `Held while pending, then the price; 0 if it failed${suffix}`, 1)

const linkTexts = {
  tif: 'The raster',
  qml: 'Style of the raster for QGIS',
  png: 'Picture in Web Mercator',
  map: 'Finished picture: the result over the relief, with legend and scale',
  pgw: 'World file of the picture',
  prj: 'Projection of the picture',
  kmz: 'For Google Earth',
  geojson: 'Polygons',
  tilejson: 'Map tiles',
  stats: 'Areas',
}
const linkEndings: Record<string, string> = { tilejson: '/tiles.json', stats: '/stats' }
const Links = object(
  'Links',
  'Formats of the result, until it expires',
  Object.fromEntries(
    Object.entries(linkTexts).map(([name, about]) => [
      name,
      text(about, `/results/${exampleId}${linkEndings[name] ?? `.${name}`}`),
    ]),
  ) as Record<keyof typeof linkTexts, ReturnType<typeof text>>,
)

const ComputeNode = object('ComputeNode', 'Compute node that ran it, if there are several', {
  name: text('Name given by its operator', 'node-a'),
})

/** Parameters are sent as stored; the API document describes them by model. */
const Params = Type.Record(Type.String(), Type.Unknown(), { title: 'SimulationParams' })

function record<Price extends TSchema>(
  title: string,
  price: Price,
  terrainTitle: string,
  terrain: Record<string, ReturnType<typeof Type.Array<typeof Tile>>>,
  description: string,
) {
  return object(title, description, {
    id: text('ID of the simulation', exampleId),
    status: word(
      ['pending', 'completed', 'failed'],
      'pending while the simulation is queued or running, then completed or failed',
      'completed',
    ),
    stage: nullable(
      word(
        ['queued', 'reading_terrain', 'computing', 'writing'],
        'What goes on while it is pending; else null',
        'computing',
      ),
    ),
    progress: quantity('1', 'Part that is done; never decreases', 1, { minimum: 0, maximum: 1 }),
    params: Params,
    radio: Radio,
    credits_charged: price,
    result_url: Type.Optional(text('Completed: /results/<id>.tif', `/results/${exampleId}.tif`)),
    links: Type.Optional(Links),
    created_at: instant('When it was accepted'),
    started_at: Type.Optional(instant('When the computation began')),
    completed_at: Type.Optional(instant('When the result was completed')),
    failed_at: Type.Optional(instant('When it failed')),
    expires_at: Type.Optional(instant('When the result is deleted; the record stays')),
    warnings: list(Warning, 'Warnings about the result'),
    engine: nullable(Engine),
    node: Type.Optional(ComputeNode),
    terrain: nullable(
      object(terrainTitle, 'Terrain that was read; null until then', {
        unknown_share: quantity('1', 'Fraction (0–1) of the ground within range that is unknown', 0.007, {
          minimum: 0,
          maximum: 1,
        }),
        sources: list(TerrainSource, 'Sources of the terrain'),
        ...terrain,
      }),
    ),
    tx_ground_m: nullable(
      quantity(
        'metres',
        'Height of the ground under the transmitter, in the vertical datum of the terrain; null until it is read',
        838.1,
      ),
    ),
    higher_ground: nullable(HigherGround),
    clutter: Type.Optional(MapClutter),
    summary: nullable(Summary),
    error: Type.Optional(Failure),
    batch_id: Type.Optional(text('The batch that it was accepted in', 'bat_Xk81dQzR0vWm4LcTnE7s')),
  })
}

export const SimulationRecord = record(
  'Simulation',
  Type.Optional(charged('; not by a share')),
  'SimulationTerrain',
  { tiles: list(Tile, 'Every file that was read') },
  'The simulation',
)
const ListedSimulation = record(
  'ListedSimulation',
  charged(),
  'ListedSimulationTerrain',
  {},
  'The simulation without terrain.tiles',
)

export const SimulationList = object('SimulationList', 'Newest first by order of acceptance', {
  simulations: list(
    ListedSimulation,
    `Simulations of this page: as many as limit, and without it at most ${maximumPage}`,
  ),
  total: count('simulations', 'All that match, not only those of this page', 1),
})

export const NewName = object(
  'NewName',
  'New name of a simulation',
  { name: text('Free-text label', 'Example', { maxLength: 200 }) },
  { additionalProperties: false, examples: [{ name: 'Example' }] },
)

export const ListQuery = query({
  ...paging,
  after: Type.Optional(
    urlText('ID of a simulation, or the value in a Link header: returns those accepted before it', exampleId),
  ),
  status: Type.Optional(word(['pending', 'completed', 'failed'], 'Only this status', 'completed')),
  model: Type.Optional(
    Type.Enum(modelNames, { description: 'Only those of this model', examples: [defaultModel] }),
  ),
  batch: Type.Optional(urlText('Only those of this batch', 'bat_Xk81dQzR0vWm4LcTnE7s')),
  created_after: Type.Optional(instant('Only those accepted after it')),
  created_before: Type.Optional(instant('Only those accepted before it')),
})
export type ListQuery = Static<typeof ListQuery>

export function toListed(simulation: Simulation, nowMs: number): Static<typeof ListedSimulation> {
  const { account_id: _account, sequence: _sequence, attempt: _attempt, ...rest } = simulation
  const links = linksOf(simulation, nowMs)
  const erpW = Number(simulation.params.erp ?? 1)
  return {
    ...rest,
    radio: { eirp_dbm: Number(eirpDbm(erpW).toFixed(2)), erp_w: erpW },
    tx_ground_m: rest.tx_ground_m ?? null,
    higher_ground: rest.higher_ground ?? null,
    ...(rest.status === 'completed' && { result_url: `/results/${rest.id}.tif` }),
    ...(links && { links }),
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

import { type Static, Type } from 'typebox'
import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { Simulation, Tile as StoredTile } from '../../storage/records/types.ts'
import { defaultModel } from '../config/defaults.ts'
import { Instant, measure, paging, urlText } from '../http/schemas/common.ts'
import { antennaWithDefaults, asksForPower, withPolarization } from '../requests/antenna-rules.ts'
import { AntennaField } from '../requests/antenna-schemas.ts'
import { modelFields } from '../requests/model-fields.ts'
import { takesGain } from '../requests/model-rules.ts'
import * as radio from '../requests/radio-fields.ts'

const modelNames = [...models.keys()]
const layerNames = [...new Set([...models.values()].flatMap((model) => model.layers))]
const outputNames = [...new Set([...models.values()].flatMap((model) => model.output))]

const fields = {
  name: Type.Optional(Type.String({ maxLength: 200, default: '', description: 'Free-text label' })),
  // |tx_lat| + max_range/111 ≤ 89 follows from the two ranges: 85 + 300/111 = 87.7.
  tx_lat: radio.latitude('Transmitter latitude, WGS 84'),
  tx_lon: radio.longitude('Transmitter longitude, WGS 84'),
  tx_height: radio.txHeight,
  tx_height_mode: radio.heightMode,
  frequency: radio.frequency,
  erp: radio.erp,
  rx_height: radio.rxHeight,
  rx_height_mode: radio.heightMode,
  model: Type.Optional(
    Type.Enum(modelNames, { default: defaultModel, description: 'Propagation model, see GET /models' }),
  ),
  resolution: radio.resolution('metres per cell', 'Size of a cell'),
  max_range: measure('kilometres', { minimum: 0.1, maximum: 300 }, 'Radius of the circle that is computed'),
  k_factor: radio.kFactor(
    'Effective earth radius factor: 0.3 to 10, or 0 for a flat earth; models that do not take it refuse it',
  ),
  layers: Type.Optional(
    // The type tells the check for repetition that items are texts: of any others it compares each with each.
    Type.Array(Type.Enum(layerNames, { type: 'string' }), {
      minItems: 1,
      maxItems: layerNames.length,
      uniqueItems: true,
      description:
        'Rasters to make; which a model has, its default first, stands in GET /models; class needs rx_sensitivity_dbm; result_url answers with visible or value, or else the first',
    }),
  ),
  rx_gain_dbi: radio.rxGain(
    'Gain of the receiving antenna, for received_power and rx_sensitivity_dbm; not for los and los_fresnel',
  ),
  rx_sensitivity_dbm: radio.rxSensitivity(
    'Cells that receive less have no value and are 0 in the layer class, and the summary counts them as blocked; not for los and los_fresnel',
  ),
  antenna: Type.Optional(AntennaField),
  output: Type.Optional(
    Type.Enum(outputNames, {
      description:
        'What the raster holds; which a model has, its default first, stands in GET /models: received_power in dBm into an isotropic antenna, field_strength in dBµV/m, path_loss in dB between isotropic antennas',
    }),
  ),
}

export const SimulationRequest = Type.Object(
  { ...fields, ...(modelFields as object) },
  {
    additionalProperties: false,
    description: 'Nothing is clamped, coerced, dropped or ignored: what does not fit is refused by name',
  },
)

export type SimulationRequest = Static<typeof SimulationRequest>

type Optional = 'antenna' | 'k_factor' | 'layers' | 'output' | 'rx_gain_dbi' | 'rx_sensitivity_dbm'
export type SimulationParams = Required<Omit<SimulationRequest, Optional>> &
  Pick<SimulationRequest, Optional> & { [ownParameter: string]: unknown }

/** The request's fields in the order of the specification, with the defaults filled in; only those the model has. */
export function withDefaults(body: SimulationRequest): SimulationParams {
  const request = withPolarization(body)
  const model = models.get(request.model ?? defaultModel) as Model
  const own = model.parameters.map(({ name, default: value }) => [
    name,
    (request as Record<string, unknown>)[name] ?? value,
  ])
  const ownValues = Object.fromEntries(own)
  const output = request.output ?? (model.kind === 'path_loss' ? model.output[0] : undefined)
  return {
    name: request.name ?? '',
    tx_lat: request.tx_lat,
    tx_lon: request.tx_lon,
    tx_height: request.tx_height,
    tx_height_mode: request.tx_height_mode ?? 'AGL',
    frequency: request.frequency,
    erp: request.erp ?? 1,
    rx_height: request.rx_height ?? 2,
    rx_height_mode: request.rx_height_mode ?? 'AGL',
    model: request.model ?? defaultModel,
    resolution: request.resolution ?? 30,
    max_range: request.max_range,
    ...(model.takes_k_factor && { k_factor: request.k_factor ?? 4 / 3 }),
    layers: request.layers ?? model.layers.slice(0, 1),
    ...(output !== undefined && { output }),
    ...(takesGain(request, model) && { rx_gain_dbi: request.rx_gain_dbi ?? 0 }),
    ...(request.rx_sensitivity_dbm !== undefined && { rx_sensitivity_dbm: request.rx_sensitivity_dbm }),
    ...(request.antenna && {
      antenna: antennaWithDefaults(request.antenna, ownValues, asksForPower(request, model)),
    }),
    ...ownValues,
  }
}

export const Started = Type.Object(
  { id: Type.String(), status: Type.Enum(['pending']), created_at: Instant },
  { description: 'Accepted; the record and its charge are on stable storage' },
)

export const Estimate = Type.Object(
  {
    cells: Type.Integer({ description: 'π · (1000 · max_range / resolution)², rounded up' }),
    credits: Type.Integer(),
    seconds: Type.Number({ description: 'Expected computing time, the queue not counted' }),
  },
  { description: 'What POST /simulate would take; nothing is charged' },
)

const Named = Type.Object({ name: Type.String(), attribution: Type.String() })
const Tile = Type.Object({ name: Type.String(), source: Type.String(), sha256: Type.String() })
const Noted = Type.Object({ code: Type.String(), detail: Type.String() })

function record(terrain: Record<string, ReturnType<typeof Type.Array<typeof Tile>>>, description: string) {
  return Type.Object(
    {
      id: Type.String(),
      status: Type.Enum(['pending', 'completed', 'failed']),
      stage: Type.Union([Type.Enum(['queued', 'reading_terrain', 'computing', 'writing']), Type.Null()]),
      progress: Type.Number({ minimum: 0, maximum: 1 }),
      params: Type.Record(Type.String(), Type.Unknown(), {
        description: "The request's fields with defaults filled in",
      }),
      credits_charged: Type.Integer(),
      result_url: Type.Optional(Type.String({ description: 'Completed: /results/<id>.tif' })),
      created_at: Instant,
      started_at: Type.Optional(Instant),
      completed_at: Type.Optional(Instant),
      failed_at: Type.Optional(Instant),
      expires_at: Type.Optional(Instant),
      warnings: Type.Array(Noted),
      engine: Type.Union([
        Type.Object({ version: Type.String(), backend: Type.String(), device: Type.String() }),
        Type.Null(),
      ]),
      terrain: Type.Union([
        Type.Object({
          unknown_share: Type.Number({ minimum: 0, maximum: 1 }),
          sources: Type.Array(Named),
          ...terrain,
        }),
        Type.Null(),
      ]),
      summary: Type.Union([
        Type.Object({
          visible: Type.Integer({ description: 'Cells' }),
          blocked: Type.Integer({ description: 'Cells' }),
          unknown: Type.Integer({ description: 'Cells' }),
          visible_km2: Type.Number(),
          farthest_km: Type.Number({ description: 'Distance of the farthest visible cell' }),
        }),
        Type.Null(),
      ]),
      error: Type.Optional(Noted),
    },
    { description },
  )
}

export const SimulationRecord = record({ tiles: Type.Array(Tile) }, 'The simulation')
const ListedSimulation = record({}, 'The simulation without terrain.tiles')

export const SimulationList = Type.Object(
  {
    simulations: Type.Array(ListedSimulation),
    total: Type.Integer({ description: 'All that match, not only those of this page' }),
  },
  { description: 'Newest first by order of acceptance' },
)

export const ListQuery = Type.Object(
  {
    ...paging,
    after: Type.Optional(
      urlText({ description: 'Id of a simulation, or what a Link has: those accepted before it follow' }),
    ),
    status: Type.Optional(Type.Enum(['pending', 'completed', 'failed'])),
    model: Type.Optional(Type.Enum(modelNames)),
    created_after: Type.Optional(Instant),
    created_before: Type.Optional(Instant),
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

export function toListed(simulation: Simulation): Static<typeof ListedSimulation> {
  const { account_id: _account, sequence: _sequence, ...rest } = simulation
  return {
    ...rest,
    ...(rest.status === 'completed' && { result_url: `/results/${rest.id}.tif` }),
  }
}

export function toRecord(simulation: Simulation, tiles: StoredTile[]): Static<typeof SimulationRecord> {
  const terrain = simulation.terrain && { ...simulation.terrain, tiles }
  return { ...toListed(simulation), terrain }
}

import { Type } from 'typebox'
import { defaultLinkModel, defaultModel } from '../config/defaults.ts'
import { validities } from '../config/tls.ts'
import { count, dimensionless, list, nullable, object, quantity, text, word } from '../http/schemas/common.ts'

const ofParameter = { 'x-unit': 'that of the parameter' }

const ModelParameter = object('ModelParameter', 'A field of requests that is a model’s own', {
  name: text('The field of a request', 'time_percent'),
  title: text('Meaning', 'Part of the time for which the loss is not exceeded'),
  type: word(['number', 'string'], 'JSON type'),
  unit: nullable(text('Unit of a number; null where it has none', '%')),
  default: Type.Union([Type.Number(ofParameter), Type.String()], {
    description: 'Default',
    examples: [50],
  }),
  minimum: Type.Optional(
    Type.Number({ ...ofParameter, description: 'Numbers only: minimum', examples: [1] }),
  ),
  maximum: Type.Optional(
    Type.Number({ ...ofParameter, description: 'Numbers only: maximum', examples: [50] }),
  ),
  enum: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Strings only: allowed values',
      examples: [['inland', 'coastal', 'sea']],
    }),
  ),
  is_advanced: Type.Optional(
    Type.Boolean({ description: 'Rarely changed physical parameter', examples: [true] }),
  ),
})

function limit(description: string, example: number) {
  return quantity('that of the parameter', description, example)
}

const ValidityLimit = object('ValidityLimit', 'Range of validity of a model', {
  parameter: text(
    'A field of a request: frequency in MHz, heights in metres above ground, max_range in kilometres',
    'frequency',
  ),
  minimum: limit('Lower values are refused', 30),
  maximum: limit('Higher values are refused', 6000),
  warn_below: limit('Lower values cause a warning', 30),
  warn_above: limit('Higher values cause a warning', 6000),
})

const ModelDescription = object('Model', 'A propagation model', {
  name: text('The value of model in a request', defaultModel),
  title: text('Kinds of result', 'Path-specific prediction for p % of the time and pL % of the locations'),
  weight: count(dimensionless, 'Factor of the price', 4),
  output: Type.Array(Type.String(), {
    description: 'Quantities of the raster, default first',
    examples: [['visible']],
  }),
  layers: Type.Array(Type.String(), {
    description: 'Layers that a request may have',
    examples: [['visible', 'min_height']],
  }),
  takes_k_factor: Type.Boolean({ description: 'Whether the model accepts k_factor', examples: [true] }),
  uses_profile: Type.Boolean({
    description: 'Reads the terrain profile to each cell: a cell takes longer the farther it is',
    examples: [false],
  }),
  parameters: list(ModelParameter, 'Request fields of this model'),
  validity: list(ValidityLimit, 'Range of validity; a request beyond it is refused or causes a warning'),
  source: text('Source of the formulas', 'ITU-R P.310'),
})

export const Models = object('Models', 'The registered models', {
  models: list(ModelDescription, 'In the order of registration'),
})

const Preset = object('Preset', 'A radio preset', {
  name: text('Name for clients', 'meshtastic-longfast-eu868'),
  title: text('Title', 'LongFast, EU 868'),
  group: text('Group of presets in a list', 'Meshtastic EU 868'),
  body: Type.Record(
    Type.String(),
    Type.Union([Type.Number({ 'x-unit': 'that of the field' }), Type.String()]),
    {
      title: 'PresetBody',
      description: "Fields for the client to set in its request; the request's other fields stay unchanged",
      examples: [
        {
          model: defaultLinkModel,
          frequency: 869.525,
          tx_power_dbm: 22,
          tx_gain_dbi: 0,
          rx_sensitivity_dbm: -131,
        },
      ],
    },
  ),
  sources: Type.Record(Type.String(), Type.String(), {
    title: 'PresetSources',
    description: 'Source of each figure of the body, by field',
    examples: [{ tx_power_dbm: 'Maximum output power of an SX1262: Semtech, SX1261/2 Data Sheet' }],
  }),
})

export const Presets = object('Presets', 'Radio presets; requests have no field for them', {
  presets: list(Preset, 'In the order of display'),
})

const Memory = object('Memory', 'Memory of the compute process', {
  reserved_bytes: count('bytes', 'Memory reserved by the running simulations', 536_870_912),
  budget_bytes: count('bytes', 'Limit for all simulations together: COMPUTE_MEMORY', 4_294_967_296),
})

export const Health = object('Health', 'Ready if the status is ok or degraded', {
  status: word(
    ['ok', 'degraded', 'starting', 'stopping'],
    'The service is ready if the status is ok or degraded. degraded: the store of results fails, its disk is full, there is no compute node, or the certificate is not valid now',
  ),
  version: text('Version of the service', '0.7.0'),
  backend: nullable(text('Where the kernels run; null while it starts', 'webgpu')),
  device: nullable(text('What they run on', 'NVIDIA L4')),
  queue: count('simulations', 'Number of waiting simulations', 0),
  running: count('simulations', 'Number of running simulations', 1),
  memory: Memory,
  store: word(['ok', 'failing'], 'Whether the store of results can be reached'),
  disk: word(
    ['ok', 'bytes_low', 'files_low'],
    'Whether the disk has room for results, in bytes and in files (inodes); without it new simulations are 503 storage_unavailable',
  ),
  certificate: Type.Optional(
    word(validities, 'Validity of the TLS certificate at this time; left out behind proxies that end TLS'),
  ),
  nodes: Type.Optional(count('nodes', 'Compute nodes, if simulations run on separate nodes', 2)),
})

export const Live = object('Liveness', 'The process answers', { status: word(['ok'], 'Always ok') })

export const ProblemDescription = object('ProblemDescription', 'Meaning of the code', {
  code: text('The code of a problem', 'rate_limited'),
  status: count(dimensionless, 'HTTP status of the problem', 429),
  title: text('Short text for the code', 'Too many requests'),
  detail: text('Meaning and remedy', 'More requests than allowed were sent within a minute.'),
})

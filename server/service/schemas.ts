import { Type } from 'typebox'
import { defaultLinkModel, defaultModel } from '../config/defaults.ts'
import { validities } from '../config/tls.ts'
import { count, dimensionless, list, nullable, object, quantity, text, word } from '../http/schemas/common.ts'

const ofParameter = { 'x-unit': 'that of the parameter' }

const ModelParameter = object('ModelParameter', 'Model parameter that can be set by a request field', {
  name: text('Name of the request field', 'time_percent'),
  title: text('Meaning of the parameter', 'Share of the time for which the loss is not exceeded'),
  type: word(['number', 'string'], 'JSON type of the parameter'),
  unit: nullable(text('Unit of the parameter; null for strings and dimensionless numbers', '%')),
  default: Type.Union([Type.Number(ofParameter), Type.String()], {
    description: 'Default value of the parameter',
    examples: [50],
  }),
  minimum: Type.Optional(
    Type.Number({ ...ofParameter, description: 'Minimum of the parameter; only for numbers', examples: [1] }),
  ),
  maximum: Type.Optional(
    Type.Number({
      ...ofParameter,
      description: 'Maximum of the parameter; only for numbers',
      examples: [50],
    }),
  ),
  enum: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Allowed values of the parameter; only for strings',
      examples: [['inland', 'coastal', 'sea']],
    }),
  ),
  is_advanced: Type.Optional(
    Type.Boolean({ description: 'True for a physical parameter that is rarely changed', examples: [true] }),
  ),
})

function limit(description: string, example: number) {
  return quantity('that of the parameter', description, example)
}

const ValidityLimit = object('ValidityLimit', 'Range of one request field in which the model is valid', {
  parameter: text(
    'Name of the request field: frequency in MHz, heights in metres above ground, or max_range in kilometres',
    'frequency',
  ),
  minimum: limit('Minimum; lower values are refused', 30),
  maximum: limit('Maximum; higher values are refused', 6000),
  warn_below: limit('Lower warning limit; lower values cause a warning', 30),
  warn_above: limit('Upper warning limit; higher values cause a warning', 6000),
})

const ModelDescription = object('Model', 'Propagation model', {
  name: text('Name of the model, for use as the model field of a request', defaultModel),
  title: text('Title of the model', 'Path-specific prediction for p % of the time and pL % of the locations'),
  weight: count(dimensionless, 'Factor by which the model multiplies the price of a simulation', 4),
  output: Type.Array(Type.String(), {
    description: 'Quantities of the raster, default first',
    examples: [['visible']],
  }),
  layers: Type.Array(Type.String(), {
    description: 'Layers that a request can select, default first',
    examples: [['visible', 'min_height']],
  }),
  takes_k_factor: Type.Boolean({ description: 'True if the model accepts k_factor', examples: [true] }),
  uses_profile: Type.Boolean({
    description:
      'True if the model reads the terrain profile to each cell; computing a cell then takes longer at larger distances',
    examples: [false],
  }),
  parameters: list(ModelParameter, 'Parameters of the model in requests'),
  validity: list(
    ValidityLimit,
    'Validity ranges of the model; values outside a range are refused or cause a warning',
  ),
  source: text("Sources of the model's formulas", 'ITU-R P.310'),
})

export const Models = object('Models', 'Registered propagation models', {
  models: list(ModelDescription, 'Propagation models, in the order in which the service registers them'),
})

const Preset = object('Preset', 'Radio preset', {
  name: text('Machine-readable name of the preset', 'meshtastic-longfast-eu868'),
  title: text('Title of the preset', 'LongFast, EU 868'),
  group: text('Group under which the preset is listed', 'Meshtastic EU 868'),
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
    description: 'Source of each value in the body, by field name',
    examples: [{ tx_power_dbm: 'Maximum output power of an SX1262: Semtech, SX1261/2 Data Sheet' }],
  }),
})

export const Presets = object('Presets', 'Radio presets for clients; requests have no preset field', {
  presets: list(Preset, 'Radio presets, in the order of display'),
})

const Memory = object('Memory', 'Memory of the compute process', {
  reserved_bytes: count('bytes', 'Memory reserved by the running simulations', 536_870_912),
  budget_bytes: count(
    'bytes',
    'Memory limit for all simulations together, set by COMPUTE_MEMORY',
    4_294_967_296,
  ),
})

export const Health = object('Health', 'Readiness of the service: ready if the status is ok or degraded', {
  status: word(
    ['ok', 'degraded', 'starting', 'stopping'],
    'Status of the service: ready if ok or degraded. degraded: the result store fails, its disk is full, there is no compute node, or the certificate is not valid at this time',
  ),
  version: text('Version of the service', '0.7.2'),
  backend: nullable(
    text('Backend that runs the compute kernels, such as webgpu; null while the backend starts', 'webgpu'),
  ),
  device: nullable(text('Processor or GPU that runs the compute kernels', 'NVIDIA L4')),
  queue: count('simulations', 'Number of waiting simulations', 0),
  running: count('simulations', 'Number of running simulations', 1),
  memory: Memory,
  store: word(['ok', 'failing'], 'State of the result store: ok if reachable'),
  disk: word(
    ['ok', 'bytes_low', 'files_low'],
    'Disk space for results, in bytes and in files (inodes). Unless ok, new simulations are refused with 503 storage_unavailable',
  ),
  certificate: Type.Optional(
    word(
      validities,
      'Validity of the TLS certificate at this time; absent behind proxies that terminate TLS',
    ),
  ),
  nodes: Type.Optional(
    count('nodes', 'Number of compute nodes; only if simulations run on separate nodes', 2),
  ),
})

export const Live = object('Liveness', 'Liveness of the process', {
  status: word(['ok'], 'Status of the process, always ok'),
})

export const ProblemDescription = object('ProblemDescription', 'Meaning of an error code', {
  code: text('Error code', 'rate_limited'),
  status: count(dimensionless, 'HTTP status of the error', 429),
  title: text('Short title of the error', 'Too many requests'),
  detail: text(
    'Meaning of the error code, and how to resolve the error',
    'More requests than allowed were sent within a minute.',
  ),
})

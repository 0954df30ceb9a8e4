import { Type } from 'typebox'
import { defaultLinkModel, defaultModel } from '../config/defaults.ts'
import { validities } from '../config/tls.ts'
import { count, dimensionless, list, nullable, object, quantity, text, word } from '../http/schemas/common.ts'

const ofParameter = { 'x-unit': 'that of the parameter' }

const ModelParameter = object('ModelParameter', 'A field of requests that is a model’s own', {
  name: text('The field of a request', 'time_percent'),
  title: text('What it means', 'Part of the time for which the loss is not exceeded'),
  type: word(['number', 'string'], 'JSON type'),
  unit: nullable(text('Unit of a number; null where it has none', '%')),
  default: Type.Union([Type.Number(ofParameter), Type.String()], {
    description: 'What it is if left out',
    examples: [50],
  }),
  minimum: Type.Optional(Type.Number({ ...ofParameter, description: 'Of a number', examples: [1] })),
  maximum: Type.Optional(Type.Number({ ...ofParameter, description: 'Of a number', examples: [50] })),
  enum: Type.Optional(
    Type.Array(Type.String(), { description: 'Of a string', examples: [['inland', 'coastal', 'sea']] }),
  ),
  is_advanced: Type.Optional(
    Type.Boolean({ description: 'Physics that seldom has to be changed', examples: [true] }),
  ),
})

function limit(description: string, example: number) {
  return quantity('that of the parameter', description, example)
}

const ValidityLimit = object('ValidityLimit', 'What a model is made for', {
  parameter: text(
    'A field of a request: frequency in MHz, heights in metres above ground, max_range in kilometres',
    'frequency',
  ),
  minimum: limit('Less is refused', 30),
  maximum: limit('More is refused', 6000),
  warn_below: limit('With less the record has a warning', 30),
  warn_above: limit('With more the record has a warning', 6000),
})

const ModelDescription = object('Model', 'A propagation model', {
  name: text('The value of model in a request', defaultModel),
  title: text('What it computes', 'Path-specific prediction for p % of the time and pL % of the locations'),
  weight: count(dimensionless, 'Factor of the price', 4),
  output: Type.Array(Type.String(), {
    description: 'What its raster may hold; the first is the default',
    examples: [['visible']],
  }),
  layers: Type.Array(Type.String(), {
    description: 'Rasters that a request may ask for',
    examples: [['visible', 'min_height']],
  }),
  takes_k_factor: Type.Boolean({ description: 'Others refuse k_factor', examples: [true] }),
  uses_profile: Type.Boolean({
    description: 'Reads the terrain profile to each cell: a cell takes longer the farther it is',
    examples: [false],
  }),
  parameters: list(ModelParameter, 'Its own fields of a request'),
  validity: list(ValidityLimit, 'Beyond it a request is refused, or warned of'),
  source: text('Where its formulas stand', 'ITU-R P.310'),
})

export const Models = object('Models', 'The registered models', {
  models: list(ModelDescription, 'In the order in which they are registered'),
})

const Preset = object('Preset', 'A usual radio', {
  name: text('What clients call it', 'meshtastic-longfast-eu868'),
  title: text('For people', 'LongFast, EU 868'),
  group: text('Presets that a list shows together', 'Meshtastic EU 868'),
  body: Type.Record(
    Type.String(),
    Type.Union([Type.Number({ 'x-unit': 'that of the field' }), Type.String()]),
    {
      title: 'PresetBody',
      description: 'Fields of a request that a client puts into its own; what it asks for otherwise stays',
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
    description: 'Where each figure of the body is from, by field',
    examples: [{ tx_power_dbm: 'Maximum output power of an SX1262: Semtech, SX1261/2 Data Sheet' }],
  }),
})

export const Presets = object('Presets', 'Usual radios; requests know none of them', {
  presets: list(Preset, 'In the order in which a list shows them'),
})

const Memory = object('Memory', 'Of the compute process', {
  reserved_bytes: count('bytes', 'What the simulations that run may hold', 536_870_912),
  budget_bytes: count('bytes', 'What all may hold together: COMPUTE_MEMORY', 4_294_967_296),
})

export const Health = object('Health', 'Ready if the status is ok or degraded', {
  status: word(
    ['ok', 'degraded', 'starting', 'stopping'],
    'Ready if it is ok or degraded: then the store of results fails, its disk is full, there is no compute node, or the certificate is not valid now',
  ),
  version: text('Of the service', '0.6.0'),
  backend: nullable(text('Where the kernels run; null while it starts', 'webgpu')),
  device: nullable(text('What they run on', 'NVIDIA L4')),
  queue: count('simulations', 'Simulations that wait', 0),
  running: count('simulations', 'Simulations that run', 1),
  memory: Memory,
  store: word(['ok', 'failing'], 'Whether the store of results can be reached'),
  disk: word(
    ['ok', 'bytes_low', 'files_low'],
    'Whether the disk has room for results, in bytes and in files (inodes); without it new simulations are 503 storage_unavailable',
  ),
  certificate: Type.Optional(
    word(validities, 'Validity of the TLS certificate at this time; left out behind proxies that end TLS'),
  ),
  nodes: Type.Optional(count('nodes', 'Compute nodes, where simulations run on such', 2)),
})

export const Live = object('Liveness', 'The process answers', { status: word(['ok'], 'Always ok') })

export const ProblemDescription = object('ProblemDescription', 'What the code means', {
  code: text('The code of a problem', 'rate_limited'),
  status: count(dimensionless, 'Its HTTP status', 429),
  title: text('The code in words', 'Too many requests'),
  detail: text(
    'What it means and what is to be done about it',
    'More requests than allowed were sent within a minute.',
  ),
})

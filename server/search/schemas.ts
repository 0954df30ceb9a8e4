import { type Static, Type } from 'typebox'
import { defaultModel } from '../config/defaults.ts'
import { maximumCandidates, maximumChosen } from '../config/limits.ts'
import {
  count,
  dimensionless,
  instant,
  list,
  measure,
  nullable,
  object,
  quantity,
  query,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { Area } from '../networks/schemas.ts'
import { examplePositions } from '../requests/examples.ts'
import { simulationFields } from '../requests/fields.ts'

const exampleId = 'search_4fT9bQz71LxKdR0vWm4L'
const exampleNetwork = 'net_4fT9bQz71LxKdR0vWm4L'

export const SearchId = Type.Object({ id: urlText('Search identifier, search_…', exampleId) })

const Point = object(
  'CandidatePoint',
  'A candidate site',
  {
    type: word(['Feature'], 'GeoJSON type'),
    id: Type.Optional(
      Type.Union([
        text('ID in the file', 'a', { maxLength: 200 }),
        Type.Number({ minimum: -1e15, maximum: 1e15, 'x-unit': dimensionless }),
      ]),
    ),
    geometry: object(
      'CandidateGeometry',
      'Position of the candidate',
      {
        type: word(['Point'], 'GeoJSON type'),
        coordinates: Type.Array(Type.Number({ minimum: -1e6, maximum: 1e6, 'x-unit': 'degrees' }), {
          minItems: 2,
          maxItems: 3,
          description: 'Longitude and latitude',
          examples: [[149.15, -35.25]],
        }),
      },
      { additionalProperties: false },
    ),
    properties: Type.Optional(
      nullable(
        object(
          'CandidateProperties',
          'Nothing else',
          { name: Type.Optional(text('Name of the place', 'Black Hill', { maxLength: 200 })) },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
)
const Points = object(
  'CandidatePoints',
  'Places as GeoJSON',
  {
    type: word(['FeatureCollection'], 'GeoJSON type'),
    name: Type.Optional(text('Name in the file', 'Hills', { maxLength: 200 })),
    features: Type.Array(Point, { minItems: 1, maxItems: maximumCandidates, description: 'The places' }),
  },
  { additionalProperties: false },
)
const Spaced = object(
  'CandidateLattice',
  'Points of a lattice inside an area',
  {
    area: Area,
    spacing_m: measure(
      'metres',
      { minimum: 10, maximum: 100_000, examples: [1000] },
      'Spacing of the lattice',
    ),
  },
  { additionalProperties: false },
)
const Candidates = Type.Union(
  [Points, Spaced, word(['summits'], 'The highest summits of the area', 'summits')],
  {
    description:
      'Candidate sites: points, a lattice within an area, or summits within the area of the network, or within range of its sites where it has none',
    examples: ['summits'],
  },
)

const sites = Type.Integer({
  minimum: 1,
  maximum: maximumChosen,
  'x-unit': dimensionless,
  description: 'Sites to choose, at most',
  examples: [3],
})
const distance = measure(
  'metres',
  { minimum: 0, maximum: 1_000_000, examples: [2000] },
  'Minimum distance between selected sites and from existing sites',
)
const weights = text(
  'The layer of weights that is summed, such as people; square kilometres without it',
  'people',
  {
    maxLength: 200,
  },
)

const mustReach = Type.Union(
  [
    word(['any site'], 'A site of the network, or another chosen one', 'any site'),
    Type.Array(Type.Integer({ minimum: 1, maximum: 250, 'x-unit': dimensionless }), {
      minItems: 1,
      maxItems: 250,
      description: 'All of these sites of the network, by their numbers',
      examples: [[1, 2]],
    }),
  ],
  {
    examples: ['any site'],
    description:
      'Sites to which a chosen site must be linked: in line of sight, or received with the sensitivity, with the radio of the search at both ends',
  },
)

export const SearchRequest = object(
  'SearchRequest',
  'Search for further sites of a network',
  {
    candidates: Candidates,
    sites: Type.Optional(Type.Integer({ ...sites, default: 1 })),
    min_distance_m: Type.Optional(distance),
    must_reach: Type.Optional(mustReach),
    weights: Type.Optional(weights),
    like: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 250,
        default: 1,
        'x-unit': dimensionless,
        description: 'The number of the site whose request candidates repeat at their places',
        examples: [1],
      }),
    ),
    tx_height: Type.Optional(simulationFields.tx_height.schema),
    rx_height: simulationFields.rx_height.schema,
    max_range: Type.Optional(simulationFields.max_range.schema),
    eirp_dbm: Type.Optional(
      measure(
        'dBm',
        { minimum: -50, maximum: 120, examples: [43] },
        'EIRP of the candidates, instead of that of the site',
      ),
    ),
    sensitivity_dbm: Type.Optional(
      measure(
        'dBm',
        { minimum: -200, maximum: 100, examples: [-110] },
        'Received power from which a place counts as covered by a candidate; instead of that of the site',
      ),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        candidates: {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: { name: 'Black Hill' },
              geometry: {
                type: 'Point',
                coordinates: [examplePositions.txLonDeg, examplePositions.txLatDeg],
              },
            },
          ],
        },
        sites: 1,
        sensitivity_dbm: -110,
      },
    ],
  },
)
export type SearchRequest = Static<typeof SearchRequest>

const price = {
  candidates: count('candidates', 'Places that are computed', 24),
  cells: count('cells', 'Cells of all candidates together', 1_200_000),
  credits: count('credits', 'Price in credits', 12),
  seconds: quantity('seconds', 'Expected time, without the queue', 2.5),
}

export const SearchEstimate = object('SearchEstimate', 'Price of a search', price)

const status = word(
  ['pending', 'completed', 'failed'],
  'pending while the search is queued or running, then completed or failed',
  'completed',
)

export const SearchStarted = object('SearchStarted', 'The accepted search', {
  id: text('ID of the search', exampleId),
  status: word(['pending'], 'Always pending', 'pending'),
  created_at: instant('When it was accepted'),
  ...price,
})

export const SearchRecord = object('Search', 'A search for sites of a network', {
  id: text('ID of the search', exampleId),
  network_id: text('ID of the network to be extended', exampleNetwork),
  status,
  stage: nullable(
    word(
      ['queued', 'reading_terrain', 'computing', 'writing'],
      'What goes on while it is pending; else null',
      'computing',
    ),
  ),
  progress: quantity('1', 'Part that is done; never decreases', 1, { minimum: 0, maximum: 1 }),
  candidates: price.candidates,
  choice: object('SearchChoice', 'Default choice', {
    sites: count('sites', 'At most', 2),
    min_distance_m: Type.Optional(distance),
    must_reach: Type.Optional(mustReach),
    weights: Type.Optional(weights),
  }),
  credits_charged: count('credits', 'Held or captured; 0 when released', 12),
  choice_url: Type.Optional(text('Completed: the choice', `/searches/${exampleId}/choice`)),
  created_at: instant('When it was accepted'),
  started_at: Type.Optional(instant('When the computation began')),
  completed_at: Type.Optional(instant('When it was completed')),
  failed_at: Type.Optional(instant('When it failed')),
  expires_at: Type.Optional(instant('When its cells are deleted; the record stays')),
  error: Type.Optional(
    object('SearchFailure', 'Why it failed; the credits are released', {
      code: text('A code of a problem, see /problems/<code>', 'terrain_unavailable'),
      detail: text('Description', 'The ground there is unknown.'),
    }),
  ),
})

export const SearchList = object('SearchList', 'Newest first', {
  searches: list(SearchRecord, 'Last 100 searches of the account'),
})

export const SearchListQuery = query({
  network: Type.Optional(urlText('Only those of this network', exampleNetwork)),
})

export const ChoiceQuery = query({
  sites: Type.Optional(sites),
  min_distance_m: Type.Optional(distance),
  must_reach: Type.Optional(
    Type.String({
      pattern: '^(any( site)?|none|[1-9][0-9]{0,2}(,[1-9][0-9]{0,2}){0,249})$',
      maxLength: 1000,
      description: 'any, none, or numbers of sites separated by commas',
      examples: ['1,2'],
    }),
  ),
  weights: Type.Optional(urlText('A layer of weights, or km2', 'people')),
})
export type ChoiceQuery = Static<typeof ChoiceQuery>

const placed = {
  candidate: Type.Integer({
    minimum: 0,
    'x-unit': dimensionless,
    description: 'Position in the list of candidates, starting at 0',
    examples: [4],
  }),
  name: Type.Optional(text('As the request has it', 'Black Hill')),
  lat: quantity('degrees', 'Latitude', -35.25),
  lon: quantity('degrees', 'Longitude', 149.15),
}
const gain = (about: string) => Type.Number({ 'x-unit': 'see unit', description: about, examples: [41.7] })
const picks = {
  sites: list(
    object('ChosenSite', 'A candidate that is chosen', {
      ...placed,
      gain: gain('Gain: what it covers and no site before it does'),
    }),
    'In the order of their choice',
  ),
  gain: gain('Sum of their gains for the network'),
}

export const ChoiceAnswer = object('Choice', 'The best further sites of the network', {
  unit: text('Unit of gains: km2, or the layer of weights', 'km2'),
  ...picks,
  is_optimal: Type.Boolean({ description: 'No other choice gains more', examples: [true] }),
  bound: gain('No choice of so many candidates gains more'),
  greedy: object('GreedyChoice', 'Sites, each with the largest gain over those before it', picks),
  candidates: list(
    object('Candidate', 'A place that was computed', {
      ...placed,
      alone: nullable(gain('What it would add by itself; null: it was not computed')),
      error: Type.Optional(
        object('CandidateError', 'Reason that it was not computed', {
          code: text('A code of a problem, see /problems/<code>', 'terrain_unavailable'),
          detail: text('Description', 'The ground there is unknown.'),
        }),
      ),
    }),
    'In the order of the request',
  ),
  simulation: Type.Record(Type.String(), Type.Unknown(), {
    title: 'CandidateRequest',
    description: 'The body of POST /simulate that makes a chosen place a site, with its tx_lat and tx_lon',
    examples: [{ tx_height: 30, frequency: 868, max_range: 14, model: defaultModel }],
  }),
  site: object(
    'CandidateSite',
    'Members of such a site in the network in addition to its id; path loss only',
    {
      eirp_dbm: Type.Optional(quantity('dBm', 'If it differs from that of the request', 43)),
      sensitivity_dbm: Type.Optional(
        quantity('dBm', 'Received power from which a place counts as covered', -110),
      ),
    },
  ),
})

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
  optional,
  quantity,
  query,
  strictObject,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { Area } from '../networks/schemas.ts'
import { examplePositions } from '../requests/examples.ts'
import { simulationFields } from '../requests/fields.ts'
import { jobState } from '../simulations/schemas.ts'

const exampleId = 'search_4fT9bQz71LxKdR0vWm4L'
const exampleNetwork = 'net_4fT9bQz71LxKdR0vWm4L'

export const SearchId = Type.Object({ id: urlText('ID of the search (search_…)', exampleId) })

const Point = strictObject('CandidatePoint', 'Candidate site', {
  type: word(['Feature'], 'GeoJSON type'),
  id: Type.Optional(
    Type.Union([
      text('ID of the candidate in the request', 'a', { maxLength: 200 }),
      Type.Number({ minimum: -1e15, maximum: 1e15, 'x-unit': dimensionless }),
    ]),
  ),
  geometry: strictObject('CandidateGeometry', 'Position of the candidate', {
    type: word(['Point'], 'GeoJSON type'),
    coordinates: Type.Array(Type.Number({ minimum: -1e6, maximum: 1e6, 'x-unit': 'degrees' }), {
      minItems: 2,
      maxItems: 3,
      description: 'Longitude and latitude of the candidate, WGS 84',
      examples: [[149.15, -35.25]],
    }),
  }),
  properties: Type.Optional(
    nullable(
      strictObject('CandidateProperties', 'Properties of the candidate: only name is allowed', {
        name: Type.Optional(text('Name of the candidate', 'Black Hill', { maxLength: 200 })),
      }),
    ),
  ),
})
const Points = strictObject('CandidatePoints', 'Candidate sites as GeoJSON', {
  type: word(['FeatureCollection'], 'GeoJSON type'),
  name: Type.Optional(text('Name of the collection in the file', 'Hills', { maxLength: 200 })),
  features: Type.Array(Point, {
    minItems: 1,
    maxItems: maximumCandidates,
    description: 'Candidate sites as GeoJSON Features',
  }),
})
const Spaced = strictObject('CandidateLattice', 'Candidate sites on a regular lattice within an area', {
  area: Area,
  spacing_m: measure(
    'metres',
    { minimum: 10, maximum: 100_000, examples: [1000] },
    'Distance between neighboring points of the lattice',
  ),
})
const Candidates = Type.Union(
  [Points, Spaced, word(['summits'], 'Highest summits within the area', 'summits')],
  {
    description:
      'Candidate sites: points, a lattice within an area, or summits within the area of the network (without an area: within range of its sites)',
    examples: ['summits'],
  },
)

const sites = Type.Integer({
  minimum: 1,
  maximum: maximumChosen,
  'x-unit': dimensionless,
  description: 'Maximum number of sites to select',
  examples: [3],
})
const distance = measure(
  'metres',
  { minimum: 0, maximum: 1_000_000, examples: [2000] },
  'Minimum distance between selected sites and from existing sites',
)
const weights = text(
  'Weight layer to be summed, such as people; by default, areas in square kilometres are summed',
  'people',
  {
    maxLength: 200,
  },
)

const mustReach = Type.Union(
  [
    word(
      ['any site'],
      'Each new site must have a link to at least one site of the network or one other new site',
      'any site',
    ),
    Type.Array(Type.Integer({ minimum: 1, maximum: 250, 'x-unit': dimensionless }), {
      minItems: 1,
      maxItems: 250,
      description: 'Site numbers within the network: each new site must have a link to all of these sites',
      examples: [[1, 2]],
    }),
  ],
  {
    examples: ['any site'],
    description:
      'Sites to which a selected site must have a link: line of sight, or reception at the sensitivity, with the radio of the search at both ends',
  },
)

export const SearchRequest = strictObject(
  'SearchRequest',
  'Search for additional sites of a network',
  {
    candidates: Candidates,
    ...optional({
      sites: Type.Integer({ ...sites, default: 1 }),
      min_distance_m: distance,
      must_reach: mustReach,
      weights: weights,
      like: Type.Integer({
        minimum: 1,
        maximum: 250,
        default: 1,
        'x-unit': dimensionless,
        description:
          'Number of the site whose simulation request is used for the candidates, with their own positions',
        examples: [1],
      }),
      tx_height: simulationFields.tx_height.schema,
      rx_height: simulationFields.rx_height.schema,
      max_range: simulationFields.max_range.schema,
      eirp_dbm: measure(
        'dBm',
        { minimum: -50, maximum: 120, examples: [43] },
        'EIRP of the candidates, instead of the EIRP of the site named by like',
      ),
      sensitivity_dbm: measure(
        'dBm',
        { minimum: -200, maximum: 100, examples: [-110] },
        'Receiver sensitivity for the candidates, instead of the sensitivity of the site named by like: locations with at least this received power count as covered',
      ),
    }),
  },
  {
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
  candidates: count('candidates', 'Number of computed candidate sites', 24),
  cells: count('cells', 'Total number of cells computed for all candidates', 1_200_000),
  credits: count('credits', 'Price in credits', 12),
  seconds: quantity('seconds', 'Expected computing time, without waiting time in the queue', 2.5),
}

export const SearchEstimate = object('SearchEstimate', 'Estimated price of a search', price)

export const SearchStarted = object('SearchStarted', 'Accepted search', {
  id: text('ID of the search', exampleId),
  status: word(['pending'], 'Status of the accepted search, always pending', 'pending'),
  created_at: instant('Time of acceptance'),
  ...price,
})

export const SearchRecord = object('Search', 'Search for additional sites of a network', {
  id: text('ID of the search', exampleId),
  network_id: text('ID of the network to be extended', exampleNetwork),
  ...jobState('search'),
  candidates: price.candidates,
  choice: object('SearchChoice', 'Default rules for the site selection', {
    sites: count('sites', 'Maximum number of sites to select', 2),
    min_distance_m: Type.Optional(distance),
    must_reach: Type.Optional(mustReach),
    weights: Type.Optional(weights),
  }),
  credits_charged: count('credits', 'Credits held or captured for the search; 0 after a release', 12),
  choice_url: Type.Optional(
    text('Path of the site selection; only if completed', `/searches/${exampleId}/choice`),
  ),
  created_at: instant('Time of acceptance'),
  started_at: Type.Optional(instant('Start of the computation')),
  completed_at: Type.Optional(instant('Time of completion')),
  failed_at: Type.Optional(instant('Time of failure')),
  expires_at: Type.Optional(instant('Time at which the computed cells are deleted; the record is kept')),
  error: Type.Optional(
    object('SearchFailure', 'Reason for the failure; the credits are released', {
      code: text('Error code, described at /problems/<code>', 'terrain_unavailable'),
      detail: text('Description of the error', 'The ground there is unknown.'),
    }),
  ),
})

export const SearchList = object('SearchList', 'Searches of the account, newest first', {
  searches: list(SearchRecord, 'Last 100 searches of the account'),
})

export const SearchListQuery = query({
  network: Type.Optional(urlText('ID of a network: list only the searches of this network', exampleNetwork)),
})

export const ChoiceQuery = query({
  sites: Type.Optional(sites),
  min_distance_m: Type.Optional(distance),
  must_reach: Type.Optional(
    Type.String({
      pattern: '^(any( site)?|none|[1-9][0-9]{0,2}(,[1-9][0-9]{0,2}){0,249})$',
      maxLength: 1000,
      description:
        'Sites to which each new site must have a link: any, none, or site numbers separated by commas',
      examples: ['1,2'],
    }),
  ),
  weights: Type.Optional(urlText('Name of the weight layer to be summed, or km2', 'people')),
})
export type ChoiceQuery = Static<typeof ChoiceQuery>

const placed = {
  candidate: Type.Integer({
    minimum: 0,
    'x-unit': dimensionless,
    description: 'Position in the list of candidates, starting at 0',
    examples: [4],
  }),
  name: Type.Optional(text('Name of the candidate, as in the request', 'Black Hill')),
  lat: quantity('degrees', 'Latitude of the candidate, WGS 84', -35.25),
  lon: quantity('degrees', 'Longitude of the candidate, WGS 84', 149.15),
}
const gain = (about: string) => Type.Number({ 'x-unit': 'see unit', description: about, examples: [41.7] })
const picks = {
  sites: list(
    object('ChosenSite', 'Selected candidate site', {
      ...placed,
      gain: gain('Gain of the site: coverage that it adds to all sites selected before it'),
    }),
    'Selected sites, in the order of selection',
  ),
  gain: gain('Sum of the gains of the selected sites'),
}

export const ChoiceAnswer = object('Choice', 'Best additional sites of the network', {
  unit: text('Unit of the gains: km2, or the name of the weight layer', 'km2'),
  ...picks,
  is_optimal: Type.Boolean({ description: 'True if no other selection has a higher gain', examples: [true] }),
  bound: gain('Upper bound for the gain of any selection of the same number of candidates'),
  greedy: object(
    'GreedyChoice',
    'Greedy selection: each site is the candidate that adds most to the sites selected before it',
    picks,
  ),
  candidates: list(
    object('Candidate', 'Computed candidate site', {
      ...placed,
      alone: nullable(
        gain('Gain if only this candidate is added to the network; null if the candidate was not computed'),
      ),
      error: Type.Optional(
        object('CandidateError', 'Reason why the candidate was not computed', {
          code: text('Error code, described at /problems/<code>', 'terrain_unavailable'),
          detail: text('Description of the error', 'The ground there is unknown.'),
        }),
      ),
    }),
    'Candidates in the order of the request',
  ),
  simulation: Type.Record(Type.String(), Type.Unknown(), {
    title: 'CandidateRequest',
    description:
      "Request body for POST /simulate that turns a selected candidate into a site, once the candidate's tx_lat and tx_lon are added",
    examples: [{ tx_height: 30, frequency: 868, max_range: 14, model: defaultModel }],
  }),
  site: object(
    'CandidateSite',
    'Properties to give the new site in the network, besides its ID; only for path loss',
    {
      ...optional({
        eirp_dbm: quantity('dBm', 'EIRP of the new site, if different from the EIRP of its request', 43),
        sensitivity_dbm: quantity(
          'dBm',
          'Receiver sensitivity for the new site: locations with at least this received power count as covered',
          -110,
        ),
      }),
    },
  ),
})

import { Type } from 'typebox'
import { maximumPlacesBytes } from '../config/sizes.ts'
import { count, list, nullable, object, quantity, strictObject, text, word } from '../http/schemas/common.ts'
import { MAXIMUM_PATHS_KM } from '../link/limits.ts'
import { FARTHEST_SUMMITS_M, MAXIMUM_CANDIDATES, relayMembers, Spacing } from './relay-request.ts'
import { collection, ends, LinksCommon, linkEndMembers, linkFigures, site } from './schemas.ts'

const exampleArea = {
  type: 'Polygon',
  coordinates: [
    [
      [149.08, -35.28],
      [149.16, -35.28],
      [149.16, -35.18],
      [149.08, -35.28],
    ],
  ],
}
const hills = collection(
  site({ name: 'Majura' }, 149.181, -35.236),
  site({ name: 'Painter' }, 149.095, -35.267),
)

export const exampleRelays = {
  a: { lat: -35.27, lon: 149.1583, height: 10 },
  b: { lat: -35.17, lon: 149.07 },
  candidates: hills,
  link: { frequency: 868, erp: 0.5, tx_height: 12, rx_height: 4, rx_sensitivity_dbm: -110 },
}

const Candidates = Type.Union(
  [
    word(
      ['summits'],
      `Highest points of the box around both endpoints, widened by half their distance, at least by 2 km: up to 500, each the highest point of its surroundings. For endpoints up to ${FARTHEST_SUMMITS_M / 1000} km apart`,
    ),
    ends(
      'RelayPoints',
      'Candidate sites as GeoJSON Points with the properties name, id, height (or tx_height) in metres, and any tx_… field, frequency, erp and antenna of POST /link',
      hills,
    ),
    strictObject(
      'RelayLattice',
      'Candidate sites on a regular lattice within an area',
      {
        area: Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              'Area as a GeoJSON Polygon, MultiPolygon, or a Feature or FeatureCollection of polygons',
            examples: [exampleArea],
          },
        ),
        spacing_m: Spacing,
      },
      { examples: [{ area: exampleArea, spacing_m: 250 }] },
    ),
  ],
  { description: 'Candidate sites for the relay', default: 'summits', examples: [hills] },
)

/** Request schema for the API document only; bodies are checked in the worker thread that reads them. */
export const RelaysRequest = strictObject(
  'RelaysRequest',
  `Two endpoints and the candidates for a relay between them: at most ${MAXIMUM_CANDIDATES} candidates, ${MAXIMUM_PATHS_KM} km of total path length, and ${maximumPlacesBytes} bytes. In link, tx_… fields apply to the relay and rx_… fields to both endpoints`,
  { ...relayMembers, candidates: Type.Optional(Candidates), link: Type.Optional(LinksCommon) },
  { examples: [exampleRelays] },
)

const RelayLink = object(
  'RelayLink',
  'Link results as in POST /link; all except distance and azimuth are null if POST /link would refuse the link',
  linkFigures,
)

const relayMembersOfAnswer = {
  index: Type.Optional(
    count(
      'candidates',
      'Position in the list of candidates, starting at 0; only if the request lists points',
      0,
    ),
  ),
  ...linkEndMembers,
  lat: quantity('degrees', 'Latitude of the candidate, WGS 84', -35.236),
  lon: quantity('degrees', 'Longitude of the candidate, WGS 84', 149.181),
  ground_m: nullable(quantity('metres', 'Ground height at the candidate; null if unknown', 888.3)),
  margin_db: nullable(
    quantity(
      'dB',
      'Margin of the worse of the two links; null without rx_sensitivity_dbm or without a loss',
      12.4,
    ),
  ),
  worst_fresnel: nullable(
    quantity('1', 'Minimum clearance of the worse of the two links, in radii of the first Fresnel zone', 1.3),
  ),
  a: RelayLink,
  b: RelayLink,
}

const Relay = object(
  'Relay',
  'Relay: a candidate site with links to the endpoints a and b',
  relayMembersOfAnswer,
)

const NearestRelay = object(
  'NearestRelay',
  'Candidate whose worse link is better than that of all others, and the endpoints that it does not reach',
  {
    ...relayMembersOfAnswer,
    misses: list(
      object('RelayMiss', 'Endpoint that the candidate cannot reach', {
        end: word(['a', 'b'], 'Name of the endpoint that the candidate cannot reach'),
        missing_db: nullable(
          quantity('dB', 'Shortfall of the margin below 0; null without a receiver sensitivity', 3.2),
        ),
        clear_los_m: nullable(
          quantity(
            'metres',
            'Minimum antenna height above ground at the candidate for line of sight to the endpoint; null if the candidate already has line of sight',
            34.5,
          ),
        ),
      }),
      'Endpoints (a, b) that the candidate does not reach',
    ),
  },
)

export const RelaysAnswer = object(
  'RelaysAnswer',
  'Relays between two endpoints. direct is the link from a to b with the radio of a relay but without its antenna; null if only candidates have the required fields',
  {
    ranked_by: word(
      ['margin_db', 'worst_fresnel'],
      'Ranking criterion. With rx_sensitivity_dbm: margin_db, and relays must have a margin of at least 0 dB to both endpoints. Without rx_sensitivity_dbm: worst_fresnel, and relays must have line of sight to both endpoints. The worse of the two links counts',
    ),
    candidates: count('candidates', 'Number of candidates tried, with two paths each', 240),
    reach_both: count(
      'candidates',
      'Number of relays that reach both endpoints, including those omitted because of limit',
      17,
    ),
    relays: list(Relay, 'Relays, best first; equally good relays in the order of the candidates'),
    nearest: nullable(NearestRelay),
    failures: list(
      object('RelayFailure', 'Candidates with a link that could not be computed, by error code', {
        code: text(
          'Error code with which POST /link would refuse the link, or outside_validity',
          'terrain_unavailable',
        ),
        candidates: count('candidates', 'Number of candidates with this error code', 2),
        detail: text(
          'Description of the error of the first candidate with this code',
          'The elevation of the ground under the transmitter is not known.',
        ),
      }),
      'Reasons why candidates could not be compared',
    ),
    direct: nullable(RelayLink),
  },
)

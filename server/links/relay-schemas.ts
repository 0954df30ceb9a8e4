import { Type } from 'typebox'
import { maximumPlacesBytes } from '../config/sizes.ts'
import { count, list, nullable, object, quantity, text, word } from '../http/schemas/common.ts'
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
      `Highest places of the box of both ends, widened by half of their distance, at least by 2 km: up to 500, each the highest around; for ends up to ${FARTHEST_SUMMITS_M / 1000} km apart`,
    ),
    ends(
      'RelayPoints',
      'Points with the properties name, id, height (or tx_height) in metres, and any of tx_…, frequency, erp and antenna that POST /link takes',
      hills,
    ),
    object(
      'RelayLattice',
      'Points of a lattice in an area',
      {
        area: Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'GeoJSON Polygon, MultiPolygon, or a Feature or FeatureCollection of them',
            examples: [exampleArea],
          },
        ),
        spacing_m: Spacing,
      },
      { additionalProperties: false, examples: [{ area: exampleArea, spacing_m: 250 }] },
    ),
  ],
  { description: 'A relay site', default: 'summits', examples: [hills] },
)

/** Request schema for the API document only; bodies are checked in the worker thread that reads them. */
export const RelaysRequest = object(
  'RelaysRequest',
  `Two ends and the candidates for a relay between them: at most ${MAXIMUM_CANDIDATES} candidates, ${MAXIMUM_PATHS_KM} km of path together, and ${maximumPlacesBytes} bytes. tx_… of link is of the relay, rx_… of both ends`,
  { ...relayMembers, candidates: Type.Optional(Candidates), link: Type.Optional(LinksCommon) },
  { additionalProperties: false, examples: [exampleRelays] },
)

const RelayLink = object(
  'RelayLink',
  'Figures as POST /link has them; all but distance and azimuth are null where it would refuse the link',
  linkFigures,
)

const relayMembersOfAnswer = {
  index: Type.Optional(
    count('candidates', 'Only for points of the request: position in the list, starting at 0', 0),
  ),
  ...linkEndMembers,
  lat: quantity('degrees', 'Latitude', -35.236),
  lon: quantity('degrees', 'Longitude', 149.181),
  ground_m: nullable(quantity('metres', 'Height of the ground; null where it is unknown', 888.3)),
  margin_db: nullable(
    quantity('dB', 'Margin of the worse link; null without rx_sensitivity_dbm or a loss', 12.4),
  ),
  worst_fresnel: nullable(
    quantity('1', 'Minimum clearance of the worse link, in radii of the first Fresnel zone', 1.3),
  ),
  a: RelayLink,
  b: RelayLink,
}

const Relay = object('Relay', 'A candidate, from which the links to a and b go', relayMembersOfAnswer)

const NearestRelay = object(
  'NearestRelay',
  'The candidate whose worse link is the best, and the ends out of reach',
  {
    ...relayMembersOfAnswer,
    misses: list(
      object('RelayMiss', 'An end out of reach', {
        end: word(['a', 'b'], 'Which'),
        missing_db: nullable(
          quantity('dB', 'By which the margin is below 0; null without a sensitivity', 3.2),
        ),
        clear_los_m: nullable(
          quantity(
            'metres',
            'Minimum antenna height of the candidate above the ground for line of sight to the end; null if it has line of sight',
            34.5,
          ),
        ),
      }),
      'Ends (a, b) that the candidate does not reach',
    ),
  },
)

export const RelaysAnswer = object(
  'RelaysAnswer',
  'Relays, and direct, the link from a to b with the radio of a relay but without its antenna; null where only candidates have the fields it needs',
  {
    ranked_by: word(
      ['margin_db', 'worst_fresnel'],
      'Ranking criterion. With rx_sensitivity_dbm: margin_db, and relays must have a margin of at least 0 dB to both ends. Without it: worst_fresnel, and relays must have line of sight to both ends. The worse of the two links counts',
    ),
    candidates: count('candidates', 'Tried, with two paths each', 240),
    reach_both: count('candidates', 'Number of relays, also beyond limit', 17),
    relays: list(Relay, 'The best first; equal ones in the order of candidates'),
    nearest: nullable(NearestRelay),
    failures: list(
      object('RelayFailure', 'Candidates without a figure for one of their links', {
        code: text('Code with which POST /link would refuse it, or outside_validity', 'terrain_unavailable'),
        candidates: count('candidates', 'Number of candidates', 2),
        detail: text(
          'Description of the problem of the first of these candidates',
          'The elevation of the ground under the transmitter is not known.',
        ),
      }),
      'Reasons that candidates could not be compared',
    ),
    direct: nullable(RelayLink),
  },
)

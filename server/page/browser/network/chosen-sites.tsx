import { Fault, ProgressBar } from '../controls/controls.tsx'
import { Table } from '../controls/table.tsx'
import { drawnMap } from '../state/centre.ts'
import { isChanging } from '../state/network.ts'
import { clickedPlace } from '../state/network-map.ts'
import {
  addChosen,
  addFault,
  adding,
  addProgress,
  type Candidate,
  type Choice,
  choice,
  choiceFault,
  isStale,
  nameOf,
  numberOfChosen,
  payForChoice,
  reach,
  search,
  waitsForPayment,
} from '../state/site-search.ts'
import { hasMap, isUnmetered } from '../state/view.ts'
import { sayNetwork, saySites } from '../words/network.ts'
import { sayGain, saySearch } from '../words/search.ts'
import { figure, say, sayCredits } from '../words/words.ts'

/** Maximum number of candidates in the table; the map shows all. */
const MAXIMUM_ROWS = 50

export function ChosenSites() {
  const found = choice.value
  const { count = 0, share } = addProgress.value ?? {}
  return (
    <>
      {waitsForPayment.value && (
        <button type="button" onClick={payForChoice}>
          {saySearch('chooseCharged')}
        </button>
      )}
      <Fault text={choiceFault.value} />
      {found === undefined && !choiceFault.value && !waitsForPayment.value && (
        <p class="hint" role="status">
          {say('loading')}
        </p>
      )}
      {found && <Chosen found={found} />}
      {share !== undefined && (
        <ProgressBar share={share} text={saySearch('adding', { count: saySites(figure(count)) })} />
      )}
      <Fault text={addFault.value} />
    </>
  )
}

function Chosen({ found }: { found: Choice }) {
  const { sites, gain, bound, unit, is_optimal, candidates } = found
  const failed = candidates.filter(({ alone }) => alone === null)
  return (
    <div class="chosen" aria-busy={isStale.value && !choiceFault.value}>
      {sites.length === 0 ? (
        <p class="notice" role="status">
          {saySearch('nothing')}
        </p>
      ) : (
        <>
          <Table
            head={[sayNetwork('number'), saySearch('place'), saySearch('adds')]}
            rows={sites.map((site, at) => [
              figure(numberOfChosen(at)),
              <PlaceName place={site} />,
              sayGain(site.gain, unit),
            ])}
          />
          <p class="summary" role="status">
            {saySearch(is_optimal ? 'togetherBest' : 'together', {
              gain: sayGain(gain, unit),
              bound: sayGain(bound, unit),
            })}
          </p>
        </>
      )}
      {hasMap && <p class="hint">{saySearch('onMapHow')}</p>}
      <ClickedCandidate found={found} />
      {failed.length > 0 && (
        <p class="notice">
          {saySearch('notComputed', {
            count: figure(failed.length),
            detail: failed[0]?.error?.detail ?? '',
          })}
        </p>
      )}
      <AllCandidates found={found} />
      {sites.length > 0 && (
        <div class="search-run">
          {!isUnmetered.value && <AddPrice count={sites.length} />}
          <button
            type="button"
            class="main"
            disabled={isStale.value || adding.value !== undefined || isChanging.value}
            onClick={() => void addChosen()}
          >
            {saySearch('add')}
          </button>
        </div>
      )}
    </div>
  )
}

function PlaceName({ place }: { place: Pick<Candidate, 'name' | 'lat' | 'lon'> }) {
  const name = nameOf(place)
  if (!hasMap) return name
  return (
    <button type="button" class="quiet" onClick={() => drawnMap.value?.flyTo(place)}>
      {name}
    </button>
  )
}

function ClickedCandidate({ found: { candidates, unit } }: { found: Choice }) {
  const at = clickedPlace.value
  const one = at && candidates.find(({ lat, lon }) => lat === at.lat && lon === at.lon)
  if (one === undefined) return null
  const name = nameOf(one)
  return (
    <p role="status" data-is="clicked-candidate">
      {one.alone === null
        ? saySearch('notComputedOne', { name })
        : saySearch('aloneOf', { name, gain: sayGain(one.alone, unit) })}
    </p>
  )
}

function AllCandidates({ found: { candidates, unit } }: { found: Choice }) {
  const best = candidates
    .filter(({ alone }) => alone !== null)
    .sort((one, other) => Number(other.alone) - Number(one.alone))
    .slice(0, MAXIMUM_ROWS)
  const [shown, count] = [figure(best.length), figure(candidates.length)]
  return (
    <details>
      <summary>
        {best.length === candidates.length
          ? saySearch('allCandidates', { count })
          : saySearch('someCandidates', { shown, count })}
      </summary>
      <Table
        head={[saySearch('place'), '', saySearch('alone')]}
        rows={best.map((one) => [
          <PlaceName place={one} />,
          '',
          one.alone === 0 && reach.value !== 'none' ? saySearch('noLink') : sayGain(Number(one.alone), unit),
        ])}
      />
    </details>
  )
}

/** Price of adding sites: each site costs as much as the search charged per candidate, on average. */
function AddPrice({ count }: { count: number }) {
  const { credits_charged: charged = 0, candidates = 1 } = search.value ?? {}
  const credits = sayCredits(Math.ceil((charged / Math.max(1, candidates)) * count))
  return <p class="hint price">{saySearch('addFor', { credits })}</p>
}

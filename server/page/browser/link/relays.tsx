import { showPosition } from '../../../client/coordinates.ts'
import { Fault } from '../controls/controls.tsx'
import { Table } from '../controls/table.tsx'
import { drawnMap } from '../state/centre.ts'
import { findRelays, isSearching, listOf, type RelaysAnswer, relays, relaysFault } from '../state/relays.ts'
import { hasMap, isUnmetered } from '../state/view.ts'
import { sayNetwork } from '../words/network.ts'
import { saySearch } from '../words/search.ts'
import { sayMetres } from '../words/units.ts'
import { figure, say, sayCredits } from '../words/words.ts'

/** Maximum price: as many summits as the service tries at most are one unit of the price of links. */
const PRICE_CREDITS = 1

export function Relays() {
  const credits = sayCredits(PRICE_CREDITS)
  return (
    <div class="relays">
      <button type="button" disabled={isSearching.value} aria-busy={isSearching.value} onClick={findRelays}>
        {isUnmetered.value ? saySearch('findRelay') : saySearch('findRelayFor', { credits })}
      </button>
      <Fault text={relaysFault.value} />
      {relays.value && <Found found={relays.value} />}
    </div>
  )
}

function Found({ found }: { found: RelaysAnswer }) {
  const { ranked_by, nearest, failures } = found
  const isMargin = ranked_by === 'margin_db'
  const list = listOf(found)
  type Link = (typeof list)[number]['a']
  const measure = ({ margin_db, worst_fresnel }: Link) => {
    const value = isMargin ? margin_db : worst_fresnel
    if (value === null) return '–'
    return isMargin ? `${figure(value, 1)}\u00a0dB` : `${figure(100 * value)}\u00a0%`
  }
  return (
    <>
      <p class="hint" role="status">
        {nearest || list.length === 0
          ? saySearch('noRelay', {
              detail: nearest ? saySearch('closestRelay') : (failures[0]?.detail ?? ''),
            })
          : saySearch(isMargin ? 'relaysByMargin' : 'relaysByFresnel')}
      </p>
      {list.length > 0 && (
        <Table
          head={[sayNetwork('number'), saySearch('place'), saySearch('ground'), say('from'), say('to')]}
          rows={list.map(({ lat, lon, ground_m, a, b }, at) => [
            figure(at + 1),
            hasMap ? (
              <button type="button" class="quiet" onClick={() => drawnMap.value?.flyTo({ lat, lon })}>
                {showPosition({ lat, lon })}
              </button>
            ) : (
              showPosition({ lat, lon })
            ),
            ground_m === null ? '–' : sayMetres(ground_m),
            measure(a),
            measure(b),
          ])}
        />
      )}
    </>
  )
}

import type { SimulationRecord } from '../state/results.ts'
import { sayKm, sayKm2 } from '../words/units.ts'
import { percentFigure, say } from '../words/words.ts'

/** Summary of a result, as a text alternative to the map. */
export function Summary({ record: { summary } }: { record: SimulationRecord }) {
  if (!summary) return null
  const { visible, blocked, unknown, visible_km2, farthest_km } = summary
  const cells = visible + blocked + unknown
  return (
    <p class="summary">
      <strong>{sayKm2(visible_km2)}</strong>{' '}
      {say('coveredOf', { percent: percentFigure(cells === 0 ? 0 : visible / cells) })}
      {farthest_km > 0 && ` · ${say('farthest', { distance: sayKm(farthest_km) })}`}
      {unknown > 0 && ` · ${say('unknownPart', { percent: percentFigure(unknown / cells) })}`}
    </p>
  )
}

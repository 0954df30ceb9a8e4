import type { SimulationRecord } from '../state/results.ts'
import { figure, percentFigure, say } from '../words/words.ts'

/** The result in words, for those who do not see the map. */
export function Summary({ record: { summary } }: { record: SimulationRecord }) {
  if (!summary) return null
  const { visible, blocked, unknown, visible_km2, farthest_km } = summary
  const cells = visible + blocked + unknown
  return (
    <p class="summary">
      <strong>{figure(visible_km2, visible_km2 < 100 ? 1 : 0)} km²</strong>{' '}
      {say('coveredOf', { percent: percentFigure(cells === 0 ? 0 : visible / cells) })}
      {farthest_km > 0 && ` · ${say('farthest', { km: figure(farthest_km, 1) })}`}
      {unknown > 0 && ` · ${say('unknownPart', { percent: percentFigure(unknown / cells) })}`}
    </p>
  )
}

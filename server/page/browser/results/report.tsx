import { useEffect } from 'preact/hooks'
import type { View } from '../comparison/view.ts'
import { OfResult } from '../map/picture.tsx'
import { addressOf } from '../service/session.ts'
import { prepareForms } from '../state/form.ts'
import { layer, type SimulationRecord } from '../state/results.ts'
import { debouncedView, fullView, shownLayer, viewQuery } from '../state/viewing.ts'
import { titleOf } from '../words/field-labels.ts'
import { sayWarning } from '../words/problems.ts'
import { figure, moment, say } from '../words/words.ts'
import { AreaFigures } from './area-section.tsx'
import { ParameterList } from './parameters.tsx'
import { Areas } from './sliders.tsx'
import { Summary } from './summary.tsx'

/** One-page report: picture with attribution, areas, and parameters. */
export function Report({ record }: { record: SimulationRecord }) {
  const { id, params, created_at, warnings, links } = record
  const query = viewQuery(id, debouncedView.value)
  const hasView = shownLayer.value?.id === id && shownLayer.value.bins.link !== null
  const viewed = Object.entries(debouncedView.value).map(
    ([name, dbm]) => `${say(name as keyof View)} ${figure(dbm)} dBm`,
  )
  useEffect(() => {
    prepareForms().catch(() => {})
  }, [])
  return (
    <main class="report">
      <nav class="actions unprinted">
        <a href={addressOf(id)}>← {say('backToResult')}</a>
        <button type="button" class="main" onClick={() => window.print()}>
          {say('print')}
        </button>
      </nav>
      <h2>{titleOf(params)}</h2>
      <p class="hint">{moment(created_at)}</p>
      {links && <OfResult key={query} id={id} layer={layer.value} query={query} />}
      {hasView && viewed.length > 0 && <p class="hint">{say('viewedAs', { view: viewed.join(', ') })}</p>}
      {hasView ? (
        <Areas isSensible={fullView.value.sensitivity_dbm !== undefined} />
      ) : (
        <Summary record={record} />
      )}
      <AreaFigures />
      {warnings.length > 0 && (
        <ul>
          {warnings.map((warning) => (
            <li key={warning.detail}>{sayWarning(warning)}</li>
          ))}
        </ul>
      )}
      <h3>{say('parameters')}</h3>
      <ParameterList record={record} />
    </main>
  )
}

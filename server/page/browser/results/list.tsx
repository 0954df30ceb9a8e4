import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { setTo, useAttempt } from '../controls/controls.tsx'
import { explain } from '../service/failures.ts'
import { batchId, findingFault, found, ticked } from '../state/finding.ts'
import {
  isListed,
  listMore,
  records,
  rest,
  type SimulationRecord,
  show,
  shownId,
  total,
} from '../state/results.ts'
import { view } from '../state/view.ts'
import { titleOf, titleOfModel } from '../words/field-labels.ts'
import { sayKm, sayKm2 } from '../words/units.ts'
import { figure, moment, say } from '../words/words.ts'
import { AreaSection } from './area-section.tsx'
import { Compare } from './compare.tsx'
import { DeleteTicked, Finder } from './finder.tsx'
import { Preview } from './preview.tsx'
import { Progress } from './progress.tsx'
import { Ranking } from './ranking.tsx'
import { ShowButton } from './show-button.tsx'

/** Number of entries rendered per page. */
const PAGE = 100

export function List({ children }: { children?: ComponentChildren }) {
  const { fault, attempt } = useAttempt()
  const drawn = useSignal(PAGE)
  if (!isListed.value) return <p class="hint">{say('loading')}</p>
  if (records.value.length === 0) {
    return (
      <div class="empty">
        <p>{say('noResults')}</p>
        <button type="button" class="main" onClick={setTo(view, 'ask')}>
          {say('newCoverage')}
        </button>
        <AreaSection />
      </div>
    )
  }
  const unread = rest.value === undefined ? 0 : Math.max(0, total.value - records.value.length)
  const failure = fault.value ?? (findingFault.value && explain(findingFault.value))
  const left = found.value.length + unread - drawn.value

  function showMore(): void {
    drawn.value += PAGE
    if (drawn.value <= found.value.length || rest.value === undefined) return
    void attempt(() => listMore())
  }

  return (
    <>
      <Compare />
      <Finder unread={unread} />
      <AreaSection />
      <Ranking />
      <ul class="list">
        {found.value.slice(0, drawn.value).map((record) => (
          <Item key={record.id} record={record} />
        ))}
      </ul>
      {found.value.length === 0 && <p class="hint">{say('noneFound')}</p>}
      {left > 0 && (
        <button type="button" onClick={showMore}>
          {say('showMore', { left: figure(left) })}
        </button>
      )}
      {failure && <p class="fault">{failure}</p>}
      <div class="run of-ticked">
        {(ticked.value.size > 0 || batchId.value !== '') && children}
        <DeleteTicked />
      </div>
    </>
  )
}

function Item({ record }: { record: SimulationRecord }) {
  const { id, status, params, created_at, links, summary } = record
  const isShown = shownId.value === id
  const title = titleOf(params)
  return (
    <li class={isShown ? 'item item-shown' : 'item'} data-id={id}>
      <input
        type="checkbox"
        aria-label={say('pick', { name: title })}
        checked={ticked.value.has(id)}
        onChange={({ currentTarget: { checked } }) => {
          const others = [...ticked.value].filter((one) => one !== id)
          ticked.value = new Set(checked ? [...others, id] : others)
        }}
      />
      <button type="button" class="item-open" onClick={() => show(id)}>
        <strong>{title}</strong>
        <span class="hint">
          {`${titleOfModel(params.model)} · ${figure(params.frequency, 3)} MHz · ${sayKm(params.max_range)}`}
        </span>
        <span class="hint">
          {moment(created_at)}
          {summary && ` · ${sayKm2(summary.visible_km2).replace(' ', '\u00a0')}`}
        </span>
      </button>
      {status === 'completed' && links && (
        <>
          <Preview path={links.png} />
          <ShowButton record={record} class="quiet" />
        </>
      )}
      {status === 'completed' && !links && <span class="hint">{say('problem: result_expired')}</span>}
      {status === 'failed' && <span class="fault">{say('failed')}</span>}
      {status === 'pending' && <Progress record={record} />}
    </li>
  )
}

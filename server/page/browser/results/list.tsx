import { useSignal } from '@preact/signals'
import { explain } from '../service/failures.ts'
import {
  draw,
  hide,
  isListed,
  listMore,
  records,
  type SimulationRecord,
  show,
  shownId,
  total,
} from '../state/results.ts'
import { view } from '../state/view.ts'
import { titleOf } from '../words/field-labels.ts'
import { sayKm } from '../words/units.ts'
import { figure, moment, say } from '../words/words.ts'
import { Compare } from './compare.tsx'
import { Progress } from './progress.tsx'

export function List() {
  const fault = useSignal<string | undefined>(undefined)
  if (!isListed.value) return <p class="hint">{say('loading')}</p>
  if (records.value.length === 0) {
    return (
      <div class="empty">
        <p>{say('noResults')}</p>
        <button
          type="button"
          class="main"
          onClick={() => {
            view.value = 'ask'
          }}
        >
          {say('newCoverage')}
        </button>
      </div>
    )
  }
  return (
    <>
      <Compare />
      <ul class="list">
        {records.value.map((record) => (
          <Item key={record.id} record={record} />
        ))}
      </ul>
      {records.value.length < total.value && (
        <button
          type="button"
          onClick={() => {
            listMore().catch((error: unknown) => {
              fault.value = explain(error)
            })
          }}
        >
          {say('showMore', { left: figure(total.value - records.value.length) })}
        </button>
      )}
      {fault.value && <p class="fault">{fault}</p>}
    </>
  )
}

function Item({ record }: { record: SimulationRecord }) {
  const { id, status, params, created_at, links } = record
  const isShown = shownId.value === id
  return (
    <li class={isShown ? 'item item-shown' : 'item'} data-id={id}>
      <button type="button" class="item-open" onClick={() => show(id)}>
        <strong>{titleOf(params)}</strong>
        <span class="hint">
          {`${params.model} · ${figure(params.frequency, 3)} MHz · ${sayKm(params.max_range)}`}
        </span>
        <span class="hint">{moment(created_at)}</span>
      </button>
      {status === 'completed' && links && (
        <button
          type="button"
          class="quiet"
          aria-pressed={isShown}
          onClick={() => {
            if (isShown) hide()
            else draw(record)
          }}
        >
          {say(isShown ? 'hide' : 'show')}
        </button>
      )}
      {status === 'completed' && !links && <span class="hint">{say('expired')}</span>}
      {status === 'failed' && <span class="fault">{say('failed')}</span>}
      {status === 'pending' && <Progress record={record} />}
    </li>
  )
}

import type { Signal } from '@preact/signals'
import { Choice, Tick, valueTo } from '../controls/controls.tsx'
import {
  availableBatches,
  availableModels,
  batchId,
  found,
  model,
  type Order,
  order,
  orders,
  search,
  ticked,
  tickedAndListed,
} from '../state/finding.ts'
import { removeAll } from '../state/results.ts'
import { titleOfModel } from '../words/field-labels.ts'
import { figure, moment, say } from '../words/words.ts'
import { Deletion } from './deletion.tsx'

export function Finder({ unread }: { unread: number }) {
  const count = tickedAndListed.value.length
  const elsewhere = ticked.value.size - count
  return (
    <search class="finder">
      <input
        type="search"
        aria-label={say('searchResults')}
        placeholder={say('searchResults')}
        value={search.value}
        onInput={valueTo(search)}
      />
      <Choice
        label={say('order')}
        value={order.value}
        onChange={valueTo(order as Signal<string>)}
        options={orders.map((name): [Order, string] => [name, say(`order: ${name}`)])}
      />
      {(availableModels.value.length > 1 || model.value !== '') && (
        <Choice
          label={say('field: model')}
          value={model.value}
          onChange={valueTo(model)}
          options={[
            ['', say('allModels')],
            ...availableModels.value.map((name): [string, string] => [name, titleOfModel(name)]),
          ]}
        />
      )}
      {availableBatches.value.length > 0 && (
        <Choice
          label={say('batch')}
          value={batchId.value}
          onChange={valueTo(batchId)}
          options={[
            ['', say('allBatches')],
            ...availableBatches.value.map(({ id, created_at, count }): [string, string] => [
              id,
              say('batchOf', { moment: moment(created_at), count: figure(count) }),
            ]),
          ]}
        />
      )}
      <Tick
        checked={count > 0 && count === found.value.length}
        disabled={found.value.length === 0}
        onTick={(checked) => {
          const here = found.value.map(({ id }) => id)
          const others = [...ticked.value].filter((id) => !here.includes(id))
          ticked.value = new Set(checked ? [...others, ...here] : others)
        }}
      >
        {say('pickAll', { count: figure(found.value.length) })}
      </Tick>
      {elsewhere > 0 && <p class="hint">{say('tickedElsewhere', { count: figure(elsewhere) })}</p>}
      {unread > 0 && <p class="hint">{say('unreadOnes', { count: figure(unread) })}</p>}
    </search>
  )
}

export function DeleteTicked() {
  const count = tickedAndListed.value.length
  if (count === 0) return null
  return (
    <Deletion
      key={count}
      label={say('deleteSome', { count: figure(count) })}
      question={say('reallyDeleteSome', { count: figure(count) })}
      remove={() => removeAll(tickedAndListed.value)}
    />
  )
}

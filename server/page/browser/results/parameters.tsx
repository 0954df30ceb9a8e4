import { antennaDraft } from '../request/antenna.ts'
import type { SimulationRecord } from '../state/results.ts'
import { labelOf, sayOption } from '../words/field-labels.ts'
import { figure, say } from '../words/words.ts'

const apart = ['name', 'antenna']

/** What was asked for, with the defaults filled in, and what computed it. */
export function Parameters({ record: { params, engine, terrain, id } }: { record: SimulationRecord }) {
  const { antenna } = params as { antenna?: unknown }
  const entries = Object.entries({ ...params, ...antennaDraft(antenna) }).filter(
    ([name]) => !apart.includes(name),
  )
  const sources = (terrain?.sources ?? []).map(({ name, attribution }) => `${name}: ${attribution}`)
  return (
    <details>
      <summary>{say('parameters')}</summary>
      <dl class="pairs">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{labelOf(name, name.replaceAll('_', ' '))}</dt>
            <dd>{shownValue(value)}</dd>
          </div>
        ))}
        <div>
          <dt>{say('identifier')}</dt>
          <dd>{id}</dd>
        </div>
        {engine && (
          <div>
            <dt>{say('computedBy')}</dt>
            <dd>{`${engine.backend}, ${engine.device}`}</dd>
          </div>
        )}
        {sources.length > 0 && (
          <div>
            <dt>{say('terrain')}</dt>
            <dd>{sources.join('; ')}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}

function shownValue(value: unknown): string {
  if (typeof value === 'number') return figure(value, 5)
  if (Array.isArray(value)) return value.map((one) => sayOption(String(one))).join(', ')
  return sayOption(String(value))
}

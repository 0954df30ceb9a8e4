import { Pair } from '../controls/controls.tsx'
import { antennaFieldsOf } from '../request/antenna.ts'
import { fieldsOf, schemaOf, textOf, valuesByField } from '../request/fields.ts'
import { document, prepareForms } from '../state/form.ts'
import type { SimulationRecord } from '../state/results.ts'
import { labelOf, sayOption, sayUnit, titleOfModel } from '../words/field-labels.ts'
import { sayAttribution, saySource } from '../words/labels.ts'
import { figure, say } from '../words/words.ts'

export function Parameters({ record }: { record: SimulationRecord }) {
  return (
    <details onToggle={() => prepareForms().catch(() => {})}>
      <summary>{say('parameters')}</summary>
      <ParameterList record={record} />
    </details>
  )
}

export function ParameterList({ record: { params, engine, terrain, id } }: { record: SimulationRecord }) {
  const { name: _, grid, ...others } = params as Record<string, unknown>
  const entries = [...valuesByField(others), ...(grid ? [['grid', grid] as const] : [])]
  const schema = document.value && schemaOf(document.value, 'SimulationRequest', params.model)
  const fields = schema ? [...fieldsOf(schema), ...antennaFieldsOf(schema)] : []
  const units = new Map(fields.map(({ name, unit }) => [name, unit]))
  const sources = (terrain?.sources ?? []).map(
    ({ name, attribution }) => `${saySource(name)}: ${sayAttribution(attribution)}`,
  )
  return (
    <dl class="pairs">
      {entries.map(([name, value]) => (
        <Pair key={name} name={labelOf(name, name.replaceAll('_', ' '))}>
          {name === 'model' ? titleOfModel(params.model) : shownValue(value, units.get(name))}
        </Pair>
      ))}
      <Pair name={say('identifier')}>{id}</Pair>
      {engine && <Pair name={say('computedBy')}>{`${engine.backend}, ${engine.device}`}</Pair>}
      {sources.length > 0 && <Pair name={say('terrain')}>{sources.join('; ')}</Pair>}
    </dl>
  )
}

function shownValue(value: unknown, unit: string | undefined): string {
  if (textOf(value) === '4/3') return '4/3'
  if (typeof value === 'number') return unit ? `${figure(value, 5)} ${sayUnit(unit)}` : figure(value, 5)
  if (Array.isArray(value)) return value.map((one) => sayOption(String(one))).join(', ')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, one]) => `${name} ${one}`)
      .join(', ')
  }
  return sayOption(String(value))
}

import { FieldShell } from '../ask/field.tsx'
import { faults, isCharged, reach, texts, weightLayers, weights } from '../state/site-search.ts'
import { saySearch, saySummed } from '../words/search.ts'
import { typedUnit } from '../words/units.ts'

interface NumberProps {
  name: keyof typeof texts
  /** Name of the field in errors of the API. */
  field: string
  unit?: string
  placeholder?: string
}

export function NumberField({ name, field, unit, placeholder }: NumberProps) {
  const fault = faults.value.get(field)
  return (
    <FieldShell name={`search-${name}`} label={saySearch(name)} unit={unit} fault={fault}>
      <input
        id={`field-search-${name}`}
        inputMode="decimal"
        autocomplete="off"
        placeholder={placeholder ?? ''}
        value={texts[name].value}
        aria-invalid={fault !== undefined}
        aria-describedby={`field-search-${name}-fault`}
        onInput={({ currentTarget }) => {
          texts[name].value = currentTarget.value
        }}
      />
    </FieldShell>
  )
}

export const metres = () => typedUnit('metres')?.label ?? 'm'

export function ChoiceFields() {
  const usual = ['none', 'any', 'all']
  return (
    <div class="choice-fields">
      <NumberField name="sites" field="sites" placeholder="1" />
      <NumberField
        name="distance"
        field="min_distance_m"
        unit={metres()}
        placeholder={saySearch('noDistance')}
      />
      <FieldShell name="search-reach" label={saySearch('reach')} fault={faults.value.get('must_reach')}>
        <select
          id="field-search-reach"
          value={reach.value}
          onChange={({ currentTarget }) => {
            reach.value = currentTarget.value
          }}
        >
          {[...usual, ...(usual.includes(reach.value) ? [] : [reach.value])].map((one) => (
            <option key={one} value={one}>
              {usual.includes(one)
                ? saySearch(`reach: ${one}` as 'reach: any')
                : saySearch('reachSome', { numbers: one.replaceAll(',', ', ') })}
            </option>
          ))}
        </select>
      </FieldShell>
      {weightLayers.value.length > 0 && (
        <FieldShell name="search-weights" label={saySearch('weights')} fault={faults.value.get('weights')}>
          <select
            id="field-search-weights"
            value={weights.value}
            onChange={({ currentTarget }) => {
              weights.value = currentTarget.value
            }}
          >
            {['', ...weightLayers.value].map((one) => (
              <option key={one} value={one}>
                {saySummed(one)}
              </option>
            ))}
          </select>
        </FieldShell>
      )}
      {isCharged.value && <p class="hint">{saySearch('charged')}</p>}
    </div>
  )
}

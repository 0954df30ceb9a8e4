import { SelectField, TextField } from '../ask/field.tsx'
import { valueTo } from '../controls/controls.tsx'
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
  return (
    <TextField
      name={`search-${name}`}
      label={saySearch(name)}
      unit={unit}
      fault={faults.value.get(field)}
      inputMode="decimal"
      placeholder={placeholder ?? ''}
      value={texts[name].value}
      onInput={valueTo(texts[name])}
    />
  )
}

export const metres = () => typedUnit('metres')?.label ?? 'm'

export function ChoiceFields() {
  const usual = ['none', 'any', 'all']
  return (
    <div class="grid">
      <NumberField name="sites" field="sites" placeholder="1" />
      <NumberField
        name="distance"
        field="min_distance_m"
        unit={metres()}
        placeholder={saySearch('noDistance')}
      />
      <SelectField
        name="search-reach"
        label={saySearch('reach')}
        fault={faults.value.get('must_reach')}
        value={reach.value}
        onChange={valueTo(reach)}
        options={[...usual, ...(usual.includes(reach.value) ? [] : [reach.value])].map((one) => [
          one,
          usual.includes(one)
            ? saySearch(`reach: ${one}` as 'reach: any')
            : saySearch('reachSome', { numbers: one.replaceAll(',', ', ') }),
        ])}
      />
      {weightLayers.value.length > 0 && (
        <SelectField
          name="search-weights"
          label={saySearch('weights')}
          fault={faults.value.get('weights')}
          value={weights.value}
          onChange={valueTo(weights)}
          options={['', ...weightLayers.value].map((one) => [one, saySummed(one)])}
        />
      )}
      {isCharged.value && <p class="wide hint">{saySearch('charged')}</p>}
    </div>
  )
}

import { useSignal } from '@preact/signals'
import { SelectField, TextField } from '../ask/field.tsx'
import { type Outcome, outcomes } from '../comparison/grid.ts'
import { colors } from '../comparison/outcomes.ts'
import { measures } from '../comparison/side.ts'
import { sumOf } from '../comparison/within.ts'
import { Fault } from '../controls/controls.tsx'
import { area } from '../state/areas.ts'
import {
  areas,
  comparable,
  compare,
  comparison,
  comparisonFault,
  haveMoved,
  missingMeasures,
  picked,
  picks,
  stopComparing,
  thresholdOf,
  thresholds,
  within,
} from '../state/comparison.ts'
import type { SimulationRecord } from '../state/results.ts'
import { hasMap } from '../state/view.ts'
import { sayOption, titleOf, titleOfModel } from '../words/field-labels.ts'
import { sayKm2, sayShare } from '../words/units.ts'
import { moment, percentFigure, say, type Word } from '../words/words.ts'
import { AreaChoice } from './area-section.tsx'
import { Opacity } from './opacity.tsx'
import { Swatch } from './swatch.tsx'

/** Words for outcomes: before and after at one position, first and second result at two positions. */
const atOnePlace: readonly [Outcome, Word][] = [
  ['gained', 'gained'],
  ['lost', 'lost'],
  ['both', 'both'],
]
const atTwoPlaces: readonly [Outcome, Word][] = [
  ['lost', 'onlyA'],
  ['gained', 'onlyB'],
  ['both', 'both'],
]

export function Compare() {
  const isTried = useSignal(false)
  if (comparable.value.length < 2 || picked.value === undefined) return null
  const [before, after] = picked.value
  const isMoved = haveMoved(picked.value)

  function submit(event: Event): void {
    event.preventDefault()
    const isRead = missingMeasures.value.every((measure) => thresholdOf(measure) !== undefined)
    isTried.value = !isRead
    if (isRead) void compare()
  }

  return (
    <details class="compare" open={comparison.value !== undefined || undefined}>
      <summary>{say('compareTwo')}</summary>
      <form onSubmit={submit} noValidate>
        <Pick name="before" label={say(isMoved ? 'mastA' : 'before')} chosen={before} />
        <Pick name="after" label={say(isMoved ? 'mastB' : 'after')} chosen={after} />
        {missingMeasures.value.map((measure) => (
          <Threshold key={measure} measure={measure} isTried={isTried.value} />
        ))}
        <div class="actions">
          <button
            type="submit"
            class={comparison.value ? '' : 'main'}
            disabled={before.id === after.id}
            aria-describedby="compare-same"
          >
            {say('compare')}
          </button>
          {comparison.value && (
            <button type="button" class="quiet" onClick={stopComparing}>
              {say('stopComparing')}
            </button>
          )}
        </div>
        {before.id === after.id && (
          <p class="hint" id="compare-same">
            {say('compareSame')}
          </p>
        )}
        <Fault text={comparisonFault.value} />
      </form>
      {comparison.value && <Outcomes isMoved={comparison.value.isMoved} />}
    </details>
  )
}

interface PickProps {
  name: 'before' | 'after'
  label: string
  chosen: SimulationRecord
}

function Pick({ name, label, chosen }: PickProps) {
  return (
    <SelectField
      name={`compare-${name}`}
      label={label}
      fault={undefined}
      value={chosen.id}
      onChange={({ currentTarget }) => {
        picks.value = { ...picks.value, [name]: currentTarget.value }
      }}
      options={comparable.value.map(({ id, params, created_at }) => [
        id,
        `${titleOf(params)} · ${titleOfModel(params.model)} · ${moment(created_at)}`,
      ])}
    />
  )
}

function Threshold({ measure, isTried }: { measure: keyof typeof measures; isTried: boolean }) {
  const { unit, isCoveredAbove } = measures[measure]
  const isWrong = isTried && thresholdOf(measure) === undefined
  const label = say(isCoveredAbove ? 'coversFrom' : 'coversUpTo', { measure: sayOption(measure) })
  return (
    <TextField
      name={`threshold-${measure}`}
      label={label}
      unit={unit}
      fault={isWrong ? say('noWholeNumber') : undefined}
      inputMode="decimal"
      value={thresholds.value[measure]}
      onInput={({ currentTarget }) => {
        thresholds.value = { ...thresholds.value, [measure]: currentTarget.value }
      }}
    />
  )
}

/** Legend with areas, as a text alternative to the map. */
function Outcomes({ isMoved }: { isMoved: boolean }) {
  const words = isMoved ? atTwoPlaces : atOnePlace
  return (
    <section class="outcomes" aria-label={say('comparison')}>
      <div role="status">
        <OutcomeRows
          words={words}
          areas={areas.value}
          wholeKm2={areas.value && sumOf(areas.value, outcomes.both)}
        />
      </div>
      <p class="hint">{say('comparisonHow')}</p>
      <Within words={words} isMoved={isMoved} />
      {hasMap && <Opacity />}
    </section>
  )
}

function Within({ words, isMoved }: { words: typeof atOnePlace; isMoved: boolean }) {
  if (area.value === undefined) return <p class="hint">{say('compareNoArea')}</p>
  if (within.value === undefined) return <p class="hint">{say('loading')}</p>
  const { name, km2, shares } = within.value
  const share = sumOf(shares, outcomes.both)
  return (
    <div role="status" class="area-figures">
      <AreaChoice />
      <p class="summary">
        <strong>
          {say(isMoved ? 'coveredTogether' : 'coveredEver', { percent: percentFigure(share), name })}
        </strong>
        {` · ${say('ofWhole', { part: sayKm2(share * km2), whole: sayKm2(km2) })}`}
      </p>
      <OutcomeRows words={words} areas={shares.map((part) => part * km2)} wholeKm2={km2} />
    </div>
  )
}

interface OutcomeRowsProps {
  words: typeof atOnePlace
  areas: ArrayLike<number> | undefined
  wholeKm2: number | undefined
}

function OutcomeRows({ words, areas, wholeKm2 }: OutcomeRowsProps) {
  return (
    <ul>
      {words.map(([outcome, word]) => (
        <li key={outcome} class="tick" data-outcome={outcome}>
          <Swatch color={colors[outcome]} label={say(word)} />
          {areas && wholeKm2 !== undefined && (
            <span class="amount">{sayShare(areas[outcomes[outcome]] ?? 0, wholeKm2)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

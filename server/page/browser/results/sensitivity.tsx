import { sensitivity, sensitivityRange } from '../state/sensitivity.ts'
import { figure, say } from '../words/words.ts'

/** Leaves out on the map what is weaker. */
export function Sensitivity() {
  const range = sensitivityRange.value
  if (range === undefined) return null
  const { unit, from, to, isBounded } = range
  const value = sensitivity.value ?? from
  const shown = `${figure(value)} ${unit}`
  return (
    <div class="sensitivity">
      <label class="slider">
        {say('sensitivity')}
        <input
          type="range"
          min={from}
          max={to}
          step={1}
          value={value}
          aria-valuetext={shown}
          aria-describedby="sensitivity-what"
          onInput={({ currentTarget }) => {
            const chosen = Number(currentTarget.value)
            sensitivity.value = chosen > from ? chosen : undefined
          }}
        />
        <output>{shown}</output>
      </label>
      <p class="hint" id="sensitivity-what">
        {say(isBounded ? 'sensitivityFrom' : 'sensitivityWhat', { from: `${figure(from)} ${unit}` })}
      </p>
    </div>
  )
}

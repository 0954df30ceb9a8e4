import { hiddenColors, legend } from '../state/results.ts'
import { hasMap } from '../state/view.ts'
import { say } from '../words/words.ts'
import { Opacity } from './opacity.tsx'
import { Sensitivity } from './sensitivity.tsx'
import { Swatch } from './swatch.tsx'

const isEmpty = (color: string) => color.endsWith('00')

/** The colours on the map, as the service's table has them; each can be left out. */
export function LegendView() {
  if (legend.value === undefined) return null
  const { unit, entries } = legend.value
  const drawn = entries.filter(({ color }) => !isEmpty(color))
  return (
    <fieldset class="legend">
      <legend class={unit === null ? 'unseen' : ''}>
        {unit === null ? say('legend') : say('legendIn', { unit })}
      </legend>
      <ul>
        {drawn.map(({ color, label }) => (
          <li key={color}>
            {hasMap ? (
              <label class="tick">
                <input
                  type="checkbox"
                  checked={!hiddenColors.value.includes(color)}
                  onChange={({ currentTarget: { checked } }) => {
                    const others = hiddenColors.value.filter((one) => one !== color)
                    hiddenColors.value = checked ? others : [...others, color]
                  }}
                />
                <Swatch color={color} label={label} />
              </label>
            ) : (
              <span class="tick">
                <Swatch color={color} label={label} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasMap && <Sensitivity />}
      {hasMap && <Opacity />}
    </fieldset>
  )
}

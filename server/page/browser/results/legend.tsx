import { Tick } from '../controls/controls.tsx'
import { hasMap } from '../state/view.ts'
import { entries, hidden, shownLayer } from '../state/viewing.ts'
import { say } from '../words/words.ts'
import { Opacity } from './opacity.tsx'
import { Sliders } from './sliders.tsx'
import { Swatch } from './swatch.tsx'

/** Legend of the map; each entry can be hidden. */
export function LegendView() {
  if (shownLayer.value === undefined) return null
  const { unit } = shownLayer.value
  const drawn = [...entries.value.entries()].filter(([, { state }]) => state !== 'out_of_range')
  return (
    <>
      <fieldset class="legend">
        <legend class={unit === null ? 'unseen' : ''}>
          {unit === null ? say('legend') : say('legendIn', { unit })}
        </legend>
        <ul>
          {drawn.map(([at, { color, label }]) => (
            <li key={at}>
              {hasMap ? (
                <Tick
                  checked={!hidden.value.includes(at)}
                  onTick={(checked) => {
                    const others = hidden.value.filter((one) => one !== at)
                    hidden.value = checked ? others : [...others, at]
                  }}
                >
                  <Swatch color={color} label={label} />
                </Tick>
              ) : (
                <span class="tick">
                  <Swatch color={color} label={label} />
                </span>
              )}
            </li>
          ))}
        </ul>
        {hasMap && <Opacity />}
      </fieldset>
      <Sliders />
    </>
  )
}

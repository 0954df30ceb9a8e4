import { opacity } from '../state/results.ts'
import { say } from '../words/words.ts'

export function Opacity() {
  return (
    <label class="slider">
      {say('opacity')}
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={opacity.value}
        onInput={({ currentTarget }) => {
          opacity.value = Number(currentTarget.value)
        }}
      />
    </label>
  )
}

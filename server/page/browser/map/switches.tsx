import type { Signal } from '@preact/signals'
import { hasLandCover, landCover } from '../state/land-cover.ts'
import { hasContours, is3d } from '../state/relief.ts'
import { say, type Word } from '../words/words.ts'

export function Switches() {
  return (
    <div class="switches">
      <Switch on={hasContours} label="contours" what="contoursWhat" />
      <Switch on={is3d} label="in3d" what="in3dWhat" />
      {landCover.value && <Switch on={hasLandCover} label="landCover" what="landCoverWhat" />}
    </div>
  )
}

function Switch({ on, label, what }: { on: Signal<boolean>; label: Word; what: Word }) {
  return (
    <button
      type="button"
      aria-pressed={on.value}
      title={say(what)}
      onClick={() => {
        on.value = !on.value
      }}
    >
      {say(label)}
    </button>
  )
}

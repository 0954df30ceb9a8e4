import { Toggle } from '../controls/controls.tsx'
import { hasLandCover, landCover } from '../state/land-cover.ts'
import { hasContours, is3d } from '../state/relief.ts'
import { say } from '../words/words.ts'

export function Switches() {
  return (
    <div class="switches">
      <Toggle on={hasContours} label={say('contours')} title={say('contoursWhat')} />
      <Toggle on={is3d} label={say('in3d')} title={say('in3dWhat')} />
      {landCover.value && <Toggle on={hasLandCover} label={say('landCover')} title={say('landCoverWhat')} />}
    </div>
  )
}

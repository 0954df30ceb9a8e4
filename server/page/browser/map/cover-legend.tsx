import { hasLandCover, landCover } from '../state/land-cover.ts'
import { sayOption } from '../words/field-labels.ts'
import { say } from '../words/words.ts'

export function CoverLegend() {
  if (!hasLandCover.value || landCover.value === undefined) return null
  return (
    <ul class="cover-legend" aria-label={say('landCover')}>
      {landCover.value.colors.map(({ type, color }) => (
        <li key={type} class="tick">
          <svg class="swatch" viewBox="0 0 26 16" aria-hidden="true">
            <rect width="26" height="16" fill={color} />
          </svg>
          {sayOption(type)}
        </li>
      ))}
    </ul>
  )
}

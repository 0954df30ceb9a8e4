import { Pair } from '../controls/controls.tsx'
import type { Stats } from '../state/viewing.ts'
import { sayShare } from '../words/units.ts'
import { say } from '../words/words.ts'
import { Swatch } from './swatch.tsx'

export function ZoneRows({ zones, wholeKm2 }: { zones: Stats['zones']; wholeKm2: number }) {
  const levels = zones.filter(({ state }) => state === 'level').toReversed()
  const oneDirection = (['talk_out', 'talk_in'] as const).filter((direction) =>
    zones.some(({ state }) => state === direction),
  )
  const states =
    levels.length > 0 ? (['unknown'] as const) : (['covered', ...oneDirection, 'lacking', 'unknown'] as const)
  return (
    <>
      {levels.map(({ label, color, km2 }) => (
        <div key={label} data-state="level">
          <dt class="tick">
            <Swatch color={color} label={label} />
          </dt>
          <dd>{sayShare(km2, wholeKm2)}</dd>
        </div>
      ))}
      {states.map((state) => (
        <Pair
          key={state}
          data-state={state}
          name={say(state === 'covered' && oneDirection.length > 0 ? 'area: both' : `area: ${state}`)}
        >
          {sayShare(
            zones.reduce((sum, zone) => sum + (zone.state === state ? zone.km2 : 0), 0),
            wholeKm2,
          )}
        </Pair>
      ))}
    </>
  )
}

import { showPosition } from '../request/coordinates.ts'
import { groundThere, pointer, valueThere } from '../state/pointer.ts'
import { sayAttribution, sayLabel } from '../words/labels.ts'
import { sayGround, sayKm } from '../words/units.ts'
import { figure, say } from '../words/words.ts'

/** Position and ground height under the pointer, and what the result says there; whom to credit for the ground. */
export function Readout({ attribution, basemap }: { attribution: string; basemap: string }) {
  const value = valueThere.value
  const ground = groundThere.value
  return (
    <div class="readout">
      {pointer.value && (
        <output class="readout-place">
          <span data-is="position">{showPosition(pointer.value)}</span>
          {ground && <span data-is="pointed-ground">{` · ${sayGround(ground)}`}</span>}
          {value && (
            <>
              {' · '}
              <strong data-is="value" data-state={value.state}>
                {value.value === null || value.unit === null
                  ? sayLabel(value.label)
                  : `${figure(value.value, 1)} ${value.unit}`}
              </strong>
              {` · ${sayKm(value.distance_km)}, ${figure(value.azimuth_deg)}°`}
            </>
          )}
        </output>
      )}
      {attribution && (
        <span class="credit">{say('ground', { attribution: sayAttribution(attribution) })}</span>
      )}
      {basemap && <span class="credit">{say('basemap', { credit: basemap })}</span>}
    </div>
  )
}

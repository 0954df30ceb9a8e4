import { showPosition } from '../../../client/coordinates.ts'
import { hasLandCover, landCover } from '../state/offers.ts'
import { pointer, pointerCover, pointerGround, pointerValue } from '../state/pointer.ts'
import { sayAttribution, sayLabel } from '../words/labels.ts'
import { sayCover, sayGround, sayKm } from '../words/units.ts'
import { figure, say } from '../words/words.ts'

export function Readout({ attribution, basemap }: { attribution: string; basemap: string }) {
  const value = pointerValue.value
  const ground = pointerGround.value
  const cover = pointerCover.value
  return (
    <div class="readout">
      {pointer.value && (
        <output class="readout-place">
          <span data-is="position">{showPosition(pointer.value)}</span>
          {ground && <span data-is="pointed-ground">{` · ${sayGround(ground)}`}</span>}
          {cover && <span data-is="pointed-cover">{` · ${sayCover(cover)}`}</span>}
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
      {hasLandCover.value && landCover.value && (
        <span class="credit">{say('coverCredit', { attribution: landCover.value.attribution })}</span>
      )}
      {basemap && <span class="credit">{say('basemap', { credit: basemap })}</span>}
    </div>
  )
}
